import Localization
import Messages

/// The suggestion of the day on Today, with its answer.
struct SuggestionCard: Sendable {
    let suggestion: Suggestion
    /// The signals that it names.
    let named: [Signal]
    /// The day's reason for care; the library's are on the page of the suggestion.
    let dayCaution: String?
    let isOpen: Bool
    /// The answer with its time; empty while it is open.
    let state: String
    /// Identifier of the form, so that sending it twice counts once.
    let key: String

    /// Nil without a suggestion.
    init?(_ facts: TodayFacts, for reader: Reader) {
        guard let offered = facts.cards?.today else { return nil }
        var card = offered.card
        // A reason must not tell what the covered night's measurements tell. A caution is shown in any case.
        if let signal = card.whySignal, NightCard.repeating.contains(signal), facts.coversNight(of: reader.today) {
            (card.why, card.whySignal) = (nil, nil)
        }
        suggestion = Suggestion(card, reader)
        named = card.named
        dayCaution = card.caution
        isOpen = offered.action == nil
        let isPutOff = facts.cards?.answered.contains { $0.moment == card.moment && $0.action == .accepted }
        state =
            offered.action.map { action in
                reader.words("today.answer.\(action)", ["time": facts.answeredAt.map(reader.time(minute:)) ?? ""])
            } ?? (isPutOff == true ? reader.words("coach.state.later") : "")
        key = "\(facts.writer).suggestion \(card.moment) \(reader.today) \(offered.answers)"
    }
}
