/// Encodes a message to protobuf wire format (proto3). Coding keys are field numbers.
///
/// - `Bool`, `Int…`, `UInt…` are varints (signed ones as `int32`/`int64`, two's complement), `Double` is fixed64,
///   `Float` is fixed32, `String` and `[UInt8]` are length-delimited. A type with keyed fields is a message.
/// - Arrays of scalars are packed; other arrays are repeated fields. `[String: X]` is `map<string, X>` with sorted
///   entries, so that equal values have equal bytes. A type that codes as a single value (an enum number, a name, an
///   identifier) is encoded as that scalar, in arrays too.
/// - A nil optional is absent; a present optional is written even if it holds the default. Any other field is omitted
///   at its default (0, false, empty). A present but empty optional array or map decodes as nil, because proto3 has no
///   such state.
public struct WireEncoder: Sendable {
    /// Creates an encoder. It has no state and can be shared.
    public init() {}

    /// Returns the encoded bytes of `value`.
    /// - Throws: ``WireError`` if the type has no wire form; any error of the value's own `encode(to:)`.
    public func encode<T: Encodable>(_ value: T) throws -> [UInt8] { try encode(value) { [UInt8]($0) } }

    /// Passes the encoded bytes to `use` without an extra copy. The bytes are valid during the call only.
    /// - Throws: ``WireError`` if the type has no wire form; any error of the value's own `encode(to:)` or of `use`.
    public func encode<T: Encodable, Result>(_ value: T, _ use: (UnsafeRawBufferPointer) throws -> Result) throws
        -> Result
    {
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

/// The `Encoder` of a single value. It is small enough to fit inside an existential without an allocation.
struct WireEncoding: Encoder {
    let writer: WireWriter
    let slot: WireSlot

    /// Always empty: an error collects its path while it propagates outward.
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
        if slot.kind != .implicit, slot.kind != .explicit {
            writer.output.pointee.fail("an array outside a field of its own")
        }
        return WireUnkeyedWriter(writer: writer, slot: slot)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { WireSingleWriter(writer: writer, slot: slot) }
}

extension WireWriter {
    /// Encodes a value into its slot and closes the message, map or packed run that the value opened.
    func encode<T: Encodable>(_ value: T, into slot: WireSlot) throws {
        if try encodeDirectly(value, into: slot) { return }
        // A message at the maximum depth may still contain scalars and empty arrays.
        guard slot.depth <= WireFormat.maximumDepth + 1 else { throw output.pointee.failTooDeep() }
        let (message, packed, map) = (output.pointee.message, output.pointee.packed, output.pointee.map)
        output.pointee.message = -1
        output.pointee.map = -1
        // All elements of an array share its packed run.
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

    /// Encodes the elements of a repeated field as `Array` does, for code that is specialised for `Element`.
    func encodeElements<Element: Encodable>(_ elements: [Element], into slot: WireSlot) throws {
        guard slot.depth <= WireFormat.maximumDepth + 1 else { throw output.pointee.failTooDeep() }
        let (message, packed, map) = (output.pointee.message, output.pointee.packed, output.pointee.map)
        output.pointee.message = -1
        output.pointee.map = -1
        output.pointee.packed = -1
        var container = WireUnkeyedWriter(writer: self, slot: slot)
        for element in elements { try container.encode(element) }
        output.pointee.message = message
        output.pointee.map = map
        if output.pointee.packed >= 0 { output.pointee.close(output.pointee.packed) }
        output.pointee.packed = packed
    }

    /// Encodes byte, double and float arrays with one copy, and scalars. Returns false for any other type.
    @inline(__always) private func encodeDirectly<T>(_ value: T, into slot: WireSlot) throws -> Bool {
        // The comparison in each branch proves that T is the type it is cast to.
        if T.self == [UInt8].self {
            try unsafeBitCast(value, to: [UInt8].self).withUnsafeBytes { try output.pointee.put($0, slot) }
        } else if T.self == [Double].self {
            try unsafeBitCast(value, to: [Double].self).withUnsafeBytes { try output.pointee.putPacked($0, slot) }
        } else if T.self == [Float].self {
            try unsafeBitCast(value, to: [Float].self).withUnsafeBytes { try output.pointee.putPacked($0, slot) }
        } else if T.self == Double.self {
            try output.pointee.put(unsafeBitCast(value, to: Double.self), slot)
        } else if T.self == String.self {
            try output.pointee.put(unsafeBitCast(value, to: String.self), slot)
        } else if T.self == Int32.self {
            try output.pointee.put(UInt64(bitPattern: Int64(unsafeBitCast(value, to: Int32.self))), slot)
        } else if T.self == Int64.self {
            try output.pointee.put(UInt64(bitPattern: unsafeBitCast(value, to: Int64.self)), slot)
        } else if T.self == UInt64.self {
            try output.pointee.put(unsafeBitCast(value, to: UInt64.self), slot)
        } else if T.self == Bool.self {
            try output.pointee.put(UInt64(unsafeBitCast(value, to: Bool.self) ? 1 : 0), slot)
        } else {
            return false
        }
        return true
    }
}

#if _endian(big)
    #error("Packed doubles and floats are copied as they lie in memory, which must be little endian.")
#endif
