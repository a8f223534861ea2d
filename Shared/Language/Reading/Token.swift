/// A word, a number or a sign of a text.
///
/// The readers of this folder share these tokens: `NumberReader` reads digits and words, `QuantityReader` numbers with
/// units, `ClockReader` times of day, `DateReader` dates. They are pure values: tokens and a place in, a value and the
/// place after it out. Each looks at a bounded number of tokens from its place, so reading a text is linear; callers
/// bound the text.
package struct Token: Equatable, Sendable {
    package enum Kind: Sendable { case word, number, sign }

    package var kind: Kind
    /// Folded. Numbers as written, in ASCII digits and without spaces and apostrophes between groups: `1.500`, `7:30`,
    /// `½`.
    package var text: String
    /// Unicode scalar offsets in the text.
    package var range: Range<Int>
    /// Whether it follows the token before without a space.
    package var isGlued: Bool

    package init(kind: Kind, text: String, range: Range<Int>, isGlued: Bool) {
        self.kind = kind
        self.text = text
        self.range = range
        self.isGlued = isGlued
    }

    /// The whole numbers around the only mark of its kind, the second one of two digits and below 60: `7:30`.
    package func pair(around mark: Character) -> (first: Int, second: Int)? {
        let parts = text.split(separator: mark, omittingEmptySubsequences: false)
        guard kind == .number, parts.count == 2, parts[1].utf8.count == 2, let first = Int(parts[0]),
            let second = Int(parts[1]), second < 60
        else { return nil }
        return (first, second)
    }

    /// The tokens of a text in reading order. Words hold apostrophes, numbers marks between digits.
    /// - Parameter groupsBySpace: whether a plain space before exactly three digits groups them: “10 000”. A no-break or
    ///   thin space and an apostrophe always do.
    package static func all(in scalars: [Unicode.Scalar], groupsBySpace: Bool = false) -> [Token] {
        var tokens: [Token] = []
        var index = 0
        while index < scalars.count {
            guard !scalars[index].isBlank else {
                index += 1
                continue
            }
            let start = index
            let kind: Kind
            var text = ""
            if scalars[index].decimalDigit != nil {
                kind = .number
                (text, index) = number(in: scalars, at: index, groupsBySpace: groupsBySpace)
            } else if scalars[index].isPartOfWord {
                kind = .word
                while index < scalars.count,
                    scalars[index].isPartOfWord
                        || Folding.isApostrophe(scalars[index]) && index + 1 < scalars.count
                            && scalars[index + 1].isPartOfWord
                {
                    index += 1
                }
                text = Folding.fold(String(String.UnicodeScalarView(scalars[start..<index])))
            } else {
                kind = scalars[index].properties.numericType == nil ? .sign : .number
                text = "\(scalars[index])"
                index += 1
            }
            tokens.append(
                Token(kind: kind, text: text, range: start..<index, isGlued: tokens.last?.range.upperBound == start))
        }
        return tokens
    }

    /// The digits and marks of the number that begins at a place, and the place after it.
    private static func number(
        in scalars: [Unicode.Scalar], at start: Int, groupsBySpace: Bool
    ) -> (text: String, end: Int) {
        var text = ""
        var index = start
        func digit(_ place: Int) -> UInt8? { scalars.indices.contains(place) ? scalars[place].decimalDigit : nil }
        /// Whether the place is that of three digits and no more.
        func isGroup(_ place: Int) -> Bool {
            digit(place) != nil && digit(place + 1) != nil && digit(place + 2) != nil && digit(place + 3) == nil
        }
        while index < scalars.count {
            let scalar = scalars[index]
            if let digit = scalar.decimalDigit {
                text += "\(digit)"
            } else if [".", ",", ":"].contains(scalar), digit(index + 1) != nil {
                text.unicodeScalars.append(scalar)
            } else {
                let canGroup =
                    Folding.isApostrophe(scalar) || ["\u{A0}", "\u{2009}", "\u{202F}"].contains(scalar)
                    || groupsBySpace && scalar == " "
                guard canGroup, isGroup(index + 1), (1...12).contains(text.utf8.count), text.utf8.first != 0x30,
                    text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                    index - start <= 3 || scalars[index - 4] == scalar
                else { break }
            }
            index += 1
        }
        return (text, index)
    }
}

extension Unicode.Scalar {
    fileprivate var isBlank: Bool { properties.isWhitespace || value == 0x200B || value == 0xFEFF }
    fileprivate var isPartOfWord: Bool { properties.isAlphabetic || (0x300...0x36F).contains(value) }
    /// The value of a decimal digit of any script: `7`, `７`.
    fileprivate var decimalDigit: UInt8? {
        if isASCII { return isDigit ? UInt8(value - 0x30) : nil }
        return properties.numericType == .decimal ? properties.numericValue.map { UInt8($0) } : nil
    }
}

extension [Token] {
    /// The text of the token at a place; empty outside.
    package func text(_ index: Int) -> String { indices.contains(index) ? self[index].text : "" }

    /// Whether the token at a place follows the one before without a space.
    package func isGlued(_ index: Int) -> Bool { indices.contains(index) && self[index].isGlued }

    /// The place after a phrase that begins at a place; nil if it does not.
    package func end(of phrase: [String], at index: Int) -> Int? {
        guard index >= 0, index + phrase.count <= count else { return nil }
        for (offset, word) in phrase.enumerated() where self[index + offset].text != word { return nil }
        return index + phrase.count
    }
}
