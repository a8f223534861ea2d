import Language
import Localization

/// Things that a question names and no rule reads: “did the argument cost me sleep?” An answer from the rest names the first,
/// so that a question which was half read is not answered as if it was read.
public enum UnreadWords {
    /// The first unread thing of a message, as it was written: a word behind an article or a possessive. Other unread words
    /// are too often turns of speech.
    /// - Returns: nil if there is none, or if the message tells of a loss.
    public static func of(_ message: String, in language: Localization.Language) -> String? {
        guard !FeelingWords.tellsLoss(FoldedText(message)) else { return nil }
        let spelling = QuestionPhrases.of(language).spelling
        let plain = language == .german ? german : english
        var isNamed = false
        for written in message.split(whereSeparator: \.isWhitespace) {
            let words = spelling.mended(FoldedText(written)).words.map(stripped)
            guard words.count == 1, let word = words.first else {
                isNamed = false
                continue
            }
            if determiners.contains(word) || isNamed && describing.contains(word) {
                isNamed = true
                continue
            }
            if isNamed, word.count >= 3, word.allSatisfy(\.isLetter), !spelling.knows(word), !plain.contains(word),
                !MessageLanguage.words.contains(word), !measures.contains(word)
            {
                return written.trimmingCharacters(in: .punctuationCharacters)
            }
            isNamed = false
        }
        return nil
    }

    private static let determiners = WordList.messages.words("determiners")
    private static let describing = WordList.messages.words("describing")

    /// “partner's” is “partner”.
    private static func stripped(_ word: String) -> String {
        word.hasSuffix("'s") ? String(word.dropLast(2)) : word
    }

    private static let measures = Set(Measure.allCases.flatMap(\.phrases).flatMap { FoldedText($0).words })

    /// Words that change nothing in what is asked.
    private static let english = WordList.messages.words("plain english")
    private static let german = WordList.messages.words("plain german")
}
