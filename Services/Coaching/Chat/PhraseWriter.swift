import Messages
import Moments

/// Builds the only thing the gateway ever hears of a conversation: enumerations and half steps (GAT-3). The message itself is no parameter here.
enum PhraseWriter {
    /// - Parameter signals: the current ones; a day cannot travel, so nothing older may.
    static func request(user: UserID, intent: Intent, signals: SignalState?, moment: MicroMoment?, hasRecentCompletion: Bool) -> Phrase {
        let about = signals?.strongest(about: intent.topic)
        return Phrase(
            user: user, toneHints: tones(signals, hasRecentCompletion), topSignal: intent.topic,
            // A person's own library never travels: only what is byte for byte the shipped one.
            topMomentID: moment.flatMap { Moments.shipped.contains($0) ? $0.id : nil }, rationale: rationale(about, isNamed: intent.isNamed),
            zScoreSummary: summary(signals))
    }

    private static func tones(_ signals: SignalState?, _ hasRecentCompletion: Bool) -> [Phrase.Tone] {
        let isHardDay = (signals?.score ?? 50) < 35 || (signals?[.stress]?.z ?? 0) >= 0.6
        return [isHardDay ? .gentle : .calm] + (hasRecentCompletion ? [.encouraging] : []) + [.brief]
    }

    private static func rationale(_ level: SignalLevel?, isNamed: Bool) -> Phrase.Rationale {
        guard let level, let entry = level.signal.entry, level.z.isFinite else { return .askedAbout }
        let z = level.z * (3 / entry.range)
        return z >= 0.5 ? .aboveUsual : z <= -0.5 ? .belowUsual : isNamed ? .askedAbout : .asUsual
    }

    /// In declared order.
    private static func summary(_ signals: SignalState?) -> [SignalStep] {
        let known = (signals?.levels ?? []).filter { $0.z.isFinite && $0.signal.entry?.mayTravel ?? false }
        return known.sorted { $0.signal < $1.signal }.map {
            SignalStep(signal: $0.signal, halfSteps: Int32(min(max(($0.z * 2).rounded(), -12), 12)))
        }
    }
}
