import Messages

/// Capabilities on the wire: a protobuf field with the highest possible number at the end of a request's payload. A
/// worker without support for it skips it as an unknown field. Its content is 1 to 16 capabilities and their count in
/// the last byte, so that a reader can locate it from the end of the payload.
public struct CapabilityField: Sendable, Equatable {
    /// The highest field number of protobuf, 2²⁹ − 1.
    public static let number = 536_870_911
    /// Most capabilities in one field.
    public static let maximumCount = 16
    /// The field number and wire type 2 (length-delimited), as a varint.
    private static let tag: [UInt8] = [0xFA, 0xFF, 0xFF, 0xFF, 0x0F]

    /// The encoded field: tag, length, content.
    public let bytes: [UInt8]

    /// Nil for an empty array and for more than 16 capabilities.
    public init?(_ capabilities: [Capability]) {
        guard (1...Self.maximumCount).contains(capabilities.count) else { return nil }
        bytes = Self.tag + Self.length(capabilities.count) + capabilities.flatMap(\.bytes) + [UInt8(capabilities.count)]
    }

    /// The content's length as a varint.
    private static func length(_ count: Int) -> [UInt8] {
        let length = count * Capability.size + 1
        return length < 0x80 ? [UInt8(length)] : [UInt8(length & 0x7F | 0x80), UInt8(length >> 7)]
    }

    /// The capabilities at the end of a payload; nil if it does not end with such a field.
    static func find(in payload: UnsafeRawBufferPointer) -> CapabilitySet? {
        guard let last = payload.last, (1...maximumCount).contains(Int(last)) else { return nil }
        let count = Int(last)
        let head = tag + length(count)
        let start = payload.count - 1 - count * Capability.size
        guard start >= head.count, payload[start - head.count..<start].elementsEqual(head) else { return nil }
        return CapabilitySet(bytes: Array(payload[start..<payload.count - 1]))
    }
}
