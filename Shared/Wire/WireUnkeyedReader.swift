/// Decodes the elements of a repeated field: packed, unpacked, or both. The generic `decode` serves scalars too:
/// `Array` calls nothing else.
struct WireUnkeyedReader: UnkeyedDecodingContainer {
    private let reader: WireReader
    private let number: UInt32
    /// Depth of the enclosing message; the elements are one level deeper.
    private let parent: UInt8
    /// The unread part of the current field; nil at the end.
    private var current: WireField?
    private(set) var currentIndex = 0

    init(_ decoding: WireDecoding) throws {
        reader = decoding.reader
        (number, parent) = (decoding.number, decoding.depth &- 1)
        try reader.checkUsable()
        switch decoding.kind {
        case .absent: current = nil
        case .field: current = try reader.first(number, depth: parent)
        case .root, .element, .entry: throw WireError(.unsupported, "an array outside a field of its own")
        }
    }

    /// - Parameter depth: of the message that has the field.
    init(_ reader: WireReader, _ number: UInt32, depth: UInt8) throws {
        (self.reader, self.number, parent) = (reader, number, depth)
        current = try reader.first(number, depth: depth)
    }

    var codingPath: [any CodingKey] { [] }
    /// Unknown, because reserving memory for an announced length would trust the input.
    var count: Int? { nil }
    var isAtEnd: Bool { current == nil }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        guard let field = current else { throw WireError(.truncated, "no element left") }
        try reader.charge(MemoryLayout<T>.stride, at: field.start)
        let outer = reader.nextPacked
        reader.nextPacked = -1
        defer { reader.nextPacked = outer }
        let value: T
        do {
            value = try element(type, field)
        } catch {
            throw WireDecoding.explain(error, type, field).inside("[\(currentIndex)]")
        }
        currentIndex += 1
        if reader.nextPacked >= 0, reader.nextPacked < field.end {
            current?.start = reader.nextPacked
        } else {
            current = try reader.next(number, after: field.end, depth: parent)
        }
        return value
    }

    private func element<T: Decodable>(_ type: T.Type, _ field: WireField) throws -> T {
        if T.self == [UInt8].self {
            // The comparison proves that T is [UInt8].
            return unsafeBitCast(try reader.bytes(field), to: T.self)
        }
        return try T(from: WireDecoding(reader: reader, field: field, kind: .element, depth: parent + 1))
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
        throw WireError(.unsupported, "nested containers")
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw WireError(.unsupported, "an array in an array")
    }
    mutating func superDecoder() throws -> any Decoder { throw WireError(.unsupported, "inheritance") }
}
