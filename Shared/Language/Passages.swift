/// Cuts a text into passages that are judged one by one: whole sentences, together as long as they stay short, so that a sentence is read with its neighbours
/// and a long entry is not blurred into one vector.
public enum Passages {
    /// Words of one passage; a sentence that is longer is cut.
    static let maximumWords = 24

    /// The passages in order; every word of the text is in exactly one of them.
    public static func of(_ text: String) -> [String] {
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
