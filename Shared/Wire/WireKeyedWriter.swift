/// Encodes the fields of a message. A key's integer value is its field number.
struct WireKeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: WireWriter
    let depth: UInt8

    var codingPath: [any CodingKey] { [] }

    @inline(__always) private func slot(_ key: Key, _ kind: WireSlot.Kind) throws -> WireSlot {
        guard let number = key.intValue, (1...WireFormat.maximumFieldNumber).contains(number) else {
            throw writer.output.pointee.fail("the key \(key.stringValue) has no field number")
        }
        return WireSlot(number: UInt32(truncatingIfNeeded: number), kind: kind, depth: depth)
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try encode(value, key, .implicit) }

    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        if let value { try encode(value, key, .explicit) }
    }

    /// Encodes a repeated field, for code that is specialised for `Element`.
    func encode<Element: Encodable>(elements: [Element], _ key: Key) throws {
        if Element.self == UInt8.self || Element.self == Double.self || Element.self == Float.self {
            return try encode(elements, key, .implicit)
        }
        if elements.isEmpty { return }
        var slot = try slot(key, .implicit)
        slot.depth += 1
        do {
            try writer.encodeElements(elements, into: slot)
        } catch let error as WireError {
            throw error.inside(WireField.name(key))
        }
    }

    func encode<T: Encodable>(_ value: T, _ key: Key, _ kind: WireSlot.Kind) throws {
        var slot = try slot(key, kind)
        slot.depth += 1
        do {
            try writer.encode(value, into: slot)
        } catch let error as WireError {
            throw error.inside(WireField.name(key))
        }
    }

    /// Writes nothing: an absent field represents nil.
    func encodeNil(forKey key: Key) throws {}

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<
        Nested
    > {
        writer.output.pointee.fail("nested containers; give \(key.stringValue) a type of its own")
        return KeyedEncodingContainer(WireKeyedWriter<Nested>(writer: writer, depth: depth))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        writer.output.pointee.fail("nested containers; give \(key.stringValue) a type of its own")
        return WireUnkeyedWriter(writer: writer, slot: WireSlot(number: 1, kind: .implicit, depth: depth))
    }

    func superEncoder() -> any Encoder { inherited() }
    func superEncoder(forKey key: Key) -> any Encoder { inherited() }
    private func inherited() -> any Encoder {
        writer.output.pointee.fail("inheritance")
        return WireEncoding(writer: writer, slot: WireSlot(number: 1, kind: .implicit, depth: depth))
    }
}

// MARK: Scalars

extension WireKeyedWriter {
    func encode(_ value: Bool, forKey key: Key) throws {
        try writer.output.pointee.put(UInt64(value ? 1 : 0), slot(key, .implicit))
    }
    func encode(_ value: String, forKey key: Key) throws { try writer.output.pointee.put(value, slot(key, .implicit)) }
    func encode(_ value: Double, forKey key: Key) throws { try writer.output.pointee.put(value, slot(key, .implicit)) }
    func encode(_ value: Float, forKey key: Key) throws { try writer.output.pointee.put(value, slot(key, .implicit)) }
    func encode(_ value: Int, forKey key: Key) throws {
        try writer.output.pointee.put(UInt64(bitPattern: Int64(value)), slot(key, .implicit))
    }
    func encode(_ value: Int8, forKey key: Key) throws {
        try writer.output.pointee.put(UInt64(bitPattern: Int64(value)), slot(key, .implicit))
    }
    func encode(_ value: Int16, forKey key: Key) throws {
        try writer.output.pointee.put(UInt64(bitPattern: Int64(value)), slot(key, .implicit))
    }
    func encode(_ value: Int32, forKey key: Key) throws {
        try writer.output.pointee.put(UInt64(bitPattern: Int64(value)), slot(key, .implicit))
    }
    func encode(_ value: Int64, forKey key: Key) throws {
        try writer.output.pointee.put(UInt64(bitPattern: Int64(value)), slot(key, .implicit))
    }
    func encode(_ value: UInt, forKey key: Key) throws {
        try writer.output.pointee.put(UInt64(value), slot(key, .implicit))
    }
    func encode(_ value: UInt8, forKey key: Key) throws {
        try writer.output.pointee.put(UInt64(value), slot(key, .implicit))
    }
    func encode(_ value: UInt16, forKey key: Key) throws {
        try writer.output.pointee.put(UInt64(value), slot(key, .implicit))
    }
    func encode(_ value: UInt32, forKey key: Key) throws {
        try writer.output.pointee.put(UInt64(value), slot(key, .implicit))
    }
    func encode(_ value: UInt64, forKey key: Key) throws {
        try writer.output.pointee.put(UInt64(value), slot(key, .implicit))
    }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
        if let value { try writer.output.pointee.put(UInt64(value ? 1 : 0), slot(key, .explicit)) }
    }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        if let value { try writer.output.pointee.put(value, slot(key, .explicit)) }
    }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        if let value { try writer.output.pointee.put(value, slot(key, .explicit)) }
    }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
        if let value { try writer.output.pointee.put(value, slot(key, .explicit)) }
    }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
        if let value { try writer.output.pointee.put(UInt64(bitPattern: Int64(value)), slot(key, .explicit)) }
    }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
        if let value { try writer.output.pointee.put(UInt64(bitPattern: Int64(value)), slot(key, .explicit)) }
    }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
        if let value { try writer.output.pointee.put(UInt64(bitPattern: Int64(value)), slot(key, .explicit)) }
    }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
        if let value { try writer.output.pointee.put(UInt64(bitPattern: Int64(value)), slot(key, .explicit)) }
    }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
        if let value { try writer.output.pointee.put(UInt64(bitPattern: Int64(value)), slot(key, .explicit)) }
    }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
        if let value { try writer.output.pointee.put(UInt64(value), slot(key, .explicit)) }
    }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
        if let value { try writer.output.pointee.put(UInt64(value), slot(key, .explicit)) }
    }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
        if let value { try writer.output.pointee.put(UInt64(value), slot(key, .explicit)) }
    }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
        if let value { try writer.output.pointee.put(UInt64(value), slot(key, .explicit)) }
    }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
        if let value { try writer.output.pointee.put(UInt64(value), slot(key, .explicit)) }
    }
}
