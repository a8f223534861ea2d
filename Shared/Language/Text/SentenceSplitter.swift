/// Splits a text into sentences by the rules of `WordReader`.
public enum SentenceSplitter {
    /// The sentences in order, trimmed, with their closing marks. Parts without words are dropped. O(length of the
    /// text).
    public static func sentences(of text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        var starts: [Int] = []
        var current = -1
        for word in WordReader.words(in: scalars) where word.sentence != current {
            current = word.sentence
            starts.append(starts.isEmpty ? 0 : word.range.lowerBound)
        }
        return starts.indices.map { index in
            let end = index + 1 < starts.count ? starts[index + 1] : scalars.count
            var sentence = String.UnicodeScalarView()
            sentence.append(contentsOf: scalars[starts[index]..<end].drop { $0.isSpace })
            while let last = sentence.last, last.isSpace { sentence.removeLast() }
            return String(sentence)
        }
    }
}
