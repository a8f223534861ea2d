import Messages

/// Capabilities as they travel: a protobuf field of the highest number there is at the end of a request's payload, which a worker that does not know of it skips.
/// Its content is 1 to 16 capabilities and, in the last byte, how many, so that it is found from the end of the payload.
public struct CapabilityField: Sendable, Equatable {
    public static let number = 536_870_911
    public static let maximumCount = 16
    /// The field number and wire type 2 (length-delimited), as a varint.
    private static let tag: [UInt8] = [0xFA, 0xFF, 0xFF, 0xFF, 0x0F]

    /// The whole field: tag, length, content.
    public let bytes: [UInt8]

    /// Nil for none and for more than 16.
    public init?(_ capabilities: [Capability]) {
        guard (1...Self.maximumCount).contains(capabilities.count) else { return nil }
        bytes = Self.tag + Self.length(capabilities.count) + capabilities.flatMap(\.bytes) + [UInt8(capabilities.count)]
    }

    /// The varint of the content's length.
    private static func length(_ count: Int) -> [UInt8] {
        let length = count * Capability.size + 1
        return length < 0x80 ? [UInt8(length)] : [UInt8(length & 0x7F | 0x80), UInt8(length >> 7)]
    }

    /// The capabilities at the end of a payload; nil where it does not end with such a field.
    static func find(in payload: UnsafeRawBufferPointer) -> CapabilitySet? {
        guard let last = payload.last, (1...maximumCount).contains(Int(last)) else { return nil }
        let count = Int(last)
        let head = tag + length(count)
        let start = payload.count - 1 - count * Capability.size
        guard start >= head.count, payload[start - head.count..<start].elementsEqual(head) else { return nil }
        return CapabilitySet(bytes: Array(payload[start..<payload.count - 1]))
    }
}
