/// Cuts a text into passages that are judged one by one: whole sentences, together as long as they stay short, so that a sentence is read with its neighbours
/// and a long entry is not blurred into one vector.
public enum Passages {
    /// Words of one passage; a sentence that is longer is cut.
    public static let maximumWords = 24

    /// Words of one window: about 200 tokens, so that what is written in plain words is read at once by an embedder that takes 256.
    static let windowWords = 160

    /// For heads that were trained on whole texts: the text as it is where it is short, else windows of `windowWords` words.
    public static func windows(of text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).count <= windowWords ? [text] : of(text, words: windowWords)
    }

    /// The passages in order; every word of the text is in exactly one of them.
    /// - Parameter maximumWords: of one passage; a longer sentence is cut.
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
                // Pieces of equal length: no last word stands alone.
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
