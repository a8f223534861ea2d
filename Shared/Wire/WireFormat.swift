/// Set in `userInfo` by the wire coders, so that a type can choose a compact form on the wire and a readable form in
/// JSON.
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
