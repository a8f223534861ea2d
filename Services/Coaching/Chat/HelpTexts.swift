import Localization

/// Fixed replies for situations in which nothing may be composed. They need nothing but the catalogue in this process.
enum HelpTexts: String, CaseIterable {
    /// After a crisis verdict, above the card.
    case crisis
    /// The safety service did not answer.
    case unavailable
    /// No rules exist for the language of the message.
    case unknownLanguage
    /// A question about something else.
    case offTopic
    /// A message off topic that directs a language model.
    case injection
    /// A question about illnesses or medicines.
    case medical
    /// A note on the cards after several cautions.
    case heavyDays
    /// A note on the cards after a crisis.
    case crisisDay

    /// A refusal begins with a mandated sentence, so that it reads the same everywhere.
    private var refusal: String? {
        switch self {
        case .offTopic: "topic"
        case .injection: "injection"
        case .unknownLanguage: "rephrase"
        default: nil
        }
    }

    func text(_ words: Catalogue = .shipped(.english)) -> String {
        let detail = words("coaching.help.\(rawValue)")
        return refusal.map { "\(words("mandated.refused.\($0)")). \(detail)" } ?? detail
    }
}
