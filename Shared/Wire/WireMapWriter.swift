/// Encodes the entries of a `map<string, X>`: each entry is a message of key (1) and value (2). The generic
/// `encode` serves scalars too: `Dictionary` calls nothing else.
struct WireMapWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: WireWriter
    let slot: WireSlot

    var codingPath: [any CodingKey] { [] }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        let entry = writer.output.pointee.openEntry(slot.number)
        do {
            try writer.output.pointee.put(key.stringValue, WireSlot(number: 1, kind: .entry, depth: slot.depth))
            try writer.encode(value, into: WireSlot(number: 2, kind: .entry, depth: slot.depth + 1))
        } catch let error as WireError {
            throw error.inside("[]")
        }
        writer.output.pointee.closeEntry(entry)
    }

    func encodeNil(forKey key: Key) throws { throw writer.output.pointee.fail("nil in a map") }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<
        Nested
    > {
        writer.output.pointee.fail("a map in a map")
        return KeyedEncodingContainer(WireKeyedWriter<Nested>(writer: writer, depth: slot.depth))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        writer.output.pointee.fail("an array in a map")
        return WireUnkeyedWriter(writer: writer, slot: slot)
    }

    func superEncoder() -> any Encoder { inherited() }
    func superEncoder(forKey key: Key) -> any Encoder { inherited() }
    private func inherited() -> any Encoder {
        writer.output.pointee.fail("inheritance")
        return WireEncoding(writer: writer, slot: slot)
    }
}
