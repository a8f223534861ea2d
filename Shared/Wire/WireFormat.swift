/// Set in `userInfo` by the wire coders, so that a type can choose a compact form on the wire and a readable form in
/// JSON.
extension CodingUserInfoKey {
    static let wire = CodingUserInfoKey(rawValue: "pulsum.wire")!
}

extension Encoder {
    /// True while encoding to protobuf wire format.
    public var isWire: Bool { Self.self == WireEncoding.self || userInfo[.wire] != nil }

    /// Encodes a single `int32`, without a container. Returns false and encodes nothing if this is not the wire encoder.
    public func encodeWire(_ number: Int32) throws -> Bool {
        guard let wire else { return false }
        try wire.writer.output.pointee.put(UInt64(bitPattern: Int64(number)), wire.slot)
        return true
    }

    /// Encodes 16 bytes, big endian, as a single `bytes` value, without a container. Returns false and encodes nothing if
    /// this is not the wire encoder.
    public func encodeWire(high: UInt64, low: UInt64) throws -> Bool {
        guard let wire else { return false }
        try withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
            try wire.writer.output.pointee.put($0, wire.slot)
        }
        return true
    }

    var wire: WireEncoding? {
        // The comparison proves the type.
        Self.self == WireEncoding.self ? unsafeBitCast(self, to: WireEncoding.self) : nil
    }
}

extension Decoder {
    /// True while decoding protobuf wire format.
    public var isWire: Bool { Self.self == WireDecoding.self || userInfo[.wire] != nil }

    /// Decodes a single `int32`, without a container; nil if this is not the wire decoder.
    public func decodeWireNumber() throws -> Int32? {
        guard let wire else { return nil }
        return try WireSingleReader(decoding: wire).decode(Int32.self)
    }

    /// Decodes a single `bytes` value of 16 bytes, big endian, without a container; nil if this is not the wire decoder.
    /// - Throws: `WireError` for another length.
    public func decodeWireIdentifier() throws -> (high: UInt64, low: UInt64)? {
        guard let wire else { return nil }
        return try WireSingleReader(decoding: wire).identifier()
    }

    var wire: WireDecoding? {
        // The comparison proves the type.
        Self.self == WireDecoding.self ? unsafeBitCast(self, to: WireDecoding.self) : nil
    }
}

enum WireFormat {
    static let userInfo: [CodingUserInfoKey: any Sendable] = [.wire: true]
    static let maximumDepth: UInt8 = 64
    static let maximumFieldNumber = (1 << 29) - 1

    /// The key type that the standard library uses to code dictionaries; it has no public name. Maps are recognised by
    /// this type because their keys look like any other key (the key "5" has the integer value 5).
    static let dictionaryKey: ObjectIdentifier = {
        let probe = KeyTypeProbe()
        // The probe records the type before it throws.
        _ = try? [String: Bool](from: probe)
        return probe.seen ?? ObjectIdentifier(KeyTypeProbe.self)
    }()

    static func isMap<Key: CodingKey>(_ type: Key.Type) -> Bool { ObjectIdentifier(type) == dictionaryKey }
}

/// Records the key type that a value requests from its container.
private final class KeyTypeProbe: Decoder {
    struct Enough: Error {}
    var seen: ObjectIdentifier?
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        seen = ObjectIdentifier(type)
        throw Enough()
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Enough() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Enough() }
}
