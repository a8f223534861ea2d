/// Set in `userInfo` by the wire coders, so that a value can be compact on the wire and readable in JSON.
extension CodingUserInfoKey {
    static let wire = CodingUserInfoKey(rawValue: "pulsum.wire")!
}

extension Encoder {
    /// True while encoding to protobuf wire format.
    public var isWire: Bool { userInfo[.wire] != nil }
}

extension Decoder {
    /// True while decoding protobuf wire format.
    public var isWire: Bool { userInfo[.wire] != nil }
}
