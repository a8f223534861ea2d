/// Decodes the fields of a message by number.
struct WireKeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let reader: WireReader
    let depth: UInt8

    var codingPath: [any CodingKey] { [] }

    /// The keys whose field numbers occur in the message.
    var allKeys: [Key] { ((try? reader.numbers(depth: depth)) ?? []).compactMap { Key(intValue: Int($0)) } }

    func contains(_ key: Key) -> Bool { (try? reader.has(number(key), depth: depth)) ?? false }
    func decodeNil(forKey key: Key) throws -> Bool { try !reader.has(number(key), depth: depth) }

    @inline(__always) private func number(_ key: Key) throws -> UInt32 {
        guard let number = key.intValue, (1...WireFormat.maximumFieldNumber).contains(number) else {
            throw WireError(.unsupported, "the key \(key.stringValue) has no field number")
        }
        return UInt32(truncatingIfNeeded: number)
    }

    @inline(__always) private func find(_ key: Key) throws -> WireField? { try reader.last(number(key), depth: depth) }

    /// Decodes a scalar; nil if the field is absent.
    @inline(__always) private func scalar<T>(_ key: Key, _ read: (WireField) throws -> T) throws -> T? {
        do {
            guard let field = try find(key) else { return nil }
            return try read(field)
        } catch let error as WireError {
            throw error.inside(WireField.name(key))
        }
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let number = try number(key)
        if Self.isDirect(type) { return try directly(type, number, key) }
        return try field(type, reader.last(number, depth: depth), number, key)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        let number = try number(key)
        guard let field = try reader.last(number, depth: depth) else { return nil }
        if Self.isDirect(type) { return try directly(type, number, key) }
        return try self.field(type, field, number, key)
    }

    /// Decodes a scalar directly, which matters where this is specialised for `T`, and any other value through its own
    /// `init(from:)`.
    @inline(__always) private func field<T: Decodable>(
        _ type: T.Type, _ field: WireField?, _ number: UInt32, _ key: Key
    ) throws -> T {
        // The comparison in each branch proves that T is the type it is cast from.
        do {
            if T.self == Double.self { return unsafeBitCast(try field.map(reader.double) ?? 0, to: T.self) }
            if T.self == String.self { return unsafeBitCast(try field.map(reader.string) ?? "", to: T.self) }
            if T.self == Bool.self { return unsafeBitCast(try field.map(reader.bool) ?? false, to: T.self) }
            if T.self == Int32.self { return unsafeBitCast(try field.map(reader.signed) ?? Int32(0), to: T.self) }
            if T.self == Int64.self { return unsafeBitCast(try field.map(reader.signed) ?? Int64(0), to: T.self) }
            if T.self == UInt64.self { return unsafeBitCast(try field.map(reader.unsigned) ?? UInt64(0), to: T.self) }
        } catch let error as WireError {
            throw error.inside(WireField.name(key))
        }
        return try value(type, field, number, key)
    }

    /// The elements of a repeated field, for code that is specialised for `Element`.
    func elements<Element: Decodable>(_ type: Element.Type, forKey key: Key) throws -> [Element] {
        if Self.isDirect([Element].self) { return try decode([Element].self, forKey: key) }
        let number = try number(key)
        do {
            var elements: [Element] = []
            var container = try WireUnkeyedReader(reader, number, depth: depth)
            while !container.isAtEnd { elements.append(try container.decode(Element.self)) }
            return elements
        } catch let error as WireError {
            throw error.inside(WireField.name(key))
        }
    }

    /// Decodes a value through its own `init(from:)`; a nil `field` yields the type's default.
    private func value<T: Decodable>(_ type: T.Type, _ field: WireField?, _ number: UInt32, _ key: Key) throws -> T {
        let decoding = WireDecoding(
            reader: reader, field: field ?? WireField(number: number, type: .length, start: 0, end: 0),
            kind: field == nil ? .absent : .field,
            depth: depth + 1)
        do {
            return try T(from: decoding)
        } catch {
            throw WireDecoding.explain(error, type, field).inside(WireField.name(key))
        }
    }

    /// True for arrays that `directly` decodes.
    @inline(__always) private static func isDirect<T>(_ type: T.Type) -> Bool {
        T.self == [UInt8].self || T.self == [Double].self || T.self == [Float].self
    }

    /// Decodes a byte, double or float array with one copy.
    private func directly<T>(_ type: T.Type, _ number: UInt32, _ key: Key) throws -> T {
        // The comparison in each branch proves that T is the type it is cast from.
        do {
            if T.self == [UInt8].self {
                let bytes = try reader.last(number, depth: depth).map { try reader.bytes($0) } ?? []
                return unsafeBitCast(bytes, to: T.self)
            }
            if T.self == [Double].self {
                return unsafeBitCast(try reader.fixedArray(number, .fixed64, depth: depth) as [Double], to: T.self)
            }
            return unsafeBitCast(try reader.fixedArray(number, .fixed32, depth: depth) as [Float], to: T.self)
        } catch let error as WireError {
            throw error.inside(WireField.name(key))
        }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    {
        throw WireError(.unsupported, "nested containers; give \(key.stringValue) a type of its own")
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw WireError(.unsupported, "nested containers; give \(key.stringValue) a type of its own")
    }
    func superDecoder() throws -> any Decoder { throw WireError(.unsupported, "inheritance") }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw WireError(.unsupported, "inheritance") }
}

// MARK: Scalars

extension WireKeyedReader {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(key) { try reader.bool($0) } ?? false }
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try scalar(key) { try reader.string($0) } ?? ""
    }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try scalar(key) { try reader.double($0) } ?? 0
    }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try scalar(key) { try reader.float($0) } ?? 0 }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scalar(key) { try reader.signed($0) } ?? 0 }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try scalar(key) { try reader.signed($0) } ?? 0 }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try scalar(key) { try reader.signed($0) } ?? 0 }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try scalar(key) { try reader.signed($0) } ?? 0 }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try scalar(key) { try reader.signed($0) } ?? 0 }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try scalar(key) { try reader.unsigned($0) } ?? 0 }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try scalar(key) { try reader.unsigned($0) } ?? 0
    }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try scalar(key) { try reader.unsigned($0) } ?? 0
    }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try scalar(key) { try reader.unsigned($0) } ?? 0
    }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try scalar(key) { try reader.unsigned($0) } ?? 0
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try scalar(key) { try reader.bool($0) } }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try scalar(key) { try reader.string($0) }
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try scalar(key) { try reader.double($0) }
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try scalar(key) { try reader.float($0) }
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try scalar(key) { try reader.signed($0) } }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try scalar(key) { try reader.signed($0) }
    }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try scalar(key) { try reader.signed($0) }
    }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try scalar(key) { try reader.signed($0) }
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try scalar(key) { try reader.signed($0) }
    }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try scalar(key) { try reader.unsigned($0) }
    }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try scalar(key) { try reader.unsigned($0) }
    }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try scalar(key) { try reader.unsigned($0) }
    }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try scalar(key) { try reader.unsigned($0) }
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try scalar(key) { try reader.unsigned($0) }
    }
}
