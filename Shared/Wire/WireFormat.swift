/// Set in `userInfo` by the wire coders, so that a value can be compact on the wire and readable in JSON.
extension CodingUserInfoKey {
    static let wire = CodingUserInfoKey(rawValue: "pulsum.wire")!
}

extension Encoder {
    /// True while encoding to protobuf wire format.
    public var isWire: Bool { Self.self == WireEncoding.self || userInfo[.wire] != nil }
}

extension Decoder {
    /// True while decoding protobuf wire format.
    public var isWire: Bool { Self.self == WireDecoding.self || userInfo[.wire] != nil }
}

enum WireFormat {
    static let userInfo: [CodingUserInfoKey: any Sendable] = [.wire: true]
    static let maximumDepth: UInt8 = 64
    static let maximumFieldNumber = (1 << 29) - 1

    /// The key type with which the standard library codes dictionaries; it has no public name. A map is recognised by it, because the
    /// keys themselves look like any other (the key "5" has the integer value 5).
    static let dictionaryKey: ObjectIdentifier = {
        let probe = KeyTypeProbe()
        // The probe records the type before it throws.
        _ = try? [String: Bool](from: probe)
        return probe.seen ?? ObjectIdentifier(KeyTypeProbe.self)
    }()

    static func isMap<Key: CodingKey>(_ type: Key.Type) -> Bool { ObjectIdentifier(type) == dictionaryKey }
}

/// Learns which key type a value asks a container for.
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
