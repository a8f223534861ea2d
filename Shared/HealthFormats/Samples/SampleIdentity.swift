/// Knows one measurement again that several routes tell with different detail: with the device or only its name, with a
/// time zone or without, with an end or only a start, to six digits (as Health's export writes values) or to all. Each
/// is kept once, in its most detailed form, whatever the order of the routes.
package struct SampleIdentity: Sendable {
    private struct Source {
        /// The id of the same source where only its name is known.
        var plain: UInt64
        var detail: Int
        var aggregation: Int32?
    }

    private let sources: [UInt64: Source]

    package init(_ sources: [SampleSource] = []) {
        self.sources = Dictionary(
            sources.map { ($0.id, Source(plain: $0.plain.id, detail: $0.detail, aggregation: $0.aggregation)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    struct Key: Hashable {
        package var start: Int64
        /// Of six digits, and a power of ten; 0 where the value does not tell samples apart.
        package var digits: Double
        var scale: Int
        package var source: UInt64
    }

    /// What is equal in all tellings of a sample; its end is compared apart, see `isSame`.
    func key(_ sample: Sample, _ kind: SampleKind) -> Key {
        let (digits, scale) = kind.isPart || kind.isOfWorkout ? (0, 0) : Self.rounded(sample.value)
        return Key(start: sample.start, digits: digits, scale: scale, source: plain(sample.source))
    }

    /// - Parameters: ends of two samples of one kind and key.
    static func isSameEnd(_ left: Int64, _ right: Int64, start: Int64, _ kind: SampleKind) -> Bool {
        !kind.hasMeaningfulEnd || left == right || left == start || right == start
    }

    package func plain(_ source: UInt64) -> UInt64 { sources[source]?.plain ?? source }

    /// True for a source whose values are an app's sums or means.
    package func isAggregated(_ source: UInt64) -> Bool { sources[source]?.aggregation != nil }

    /// True for a source whose values are an app's sums or means of a day.
    package func isDaily(_ source: UInt64) -> Bool { sources[source]?.aggregation == HealthAutoExportPoints.day }

    /// - Parameter samples: sorted.
    /// - Returns: each measurement once, sorted. Linear where no two samples begin at the same instant.
    package func settled(_ samples: [Sample], _ kind: SampleKind) -> [Sample] {
        guard zip(samples, samples.dropFirst()).contains(where: { $0.start == $1.start }) else { return samples }
        var result: [Sample] = []
        result.reserveCapacity(samples.count)
        var from = 0
        while from < samples.count {
            var to = from + 1
            while to < samples.count, samples[to].start == samples[from].start { to += 1 }
            if to - from == 1 { result.append(samples[from]) } else { result += once(samples[from..<to], kind) }
            from = to
        }
        return result
    }

    /// - Parameter samples: of one start.
    private func once(_ samples: ArraySlice<Sample>, _ kind: SampleKind) -> [Sample] {
        let tellings = Dictionary(grouping: samples) { key($0, kind) }
        guard tellings.count < samples.count else { return Array(samples) }
        return tellings.values.flatMap { tellings -> [Sample] in
            guard kind.hasMeaningfulEnd else { return [best(tellings)] }
            let ends = Dictionary(grouping: tellings, by: \.end)
            return ends.filter { ends.count == 1 || $0.key > tellings[0].start }.values.map(best)
        }.sorted()
    }

    /// The most detailed one; where only another one names a time zone, with that.
    private func best(_ tellings: [Sample]) -> Sample {
        var best = tellings[0]
        for sample in tellings.dropFirst() where isLess(best, sample) { best = sample }
        best.note = tellings.reduce(0) { max($0, $1.note) }
        return best
    }

    private func isLess(_ left: Sample, _ right: Sample) -> Bool {
        let (known, other) = (sources[left.source]?.detail ?? 0, sources[right.source]?.detail ?? 0)
        return (known, left.end, left.value.bitPattern, left.source) < (
            other, right.end, right.value.bitPattern, right.source
        )
    }

    private static let powers: [Double] = (0...22).reduce(into: []) { powers, _ in
        powers.append((powers.last ?? 0.1) * 10)
    }

    private static func rounded(_ value: Double) -> (digits: Double, scale: Int) {
        guard value != 0, value.isFinite else { return (0, 0) }
        var (scaled, scale) = (abs(value), 0)
        while scaled < 100_000, scale < 22 { (scale, scaled) = (scale + 1, abs(value) * powers[scale + 1]) }
        while scaled >= 1_000_000, scale > -22 { (scale, scaled) = (scale - 1, abs(value) / powers[1 - scale]) }
        var digits = scaled.rounded(.toNearestOrEven)
        if digits == 1_000_000 { (digits, scale) = (100_000, scale - 1) }
        return (value < 0 ? -digits : digits, scale)
    }
}

/// A set of measurements, by what is equal in all their tellings.
package struct SampleSet: Sendable {
    private let identity: SampleIdentity
    private let kind: SampleKind
    private var ends: [SampleIdentity.Key: [Int64]] = [:]

    package init(_ samples: some Sequence<Sample>, _ kind: SampleKind, _ identity: SampleIdentity) {
        (self.identity, self.kind) = (identity, kind)
        for sample in samples { ends[identity.key(sample, kind), default: []].append(sample.end) }
    }

    package var isEmpty: Bool { ends.isEmpty }

    package func contains(_ sample: Sample) -> Bool {
        guard !ends.isEmpty, let ends = ends[identity.key(sample, kind)] else { return false }
        return ends.contains { SampleIdentity.isSameEnd($0, sample.end, start: sample.start, kind) }
    }
}
