import Language

/// A message of courtesy alone ("thanks a lot!", "hi there"): answered politely, so that the topic gate need not take it for a question.
enum SmallTalk: CaseIterable {
    case thanks, farewell, greeting, assent

    /// nil where a message says anything else.
    static func of(_ message: String) -> SmallTalk? {
        let said = WordReader.words(in: message).map(\.text)
        guard !said.isEmpty, words.isSuperset(of: said) else { return nil }
        return allCases.first { !$0.keys.isDisjoint(with: said) }
    }

    var reply: String {
        switch self {
        case .thanks: "You're welcome."
        case .farewell: "Take care of yourself, and come back whenever you like."
        case .greeting: "Hello. Ask me about your sleep, stress, energy, mood, movement, mindfulness, food or a small goal."
        case .assent: "I read each message by itself, so I can't tell what that answers. Please put it as a whole question."
        }
    }

    /// One of these makes it courtesy. Folded, as `Word.text` is: "tschüss" is "tschuss".
    private var keys: Set<String> {
        switch self {
        case .thanks: ["thanks", "thank", "thankful", "grateful", "gratitude", "appreciate", "appreciated", "danke", "dank", "dankeschon"]
        case .farewell: ["bye", "goodbye", "ciao", "tschuss", "see", "talk", "chat", "talking", "chatting", "wiedersehen"]
        case .greeting: ["hello", "hi", "hey", "hiya", "hallo", "moin", "servus", "morning", "afternoon", "evening", "morgen", "abend", "tag"]
        case .assent:
            [
                "yes", "no", "yep", "yeah", "nope", "ok", "okay", "maybe", "perhaps", "correct", "true", "false", "right", "sure", "ja", "nein", "doch",
                "vielleicht",
            ]
        }
    }

    /// What may stand around them; nothing that could say how somebody is ("hi, I'm not well").
    private static let fillers: Set = [
        "you", "your", "i", "it", "it's", "its", "that", "that's", "is", "was", "be", "would", "could", "think", "say", "definitely", "so", "very", "really",
        "much", "a", "lot", "the", "for", "to", "with", "of", "my", "all", "again", "now", "later", "soon", "tomorrow", "day", "today", "help", "helping",
        "helpful", "answer", "reply", "response", "info", "information", "ai", "there", "friend", "everybody", "good", "great", "nice", "lovely", "kind", "oh",
        "please", "have", "and", "guten", "gute", "gut", "vielen", "schon", "schonen", "dir", "ihnen", "auch", "auf", "bis", "bald", "fur", "die", "hilfe",
    ]
    private static let words = allCases.reduce(into: fillers) { $0.formUnion($1.keys) }
}
