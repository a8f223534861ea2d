import Messages

/// The band's width in units of s·k, from a person's own misses (SCO-5): rolling conformal prediction (Vovk, Gammerman, Shafer 2005).
///
/// A miss is |label − logit| / (s·k) of the prediction as it was shown. After 20 answers the ⌈0.8·(n + 1)⌉-th smallest of the last 60 misses takes the place of
/// the normal distribution's 1.2816. Chosen among windows of 30, 60, 100, 200 and all, misses with and without division by s, and quantile tracking (Gibbs and
/// Candès 2021), on every second person; on the others the band holds, from the 20th answer on, 84 % of 324 answers on LifeSnaps (82 % before), 78 % of 395 on
/// Welltory (88 %), 81 % and 79 % on synthetic people (85 %, 81 %). Nobody of the weekly questionnaires or of Dudarev answers 20 times: the prior stays.
struct Calibration: Message, Equatable {
    static let answersNeeded: Int32 = 20
    static let window = 60
    private static let share = 0.8
    /// Bounds a miss of somebody whose answers never move.
    private static let most = 1e6

    /// The last ones, oldest first.
    private var misses: [Double] = []
    enum CodingKeys: Int, CodingKey { case misses = 1 }

    /// - Parameters:
    ///   - miss: label less logit of a prediction.
    ///   - margin: its s·k, > 0.
    mutating func enter(_ miss: Double, margin: Double) {
        let ratio = abs(miss) / max(margin, .leastNormalMagnitude)
        guard !ratio.isNaN else { return }
        misses.append(min(ratio, Self.most))
        if misses.count > Self.window { misses.removeFirst() }
    }

    /// nil with fewer than 20 answers: the prior holds.
    func quantile(answers: Int32) -> Double? {
        guard answers >= Self.answersNeeded, misses.count >= Int(Self.answersNeeded) else { return nil }
        let rank = Int((Self.share * Double(misses.count + 1)).rounded(.up))
        return misses.sorted()[min(rank, misses.count) - 1]
    }
}
