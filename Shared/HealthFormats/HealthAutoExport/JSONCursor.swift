import Messages

/// A JSON value in memory.
enum JSONValue: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
    /// A text that exceeded `ImportLimits.text` and was skipped.
    case long

    /// A member of an object; nil if it is absent or null.
    package subscript(_ key: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members[key], value != .null else { return nil }
        return value
    }

    var string: String? { if case .string(let text) = self { text } else { nil } }

    /// A number, or the number that a text holds.
    package var number: Double? {
        switch self {
        case .number(let value): value
        case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        case .null, .bool, .array, .object, .long: nil
        }
    }
}

/// Traverses a JSON document (RFC 8259) of any size in one pass: the caller enters objects and arrays, reads small
/// values whole and skips the rest. Memory is one buffer and the current value, of at most `maximumParts` parts with
/// texts of at most `ImportLimits.text`.
final class JSONCursor {
    /// Limit on nesting.
    private static let deepest = 64
    /// Limit on the elements and members of one value read whole.
    private static let maximumParts = 2_000
    /// The same where larger values are cut: a night of a companion has hundreds of stages.
    private static let maximumCutParts = 20_000
    /// Limit on the bytes of a number or literal.
    private static let maximumScalarBytes = 64
    /// Replaces a key that is too long to be one of the requested keys.
    static let longKey = ImportLimits.otherKinds

    private let stream: any ByteStream
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var (position, filled) = (0, 0)
    /// Bytes consumed so far.
    package private(set) var offset: Int64 = 0
    /// Parts of the current value so far.
    private var parts = 0
    /// True if the last value read contained a text that was too long.
    package private(set) var hasLongText = false
    /// True if the last value had more than `maximumCutParts` parts; those beyond are left out.
    private(set) var isCut = false
    /// Whether a value with too many parts is cut; otherwise it ends the document with an error.
    private let cutsLargeValues: Bool

    /// Reads from the stream's current position.
    package init(_ stream: any ByteStream, cutsLargeValues: Bool = false) {
        self.stream = stream
        self.cutsLargeValues = cutsLargeValues
    }

    private func malformed(_ what: String) -> ImportProblem { .malformedJSON(what, at: offset) }

    private func peek() throws -> UInt8 {
        if position == filled {
            filled = try buffer.withUnsafeMutableBytes { try stream.read(into: $0) }
            position = 0
            guard filled > 0 else { throw ImportProblem.truncated(at: offset) }
        }
        return buffer[position]
    }

    private func take() throws -> UInt8 {
        let byte = try peek()
        (position, offset) = (position + 1, offset + 1)
        return byte
    }

    /// The next byte that is not white space, without consuming it.
    @discardableResult
    func skipSpace() throws -> UInt8 {
        while true {
            let byte = try peek()
            guard byte <= 0x20 || byte == 0xEF || byte == 0xBB || byte == 0xBF else { return byte }
            _ = try take()
        }
    }

    // MARK: Walking

    /// Enters the next value if it starts with this bracket; otherwise consumes nothing and returns false.
    package func enter(_ bracket: Character) throws -> Bool {
        guard try skipSpace() == bracket.asciiValue else { return false }
        _ = try take()
        isFirst = true
        return true
    }

    /// True directly after an opening bracket, where no comma is expected.
    private var isFirst = false

    /// The next key of the current object; nil after its end.
    package func key() throws -> String? {
        guard try another(closing: UInt8(ascii: "}")) else { return nil }
        guard try skipSpace() == UInt8(ascii: "\"") else { throw malformed("a key is missing") }
        let key = try text()
        guard try skipSpace() == UInt8(ascii: ":") else { throw malformed("a colon is missing") }
        _ = try take()
        return key ?? Self.longKey
    }

    /// Returns true if the array has another element, false after its end.
    func element() throws -> Bool { try another(closing: UInt8(ascii: "]")) }

    private func another(closing: UInt8) throws -> Bool {
        let byte = try skipSpace()
        if byte == closing {
            _ = try take()
            isFirst = false
            return false
        }
        if !isFirst {
            guard byte == UInt8(ascii: ",") else { throw malformed("a comma is missing") }
            _ = try take()
            try skipSpace()
        }
        isFirst = false
        return true
    }

    /// Reads the next value whole; of an object only the members in `keys` that are no arrays.
    /// - Throws: `ImportProblem` if it is malformed, cut off or has too many parts.
    package func value(only keys: Set<String>? = nil) throws -> JSONValue {
        (parts, hasLongText, isCut) = (0, false, false)
        return try value(0, only: keys)
    }

    /// Reads the next value whole, without these members of the object that it is: they are null.
    /// - Throws: as `value(only:)`.
    func value(without keys: Set<String>) throws -> JSONValue {
        (parts, hasLongText, isCut) = (0, false, false)
        return try value(0, without: keys)
    }

