/// One word of a text as it is judged: folded, with its place.
public struct Word: Sendable, Equatable {
    /// Lower case, without accents, zero-width characters and look-alike letters; an apostrophe inside a word is `'`.
    public var text: String
    /// Unicode scalar offsets in the text that was read.
    public var range: Range<Int>
    /// 0, 1, 2, … in reading order.
    public var sentence: Int
    /// Counts up at commas, dashes, brackets and sentence ends.
    public var clause: Int
    /// Inside a closed pair of quotation marks.
    public var isQuoted: Bool
    /// The first letter is a capital.
    public var isCapitalized: Bool
    /// Two letters or more, all capital.
    public var isShouted: Bool

    public init(
        text: String, range: Range<Int>, sentence: Int = 0, clause: Int = 0, isQuoted: Bool = false, isCapitalized: Bool = false, isShouted: Bool = false
    ) {
        (self.text, self.range, self.sentence, self.clause) = (text, range, sentence, clause)
        (self.isQuoted, self.isCapitalized, self.isShouted) = (isQuoted, isCapitalized, isShouted)
    }

    /// True for words of letters; digits and emoji are words too, but of no language.
    public var isAlphabetic: Bool { text.unicodeScalars.first.map { $0.isASCII ? $0.isLatinLetter : $0.properties.isAlphabetic } ?? false }
}

extension Unicode.Scalar {
    package var isLatinLetter: Bool { (0x41...0x5A).contains(value) || (0x61...0x7A).contains(value) }
    package var isDigit: Bool { (0x30...0x39).contains(value) }
    package var isUpper: Bool { isASCII ? (0x41...0x5A).contains(value) : properties.isUppercase }
    package var isLetter: Bool { isASCII ? isLatinLetter : properties.isAlphabetic }
    package var isSpace: Bool { isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace }
}
