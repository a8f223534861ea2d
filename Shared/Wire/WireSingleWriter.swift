/// Encodes a single scalar: an enum's number, a name, an identifier's bytes.
struct WireSingleWriter: SingleValueEncodingContainer {
    let writer: WireWriter
    let slot: WireSlot

    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws { throw writer.output.pointee.fail("nil outside an optional field") }

    /// Encodes another type's scalar under the same field.
    func encode<T: Encodable>(_ value: T) throws {
        if slot.kind == .root { throw writer.output.pointee.fail("a message is a type with keyed fields") }
        try writer.encode(value, into: slot)
    }

    func encode(_ value: Bool) throws { try writer.output.pointee.put(UInt64(value ? 1 : 0), slot) }
    func encode(_ value: String) throws { try writer.output.pointee.put(value, slot) }
    func encode(_ value: Double) throws { try writer.output.pointee.put(value, slot) }
    func encode(_ value: Float) throws { try writer.output.pointee.put(value, slot) }
    func encode(_ value: Int) throws { try writer.output.pointee.put(UInt64(bitPattern: Int64(value)), slot) }
    func encode(_ value: Int8) throws { try writer.output.pointee.put(UInt64(bitPattern: Int64(value)), slot) }
    func encode(_ value: Int16) throws { try writer.output.pointee.put(UInt64(bitPattern: Int64(value)), slot) }
    func encode(_ value: Int32) throws { try writer.output.pointee.put(UInt64(bitPattern: Int64(value)), slot) }
    func encode(_ value: Int64) throws { try writer.output.pointee.put(UInt64(bitPattern: Int64(value)), slot) }
    func encode(_ value: UInt) throws { try writer.output.pointee.put(UInt64(value), slot) }
    func encode(_ value: UInt8) throws { try writer.output.pointee.put(UInt64(value), slot) }
    func encode(_ value: UInt16) throws { try writer.output.pointee.put(UInt64(value), slot) }
    func encode(_ value: UInt32) throws { try writer.output.pointee.put(UInt64(value), slot) }
    func encode(_ value: UInt64) throws { try writer.output.pointee.put(UInt64(value), slot) }
}

/// Encodes the elements of a repeated field. The generic `encode` serves scalars too: `Array` calls nothing else.
struct WireUnkeyedWriter: UnkeyedEncodingContainer {
    let writer: WireWriter
    let slot: WireSlot
    private(set) var count = 0

    init(writer: WireWriter, slot: WireSlot) {
        self.writer = writer
        self.slot = WireSlot(number: slot.number, kind: .element, depth: slot.depth)
    }

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws { throw writer.output.pointee.fail("nil in an array") }

    mutating func encode<T: Encodable>(_ value: T) throws {
        do {
            try writer.encode(value, into: slot)
        } catch let error as WireError {
            throw error.inside("[\(count)]")
        }
        count += 1
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        writer.output.pointee.fail("nested containers")
        return KeyedEncodingContainer(WireKeyedWriter<Nested>(writer: writer, depth: slot.depth))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        writer.output.pointee.fail("an array in an array")
        return WireUnkeyedWriter(writer: writer, slot: slot)
    }

    mutating func superEncoder() -> any Encoder {
        writer.output.pointee.fail("inheritance")
        return WireEncoding(writer: writer, slot: slot)
    }
}
