import Language

/// A word, a number or a sign of a sentence.
struct SentenceToken: Equatable {
    enum Kind { case word, number, sign }

    var kind: Kind
    /// Folded; for numbers as written, such as `1.500`, `7:30` or `½`.
    var text: String
    /// Unicode scalar offsets in the sentence.
    var range: Range<Int>
    /// Whether it follows the token before without a space.
    var isGlued: Bool

    /// The tokens of a sentence in reading order. Words hold apostrophes, numbers marks between digits.
    static func all(in scalars: [Unicode.Scalar]) -> [SentenceToken] {
        var tokens: [SentenceToken] = []
        var index = 0
        while index < scalars.count {
            guard !scalars[index].isBlank else {
                index += 1
                continue
            }
            let start = index
            let kind: Kind
            if scalars[index].isLetterOrMark {
                kind = .word
                while index < scalars.count,
                    scalars[index].isLetterOrMark
                        || ["'", "’"].contains(scalars[index]) && index + 1 < scalars.count
                            && scalars[index + 1].isLetterOrMark
                {
                    index += 1
                }
            } else if scalars[index].isDigit {
                kind = .number
                while index < scalars.count,
                    scalars[index].isDigit
                        || [".", ",", ":"].contains(scalars[index]) && index + 1 < scalars.count
                            && scalars[index + 1].isDigit
                {
                    index += 1
                }
            } else {
                kind = ["½", "¼", "¾"].contains(scalars[index]) ? .number : .sign
                index += 1
            }
            var text = String(String.UnicodeScalarView(scalars[start..<index]))
            if kind == .word { text = Folding.fold(text) }
            tokens.append(
                SentenceToken(
                    kind: kind, text: text, range: start..<index, isGlued: tokens.last?.range.upperBound == start))
        }
        return tokens
    }
}

extension Unicode.Scalar {
    /// ASCII digits only: other digits stay text.
    var isDigit: Bool { (0x30...0x39).contains(value) }
    fileprivate var isBlank: Bool { properties.isWhitespace || value == 0x200B || value == 0xFEFF }
    fileprivate var isLetterOrMark: Bool { properties.isAlphabetic || (0x300...0x36F).contains(value) }
}

extension [SentenceToken] {
    /// The text of the token at a place; empty outside.
    func text(_ index: Int) -> String { indices.contains(index) ? self[index].text : "" }

    /// Whether the token at a place follows the one before without a space.
    func isGlued(_ index: Int) -> Bool { indices.contains(index) && self[index].isGlued }

    /// The place after a phrase that begins at a place; nil if it does not.
    func end(of phrase: [String], at index: Int) -> Int? {
        guard index >= 0, index + phrase.count <= count else { return nil }
        for (offset, word) in phrase.enumerated() where self[index + offset].text != word { return nil }
        return index + phrase.count
    }
}
