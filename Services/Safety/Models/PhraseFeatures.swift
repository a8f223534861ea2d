import Language

/// Lexical features of a passage that the trained head uses with the embedding: word families, and the person spoken
/// of. Each value is 0 … 1.
enum PhraseFeatures {
    static let count = names.count
    static let names =
        [
            "crisisRule", "cautionRule", "dismissed", "figurative", "first", "third", "negation", "past", "future",
            "question", "laughing", "fiction", "short",
        ]
        + families.map(\.name)

    /// The features in the order of `names`.
    /// - Parameters:
    ///   - words: of one passage, as `SafetyReader` reads them.
    ///   - judgement: the rules' result for the passage.
    static func of(_ words: [Word], _ judgement: SafetyClassifier.Judgement, isQuestion: Bool) -> [Float] {
        let texts = Set(words.map(\.text))
        func flag(_ list: Set<String>) -> Float { texts.isDisjoint(with: list) ? 0 : 1 }
        var values: [Float] = [
            judgement.verdict.level == .crisis ? 1 : 0, judgement.verdict.level == .caution ? 1 : 0,
            judgement.isDismissed ? 1 : 0,
            judgement.isFigurative ? 1 : 0,
            flag(WordLists.firstPerson), flag(WordLists.thirdPerson), flag(WordLists.negators), flag(past),
            flag(future), isQuestion ? 1 : 0,
            flag(WordLists.laughter), flag(WordLists.fiction), words.count <= 6 ? 1 : 0,
        ]
        for family in families { values.append(flag(family.words)) }
        return values
    }

    /// The urgency of reading a passage: the rules' finding, then words of danger, then the first person.
    static func urgency(_ features: [Float]) -> Float {
        let words = features[(names.count - families.count)...].reduce(0, +)
        return 100 * features[0] + 50 * features[1] + 25 * features[2] + 2 * words + features[4]
    }

    private static let past = WordLists.set("was were had did used ago once years childhood back former then")
    private static let future = WordLists.set("will going gonna tomorrow tonight soon next week later")

    private static let families: [(name: String, words: Set<String>)] = [
        ("death", "die dying dead death died suicide suicidal kill killing killed unalive grave funeral corpse"),
        (
            "injury",
            "cut cutting cuts harm hurt hurting burn burned burning overdose pills razor blade scars bleed bleeding starve purge starving purging rope gun knife bridge"
        ),
        ("farewell", "goodbye bye farewell letter letters note last final will forgive sorry remember"),
        (
            "absence",
            "gone without disappear vanish end ended ending over anymore forever stop exist existing alive sleep wake leave leaving away"
        ),
        (
            "despair",
            "hopeless worthless pointless empty numb burden hate useless alone nobody nothing tired exhausted trapped broken ashamed failure point meaning"
        ),
        (
            "body",
            "chest breathe breathing heart stroke unconscious seizure numb swollen bleeding ambulance fainted collapsed allergic poison vomiting throat arm face dizzy pain"
        ),
        (
            "danger",
            "hit hits beat beats choked choking threatens threatened threatening raped rape forces forced scared afraid locked follows stalking stalker weapon hitting violent slapped punched abuse abusive"
        ),
        ("threat", "stab shoot murder bomb shooting revenge strangle attack pay him them hurt kill"),
    ].map { ($0.0, WordLists.set($0.1)) }
}
