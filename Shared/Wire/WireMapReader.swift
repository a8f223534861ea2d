/// Decodes the entries of a `map<string, X>`. Dictionaries request them in the order of ``allKeys``. A duplicate key
/// appears twice, and the dictionary keeps the last value. The generic `decode` serves scalars too: `Dictionary` calls
/// nothing else.
final class WireMapReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let decoding: WireDecoding
    let allKeys: [Key]
    /// The value field of each entry, parallel to `allKeys`; nil if the entry has none.
    private let values: [WireField?]
    private var position = 0

    init(_ decoding: WireDecoding) throws {
        self.decoding = decoding
        let reader = decoding.reader
        var keys: [Key] = []
        var values: [WireField?] = []
        var entry: WireField?
        switch decoding.kind {
        case .absent: break
        case .field: entry = try reader.first(decoding.number, depth: decoding.depth - 1)
        case .root, .element, .entry: throw WireError(.unsupported, "a map outside a field of its own")
        }
        while let field = entry {
            guard field.type == .length else {
                throw WireError(.wrongWireType, at: field.start, "wire type \(field.type.rawValue) instead of 2")
            }
            try reader.charge(MemoryLayout<Key>.stride + MemoryLayout<WireField?>.stride, at: field.start)
            try reader.open(field.start, field.end, depth: decoding.depth)
            let text = try reader.last(1, depth: decoding.depth).map { try reader.string($0) } ?? ""
            guard let key = Key(stringValue: text) else { throw WireError(.invalidValue, at: field.start, "not a key") }
            keys.append(key)
            values.append(try reader.last(2, depth: decoding.depth))
            entry = try reader.next(decoding.number, after: field.end, depth: decoding.depth - 1)
        }
        (allKeys, self.values) = (keys, values)
    }

    var codingPath: [any CodingKey] { [] }

    func contains(_ key: Key) -> Bool { index(of: key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { index(of: key) == nil }

    private func index(of key: Key) -> Int? {
        if position < allKeys.count, allKeys[position].stringValue == key.stringValue { return position }
        return allKeys.lastIndex { $0.stringValue == key.stringValue }
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        guard let index = index(of: key) else { throw WireError(.missing, "no such entry") }
        position = index + 1
        let reader = decoding.reader
        let field = values[index]
        do {
            try reader.charge(MemoryLayout<T>.stride, at: field?.start ?? 0)
            if T.self == [UInt8].self {
                // The comparison proves that T is [UInt8].
                return unsafeBitCast(try field.map { try reader.bytes($0) } ?? [], to: T.self)
            }
            return try T(
                from: WireDecoding(
                    reader: reader, field: field ?? WireField(number: 2, type: .length, start: 0, end: 0),
                    kind: field == nil ? .absent : .entry,
                    depth: decoding.depth + 1))
        } catch {
            throw WireDecoding.explain(error, type, field).inside("[\(index)]")
        }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    {
        throw WireError(.unsupported, "a map in a map")
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw WireError(.unsupported, "an array in a map")
    }
    func superDecoder() throws -> any Decoder { throw WireError(.unsupported, "inheritance") }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw WireError(.unsupported, "inheritance") }
}
