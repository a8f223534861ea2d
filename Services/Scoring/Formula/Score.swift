#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// From logits to the 0 … 100 that a person sees, with its 80 % band (SCO-5).
struct Score: Equatable {
    /// The 90th percentile of the normal distribution, 10 % on each side of the band: holds until a person's own misses say more (`Calibration`).
    static let quantile = 1.2816
    /// k of a day that lacks every feature is 1 plus this; half of it for a day of which every feature is imputed or low in confidence.
    ///
    /// Measured by `pulsum-bench worth`: with 0.1 and without calibration the band holds 81 % of 1,274 answers on LifeSnaps, 84 % and 81 % on synthetic people with a
    /// strong and a weak effect.
    static let doubt = 0.1

    var score: Double
    var low: Double
    var high: Double

    /// `logit` and `deviation` (s, square root of the residual variance) in logits; `widening` is k, `quantile` the band's half width in units of s·k.
    init(logit: Double, deviation: Double, widening: Double, quantile: Double = Self.quantile) {
        let margin = quantile * deviation * widening
        (score, low, high) = (100 * Self.sigmoid(logit), 100 * Self.sigmoid(logit - margin), 100 * Self.sigmoid(logit + margin))
    }

    /// k ≥ 1: grows with the share of features that are missing, and half as much with the share that is imputed or of low confidence.
    /// s already carries what is usually missing for this person; k adds what is missing today.
    static func widening(missing: Int, doubtful: Int, of count: Int) -> Double {
        1 + doubt * (Double(missing) + Double(doubtful) / 2) / Double(count)
    }

    static func sigmoid(_ logit: Double) -> Double { 1 / (1 + exp(-logit)) }
}
