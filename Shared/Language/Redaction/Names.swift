/// Words that are given names, and words that are never names: `names.txt`.
enum Names {
    /// Whether a word is a known given name.
    static func isGiven(_ word: String) -> Bool { given.contains(word) }
    /// Whether a given name is also a word ("May", "Will", "Grace"): it counts only with evidence that a person is
    /// meant.
    static func isAmbiguous(_ word: String) -> Bool { ambiguous.contains(word) }
    /// Whether a word is a common word: of the language, the calendar, peoples or brands.
    static func isCommon(_ word: String) -> Bool {
        common.contains(word) || LanguageGuess.isEverydayWord(word) || SentimentLexicon.shared.valences[word] != nil
    }

    private static let ambiguous = WordList.names.words("ambiguous")
    private static let given = ambiguous.union(WordList.names.words("given"))
    private static let common = WordList.names.words("common")
}
