/// Normalises spellings: `Ü`, `ü`, `u` with a combining mark, a full-width and a "mathematical bold" u all become `u`.
///
/// German ß becomes `ss`, and ä/ö/ü lose their dots. Word lists for matching are written folded.
public enum Folding {
    /// Whether a character is invisible and can be used to split words: zero-width spaces and joiners, soft hyphen,
    /// direction marks, variation selectors.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x34F, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0xFE00...0xFE0F, 0xFEFF,
            0xE0000...0xE007F:
            true
        default: false
        }
    }

    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        (0x300...0x36F).contains(scalar.value) || (0x1AB0...0x1AFF).contains(scalar.value)
    }

    static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x27, 0x60, 0xB4, 0x2018, 0x2019, 0x2BC, 0xFF07: true
        default: false
        }
    }

    /// Appends the folded form of one scalar; nothing for invisible ones and combining marks.
    static func append(_ scalar: Unicode.Scalar, to text: inout String.UnicodeScalarView) {
        let value = scalar.value
        if value < 0x80 {
            text.append((0x41...0x5A).contains(value) ? Unicode.Scalar(UInt8(value + 32)) : scalar)
        } else if isApostrophe(scalar) {
            text.append("'")
        } else if isInvisible(scalar) || isMark(scalar) {
            return
        } else if (0xC0...0x17F).contains(value) {
            text.append(contentsOf: latin[Int(value - 0xC0)].unicodeScalars)
        } else if (0xFF01...0xFF5E).contains(value), let plain = Unicode.Scalar(value - 0xFEE0) {
            append(plain, to: &text)
        } else if (0x1D400...0x1D6A3).contains(value) {
            text.append(Unicode.Scalar(UInt8(0x61 + (value - 0x1D400) % 26)))
        } else {
            text.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
        }
    }

    /// The folded form of a text, with its spacing unchanged. O(length of the text).
    public static func fold(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { append(scalar, to: &folded) }
        return String(folded)
    }

    /// Replaces Cyrillic and Greek look-alikes in a word that mixes them with Latin letters. A wholly Cyrillic word is
    /// unchanged.
    static func unmaskLookalikes(_ word: String) -> String {
        guard word.utf8.contains(where: { $0 >= 0x80 }), word.unicodeScalars.contains(where: \.isLatinLetter) else {
            return word
        }
        var plain = String.UnicodeScalarView()
        for scalar in word.unicodeScalars { plain.append(lookalikes[scalar] ?? scalar) }
        return String(plain)
    }

    private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = [
        "а": "a", "в": "b", "е": "e", "к": "k", "м": "m", "н": "h", "о": "o", "р": "p", "с": "c", "т": "t", "у": "y",
        "х": "x", "і": "i", "ѕ": "s", "ј": "j",
        "ԁ": "d", "ӏ": "l", "α": "a", "ε": "e", "ι": "i", "κ": "k", "ν": "v", "ο": "o", "ρ": "p", "τ": "t", "υ": "u",
        "χ": "x",
    ]

    /// Folded forms of U+00C0 … U+017F (Latin-1 Supplement, Latin Extended-A).
    private static let latin: [String] =
        ("a a a a a a ae c e e e e i i i i d n o o o o o x o u u u u y th ss "
        + "a a a a a a ae c e e e e i i i i d n o o o o o / o u u u u y th y "
        + "a a a a a a c c c c c c c c d d d d e e e e e e e e e e g g g g g g g g h h h h i i i i i i i i i i ij ij j j k k k "
        + "l l l l l l l l l l n n n n n n n n n o o o o o o oe oe r r r r r r s s s s s s s s t t t t t t u u u u u u u u u u u u w w y y y z z z z z z s")
        .split(separator: " ").map(String.init)
}
