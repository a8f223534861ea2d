import Messages
import Statistics

/// The weekdays in the order of their median values.
public struct WeekdayRanking: Equatable, Sendable {
    /// Fewest values of each weekday that are ranked.
    public static let minimumValues = 4

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
    /// Whether it is more than what days differ by anyway, and more than chance makes of the largest of the 21 differences
    /// between weekdays.
    public var isClear: Bool { difference > max(spread, Self.studentizedRange * Self.medianError * error) }

    /// The difference between the highest and the lowest of seven means, in standard errors of one, that chance exceeds
    /// once in twenty times (Tukey's studentized range for many values).
    private static let studentizedRange = 4.17
    /// Standard error of a median as a multiple of that of a mean, √(π/2).
    private static let medianError = 1.2533
    /// Standard error of the mean of a weekday, from the first and the last weekday.
    private var error: Double {
        let counts = [entries.first, entries.last].compactMap { $0.map { Double($0.count) } }
        return spread * (counts.reduce(0) { $0 + 1 / $1 } / 2).squareRoot()
    }

    /// nil if a weekday has fewer than `minimumValues` values.
    public init?(_ series: Series, isHighest: Bool) {
        let byWeekday = Dictionary(grouping: series.values, by: \.day.weekday)
        entries = (1...7).compactMap { weekday in
            let values = (byWeekday[weekday] ?? []).map(\.value)
            guard values.count >= Self.minimumValues, let median = Statistics.median(values) else { return nil }
            return Entry(weekday: weekday, median: median, count: values.count)
        }
        guard entries.count == 7, let usual = Statistics.usual(series.values.map(\.value)) else { return nil }
        entries.sort {
            $0.median == $1.median ? $0.weekday < $1.weekday : ($0.median > $1.median) == isHighest
        }
        spread = usual.spread
    }
}
