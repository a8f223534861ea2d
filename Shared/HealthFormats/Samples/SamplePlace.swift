import LocalTime
import Messages

/// The identity of a sample that its route gives none: of two samples of one user with the same place, the one sent
/// last counts.
///
/// A value that its source summed up for a day has the calendar date it was written under as its place, whatever the
/// UTC offset beside it: a phone that travels, or whose clocks changed, writes the same date with another first
/// instant.
package struct SamplePlace: Hashable, Sendable {
    private let kind: SampleKind
    private let source: UInt64
    /// s since 1970; of a day's value 00:00 UTC of its date.
    private let start: Int64
    /// The sleep stage, 0 for other kinds: several stages may begin at the same instant.
    private let stage: Double

    /// - Parameters:
    ///   - isDaily: true where the source's values are sums or means of a day.
    ///   - calendar: the person's, see `LocalCalendar.writtenDay`.
    package init(_ sample: Sample, _ kind: SampleKind, isDaily: Bool, _ calendar: @autoclosure () -> LocalCalendar) {
        (self.kind, source, stage) = (kind, sample.source, kind == .sleep ? sample.value : 0)
        start = isDaily ? Int64(calendar().writtenDay(of: sample, kind).number) * 86_400 : sample.start
    }
}

extension LocalCalendar {
    /// 18:00 is this long before the midnight that a night's date begins with, s.
    private static let evening: Int64 = 6 * 3600
    /// The UTC offsets in use span 25 h, from 11 h behind to 14 h ahead; a date's first instant tells 24 h of them
    /// apart: those from 10 h behind to 13 h ahead are, s.
    private static let furthest: Int64 = 13 * 3600

    /// The calendar date that a source wrote a day's value under, from the value's start: midnight by the writer's
    /// clock, for a night 18:00 of the evening before. The person's own midnight is recognised in every zone, another
    /// clock's from 10 h behind UTC to 13 h ahead.
    func writtenDay(of sample: Sample, _ kind: SampleKind) -> Day {
        let midnight = kind == .sleepTotal ? sample.start + Self.evening : sample.start
        let own = day(second: midnight + 43_200)
        if start(of: own) == midnight { return own }
        return Day(number: Int32(clamping: (midnight + Self.furthest).floorDivided(by: 86_400)))
    }

    /// Samples with each day's sum spread over the person's own day of its date; sorted.
    /// - Parameter daily: sources whose values are sums of a day.
    package func aligned(_ samples: ArraySlice<Sample>, _ kind: SampleKind, daily: Set<UInt64>) -> ArraySlice<Sample> {
        guard !daily.isEmpty, samples.contains(where: { daily.contains($0.source) }) else { return samples }
        return samples.map { sample in
            guard daily.contains(sample.source) else { return sample }
            let day = writtenDay(of: sample, kind)
            var aligned = sample
            (aligned.start, aligned.end) = (start(of: day), start(of: day.advanced(by: 1)))
            return aligned
        }.sorted()[...]
    }
}
