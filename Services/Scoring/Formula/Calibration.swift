import Messages

/// Calibrates the band's width, in units of s·k, from a person's own misses (SCO-5) by rolling conformal prediction
/// (Vovk, Gammerman, Shafer 2005).
///
/// A miss is |label − logit| / (s·k) of the prediction as it was shown. From 20 answers on, the ⌈0.8·(n + 1)⌉-th
/// smallest of the last 60 misses replaces the normal distribution's 1.2816.
///
/// The alternatives were windows of 30, 60, 100, 200 and all misses, misses with and without division by s, and
/// quantile tracking (Gibbs and Candès 2021); the choice was made on every second person. On the other people, from the
/// 20th answer on, the band covers 84 % of 324 answers on LifeSnaps (82 % before), 78 % of 395 on Welltory (88 %), 81 %
/// and 79 % on synthetic people (85 %, 81 %). Nobody in the weekly questionnaires or in Dudarev's data answers 20
/// times, so the prior applies there.
struct Calibration: Message, Equatable {
    /// Fewest answers for a calibrated band.
    static let answersNeeded: Int32 = 20
    /// Number of latest misses that count.
    static let window = 60
    private static let share = 0.8
    /// Upper bound of a stored miss. It limits the ratio for a person whose answers never vary.
    private static let maximumMiss = 1e6

    /// The latest misses, oldest first.
    private var misses: [Double] = []
    enum CodingKeys: Int, CodingKey { case misses = 1 }

    /// Records one miss; NaN is ignored.
    /// - Parameters:
    ///   - miss: label minus the prediction's logit.
    ///   - margin: the prediction's s·k, > 0.
    mutating func enter(_ miss: Double, margin: Double) {
        let ratio = abs(miss) / max(margin, .leastNormalMagnitude)
        guard !ratio.isNaN else { return }
        misses.append(min(ratio, Self.maximumMiss))
        if misses.count > Self.window { misses.removeFirst() }
    }

    /// The band's half width in units of s·k, or nil with fewer than 20 answers, where the prior applies.
    func quantile(answers: Int32) -> Double? {
        guard answers >= Self.answersNeeded, misses.count >= Int(Self.answersNeeded) else { return nil }
        let rank = Int((Self.share * Double(misses.count + 1)).rounded(.up))
        return misses.sorted()[min(rank, misses.count) - 1]
    }
}
