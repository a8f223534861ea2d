/// Decodes a single scalar; an absent field yields 0, false or empty.
struct WireSingleReader: SingleValueDecodingContainer {
    let decoding: WireDecoding

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { decoding.kind == .absent }

    @inline(__always) private func scalar<T>(
        _ type: WireType, _ absent: T, _ read: (WireReader) -> (WireField) throws -> T
    ) throws -> T {
        let reader = decoding.reader
        try reader.checkUsable()
        switch decoding.kind {
        case .absent: return absent
        case .root: throw WireError(.unsupported, "a message is a type with keyed fields")
        case .field, .entry: return try read(reader)(decoding.field)
        case .element:
            // Only a length-delimited field can be a packed run.
            guard decoding.type == .length, type != .length else { return try read(reader)(decoding.field) }
            return try read(reader)(reader.packed(type, decoding.field))
        }
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if T.self == [UInt8].self {
            // The comparison proves that T is [UInt8].
            return unsafeBitCast(try scalar(.length, []) { $0.bytes }, to: T.self)
        }
        return try T(from: decoding)
    }

    /// 16 bytes, big endian.
    func identifier() throws -> (high: UInt64, low: UInt64) {
        guard decoding.kind != .absent else { throw WireError(.missing, "no identifier") }
        return try scalar(.length, (0, 0)) { $0.identifier }
    }

    func decode(_ type: Bool.Type) throws -> Bool { try scalar(.varint, false) { $0.bool } }
    func decode(_ type: String.Type) throws -> String { try scalar(.length, "") { $0.string } }
    func decode(_ type: Double.Type) throws -> Double { try scalar(.fixed64, 0) { $0.double } }
    func decode(_ type: Float.Type) throws -> Float { try scalar(.fixed32, 0) { $0.float } }
    func decode(_ type: Int.Type) throws -> Int { try scalar(.varint, 0) { $0.signed } }
    func decode(_ type: Int8.Type) throws -> Int8 { try scalar(.varint, 0) { $0.signed } }
    func decode(_ type: Int16.Type) throws -> Int16 { try scalar(.varint, 0) { $0.signed } }
    func decode(_ type: Int32.Type) throws -> Int32 { try scalar(.varint, 0) { $0.signed } }
    func decode(_ type: Int64.Type) throws -> Int64 { try scalar(.varint, 0) { $0.signed } }
    func decode(_ type: UInt.Type) throws -> UInt { try scalar(.varint, 0) { $0.unsigned } }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(.varint, 0) { $0.unsigned } }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(.varint, 0) { $0.unsigned } }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(.varint, 0) { $0.unsigned } }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(.varint, 0) { $0.unsigned } }
}
