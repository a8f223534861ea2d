import Messages
import Statistics

/// The weekdays in the order of their median values.
public struct WeekdayRanking: Equatable, Sendable {
    /// Fewest values of each weekday that are ranked.
    public static let least = 4

    /// One weekday's values.
    public struct Entry: Equatable, Sendable {
        /// 1 (Sunday) … 7 (Saturday).
        public var weekday: Int
        /// In the signal's unit.
        public var median: Double
        /// Number of days with a value.
        public var count: Int
    }

    /// The seven weekdays, the one asked about first.
    public var entries: [Entry]
    /// 1.4826 · MAD of all values: how far the middle two thirds of days lie from their middle.
    public var spread: Double

    /// Distance between the medians of the first and the last weekday.
    public var difference: Double { abs((entries.first?.median ?? 0) - (entries.last?.median ?? 0)) }
    /// Whether it is more than what days differ by anyway.
    public var isClear: Bool { difference > spread }

    /// nil if a weekday has fewer than `least` values.
    public init?(_ series: Series, isHighest: Bool) {
        let byWeekday = Dictionary(grouping: series.values, by: \.day.weekday)
        entries = (1...7).compactMap { weekday in
            let values = (byWeekday[weekday] ?? []).map(\.value)
            guard values.count >= Self.least, let median = Statistics.median(values) else { return nil }
            return Entry(weekday: weekday, median: median, count: values.count)
        }
        guard entries.count == 7, let usual = Statistics.usual(series.values.map(\.value)) else { return nil }
        entries.sort {
            $0.median == $1.median ? $0.weekday < $1.weekday : ($0.median > $1.median) == isHighest
        }
        spread = usual.spread
    }
}
