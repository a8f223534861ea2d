import Localization

/// How alike two titles are (GOL-3). Alike titles are offered to the person; nothing is merged without them.
public enum Likeness: Equatable, Sendable {
    /// The same words and numbers, but for case, accents, signs and the spelling of numbers.
    case title
    /// Other words for the same thing, with the cosine of the embeddings.
    case meaning(Double)

    /// Cosine from which two English titles mean the same, for all-MiniLM-L6-v2. Chosen on `TitlePairs.later` and on
    /// one half of `TitlePairs.english` in the tests; the other half and `TitlePairs.last` measure it.
    static let threshold = 0.76
    /// Titles of the same words or synonyms in another order or form need less.
    static let thresholdOfSameWords = 0.5
    /// One other word beside shared ones mostly makes another thing, however near the embeddings are.
    static let thresholdOfOneWord = 0.88

    /// Compares two titles of one language. O(length of the titles).
    /// - Parameter cosine: of the embeddings of the titles; nil without an embedder. It is called for English titles
    ///   only, and only if their numbers are equal and their words do not contradict each other.
    /// - Returns: nil if the titles are two things.
    public static func of(
        _ one: TitleForm, _ other: TitleForm, language: Localization.Language, cosine: () -> Double?
    ) -> Likeness? {
        if one.parts == other.parts { return one.parts.isEmpty ? nil : .title }
        guard language == .english, one.numbers == other.numbers, !one.words.contradicts(other.words),
            let value = cosine()
        else { return nil }
        let least =
            switch one.words.difference(from: other.words) {
            case .none: thresholdOfSameWords
            case .oneWord: thresholdOfOneWord
            case .more: threshold
            }
        return value >= least ? .meaning(value) : nil
    }
}
