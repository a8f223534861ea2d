/// Decodes a message from protobuf wire format (proto3). The counterpart of ``WireEncoder``.
///
/// What is absent is nil where optional, else its type's default: 0, false, empty, a message of defaults. Unknown fields are skipped. Of a
/// scalar or message that comes twice the last one counts (messages are not merged). Repeated scalars are read packed or one by one; an
/// empty packed run, which no encoder writes, is accepted for doubles, floats and bytes only. Bytes may come from anywhere: every length is checked before it is used,
/// nesting is limited, and what is allocated is bounded by 1 MiB and 16 times the input.
public struct WireDecoder: Sendable {
    /// Messages in messages; deeper ones are refused.
    public static let maximumDepth = Int(WireFormat.maximumDepth)

    public init() {}

    /// - Throws: ``WireError`` with the path of the field and the offset in `bytes`.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
        try bytes.withUnsafeBytes { try decode(type, from: $0) }
    }

    /// - Throws: ``WireError`` with the path of the field and the offset in `bytes`.
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

/// The decoder that one value sees. Small enough to live inside an existential without an allocation.
struct WireDecoding: Decoder {
    enum Kind: UInt8 {
        /// The message itself.
        case root
        case field
        /// One of a repeated field, or a packed run that begins with it.
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
    /// Messages around this value.
    let depth: UInt8

    init(reader: WireReader, field: WireField, kind: Kind, depth: UInt8) {
        (self.reader, self.kind, self.depth) = (reader, kind, depth)
        // An input has at most 4 GiB.
        (start, end) = (UInt32(truncatingIfNeeded: field.start), UInt32(truncatingIfNeeded: field.end))
        (number, type) = (field.number, field.type)
    }

    var field: WireField { WireField(number: number, type: type, start: Int(start), end: Int(end)) }

    /// Always empty: the path of an error is put together while it is thrown outward.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { WireFormat.userInfo }

    func container<Key: CodingKey>(keyedBy keys: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if WireFormat.isMap(keys) { return KeyedDecodingContainer(try WireMapReader<Key>(self)) }
        guard type == .length else { throw WireError(.wrongWireType, at: Int(start), "wire type \(type.rawValue) instead of 2") }
        try reader.open(Int(start), Int(end), depth: depth)
        return KeyedDecodingContainer(WireKeyedReader<Key>(reader: reader, depth: depth))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try WireUnkeyedReader(self) }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { WireSingleReader(decoding: self) }

    /// What a value's own `init(from:)` threw, without its text, which may hold content.
    static func explain<T>(_ error: any Error, _ type: T.Type, _ field: WireField?) -> WireError {
        if let error = error as? WireError { return error }
        guard let field else { return WireError(.missing, "no \(type)") }
        return WireError(.invalidValue, at: field.start, "not a valid \(type)")
    }
}
