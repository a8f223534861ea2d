/// A decoding or encoding failure. It names the field and the offset, never the content.
public struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: String, Hashable, Sendable {
        /// A length or a fixed-size value extends past the end of the input.
        case truncated
        /// A varint of more than 64 bits.
        case malformedVarint
        /// A field number of 0 or above 2²⁹ − 1, or an undefined wire type.
        case malformedTag
        /// A group (wire types 3 and 4), which proto3 does not have.
        case group
        /// A known field with a wire type other than its own.
        case wrongWireType
        /// A number outside the range of the field's type.
        case outOfRange
        /// Text that is not UTF-8.
        case invalidText
        /// A well-formed field that is not a value of its type, such as an identifier of 5 bytes.
        case invalidValue
        /// An absent field whose type has no default.
        case missing
        /// Messages nested deeper than ``WireDecoder/maximumDepth``.
        case tooDeep
        /// An input of more than 4 GiB.
        case tooLarge
        /// Elements that would need far more memory than their encoded bytes justify.
        case tooManyElements
        /// A Swift type without a proto3 form: a key without a number, an array of arrays, nil in an array.
        case unsupported
    }

    /// The kind of failure.
    public let code: Code
    /// Field names and numbers from the outermost field inward, such as `metrics(3).hrv(2)`; empty for the message
    /// itself.
    public private(set) var path: String
    /// Byte offset in the input; nil for encoding errors.
    public let offset: Int?
    /// Swift types and wire types, never values.
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

    /// Returns the same error with `component` prepended to its path.
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
