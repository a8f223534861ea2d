import Language

/// Short questions about one's own numbers and requests for a plan, in a closed vocabulary that cannot tell of danger.
/// The trained heads do not judge them: to an embedding, "plan for tomorrow morning" is close to a hint at suicide.
/// A word outside the vocabulary ("no plan for tomorrow", "my last night") leaves the text to the heads.
enum EverydayQuestion {
    static let maximumWords = 12

    /// Whether all words are of the vocabulary, and they form a question about a measure, a measure with its period
    /// ("steps this week"), or a request for a plan. A statement with a subject ("I …", "this is …") never matches.
    ///
    /// - Parameter words: the words of `text`. Signs that are no words, such as digits and pictures, end the match.
    static func matches(_ text: String, _ words: [Word]) -> Bool {
        guard text.utf8.allSatisfy({ plain.contains($0) }) else { return false }
        let texts = words.map(\.text)
        guard (1...maximumWords).contains(texts.count), texts.allSatisfy(vocabulary.contains) else { return false }
        // One sentence: a second one could say anything.
        guard words.last?.sentence == words.first?.sentence else { return false }
        for (index, text) in texts.enumerated() where text == "last" {
            // "how did I sleep last night" is a date; "my last night" and "this is the last night" may be farewells.
            guard index + 1 < texts.count, periods.contains(texts[index + 1]), index > 0,
                !["my", "the", "this", "a"].contains(texts[index - 1]) || texts[..<index].contains("over")
            else { return false }
        }
        if requests.contains(where: { texts.starts(with: $0) }) { return !texts.contains("last") }
        guard let first = texts.first, texts.contains(where: measures.contains) else { return false }
        if questions.contains(first) { return true }
        // "steps this week pls": no subject and no verb.
        return measures.contains(first) && statements.isDisjoint(with: texts)
    }

    private static let questions = WordLists.set(
        "how what when which why show compare was is are does did do have has honestly actually")

    private static let statements = WordLists.set("i am is was are were do does did")

    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ .,?!\n".utf8)

    private static let requests = [
        ["plan", "for"], ["a", "plan", "for"], ["give", "me", "something", "to", "do"], ["something", "to", "do"],
        ["ideas", "for"], ["tips", "for"], ["suggestion", "for"],
        ["suggestions", "for"],
    ]

    private static let measures = WordLists.set(
        "sleep slept sleeping steps walk walked walking hrv rmssd pulse score energy stress mood breathing journal")

    private static let periods = WordLists.set(
        "week weeks month months weekend year night nights few seven days summer winter spring autumn \(weekdays)")

    private static let weekdays = "monday tuesday wednesday thursday friday saturday sunday"

    private static let vocabulary = WordLists.set(
        """
        i my me a an the this that these of for on in at from with since and or than versus vs over so far compared per
        is was were are am do does did how what when which why much many long often well better worse higher lower high
        low lowest highest best worst average usual less more plan ideas tips suggestion suggestions please pls thanks
        morning mornings evening evenings afternoon today tonight tomorrow yesterday last day week weeks month months
        year weekend night nights few seven days hours minutes january february march april may june july august
        september october november december spring summer autumn winter resting heart rate quality trend average total
        honestly actually really just enough past fortnight been sleeping give something to do before bed bedtime work
        lunch have has been
        show compare mean means deep sleep slept steps walk walked walking hrv rmssd pulse score energy stress mood
        breathing journal \(weekdays)
        """)
}
