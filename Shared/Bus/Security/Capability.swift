import Messages

/// The API's authorisation to send one type of request about one person to one service, valid for a few minutes: 72
/// bytes, numbers big endian.
///
/// | offset | bytes | |
/// |---|---|---|
/// | 0 | 1 | version, 1 |
/// | 1 | 1 | 0 |
/// | 2 | 2 | request type |
/// | 4 | 4 | expiry, seconds since 1970 |
/// | 8 | 16 | the answering service, ASCII, zero-padded |
/// | 24 | 16 | the person |
/// | 40 | 32 | HMAC-SHA256 over bytes 0–39, under the key that the API shares with that service |
public struct Capability: Hashable, Sendable {
    /// Bytes of a capability.
    public static let size = 72
    static let statementSize = 40
    private static let version: UInt8 = 1

    /// The encoded capability, exactly `size` bytes.
    public let bytes: [UInt8]

    /// Nil if the bytes are not a capability of this version. Does not verify the HMAC.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = Array(bytes)
        guard self.bytes[0] == Self.version else { return nil }
    }

    /// The 40 bytes that the HMAC covers; nil if the service name is malformed.
    public static func statement(_ type: MessageType, user: UserID, audience: ServiceName, expires: UInt32) -> [UInt8]?
    {
        guard let name = WireName(audience) else { return nil }
        return [UInt8](unsafeUninitializedCapacity: statementSize) { bytes, count in
            let raw = UnsafeMutableRawBufferPointer(bytes)
            raw[0] = version
            raw[1] = 0
            raw.storeBytes(of: type.rawValue.bigEndian, toByteOffset: 2, as: UInt16.self)
            raw.storeBytes(of: expires.bigEndian, toByteOffset: 4, as: UInt32.self)
            for (offset, number) in [(8, name.high), (16, name.low), (24, user.high), (32, user.low)] {
                raw.storeBytes(of: number.bigEndian, toByteOffset: offset, as: UInt64.self)
            }
            count = statementSize
        }
    }

    /// The 40 bytes that the HMAC covers.
    public var statement: ArraySlice<UInt8> { bytes[..<Self.statementSize] }
    /// The 32 bytes of the HMAC.
    public var code: ArraySlice<UInt8> { bytes[Self.statementSize...] }
    /// The authorised request type.
    public var type: MessageType { MessageType(number(2, UInt16.self)) }
    /// Expiry in seconds since 1970.
    public var expires: UInt32 { number(4, UInt32.self) }
    /// The service that may receive the request.
    public var audience: ServiceName { WireName(high: number(8, UInt64.self), low: number(16, UInt64.self)).service }
    /// The person that the request may be about.
    public var user: UserID { UserID(high: number(24, UInt64.self), low: number(32, UInt64.self)) }

    private func number<N: FixedWidthInteger>(_ offset: Int, _: N.Type) -> N {
        bytes.withUnsafeBytes { N(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: N.self)) }
    }
}

/// A list of capabilities, from a request or from the API.
public struct CapabilitySet: Sendable, Equatable {
    /// The capabilities, concatenated.
    public let bytes: [UInt8]

    /// Nil if the length is not a multiple of `Capability.size`.
    public init?(bytes: [UInt8]) {
        guard bytes.count.isMultiple(of: Capability.size) else { return nil }
        self.bytes = bytes
    }

    /// The given capabilities in order.
    public init(_ capabilities: [Capability]) { bytes = capabilities.flatMap(\.bytes) }

    /// Number of capabilities.
    public var count: Int { bytes.count / Capability.size }
    /// The capability at a position; nil if its version is unknown. Traps if out of bounds.
    public subscript(index: Int) -> Capability? {
        Capability(bytes[index * Capability.size..<(index + 1) * Capability.size])
    }

    /// The first capability for this type, person and service. Its HMAC and expiry are not checked. Linear.
    public func first(_ type: MessageType, user: UserID, audience: ServiceName) -> Capability? {
        // Compares the statements without bytes 4–7, the expiry.
        guard let wanted = Capability.statement(type, user: user, audience: audience, expires: 0) else { return nil }
        let start = bytes.withUnsafeBytes { bytes in
            wanted.withUnsafeBytes { wanted in
                stride(from: 0, to: bytes.count, by: Capability.size).first { offset in
                    func isSame(_ range: Range<Int>) -> Bool {
                        UnsafeRawBufferPointer(rebasing: bytes[offset + range.lowerBound..<offset + range.upperBound])
                            .elementsEqual(wanted[range])
                    }
                    return isSame(0..<4) && isSame(8..<Capability.statementSize)
                }
            }
        }
        return start.flatMap { Capability(bytes[$0..<$0 + Capability.size]) }
    }

    /// The field to attach to a request: its own capability, and those for the requests that the answering service
    /// makes in turn (`Topology.reached`). Nil if its own is missing.
    public func field(_ type: MessageType, user: UserID, audience: ServiceName) -> CapabilityField? {
        guard let own = first(type, user: user, audience: audience) else { return nil }
        let further = Topology.reached(through: type).compactMap { reached in
            Topology.request(reached)?.service.flatMap { first(reached, user: user, audience: $0) }
        }
        return CapabilityField([own] + further)
    }
}
