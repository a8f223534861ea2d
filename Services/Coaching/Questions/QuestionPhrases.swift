import Language
import Localization

/// The phrases by which `QuestionReader` recognises a kind: `questions.en.txt` and `questions.de.txt`.
struct QuestionPhrases: Sendable {
    let language: Localization.Language
    /// The person speaks of themself.
    let own: [String]
    let today: [String]
    let status: [String]
    let compare: [String]
    let cause: [String]
    let explain: [String]
    let howTo: [String]
    let plan: [String]
    let other: [String]
    let shorter: [String]
    /// Whole messages.
    let courtesy: [String]
    let medical: [String]
    let substances: [String]
    let amounts: [String]
    let meta: [(meta: Question.Meta, phrases: [String])]
    /// Whole messages that ask for the reason of the answer before.
    let why: [String]
    /// Beginnings of messages that go on with the question before.
    let also: [String]
    /// The word after a comparative, and comparatives.
    let than: String
    let comparatives: [String]
    /// A number is asked after as such: “how is my score calculated?”
    let made: [String]
    /// “Why does it matter?” asks for an explanation.
    let matters: [String]
    /// Beginnings of a question about the effect of suggestions, and its other words.
    let effectHeads: [String]
    let effect: [String]
    /// Beginnings of a short question without a verb.
    let mine: [String]

    static func of(_ language: Localization.Language) -> QuestionPhrases { language == .german ? german : english }

    private static let english = QuestionPhrases(.english, .questionsEnglish, than: "than")
    private static let german = QuestionPhrases(.german, .questionsGerman, than: "als")

    private init(_ language: Localization.Language, _ list: WordList, than: String) {
        self.language = language
        self.than = than
        own = list.phrases("own")
        today = list.phrases("today")
        status = list.phrases("status")
        compare = list.phrases("compare")
        cause = list.phrases("cause")
        explain = list.phrases("explain")
        howTo = list.phrases("how to")
        plan = list.phrases("plan")
        other = list.phrases("other")
        shorter = list.phrases("shorter")
        courtesy = list.phrases("courtesy")
        medical = list.phrases("medical")
        substances = list.phrases("substances")
        amounts = list.phrases("amounts")
        why = list.phrases("why")
        also = list.phrases("also")
        comparatives = list.phrases("comparatives")
        made = list.phrases("made")
        matters = list.phrases("matters")
        effectHeads = list.phrases("effect heads")
        effect = list.phrases("effect")
        mine = list.phrases("mine")
        meta = [
            (.leaving, list.phrases("meta leaving")),
            (.known, list.phrases("meta known")),
            (.bringing, list.phrases("meta bringing")),
            (.deleting, list.phrases("meta deleting")),
            (.identity, list.phrases("meta identity")),
            (.abilities, list.phrases("meta abilities")),
        ]
    }
}
