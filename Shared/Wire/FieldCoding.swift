/// Encodes the fields of a message, like a keyed container. On the wire it is several times faster, because the compiler
/// specialises it for the message's type: a keyed container costs a few look-ups of metadata for each message and field.
/// For messages that lists hold by the thousand.
public struct FieldEncoder<Key: CodingKey> {
    private let wire: WireKeyedWriter<Key>?
    private let other: OtherEncoder<Key>?

    /// Opens the message that `encoder` encodes.
    public init(_ encoder: any Encoder) {
        if let wire = encoder.wire {
            wire.writer.output.pointee.openMessage(wire.slot)
            (self.wire, other) = (WireKeyedWriter(writer: wire.writer, depth: wire.slot.depth), nil)
        } else {
            (wire, other) = (nil, OtherEncoder(encoder))
        }
    }

    public func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        if let wire { try wire.encode(value, key, .implicit) } else { try other?.keyed.encode(value, forKey: key) }
    }

    public func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        guard let value else { return }
        if let wire { try wire.encode(value, key, .explicit) } else { try other?.keyed.encode(value, forKey: key) }
    }

    public func encode<Element: Encodable>(_ elements: [Element], forKey key: Key) throws {
        if let wire { try wire.encode(elements, key) } else { try other?.keyed.encode(elements, forKey: key) }
    }
}

/// Decodes the fields of a message, like a keyed container. The counterpart of `FieldEncoder`.
public struct FieldDecoder<Key: CodingKey> {
    private let wire: WireKeyedReader<Key>?
    private let other: OtherDecoder<Key>?

    public init(_ decoder: any Decoder) throws {
        if let wire = decoder.wire {
            (self.wire, other) = (try wire.fields(), nil)
        } else {
            (wire, other) = (nil, try OtherDecoder(decoder))
        }
    }

    public func decode<T: Decodable>(_ type: T.Type = T.self, forKey key: Key) throws -> T {
        if let wire { return try wire.field(T.self, forKey: key) }
        return try other!.keyed.decode(T.self, forKey: key)
    }

    public func decodeIfPresent<T: Decodable>(_ type: T.Type = T.self, forKey key: Key) throws -> T? {
        if let wire { return try wire.fieldIfPresent(T.self, forKey: key) }
        return try other!.keyed.decodeIfPresent(T.self, forKey: key)
    }

    public func decode<Element: Decodable>(_ type: [Element].Type = [Element].self, forKey key: Key) throws -> [Element] {
        if let wire { return try wire.elements(Element.self, forKey: key) }
        return try other!.keyed.decode([Element].self, forKey: key)
    }
}

final class OtherEncoder<Key: CodingKey> {
    var keyed: KeyedEncodingContainer<Key>
    init(_ encoder: any Encoder) { keyed = encoder.container(keyedBy: Key.self) }
}
final class OtherDecoder<Key: CodingKey> {
    let keyed: KeyedDecodingContainer<Key>
    init(_ decoder: any Decoder) throws { keyed = try decoder.container(keyedBy: Key.self) }
}
