import Messages
import Statistics

/// Whether the values of one subject go together with those of another, over matched days. It shows no cause.
public struct Influence: Equatable, Sendable {
    /// Fewest pairs of days that anything is said from.
    public static let minimumPairs = 14

    /// Number of matched days.
    public var pairs: Int
    /// Whether values of a day are paired with those of the night after it, which the next date has.
    public var isNextNight: Bool
    /// Pearson's coefficient; nil with fewer than `minimumPairs` pairs, or if one of the two does not change.
    public var coefficient: Double?
    /// Its 95 % interval.
    public var interval: ClosedRange<Double>?

    /// Whether the interval lies on one side of 0.
    public var isClear: Bool { interval.map { $0.lowerBound > 0 || $0.upperBound < 0 } ?? false }

    /// - Parameters:
    ///   - driver: what may weigh on the other. What is done or felt on a day is paired with the night after it; all
    ///     else with the same date, which a night has from its end.
    ///   - period: days of the driver.
    public init(_ driver: SubjectNumbers, on outcome: SubjectNumbers, in period: Period) {
        isNextNight = !driver.subject.isNightly && outcome.subject.isNightly
        let lag = isNextNight ? 1 : 0
        let byDay = Dictionary(outcome.series.values.map { ($0.day, $0.value) }) { $1 }
        let matched = driver.series.during(period).values.compactMap { value in
            byDay[value.day.advanced(by: lag)].map { (value.value, $0) }
        }
        pairs = matched.count
        let correlation = matched.count >= Self.minimumPairs ? Correlation(matched) : nil
        (coefficient, interval) = (correlation?.coefficient, correlation?.interval)
    }
}
