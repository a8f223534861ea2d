/// Valences of words, from −3 (horrible) to +3 (wonderful), rated by us for diaries and not derived from any published
/// list, and the words that change them: `valences.en.txt`, `valences.de.txt` and `sentiment.txt`.
package struct SentimentLexicon: Sendable {
    /// Valence by folded word.
    package let valences: [String: Double]

    /// English and German combined; English wins where a spelling is a word of both.
    package static let shared = SentimentLexicon(
        valences: WordList.valencesGerman.numbers()
            .merging(WordList.valencesEnglish.numbers()) { $1 }
            .merging(emojiValences) { $1 })

    /// Valences of emoji alone.
    package static let emojiValences = WordList.sentiment.numbers("emoji")

    /// Factors by which a word strengthens or weakens the next sentiment word.
    package static let degrees = WordList.sentiment.numbers("degrees")

    /// Words that negate a following sentiment word.
    package static let negations = WordList.sentiment.words("negations")

    /// Conjunctions that introduce a contrasting clause.
    package static let contrasts = WordList.sentiment.words("contrasts")
}
