import Language
import Localization

/// Words by which the reader tells classes of phrasings apart, in addition to the phrases of each kind.
extension QuestionPhrases {
    /// Words that slips of the finger are mended to.
    var spelling: Spelling { language == .german ? Self.germanSpelling : Self.englishSpelling }
    private static let englishSpelling = Spelling(QuestionPhrases.of(.english).vocabulary)
    private static let germanSpelling = Spelling(QuestionPhrases.of(.german).vocabulary)

    private var vocabulary: [String] {
        let kinds = status + compare + cause + explain + howTo + plan + other + shorter + courtesy + also + comparatives
        return kinds + why + made + matters + change + general.sorted() + Subject.words.map(\.phrase)
            + PeriodReader.vocabulary()
    }

    /// The question about the coach and the data; nil for another.
    func meta(in text: FoldedText) -> Question.Meta? {
        if let named = meta.first(where: { text.has(anyOf: $0.phrases) })?.meta { return named }
        let has = { (words: [String]) in text.has(anyOf: words) }
        guard !has(["hrv", "score", "sleep", "schlaf", "puls", "pulse"]) else { return nil }
        let aboutData = has(Self.data)
        if aboutData, has(Self.bringing), has(Self.asking) { return .bringing }
        if aboutData, has(Self.deleting) { return .deleting }
        if aboutData, has(Self.leaving) || text.begins(withAnyOf: Self.who) && has(Self.seeing) { return .leaving }
        // “Can you see my journal?”
        if aboutData, text.begins(withAnyOf: Self.whetherYou), has(Self.seeing) { return .known }
        if text.begins(withAnyOf: Self.being), has(Self.beings) { return .identity }
        if has(Self.me), has(Self.knowing), has(["you", "du", "sie", "pulsum", "app"]) { return .known }
        return nil
    }

    /// The question of a message that is known to be about the coach and the data.
    func likelyMeta(in text: FoldedText) -> Question.Meta {
        let has = { (words: [String]) in text.has(anyOf: words) }
        if has(Self.deleting) { return .deleting }
        if has(Self.leaving + Self.others) { return .leaving }
        if has(Self.bringing) || has(Self.sources) { return .bringing }
        if has(Self.beings) { return .identity }
        if has(Self.knowing + Self.keeping) { return .known }
        return .abilities
    }

    private static let others = WordList.messages.phrases("about others")
    private static let sources = WordList.messages.phrases("about sources")
    private static let keeping = WordList.messages.phrases("about keeping")

    private static let data = WordList.messages.phrases("about data")
    private static let leaving = WordList.messages.phrases("about leaving")
    private static let whetherYou = WordList.messages.phrases("about whether you")
    private static let who = WordList.messages.phrases("about who")
    private static let seeing = WordList.messages.phrases("about seeing")
    private static let being = WordList.messages.phrases("about being")
    private static let beings = WordList.messages.phrases("about beings")
    private static let deleting = WordList.messages.phrases("about deleting")
    private static let bringing = WordList.messages.phrases("about bringing")
    private static let asking = WordList.messages.phrases("about asking")
    private static let me = WordList.messages.phrases("about me")
    private static let knowing = WordList.messages.phrases("about knowing")

    var how: String { language == .german ? "wie" : "how" }
}
