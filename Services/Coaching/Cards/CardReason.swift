import Messages
import Moments

/// Why a suggestion was chosen: the part of its rank that was largest, among those that one line can say truthfully.
enum CardReason: Equatable {
    /// The day calls for its topic, most of all by this signal.
    case signal(Signal)
    /// The person took up suggestions of its topic before.
    case liked(Topic)
    /// It fits how much time the person usually takes.
    case time
    /// It was rarely shown before.
    case new
    /// Its evidence is good.
    case evidence
    /// It fits the time of day.
    case hour
    /// It fits a circumstance of the day.
    case circumstance(Circumstance)

    /// - Parameters:
    ///   - features: of the suggestion when it was chosen.
    ///   - ranker: with the weights of today.
    ///   - signals: the current ones.
    ///   - repeated: a reason that is not given again.
    init?(
        of features: [Double], _ topic: Topic, _ ranker: Ranker, _ signals: SignalState?,
        except repeated: CardReason? = nil
    ) {
        guard features.count == ranker.weights.count else { return nil }
        func part(_ place: Int?) -> Double { place.map { features[$0] * ranker.weights[$0] } ?? 0 }
        let called = (signals?.levels ?? []).map { ($0.signal, part(Features.place($0.signal, topic))) }
            .max { $0.1 < $1.1 }
        // A value that all suggestions share before the first answer is no reason for one of them.
        let parts: [(CardReason, Double)] = [
            called.map { (CardReason.signal($0.0), $0.1 + part(Features.relevance)) },
            (.liked(topic), part(Features.taste(topic))),
            (.time, part(Features.timeFit) - Features.designed[Features.timeFit] * 0.5),
            (.new, part(Features.novelty) - Features.designed[Features.novelty] * 0.5),
            (.evidence, part(Features.evidence)),
        ]
        .compactMap { $0 }
        guard let best = parts.filter({ $0.0 != repeated }).max(by: { $0.1 < $1.1 }), best.1 > 0.05 else { return nil }
        self = best.0
    }
}

extension CardReason {
    /// As it is stored with a suggestion.
    var note: ReasonNote {
        switch self {
        case .signal(let signal): ReasonNote(kind: "signal", signal: signal)
        case .liked(let topic): ReasonNote(kind: "liked", topic: topic)
        case .time: ReasonNote(kind: "time")
        case .new: ReasonNote(kind: "new")
        case .evidence: ReasonNote(kind: "evidence")
        case .hour: ReasonNote(kind: "hour")
        case .circumstance(let circumstance): ReasonNote(kind: "\(circumstance)")
        }
    }

    /// nil for a reason of a newer release.
    init?(_ note: ReasonNote) {
        switch (note.kind, note.signal, note.topic) {
        case ("signal", let signal?, _): self = .signal(signal)
        case ("liked", _, let topic?): self = .liked(topic)
        case ("time", _, _): self = .time
        case ("new", _, _): self = .new
        case ("evidence", _, _): self = .evidence
        case ("hour", _, _): self = .hour
        default:
            guard let circumstance = Circumstance(name: note.kind) else { return nil }
            self = .circumstance(circumstance)
        }
    }
}
