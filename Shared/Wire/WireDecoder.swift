/// Decodes a message from protobuf wire format (proto3). The counterpart of ``WireEncoder``.
///
/// An absent optional field is nil; any other absent field has its type's default (0, false, empty, a message of
/// defaults). Unknown fields are skipped. If a scalar or message field occurs twice, the last occurrence counts;
/// messages are not merged. Repeated scalars are read packed or unpacked. An empty packed run, which no encoder writes,
/// is accepted for doubles, floats and bytes only.
///
/// The input may be hostile: every length is checked before use, nesting is limited to ``maximumDepth``, and memory for
/// elements is limited to 1 MiB plus 16 times the input.
public struct WireDecoder: Sendable {
    /// Maximum nesting depth of messages; deeper input is refused with `tooDeep`.
    public static let maximumDepth = Int(WireFormat.maximumDepth)

    /// Creates a decoder. It has no state and can be shared.
    public init() {}

    /// Decodes one message from `bytes`.
    /// - Throws: ``WireError`` with the field's path and its offset in `bytes`.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
        try bytes.withUnsafeBytes { try decode(type, from: $0) }
    }

    /// Decodes one message from `bytes`, which must stay valid during the call only.
    /// - Throws: ``WireError`` with the field's path and its offset in `bytes`.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: UnsafeRawBufferPointer) throws -> T {
        guard bytes.count <= Int(UInt32.max) else { throw WireError(.tooLarge) }
        let reader = WireReader.reading(bytes)
        defer { reader.finish() }
        let whole = WireField(number: 0, type: .length, start: 0, end: bytes.count)
        do {
            return try T(from: WireDecoding(reader: reader, field: whole, kind: .root, depth: 0))
        } catch {
            throw WireDecoding.explain(error, type, whole)
        }
    }
}

/// The `Decoder` of a single value. It is small enough to fit inside an existential without an allocation.
struct WireDecoding: Decoder {
    enum Kind: UInt8 {
        /// The outermost message.
        case root
        case field
        /// One element of a repeated field, or a packed run that starts with it.
        case element
        /// The value of a map entry.
        case entry
        case absent
    }

    let reader: WireReader
    private let start: UInt32
    private let end: UInt32
    let number: UInt32
    let type: WireType
    let kind: Kind
    /// Number of messages that enclose this value.
    let depth: UInt8

    init(reader: WireReader, field: WireField, kind: Kind, depth: UInt8) {
        (self.reader, self.kind, self.depth) = (reader, kind, depth)
        // The input has at most 4 GiB, so offsets fit 32 bits.
        (start, end) = (UInt32(truncatingIfNeeded: field.start), UInt32(truncatingIfNeeded: field.end))
        (number, type) = (field.number, field.type)
    }

    var field: WireField { WireField(number: number, type: type, start: Int(start), end: Int(end)) }

    /// Always empty: an error collects its path while it propagates outward.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { WireFormat.userInfo }

    func container<Key: CodingKey>(keyedBy keys: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if WireFormat.isMap(keys) { return KeyedDecodingContainer(try WireMapReader<Key>(self)) }
        return KeyedDecodingContainer(try fields())
    }

    /// Opens the message.
    func fields<Key: CodingKey>() throws -> WireKeyedReader<Key> {
        guard type == .length else {
            throw WireError(.wrongWireType, at: Int(start), "wire type \(type.rawValue) instead of 2")
        }
        try reader.open(Int(start), Int(end), depth: depth)
        return WireKeyedReader<Key>(reader: reader, depth: depth)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try WireUnkeyedReader(self) }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { WireSingleReader(decoding: self) }

    /// Wraps an error thrown by a value's `init(from:)`. Drops the error's text, which may hold content.
    static func explain<T>(_ error: any Error, _ type: T.Type, _ field: WireField?) -> WireError {
        if let error = error as? WireError { return error }
        guard let field else { return WireError(.missing, "no \(type)") }
        return WireError(.invalidValue, at: field.start, "not a valid \(type)")
    }
}
