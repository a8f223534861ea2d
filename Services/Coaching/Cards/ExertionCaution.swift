import Localization
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
    static func text(
        for moment: MicroMoment, signals: SignalState?, words: Catalogue = .shipped(.english)
    ) -> String? {
        guard moment.isExerting, let signals else { return nil }
        if signals.context.contains(.illness) { return words("coaching.caution.illness") }
        if signals.context.contains(.injury) { return words("coaching.caution.injury") }
        if let key = signal(for: moment, signals: signals)?.entry?.key { return words("coaching.caution.\(key)") }
        if let score = signals.score, score < lowScore { return words("coaching.caution.lowScore") }
        return nil
    }

    /// The signal that the text names; nil if it names none.
    static func signal(for moment: MicroMoment, signals: SignalState?) -> Signal? {
        guard moment.isExerting, let signals, Set(signals.context).isDisjoint(with: [.illness, .injury]) else {
            return nil
        }
        return reasons.first { reason in
            guard let level = signals[reason.signal], level.z.isFinite else { return false }
            return level.z * reason.strain >= reason.caution.threshold
        }?.signal
    }
}
