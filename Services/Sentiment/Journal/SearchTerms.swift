import Language
import Messages

/// The words of a search, folded: case, diacritics and ß/ss do not matter. A text matches if every word begins one of
/// its words.
struct SearchTerms: Sendable {
    /// Each with a leading space.
    private let words: [[UInt8]]

    /// - Throws: `ServiceError(.invalid)` for a query that is too long or has no word or too many.
    init(_ query: String) throws {
        guard query.count <= SearchJournal.maximumCharacters, query.unicodeScalars.count <= 1_000 else {
            throw ServiceError(
                .invalid, "A search has at most \(SearchJournal.maximumCharacters) characters; use fewer words.")
        }
        let words = Set(Self.folded(query).split(separator: Self.space)).map { [Self.space] + $0 }
        guard (1...SearchJournal.maximumWords).contains(words.count) else {
            throw ServiceError(.invalid, "A search has one to \(SearchJournal.maximumWords) words.")
        }
        // The longest first: it is the rarest, so that most texts are rejected by one pass.
        self.words = words.sorted { $0.count > $1.count }
    }

    /// O(length of the text · number of words).
    func match(_ text: String) -> Bool {
        let folded = Self.folded(text)
        return words.allSatisfy { Self.contains($0, in: folded) }
    }

    private static let space = UInt8(ascii: " ")

    /// The folded text as UTF-8, with one space before each word and every other separator as a space. Scalars of
    /// scripts that do not separate words count as words of their own.
    private static func folded(_ text: String) -> [UInt8] {
        var bytes = [space]
        var ascii = text
        if ascii.utf8.allSatisfy({ $0 < 0x80 }) {
            bytes.reserveCapacity(ascii.utf8.count + 1)
            ascii.withUTF8 { utf8 in
                for byte in utf8 {
                    switch byte {
                    case 0x41...0x5A: bytes.append(byte | 0x20)
                    case 0x30...0x39, 0x61...0x7A: bytes.append(byte)
                    default: bytes.append(space)
                    }
                }
            }
            return bytes
        }
        for scalar in Folding.fold(text).unicodeScalars {
            switch scalar.value {
            case 0x30...0x39, 0x61...0x7A: bytes.append(UInt8(scalar.value))
            case ..<0x80: bytes.append(space)
            default:
                guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
                    bytes.append(space)
                    continue
                }
                if scalar.properties.isIdeographic || (0x3040...0x30FF).contains(scalar.value) { bytes.append(space) }
                bytes.append(contentsOf: String(scalar).utf8)
            }
        }
        return bytes
    }

    private static func contains(_ word: [UInt8], in text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { text in
            word.withUnsafeBufferPointer { word in
                guard text.count >= word.count else { return false }
                var index = 0
                let last = text.count - word.count
                while index <= last {
                    var length = 0
                    while length < word.count, text[index + length] == word[length] { length += 1 }
                    if length == word.count { return true }
                    index += 1
                }
                return false
            }
        }
    }
}
