import Messages

/// The samples that merges added or removed, to find the days whose metrics and activity they can affect.
package struct ChangedSamples: Equatable, Sendable {
    /// From their earliest start to their latest end, s since 1970; nil without any.
    package private(set) var span: ClosedRange<Int64>?
    /// True if they reach beyond their own times: sleep belongs to the day on which it ends, and an app's value of a
    /// day for the day under whose date it was written.
    package private(set) var reachFurther = false

    /// None.
    package init() {}

    /// The change of a chunk.
    /// - Parameters:
    ///   - arrived: the merged samples; a day's value among them may also have replaced one of a neighbouring chunk.
    ///   - lost: samples that the chunk has no more.
    ///   - gained: samples that it did not have before.
    package init(
        _ kind: SampleKind, _ identity: SampleIdentity, arrived: ArraySlice<Sample>, lost: [Sample], gained: [Sample]
    ) {
        for sample in lost { add(sample) }
        for sample in gained { add(sample) }
        func isDaily(_ sample: Sample) -> Bool { identity.isDaily(sample.source) }
        reachFurther =
            (span != nil && kind.tellsNights) || arrived.contains(where: isDaily) || lost.contains(where: isDaily)
    }

    private mutating func add(_ sample: Sample) {
        let own = sample.start...max(sample.start, sample.end)
        span = span.map { min($0.lowerBound, own.lowerBound)...max($0.upperBound, own.upperBound) } ?? own
    }

    /// Adds the change of another chunk.
    package mutating func formUnion(_ other: ChangedSamples) {
        reachFurther = reachFurther || other.reachFurther
        guard let more = other.span else { return }
        span = span.map { min($0.lowerBound, more.lowerBound)...max($0.upperBound, more.upperBound) } ?? more
    }
}

extension DayReducer {
    /// The days on which something is computed from the changed samples: those that a sample touches itself, or by a
    /// night that belongs to the day. Other days of `days` come out as before.
    /// - Parameters:
    ///   - days: all days within `reach` of the samples.
    ///   - sleep: sorted samples of the kinds that tell nights, covering at least `reach` around the days.
    package func days(_ days: [Day], touchedBy changed: ChangedSamples, sleep: [SampleKind: [Sample]]) -> [Day] {
        guard !changed.reachFurther else { return days }
        guard let span = changed.span else { return [] }
        return days.filter { day in
            let known = DaySamples(day, sleep, self)
            return ([known.bounds] + known.night.sessions).contains {
                $0.lowerBound <= span.upperBound && span.lowerBound <= $0.upperBound
            }
        }
    }
}
