import Messages
import Moments

/// Builds the request to the gateway from enumerations and half steps only (GAT-3). The person's message is not a
/// parameter, so it cannot leak.
enum PhraseWriter {
    /// - Parameter signals: signals of today only, because the request carries no day.
    static func request(
        user: UserID, intent: Intent, signals: SignalState?, moment: MicroMoment?, hasRecentCompletion: Bool
    ) -> Phrase {
        let about = signals?.strongest(about: intent.topic)
        return Phrase(
            user: user, toneHints: tones(signals, hasRecentCompletion), topSignal: intent.topic,
            // A person's own library stays local: a moment is named only if it is identical to a shipped one.
            topMomentID: moment.flatMap { Moments.shipped.contains($0) ? $0.id : nil },
            rationale: rationale(about, isNamed: intent.isNamed),
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

    /// In declared order of `Signal`.
    private static func summary(_ signals: SignalState?) -> [SignalStep] {
        let known = (signals?.levels ?? []).filter { $0.z.isFinite && $0.signal.entry?.mayTravel ?? false }
        return known.sorted { $0.signal < $1.signal }.map {
            SignalStep(signal: $0.signal, halfSteps: Int32(min(max(($0.z * 2).rounded(), -12), 12)))
        }
    }
}
