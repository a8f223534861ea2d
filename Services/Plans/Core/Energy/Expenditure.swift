/// A person's total energy expenditure, with its uncertainty and its origin. kcal a day.
public struct Expenditure: Sendable, Equatable, Codable {
    /// The origin of an expenditure.
    public enum Source: String, CaseIterable, Codable, Sendable {
        /// Resting rate times activity factor.
        case formula
        /// The balance of recorded intake and weight.
        case adaptive
    }

    /// The expected value.
    public var kilocalories: Double
    /// Lower end of the interval that holds the expenditure with a probability of 80 %; at least 0.
    public var low: Double
    /// Upper end of the interval.
    public var high: Double
    /// The origin.
    public var source: Source
    /// Days with weight or intake that it was learned from; for a formula the days that are there so far.
    public var days: Int

    /// Quantile of the normal distribution for a central interval of 80 %.
    static let quantile = 1.281_551_565_544_6

    /// An expenditure with a normal distribution.
    /// - Parameter deviation: standard deviation in kcal a day; at least 0.
    public init(kilocalories: Double, deviation: Double, source: Source, days: Int) {
        self.kilocalories = kilocalories
        low = max(0, kilocalories - Self.quantile * deviation)
        high = kilocalories + Self.quantile * deviation
        (self.source, self.days) = (source, days)
    }
}
