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
    /// The day's value; nil if absent.
    public let value: @Sendable (DailyMetrics) -> MetricValue?

    init(
        _ key: String, _ unit: MetricUnit, heading: String, digits: Int, tableDigits: Int,
        value: @escaping @Sendable (DailyMetrics) -> MetricValue?
    ) {
        (self.key, self.unit, self.heading, self.digits, self.tableDigits) = (key, unit, heading, digits, tableDigits)
        self.value = value
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
    /// Short text after a number, such as `/min`.
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
