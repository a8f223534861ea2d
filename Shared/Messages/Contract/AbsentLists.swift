extension KeyedDecodingContainer {
    /// A list that JSON leaves out, or sets to null, is empty, as it is on the wire. The synthesised decoding of this
    /// module's messages calls this.
    func decode<Element: Decodable>(_ type: [Element].Type, forKey key: Key) throws -> [Element] {
        try decodeIfPresent(type, forKey: key) ?? []
    }
}
