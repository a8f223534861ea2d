/// Splits a JSON document of the form `{"values": [{…}, …], "goals": […]}` into its entries, in pieces of any size and
/// in the memory of one entry.
struct JSONEntries {
    /// An entry of an array.
    struct Entry: Equatable {
        /// The array's name.
        var section: String
        /// Place in the array, from 1.
        var number: Int
        /// The entry as it is written; nil if it is no object, or longer than `maximumBytes`.
        var bytes: [UInt8]?
    }

    /// The document is not of this form, or ends early.
    struct Malformed: Error, Equatable {}

    /// Bytes of the longest entry: a goal with a hundred steps whose texts are as long as they may be has four million.
    static let maximumBytes = 8 << 20

    private enum Place { case start, keyOrEnd, key, colon, section, entryOrEnd, entry, afterEntry, afterSection, end }

    private var place = Place.start
    private let known: Set<String>
    /// Whether the document has one of the known arrays.
    private(set) var hasKnown = false
    private var (section, depth) = ("", 0)
    /// Place in its array of the last entry.
    private(set) var number = 0
    private var (isString, isEscaped, isTooLong) = (false, false, false)
    private var text: [UInt8] = []

    /// - Parameter known: names of arrays.
    init(known: Set<String> = []) { self.known = known }

    /// Reads the next bytes and passes on the entries that end in them.
    mutating func read(_ bytes: some Sequence<UInt8>, _ take: (Entry) throws -> Void) throws {
        for byte in bytes {
            if place == .entry {
                try content(byte, take)
            } else if place == .key {
                try key(byte)
            } else if !Self.isSpace(byte) {
                try structure(byte, take)
            }
        }
    }

    func finish() throws { if place != .end { throw Malformed() } }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private mutating func structure(_ byte: UInt8, _ take: (Entry) throws -> Void) throws {
        switch (place, byte) {
        case (.start, UInt8(ascii: "{")): place = .keyOrEnd
        // A byte order mark.
        case (.start, 0xEF), (.start, 0xBB), (.start, 0xBF): return
        case (.keyOrEnd, UInt8(ascii: "\"")): (place, text) = (.key, [])
        case (.keyOrEnd, UInt8(ascii: "}")), (.afterSection, UInt8(ascii: "}")): place = .end
        case (.colon, UInt8(ascii: ":")): place = .section
        case (.section, UInt8(ascii: "[")):
            (place, number) = (.entryOrEnd, 0)
            hasKnown = hasKnown || known.contains(section)
        case (.entryOrEnd, UInt8(ascii: "]")), (.afterEntry, UInt8(ascii: "]")): place = .afterSection
        case (.afterSection, UInt8(ascii: ",")): place = .keyOrEnd
        case (.afterEntry, UInt8(ascii: ",")) where number > 0: place = .entryOrEnd
        case (.entryOrEnd, _):
            number += 1
            (place, text, depth, isString, isTooLong) = (.entry, [], 0, false, false)
            try content(byte, take)
        default: throw Malformed()
        }
    }

    private mutating func key(_ byte: UInt8) throws {
        guard byte == UInt8(ascii: "\"") else {
            // Names of sections have no escapes.
            guard text.count < 64, byte != UInt8(ascii: "\\") else { throw Malformed() }
            text.append(byte)
            return
        }
        (section, place) = (String(decoding: text, as: UTF8.self), .colon)
    }

    private mutating func content(_ byte: UInt8, _ take: (Entry) throws -> Void) throws {
        if isString {
            append(byte)
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isString = false
            }
            return
        }
        switch byte {
        case UInt8(ascii: "\""): isString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: ","), UInt8(ascii: "]"):
            if depth == 0 {
                // The end of an entry that is no object.
                try take(Entry(section: section, number: number, bytes: nil))
                place = .afterEntry
                return try structure(byte, take)
            }
            if byte == UInt8(ascii: "]") { depth -= 1 }
        case UInt8(ascii: "}"):
            guard depth > 0 else { throw Malformed() }
            depth -= 1
        default: break
        }
        append(byte)
        guard depth == 0, byte == UInt8(ascii: "}") else { return }
        let isObject = text.first == UInt8(ascii: "{") && !isTooLong
        try take(Entry(section: section, number: number, bytes: isObject ? text : nil))
        (place, text) = (.afterEntry, [])
    }

    private mutating func append(_ byte: UInt8) {
        guard text.count < Self.maximumBytes else {
            isTooLong = true
            return
        }
        text.append(byte)
    }
}
