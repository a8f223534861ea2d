// The synthesised decoding of this module's messages calls these in place of the standard library's.
extension KeyedDecodingContainer {
    /// A list that JSON leaves out, or sets to null, is empty, as it is on the wire.
    func decode<Element: Decodable>(_ type: [Element].Type, forKey key: Key) throws -> [Element] {
        try decodeIfPresent(type, forKey: key) ?? []
    }

    /// Bytes are one value and no list.
    func decode(_ type: [UInt8].Type, forKey key: Key) throws -> [UInt8] { try required(forKey: key) }

    /// A value that JSON has to have, also where it is a list.
    func required<Value: Decodable>(forKey key: Key) throws -> Value { try decode(Value.self, forKey: key) }
}
