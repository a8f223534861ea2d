import Localization
import Messages
import Moments

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
        if case .signal(let signal) = why { card.whySignal = signal }
        card.cautionSignal = ExertionCaution.signal(for: moment, signals: signals)
        card.detail = texts.detail.isEmpty || texts.detail == texts.body ? nil : texts.detail
        card.sourceKind = moment.citation.map { "\($0.kind)" }
        card.sourceTitle = moment.citation.flatMap { $0.title.isEmpty ? nil : $0.title }
        card.sourceYear = moment.citation?.year
        card.audience = moment.audience.map { words("library.audience.\($0)") }
        card.cautions = moment.cautions.map { words("library.caution.\($0)") }
        return card
    }

    /// The suggestion of the day with its answer.
    func suggestion(_ pick: DayPick, _ moment: MicroMoment) -> DaySuggestion {
        DaySuggestion(
            card: card(moment, why: pick.reason.flatMap { CardReason($0) }), action: pick.action,
            answeredAt: pick.action == nil ? nil : pick.answeredAt, answers: pick.answers)
    }

    /// One line: why a suggestion was chosen.
    func line(_ reason: CardReason) -> String {
        switch reason {
        case .signal(let signal):
            words("coaching.why.signal", ["signal": words("answer.bare.\(signal.entry?.key ?? "")")])
        case .liked(let topic): words("coaching.why.liked", ["topic": words("library.topic.\(topic)")])
        case .time: words("coaching.why.time")
        case .new: words("coaching.why.new")
        case .evidence: words("coaching.why.evidence")
        case .hour: words("coaching.why.hour")
        case .circumstance(let circumstance): words("coaching.why.\(circumstance)")
        }
    }
}
