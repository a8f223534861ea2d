import Foundation
import Messages

/// The day on which the target is reached if the person goes on as since the start.
///
/// The days' amounts are read as a compound Poisson process: days of action arrive at random, with amounts as observed.
/// Over h further days the amount then has the mean r·h and the variance v·h, with r the amounts of the observed d days
/// divided by d, and v their squares divided by d (Ross, Introduction to Probability Models, §5.4.2); r itself has the
/// variance v/d. The interval holds every h for which the remaining amount R lies within z standard deviations of the
/// mean: (r·h − R)² ≤ z²·(v·h + v·h²/d). Its ends are the roots of a quadratic (Fieller, Journal of the Royal
/// Statistical Society B 16:175, 1954). Where the rate is not known to be above 0, the interval has no end.
public struct Projection: Equatable, Sendable {
    /// Canonical units a day since the start, towards the target.
    let rate: Double
    /// The projected day; nil if it is more than ten years away.
    public let finish: Day?
    /// The first day of the interval that holds the finish with a probability of about 80 %; nil beyond ten years.
    public let earliest: Day?
    /// The last day of the interval; nil if it has no end within ten years.
    public let latest: Day?

    /// Quantile of the normal distribution for an interval of 80 %.
    static let quantile = 1.281_551_565_544_6
    /// A later finish says no more than "not at this rate".
    private static let horizon = 3650.0

    /// nil if nothing remains or nothing was done.
    /// - Parameters:
    ///   - amounts: canonical; one for each day of action since the start.
    ///   - days: number of days since the start, with today; > 0.
    ///   - remaining: canonical.
    init?(amounts: [Double], days: Int, remaining: Double, today: Day) {
        let observed = Double(days)
        let rate = amounts.reduce(0, +) / observed
        guard rate > 0, remaining > 0 else { return nil }
        let noise = Self.quantile * Self.quantile * amounts.reduce(0) { $0 + $1 * $1 } / observed
        let quadratic = rate * rate - noise / observed
        let linear = 2 * rate * remaining + noise
        let discriminant = linear * linear - 4 * quadratic * remaining * remaining
        let larger = (linear + max(0, discriminant).squareRoot()) / 2
        self.init(
            rate: rate, finish: remaining / rate, earliest: remaining * remaining / larger,
            latest: quadratic > 0 ? larger / quadratic : nil, today: today)
    }

    /// - Parameters:
    ///   - finish: days from today, and so are the ends of the interval; nothing is reached before tomorrow.
    ///   - latest: nil without an end.
    init(rate: Double, finish: Double, earliest: Double, latest: Double?, today: Day) {
        func day(_ ahead: Double) -> Day? {
            ahead <= Self.horizon ? today.advanced(by: Int(max(1, (ahead - 1e-9).rounded(.up)))) : nil
        }
        (self.rate, self.finish, self.earliest) = (rate, day(finish), day(earliest))
        self.latest = latest.flatMap(day)
    }
}
