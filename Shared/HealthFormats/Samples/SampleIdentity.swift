/// Recognises one measurement delivered by several import paths in different detail: with the device or only its name,
/// with or without a time zone, with an end or only a start, with six digits (as Health's export writes values) or all.
/// Each measurement is kept once, in its most detailed form, whatever the import order.
package struct SampleIdentity: Sendable {
    private struct Source {
        /// Id of the source reduced to its name.
        var plain: UInt64
        var detail: Int
        var aggregation: Int32?
    }

    private let sources: [UInt64: Source]

    /// - Parameter sources: the person's sources; an unlisted source is compared by its id.
    package init(_ sources: [SampleSource] = []) {
        self.sources = Dictionary(
            sources.map { ($0.id, Source(plain: $0.plain.id, detail: $0.detail, aggregation: $0.aggregation)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    struct Key: Hashable {
        /// s since 1970.
        package var start: Int64
        /// The value rounded to six digits, and its power of ten; 0 for kinds whose value is not part of the identity.
        package var digits: Double
        var scale: Int
        /// Id of the source reduced to its name.
        package var source: UInt64
    }

    /// The part of the identity that is equal in all versions of a sample. Ends are compared separately, see
    /// `isSameEnd`.
    func key(_ sample: Sample, _ kind: SampleKind) -> Key {
        let (digits, scale) = kind.isPart || kind.isOfWorkout ? (0, 0) : Self.rounded(sample.value)
        return Key(start: sample.start, digits: digits, scale: scale, source: plain(sample.source))
    }

    /// Compares the ends of two samples of one kind, key and start. A missing end (equal to the start) matches any end.
    static func isSameEnd(_ left: Int64, _ right: Int64, start: Int64, _ kind: SampleKind) -> Bool {
        !kind.hasMeaningfulEnd || left == right || left == start || right == start
    }

    /// Id of the source reduced to its name; the id itself for an unknown source.
    package func plain(_ source: UInt64) -> UInt64 { sources[source]?.plain ?? source }

    /// Returns true if the source's values are sums or means that an app computed.
    package func isAggregated(_ source: UInt64) -> Bool { sources[source]?.aggregation != nil }

    /// Returns true if the source's values are sums or means over a day.
    package func isDaily(_ source: UInt64) -> Bool { sources[source]?.aggregation == SampleSource.day }

    /// Keeps each measurement once.
    /// - Parameter samples: sorted.
    /// - Returns: sorted. Linear if no two samples start at the same instant.
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

    /// Deduplicates samples of one start.
    private func once(_ samples: ArraySlice<Sample>, _ kind: SampleKind) -> [Sample] {
        let tellings = Dictionary(grouping: samples) { key($0, kind) }
        guard tellings.count < samples.count else { return Array(samples) }
        return tellings.values.flatMap { tellings -> [Sample] in
            guard kind.hasMeaningfulEnd else { return [best(tellings)] }
            let ends = Dictionary(grouping: tellings, by: \.end)
            return ends.filter { ends.count == 1 || $0.key > tellings[0].start }.values.map(best)
        }.sorted()
    }

    /// The most detailed version, with a time zone from another version if it has none.
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

/// A set of measurements that compares by `SampleIdentity`.
package struct SampleSet: Sendable {
    private let identity: SampleIdentity
    private let kind: SampleKind
    private var ends: [SampleIdentity.Key: [Int64]] = [:]

    /// - Parameter samples: of one kind, in any order.
    package init(_ samples: some Sequence<Sample>, _ kind: SampleKind, _ identity: SampleIdentity) {
        (self.identity, self.kind) = (identity, kind)
        for sample in samples { ends[identity.key(sample, kind), default: []].append(sample.end) }
    }

    /// True if the set has no measurements.
    package var isEmpty: Bool { ends.isEmpty }

    /// Returns true if the set has this measurement in any version.
    package func contains(_ sample: Sample) -> Bool {
        guard !ends.isEmpty, let ends = ends[identity.key(sample, kind)] else { return false }
        return ends.contains { SampleIdentity.isSameEnd($0, sample.end, start: sample.start, kind) }
    }
}
