import Foundation

/// BERT's uncased tokenizer, equal to the reference implementation (Hugging Face `tokenizers`): clean, space out CJK,
/// strip accents, lower-case, split at white space and punctuation, then match the longest known pieces from the left.
/// Special tokens in a text are plain text: a typed "[SEP]" is a bracket, a word and a bracket.
///
/// The reference uses the character tables of Unicode 8; characters assigned later are treated as ordinary.
struct WordPiece: Sendable {
    /// A longer word becomes one unknown piece.
    private static let maximumWordCharacters = 100

    let vocabulary: Vocabulary

    /// [CLS], the pieces, [SEP]: at most `limit` ids. A longer text is truncated at its end.
    func ids(of text: String, limit: Int = 256) -> [Int32] {
        var ids = [vocabulary.opening]
        for word in Self.words(in: text) {
            append(word, to: &ids)
            if ids.count >= limit { break }
        }
        if ids.count > limit - 1 { ids.removeLast(ids.count - (limit - 1)) }
        ids.append(vocabulary.closing)
        return ids
    }

    /// The ids of a text of any length, in pieces of about equal length. Each is enclosed in [CLS] and [SEP] and has at
    /// most `limit` ids; a short text is one piece.
    /// - Parameter maximum: largest number of pieces. The rest of a longer text is dropped, which bounds the time for
    ///   hostile input.
    func pieces(of text: String, limit: Int, maximum: Int) -> [[Int32]] {
        let inside = limit - 2
        let all = ids(of: text, limit: maximum * inside + 2)
        guard all.count > limit else { return [all] }
        let inner = all[1..<all.count - 1]
        let count = (inner.count + inside - 1) / inside
        return (0..<count).map { piece in
            let range =
                inner.startIndex + piece * inner.count / count..<inner.startIndex + (piece + 1) * inner.count / count
            return [vocabulary.opening] + inner[range] + [vocabulary.closing]
        }
    }

    private func append(_ word: [UInt8], to ids: inout [Int32]) {
        let before = ids.count
        guard word.lazy.filter({ $0 & 0xC0 != 0x80 }).count <= Self.maximumWordCharacters else {
            return ids.append(vocabulary.unknown)
        }
        var start = 0
        while start < word.count {
            // No piece is longer, so a word without known pieces costs its length times that of the longest piece.
            var end = min(word.count, start + vocabulary.maximumPieceBytes)
            while end < word.count, word[end] & 0xC0 == 0x80 { end -= 1 }
            var found: Int32?
            while end > start {
                found = vocabulary.id(of: word[start..<end], continuing: start > 0)
                if found != nil { break }
                // Moves back to the start of a scalar.
                repeat { end -= 1 } while end > start && word[end] & 0xC0 == 0x80
            }
            guard let found else {
                ids.removeLast(ids.count - before)
                return ids.append(vocabulary.unknown)
            }
            ids.append(found)
            start = end
        }
    }

    // MARK: Words

    /// Words and punctuation marks as UTF-8.
    static func words(in text: String) -> [[UInt8]] {
        var words: [[UInt8]] = []
        var word: [UInt8] = []
        func finish() {
            guard !word.isEmpty else { return }
            words.append(word)
            word = []
        }
        for scalar in normalized(text) {
            if scalar == " " || (!scalar.isASCII && scalar.properties.isWhitespace) {
                finish()
            } else if isPunctuation(scalar) {
                finish()
                words.append(Array(String(scalar).utf8))
            } else if scalar.isASCII {
                word.append(UInt8(scalar.value))
            } else {
                word.append(contentsOf: String(scalar).utf8)
            }
        }
        finish()
        return words
    }

    static func normalized(_ text: String) -> String.UnicodeScalarView {
        var cleaned = String.UnicodeScalarView()
        var isASCII = true
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                switch scalar {
                case "\t", "\n", "\r": cleaned.append(" ")
                case "A"..."Z": cleaned.append(Unicode.Scalar(UInt8(scalar.value) + 32))
                case " "..."~": cleaned.append(scalar)
                default: break
                }
            } else if scalar.value != 0xFFFD, !isOther(scalar) {
                isASCII = false
                if scalar.properties.isWhitespace {
                    cleaned.append(" ")
                } else if isIdeograph(scalar.value) {
                    cleaned.append(contentsOf: [" ", scalar, " "])
                } else {
                    cleaned.append(scalar)
                }
            }
        }
        guard !isASCII else { return cleaned }
        var normalized = String.UnicodeScalarView()
        for scalar in String(cleaned).decomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.isASCII {
                normalized.append(("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar)
            } else if !isAccent(scalar) {
                normalized.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return normalized
    }

    /// Characters whose category differs from Unicode 8.
    private static let accentsThen: Set<UInt32> = [0x1734, 0x1171E]
    private static let accentsNow: Set<UInt32> = [0x1885, 0x1886, 0xA9BD, 0x111C9]
    private static let marksThen: Set<UInt32> = [0x166D, 0x111C9]

    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.generalCategory == .nonspacingMark {
            return isAssigned(scalar) && !accentsNow.contains(scalar.value)
        }
        return scalar.properties.generalCategory == .spacingMark && accentsThen.contains(scalar.value)
    }

    private static func isAssigned(_ scalar: Unicode.Scalar) -> Bool {
        guard let age = scalar.properties.age else { return false }
        return age.major <= 8
    }

    /// Whether a scalar is a control, format or private use character. Unassigned ones are kept.
    private static func isOther(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .privateUse: isAssigned(scalar)
        default: false
        }
    }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            switch scalar {
            case "!"..."/", ":"..."@", "["..."`", "{"..."~": return true
            default: return false
            }
        }
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            return isAssigned(scalar)
        case .otherSymbol, .nonspacingMark: return marksThen.contains(scalar.value)
        default: return false
        }
    }

    /// The blocks that the reference spaces out. It uses 0x2B920, although the block begins at 0x2B820.
    private static func isIdeograph(_ value: UInt32) -> Bool {
        switch value {
        case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x20000...0x2A6DF, 0x2A700...0x2B73F, 0x2B740...0x2B81F,
            0x2B920...0x2CEAF, 0xF900...0xFAFF,
            0x2F800...0x2FA1F:
            true
        default: false
        }
    }
}
