import Localization
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

    /// - Parameters:
    ///   - features: of the suggestion when it was chosen.
    ///   - ranker: with the weights of today.
    ///   - signals: the current ones.
    init?(of features: [Double], _ topic: Topic, _ ranker: Ranker, _ signals: SignalState?) {
        guard features.count == ranker.weights.count else { return nil }
        func part(_ place: Int?) -> Double { place.map { features[$0] * ranker.weights[$0] } ?? 0 }
        let called = (signals?.levels ?? []).map { ($0.signal, part(Features.place($0.signal, topic))) }
            .max { $0.1 < $1.1 }
        // What every suggestion has before anybody answered is no reason.
        let parts: [(CardReason, Double)] = [
            called.map { (CardReason.signal($0.0), $0.1 + part(Features.relevance)) },
            (.liked(topic), part(Features.taste(topic))),
            (.time, part(Features.timeFit) - Features.designed[Features.timeFit] * 0.5),
            (.new, part(Features.novelty) - Features.designed[Features.novelty] * 0.5),
            (.evidence, part(Features.evidence)),
        ]
        .compactMap { $0 }
        guard let best = parts.max(by: { $0.1 < $1.1 }), best.1 > 0.05 else { return nil }
        self = best.0
    }
}

/// Writes suggestions in a language, with the cautions of the day and of the library.
struct CardWriter {
    let words: Catalogue
    let signals: SignalState?

    init(_ words: Catalogue, signals: SignalState?) { (self.words, self.signals) = (words, signals) }

    func texts(of moment: MicroMoment) -> MomentTexts { moment.texts(inGerman: words.language == .german) }

    /// The day's reason for care, or else the library's first; nil if there is none.
    func caution(for moment: MicroMoment) -> String? {
        dayCaution(for: moment) ?? moment.cautions.first.map { words("library.caution.\($0)") }
    }

    private func dayCaution(for moment: MicroMoment) -> String? {
        ExertionCaution.text(for: moment, signals: signals, words: words)
    }

    func card(_ moment: MicroMoment, why: CardReason? = nil) -> Card {
        let texts = texts(of: moment)
        var card = Card(
            moment: moment.id, title: texts.title, body: texts.body, caution: dayCaution(for: moment),
            badge: moment.badge, sourceURL: moment.sourceURL, estimatedSeconds: moment.estimatedSeconds)
        card.language = words.language == .german && moment.german != nil ? "de" : "en"
        card.why = why.map(line)
        card.detail = texts.detail.isEmpty || texts.detail == texts.body ? nil : texts.detail
        card.sourceKind = moment.citation.map { "\($0.kind)" }
        card.sourceTitle = moment.citation.flatMap { $0.title.isEmpty ? nil : $0.title }
        card.sourceYear = moment.citation?.year
        card.audience = moment.audience.map { words("library.audience.\($0)") }
        card.cautions = moment.cautions.map { words("library.caution.\($0)") }
        return card
    }

    private func line(_ reason: CardReason) -> String {
        switch reason {
        case .signal(let signal): words("coaching.why.signal", ["signal": words("signal.\(signal.entry?.key ?? "")")])
        case .liked(let topic): words("coaching.why.liked", ["topic": words("library.topic.\(topic)")])
        case .time: words("coaching.why.time")
        case .new: words("coaching.why.new")
        case .evidence: words("coaching.why.evidence")
        }
    }
}
