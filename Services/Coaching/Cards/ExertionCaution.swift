import Messages
import Moments

/// When the day argues against effort, a card that asks for it says so (COA-11). Thresholds are design choices on the display scale of z.
enum ExertionCaution {
    private static let reasons: [(signal: Signal, threshold: Double, text: String)] = [
        (.restingHeartRate, 1.5, "Your resting heart rate is well above your usual"),
        (.nocturnalHeartRate, 1.5, "Your heart rate at night was well above your usual"),
        (.hrv, 1.5, "Your heart rate variability is well below your usual"),
        (.respiratoryRate, 2, "Your breathing rate at night was well above your usual"),
        (.sleepDebt, 1.5, "You have slept much less than usual lately"),
        (.sleepQuality, 0.6, "You rated your sleep as poor"),
        (.energy, 0.6, "You rated your energy as low"),
    ]
    static let lowScore = 25.0

    /// nil where the moment asks for no effort or nothing speaks against it.
    static func text(for moment: MicroMoment, signals: SignalState?) -> String? {
        guard moment.isExerting, let signals else { return nil }
        if signals.context.contains(.illness) { return "You said that you are unwell; leave this for a day when you feel better." }
        let found = reasons.first { reason in
            guard let level = signals[reason.signal], level.z.isFinite else { return false }
            return level.z * reason.signal.strain >= reason.threshold
        }
        if let found { return found.text + "; take it very easy today, or leave this for another day." }
        if let score = signals.score, score < lowScore { return "Your score is low today; take it very easy, or leave this for another day." }
        return nil
    }
}
