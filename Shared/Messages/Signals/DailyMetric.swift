/// One value of `DailyMetrics`: its name, its unit and how it is shown.
public struct DailyMetric: Sendable {
    /// Name in JSON and exported tables; equals the name of its field in `DailyMetrics`.
    public let key: String
    /// Unit of its values.
    public let unit: MetricUnit
    /// Column heading in a table of days.
    public let heading: String
    /// Decimals in a sentence, 0 or 1.
    public let digits: Int
    /// Decimals in a table of days.
    public let tableDigits: Int
    /// Whether it is measured during sleep, so that its gaps are counted in nights.
    public let isNightly: Bool
    /// Whether it is a sum over the day, which a chart draws from zero.
    public let isTotal: Bool
    /// Its rank among the metrics that a letter names, the first first; nil if letters leave it out.
    public let letter: Int?
    /// The day's value; nil if absent.
    public let value: @Sendable (DailyMetrics) -> MetricValue?

    init(
        _ key: String, _ unit: MetricUnit, heading: String, digits: Int, tableDigits: Int, isNightly: Bool,
        isTotal: Bool = false, letter: Int?, value: @escaping @Sendable (DailyMetrics) -> MetricValue?
    ) {
        (self.key, self.unit, self.heading, self.digits, self.tableDigits) = (key, unit, heading, digits, tableDigits)
        (self.isNightly, self.isTotal, self.letter, self.value) = (isNightly, isTotal, letter, value)
    }
}

/// A daily metric that is shown but does not enter the score.
public struct SideMetric: Sendable {
    /// The metric described.
    public let metric: DailyMetric
    /// How a value above the usual is judged.
    public let direction: SignalEntry.Direction
    /// Its topic (COA-8).
    public let topic: Topic
    /// See `SignalEntry.spoken`.
    public let spoken: [String]

    init(_ metric: DailyMetric, direction: SignalEntry.Direction, topic: Topic, spoken: [String]) {
        (self.metric, self.direction, self.topic, self.spoken) = (metric, direction, topic, spoken)
    }
}

/// A canonical unit (COM-2) and the unit shown to people.
public struct MetricUnit: Sendable {
    /// Symbol in exported tables, as HealthKit writes it.
    public let symbol: String
    /// Number of canonical units in one shown unit.
    public let per: Double
    /// Text after a number in a sentence; empty for a plain count.
    public let phrase: String
    /// How an amount is written.
    public let style: Style

    /// Ways to write an amount.
    public enum Style: Sendable {
        /// “41 ms”.
        case milliseconds
        /// “58/min”.
        case perMinute
        /// “1 h 20 min”.
        case duration
        /// “8,123”.
        case number
    }

    init(_ symbol: String, per: Double = 1, phrase: String, style: Style) {
        (self.symbol, self.per, self.phrase, self.style) = (symbol, per, phrase, style)
    }

    static let milliseconds = MetricUnit("ms", phrase: "ms", style: .milliseconds)
    static let heartBeats = MetricUnit("count/min", phrase: "beats per minute", style: .perMinute)
    static let breaths = MetricUnit("count/min", phrase: "breaths per minute", style: .perMinute)
    static let hours = MetricUnit("s", per: 3_600, phrase: "h", style: .duration)
    static let count = MetricUnit("count", phrase: "", style: .number)
}
