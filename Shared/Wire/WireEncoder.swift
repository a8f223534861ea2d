/// Encodes a message to protobuf wire format (proto3). Coding keys are field numbers.
///
/// - `Bool`, `Int…`, `UInt…` are varints (signed ones as `int32`/`int64`: two's complement), `Double` is fixed64, `Float` fixed32, `String`
///   and `[UInt8]` are length-delimited, a type with keyed fields is a message.
/// - Arrays of scalars are packed, other arrays repeated; `[String: X]` is `map<string, X>`, its entries sorted so that equal values have
///   equal bytes. A type that codes as a single value (an enum number, a name, an identifier) is that scalar, in arrays too.
/// - An optional that is nil is absent, one that is present is written even where it is the default. Everything else at its default
///   (0, false, empty) is not written. An optional array or map that is present and empty reads back as nil: proto3 has no such state.
public struct WireEncoder: Sendable {
    public init() {}

    /// The message's bytes.
    /// - Throws: ``WireError`` where the type has no wire form, and whatever the value's own `encode(to:)` throws.
    public func encode<T: Encodable>(_ value: T) throws -> [UInt8] { try encode(value) { [UInt8]($0) } }

    /// Hands the message's bytes, valid during the call only, to `use`: for who copies them elsewhere anyway.
    /// - Throws: ``WireError`` where the type has no wire form, and whatever the value's own `encode(to:)` or `use` throws.
    public func encode<T: Encodable, Result>(_ value: T, _ use: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        let writer = WireWriter.take()
        let result = try withExtendedLifetime(writer) {
            try value.encode(to: WireEncoding(writer: writer, slot: WireSlot(number: 0, kind: .root, depth: 0)))
            if let failure = writer.output.pointee.failure { throw failure }
            return try use(writer.output.pointee.bytes)
        }
        WireWriter.give(back: writer)
        return result
    }
}

/// The encoder that one value sees. Small enough to live inside an existential without an allocation.
struct WireEncoding: Encoder {
    let writer: WireWriter
    let slot: WireSlot

    /// Always empty: the path of an error is put together while it is thrown outward.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { WireFormat.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if WireFormat.isMap(type) {
            writer.output.pointee.openMap(slot)
            return KeyedEncodingContainer(WireMapWriter<Key>(writer: writer, slot: slot))
        }
        writer.output.pointee.openMessage(slot)
        return KeyedEncodingContainer(WireKeyedWriter<Key>(writer: writer, depth: slot.depth))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if slot.kind != .implicit, slot.kind != .explicit { writer.output.pointee.fail("an array outside a field of its own") }
        return WireUnkeyedWriter(writer: writer, slot: slot)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { WireSingleWriter(writer: writer, slot: slot) }
}

extension WireWriter {
    /// Encodes a value into its slot and closes what it opened.
    func encode<T: Encodable>(_ value: T, into slot: WireSlot) throws {
        if try encodeDirectly(value, into: slot) { return }
        // Within the deepest message there are scalars and empty arrays still.
        guard slot.depth <= WireFormat.maximumDepth + 1 else { throw output.pointee.failDeep() }
        let (message, packed, map) = (output.pointee.message, output.pointee.packed, output.pointee.map)
        output.pointee.message = -1
        output.pointee.map = -1
        // The elements of an array share its packed run.
        if slot.kind != .element { output.pointee.packed = -1 }
        try value.encode(to: WireEncoding(writer: self, slot: slot))
        if output.pointee.message >= 0 { output.pointee.close(output.pointee.message) }
        output.pointee.message = message
        if output.pointee.map >= 0 { output.pointee.closeMap(output.pointee.map) }
        output.pointee.map = map
        if slot.kind != .element {
            if output.pointee.packed >= 0 { output.pointee.close(output.pointee.packed) }
            output.pointee.packed = packed
        }
    }

    /// The arrays that are copied whole. False where the value is something else.
    @inline(__always) private func encodeDirectly<T>(_ value: T, into slot: WireSlot) throws -> Bool {
        // In each branch T is the type it is cast to, as the line before has found.
        if T.self == [UInt8].self {
            try unsafeBitCast(value, to: [UInt8].self).withUnsafeBytes { try output.pointee.put($0, slot) }
        } else if T.self == [Double].self {
            try unsafeBitCast(value, to: [Double].self).withUnsafeBytes { try output.pointee.putPacked($0, slot) }
        } else if T.self == [Float].self {
            try unsafeBitCast(value, to: [Float].self).withUnsafeBytes { try output.pointee.putPacked($0, slot) }
        } else {
            return false
        }
        return true
    }
}

#if _endian(big)
    #error("Packed doubles and floats are copied as they lie in memory, which must be little endian.")
#endif
