/// Why bytes are not the message they should be, or why a value has no wire form. Names the field and the place, never the content.
public struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        /// A length or a fixed-size value reaches past the end.
        case truncated
        /// A varint of more than 64 bits.
        case malformedVarint
        /// A field number of 0 or above 2²⁹ − 1, or a wire type that does not exist.
        case malformedTag
        /// Groups are not part of proto3.
        case group
        /// A known field in another wire type than its own.
        case wrongWireType
        /// A number that does not fit the field's type.
        case outOfRange
        /// Text that is not UTF-8.
        case invalidText
        /// Well-formed, but not a value of the field's type (an identifier of 5 bytes).
        case invalidValue
        /// Absent, and the field's type has no default.
        case missing
        /// Messages nested deeper than ``WireDecoder/maximumDepth``.
        case tooDeep
        /// More than 4 GiB.
        case tooLarge
        /// Elements that would take far more memory than the bytes that announce them.
        case tooManyElements
        /// A Swift type without a proto3 form: a key without a number, an array of arrays, nil in an array.
        case unsupported
    }

    public let code: Code
    /// Names and numbers of the fields from the outside in, `metrics(3).hrv(2)`; empty for the message itself.
    public private(set) var path: String
    /// Where in the input; nil while encoding.
    public let offset: Int?
    /// Types and wire types, never values.
    public let detail: String

    init(_ code: Code, at offset: Int? = nil, path: String = "", _ detail: String = "") {
        (self.code, self.path, self.offset, self.detail) = (code, path, offset, detail)
    }

    public var description: String {
        var text = "wire format: \(code.rawValue)"
        if !path.isEmpty { text += " in \(path)" }
        if let offset { text += " at byte \(offset)" }
        return detail.isEmpty ? text : text + ", " + detail
    }

    /// The same error seen from one message further out.
    func inside(_ component: String) -> WireError {
        var error = self
        error.path = path.isEmpty ? component : path.first == "[" ? component + path : component + "." + path
        return error
    }
}

/// The four wire types of proto3; 3 and 4 are groups.
enum WireType: UInt8 {
    case varint = 0
    case fixed64 = 1
    case length = 2
    case fixed32 = 5
}
