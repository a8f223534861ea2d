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
    let what: [String]
    let means: [String]
    /// The person doubts what they ask about everybody: “or am I imagining that?”
    let imagined: [String]
    let generalHeads: [String]
    let effects: [String]
    /// Beginnings of a question about a habit in a period.
    let habits: [String]
    let places: [String]
    let starting: [String]
    /// Verbs of what weighs on a number or lifts it.
    let causing: [String]
    /// Words of a wish to change something.
    let change: [String]
    /// Words of a question about what was, not about a change.
    let past: [String]
    let illness: [String]
    /// Objects of “have” that are no illness (“do I have more steps”).
    let harmless: [String]
    /// The period before the one that was named.
    let before: [String]
    /// “Than last”, with the kind of period left out.
    let last: [String]
    /// “I don't know why” asks for no cause.
    let unknown: [String]
    /// Ends of a message that tells a problem first: “my mind races at night, what can I do?”
    let ending: [String]
    /// Beginnings of a wish.
    let wishes: [String]
    let beforeThat: [String]
    /// Values that are usual among people, not those of the person.
    let amongPeople: [String]
    let norm: [String]
    /// Words that may occur anywhere and say nothing of the kind.
    let fillers: Set<String>
    /// Asks for one night without naming it.
    let lastNight: [String]
    /// Words of a question about a day or week as a whole, with those of periods.
    let general: Set<String>

    static func of(_ language: Localization.Language) -> QuestionPhrases { language == .german ? german : english }

    private static let english = QuestionPhrases(.english, .questionsEnglish, than: "than")
    private static let german = QuestionPhrases(.german, .questionsGerman, than: "als")

    private init(_ language: Localization.Language, _ file: WordList, than: String) {
        let list = WordListSections(file)
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
        what = list.phrases("what")
        means = list.phrases("means")
        imagined = list.phrases("imagined")
        generalHeads = list.phrases("general heads")
        effects = list.phrases("effects")
        habits = list.phrases("habits")
        places = list.phrases("places")
        starting = list.phrases("starting")
        causing = list.phrases("causing")
        change = list.phrases("change")
        past = list.phrases("past")
        illness = list.phrases("illness")
        harmless = list.phrases("harmless")
        before = list.phrases("before")
        last = list.phrases("last")
        unknown = list.phrases("unknown")
        ending = list.phrases("ending")
        wishes = list.phrases("wishes")
        beforeThat = list.phrases("before that")
        amongPeople = list.phrases("among people")
        norm = list.phrases("norm")
        fillers = list.words("fillers")
        lastNight = list.phrases("last night")
        general = list.words("general")
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
