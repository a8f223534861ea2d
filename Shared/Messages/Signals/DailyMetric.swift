/// One value of `DailyMetrics`: what it is called, its unit, and how it is shown.
public struct DailyMetric: Sendable {
    /// Its name in JSON and in exported tables, which is that of its field in `DailyMetrics`.
    public let key: String
    /// Of its values.
    public let unit: MetricUnit
    /// The head of its column in a table of days.
    public let heading: String
    /// Decimals in a sentence, 0 or 1.
    public let digits: Int
    /// Decimals in a table of days.
    public let tableDigits: Int
    /// The day's value; nil where it is absent.
    public let value: @Sendable (DailyMetrics) -> MetricValue?

    init(
        _ key: String, _ unit: MetricUnit, heading: String, digits: Int, tableDigits: Int,
        value: @escaping @Sendable (DailyMetrics) -> MetricValue?
    ) {
        (self.key, self.unit, self.heading, self.digits, self.tableDigits) = (key, unit, heading, digits, tableDigits)
        self.value = value
    }
}

/// A canonical unit (COM-2) and how people read it.
public struct MetricUnit: Sendable {
    /// In exported tables, as HealthKit writes it.
    public let symbol: String
    /// Canonical units in one of the unit that is shown.
    public let per: Double
    /// Behind a number in a sentence; empty for a plain count.
    public let phrase: String
    /// The same where there is little room.
    public let sign: String

    init(_ symbol: String, per: Double = 1, phrase: String, sign: String) {
        (self.symbol, self.per, self.phrase, self.sign) = (symbol, per, phrase, sign)
    }

    static let milliseconds = MetricUnit("ms", phrase: "ms", sign: "ms")
    static let heartBeats = MetricUnit("count/min", phrase: "beats per minute", sign: "/min")
    static let breaths = MetricUnit("count/min", phrase: "breaths per minute", sign: "/min")
    static let hours = MetricUnit("s", per: 3_600, phrase: "h", sign: "h")
    static let count = MetricUnit("count", phrase: "", sign: "")
}