    /// Skips the next value, whatever its size.
    func skip() throws { try skip(0) }

    // MARK: Values

    /// Counts a part; returns false if it must be skipped.
    private func spend() throws -> Bool {
        parts += 1
        if parts <= (cutsLargeValues ? Self.maximumCutParts : Self.maximumParts) { return true }
        guard cutsLargeValues else {
            throw ImportProblem.tooLarge("one value has over \(Self.maximumParts) parts", at: offset)
        }
        isCut = true
        return false
    }

    private func value(_ depth: Int, only keys: Set<String>? = nil, without left: Set<String> = []) throws
        -> JSONValue
    {
        guard depth < Self.deepest else { throw malformed("values nested deeper than \(Self.deepest)") }
        switch try skipSpace() {
        case UInt8(ascii: "{"):
            var members: [String: JSONValue] = [:]
            _ = try take()
            isFirst = true
            while try another(closing: UInt8(ascii: "}")) {
                guard try skipSpace() == UInt8(ascii: "\"") else { throw malformed("a key is missing") }
                let key = try text()
                guard try skipSpace() == UInt8(ascii: ":") else { throw malformed("a colon is missing") }
                _ = try take()
                // No member that is read is an array; some are long lists next to a short value of the same name.
                let isList = try keys != nil && skipSpace() == UInt8(ascii: "[")
                if let key, left.contains(key) {
                    members[key] = .null
                    try skip(depth + 1)
                } else if let key, keys?.contains(key) ?? true, !isList, try spend() {
                    members[key] = try value(depth + 1)
                } else {
                    try skip(depth + 1)
                }
            }
            return .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            _ = try take()
            isFirst = true
            while try another(closing: UInt8(ascii: "]")) {
                if try spend() { elements.append(try value(depth + 1)) } else { try skip(depth + 1) }
            }
            return .array(elements)
        case UInt8(ascii: "\""):
            if let text = try text() { return .string(text) }
            hasLongText = true
            return .long
        default: return try scalar()
        }
    }

    private func skip(_ depth: Int) throws {
        guard depth < Self.deepest else { throw malformed("values nested deeper than \(Self.deepest)") }
        if try enter("{") {
            while try key() != nil { try skip(depth + 1) }
        } else if try enter("[") {
            while try element() { try skip(depth + 1) }
        } else if try peek() == UInt8(ascii: "\"") {
            _ = try text()
        } else {
            _ = try scalar()
        }
    }

    private func scalar() throws -> JSONValue {
        var bytes = [UInt8]()
        while true {
            // At least one bracket is open here, so the document cannot end with this scalar.
            let byte = try peek()
            guard byte > 0x20, byte != UInt8(ascii: ","), byte != UInt8(ascii: "]"), byte != UInt8(ascii: "}") else {
                break
            }
            guard bytes.count < Self.maximumScalarBytes else { throw malformed("a value is none of JSON's") }
            bytes.append(try take())
        }
        switch String(decoding: bytes, as: UTF8.self) {
        case "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        default:
            guard let number = bytes.withUnsafeBufferPointer(DecimalText.parse) else {
                throw malformed("a value is none of JSON's")
            }
            return .number(number)
        }
    }

    /// Reads the next text; nil if it exceeds `ImportLimits.text` and was skipped.
    private func text() throws -> String? {
        var bytes = [UInt8]()
        var isLong = false
        _ = try take()
        while true {
            let byte = try take()
            switch byte {
            case UInt8(ascii: "\""): return isLong ? nil : String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(&bytes)
            default: bytes.append(byte)
            }
            if bytes.count > ImportLimits.text {
                isLong = true
                bytes.removeAll(keepingCapacity: true)
            }
        }
    }

    private func escape(_ bytes: inout [UInt8]) throws {
        switch try take() {
        case UInt8(ascii: "n"): bytes.append(10)
        case UInt8(ascii: "t"): bytes.append(9)
        case UInt8(ascii: "r"): bytes.append(13)
        case UInt8(ascii: "b"): bytes.append(8)
        case UInt8(ascii: "f"): bytes.append(12)
        case UInt8(ascii: "u"):
            var unit = try hex()
            if (0xD800..<0xDC00).contains(unit), try peek() == UInt8(ascii: "\\") {
                _ = try take()
                guard try take() == UInt8(ascii: "u") else { throw malformed("half a character") }
                let low = try hex()
                guard (0xDC00..<0xE000).contains(low) else { throw malformed("half a character") }
                unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            }
            bytes.append(contentsOf: String(Character(Unicode.Scalar(unit) ?? "\u{fffd}")).utf8)
        case let byte: bytes.append(byte)
        }
    }

    private func hex() throws -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(try take())).hexDigitValue else {
                throw malformed("an escape that is none")
            }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
