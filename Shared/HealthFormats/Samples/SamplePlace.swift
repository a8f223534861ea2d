import LocalTime
import Messages

/// Identity of a sample whose import path has none: of two samples of one user with equal places, the one sent last
/// wins.
///
/// A source's value for a whole day is identified by the calendar date it was written under, whatever its UTC offset:
/// after travel or a clock change, a phone writes the same date with another first instant.
package struct SamplePlace: Hashable, Sendable {
    private let kind: SampleKind
    private let source: UInt64
    /// s since 1970; for a day's value 00:00 UTC of its date.
    private let start: Int64
    /// The sleep stage, since several stages may start at the same instant; 0 for other kinds.
    private let stage: Double

    /// - Parameters:
    ///   - isDaily: true if the source's values are sums or means of a day.
    ///   - calendar: the person's calendar, see `LocalCalendar.writtenDay`.
    package init(_ sample: Sample, _ kind: SampleKind, isDaily: Bool, _ calendar: @autoclosure () -> LocalCalendar) {
        (self.kind, source, stage) = (kind, sample.source, kind == .sleep ? sample.value : 0)
        start = isDaily ? Int64(calendar().writtenDay(of: sample, kind).number) * 86_400 : sample.start
    }
}

extension Sample {
    /// Whether the longest of several samples of one place is kept, not the last: an app tells a night again while it
    /// grows, and a workout or mindful session without a source's name may be another app's.
    package func isKeptLongest(_ kind: SampleKind) -> Bool {
        switch kind {
        case .sleep: true
        case .workout, .workoutEnergy, .workoutDistance, .workoutHeartRate, .mindfulSession:
            source == SampleSource.unnamedSource
        default: false
        }
    }

    /// Whether the sample ends later, or at the same time with a larger value.
    package func isLonger(than other: Sample) -> Bool { (end, value) > (other.end, other.value) }
}

extension LocalCalendar {
    /// Time from 18:00 to the midnight that starts a night's date, s.
    private static let evening: Int64 = 6 * 3600
    /// Largest supported offset ahead of UTC, s. UTC offsets in use span 25 h, from −11 h to +14 h, but a date's first
    /// instant distinguishes only 24 h of them; the range chosen is −10 h to +13 h.
    private static let furthest: Int64 = 13 * 3600

    /// The calendar date of a day's value, from its start: midnight by the writer's clock, for a night 18:00 of the
    /// evening before. The person's own midnight is recognised in every zone, another clock's for offsets from −10 h to
    /// +13 h.
    func writtenDay(of sample: Sample, _ kind: SampleKind) -> Day {
        let midnight = kind == .sleepTotal ? sample.start + Self.evening : sample.start
        let own = day(second: midnight + 43_200)
        if start(of: own) == midnight { return own }
        return Day(number: Int32(clamping: (midnight + Self.furthest).floorDivided(by: 86_400)))
    }

    /// Moves each day's sum to the person's own day of the same date; the result is sorted.
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
