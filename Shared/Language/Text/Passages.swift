/// Splits a text into passages for classification: whole sentences, combined while they stay short. A sentence is
/// thereby read with its neighbours, and a long entry is not averaged into one vector.
public enum Passages {
    /// Largest number of words of a passage.
    public static let maximumWords = 24

    /// Words of a window: about 200 tokens, so that plain text fits into the 256 tokens an embedder takes.
    static let windowWords = 160

    /// Splits a text for heads trained on whole texts: a short text stays whole, a longer one becomes windows of
    /// `windowWords` words.
    public static func windows(of text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).count <= windowWords ? [text] : of(text, words: windowWords)
    }

    /// The passages in order; every word of the text is in exactly one of them. O(length of the text).
    /// - Parameter maximumWords: largest number of words of a passage; a longer sentence is split.
    public static func of(_ text: String, words maximumWords: Int = maximumWords) -> [String] {
        var passages: [String] = []
        var words = 0
        for sentence in SentenceSplitter.sentences(of: text) {
            let parts = sentence.split(whereSeparator: \.isWhitespace)
            if let last = passages.last, words + parts.count <= maximumWords {
                passages[passages.count - 1] = last + " " + sentence
                words += parts.count
            } else if parts.count <= maximumWords {
                passages.append(sentence)
                words = parts.count
            } else {
                // Pieces of equal length, so that the last piece is never a single word.
                let pieces = (parts.count + maximumWords - 1) / maximumWords
                for piece in 0..<pieces {
                    let range = piece * parts.count / pieces..<(piece + 1) * parts.count / pieces
                    passages.append(parts[range].joined(separator: " "))
                }
                words = maximumWords
            }
        }
        return passages
    }
}
