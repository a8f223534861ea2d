/// One folded word with its position in a text.
public struct Word: Sendable, Equatable {
    /// Lower case, without accents, zero-width characters and look-alike letters. An apostrophe inside a word is `'`.
    public var text: String
    /// Unicode scalar offsets in the original text.
    public var range: Range<Int>
    /// Index of the sentence: 0, 1, 2, … in reading order.
    public var sentence: Int
    /// Index of the clause; it increases at commas, dashes, brackets and sentence ends.
    public var clause: Int
    /// Whether the word is inside a closed pair of quotation marks.
    public var isQuoted: Bool
    /// Whether the first letter is a capital.
    public var isCapitalized: Bool
    /// Whether the word has two or more letters, all capital.
    public var isShouted: Bool

    public init(
        text: String, range: Range<Int>, sentence: Int = 0, clause: Int = 0, isQuoted: Bool = false,
        isCapitalized: Bool = false, isShouted: Bool = false
    ) {
        (self.text, self.range, self.sentence, self.clause) = (text, range, sentence, clause)
        (self.isQuoted, self.isCapitalized, self.isShouted) = (isQuoted, isCapitalized, isShouted)
    }

    /// Whether the word consists of letters. Digits and emoji are words too, but of no language.
    public var isAlphabetic: Bool {
        text.unicodeScalars.first.map { $0.isASCII ? $0.isLatinLetter : $0.properties.isAlphabetic } ?? false
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is an ASCII letter.
    package var isLatinLetter: Bool { (0x41...0x5A).contains(value) || (0x61...0x7A).contains(value) }
    /// Whether the scalar is an ASCII digit.
    package var isDigit: Bool { (0x30...0x39).contains(value) }
    /// Whether the scalar is an upper-case letter of any script.
    package var isUpper: Bool { isASCII ? (0x41...0x5A).contains(value) : properties.isUppercase }
    /// Whether the scalar is a letter of any script.
    package var isLetter: Bool { isASCII ? isLatinLetter : properties.isAlphabetic }
    /// Whether the scalar is white space.
    package var isSpace: Bool { isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace }
}
