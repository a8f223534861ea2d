import Messages
import Moments

/// Caution on cards that ask for effort on a day that argues against it (COA-11). The signal table has the thresholds.
enum ExertionCaution {
    private static let reasons = SignalTable.entries.compactMap { entry in
        entry.caution.map { (signal: entry.signal, strain: entry.strain, caution: $0) }
    }
    .sorted { $0.caution.rank < $1.caution.rank }
    static let lowScore = 25.0

    /// The caution's text; nil if the moment asks for no effort or no reason applies.
    static func text(for moment: MicroMoment, signals: SignalState?) -> String? {
        guard moment.isExerting, let signals else { return nil }
        if signals.context.contains(.illness) {
            return "You said that you are unwell; leave this for a day when you feel better."
        }
        let found = reasons.first { reason in
            guard let level = signals[reason.signal], level.z.isFinite else { return false }
            return level.z * reason.strain >= reason.caution.threshold
        }
        if let found { return found.caution.text + "; take it very easy today, or leave this for another day." }
        if let score = signals.score, score < lowScore {
            return "Your score is low today; take it very easy, or leave this for another day."
        }
        return nil
    }
}
