import Messages

/// The API's word that one type of request about one person may be asked of one service, for a few minutes: 72 bytes, numbers big endian.
///
/// | offset | bytes | |
/// |---|---|---|
/// | 0 | 1 | version, 1 |
/// | 1 | 1 | 0 |
/// | 2 | 2 | request type |
/// | 4 | 4 | when it expires, seconds since 1970 |
/// | 8 | 16 | the service that answers, ASCII, zero-padded |
/// | 24 | 16 | the person |
/// | 40 | 32 | HMAC-SHA256 over the 40 bytes before, under the key that the API shares with that service |
public struct Capability: Hashable, Sendable {
    public static let size = 72
    static let statementSize = 40
    private static let version: UInt8 = 1

    /// Exactly `size`.
    public let bytes: [UInt8]

    /// Nil where these are not the bytes of a capability of this version. Says nothing about the code.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = Array(bytes)
        guard self.bytes[0] == Self.version else { return nil }
    }

    /// What the code is made over; nil where the service's name is malformed.
    public static func statement(_ type: MessageType, user: UserID, audience: ServiceName, expires: UInt32) -> [UInt8]? {
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

    public var statement: ArraySlice<UInt8> { bytes[..<Self.statementSize] }
    public var code: ArraySlice<UInt8> { bytes[Self.statementSize...] }
    public var type: MessageType { MessageType(number(2, UInt16.self)) }
    /// Seconds since 1970.
    public var expires: UInt32 { number(4, UInt32.self) }
    public var audience: ServiceName { WireName(high: number(8, UInt64.self), low: number(16, UInt64.self)).service }
    public var user: UserID { UserID(high: number(24, UInt64.self), low: number(32, UInt64.self)) }

    private func number<N: FixedWidthInteger>(_ offset: Int, _: N.Type) -> N {
        bytes.withUnsafeBytes { N(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: N.self)) }
    }
}

/// Capabilities that came together: with a request, or from the API for a client.
public struct CapabilitySet: Sendable, Equatable {
    /// One capability after the other.
    public let bytes: [UInt8]

    /// Nil where the bytes are not whole capabilities.
    public init?(bytes: [UInt8]) {
        guard bytes.count.isMultiple(of: Capability.size) else { return nil }
        self.bytes = bytes
    }

    public init(_ capabilities: [Capability]) { bytes = capabilities.flatMap(\.bytes) }

    public var count: Int { bytes.count / Capability.size }
    public subscript(index: Int) -> Capability? { Capability(bytes[index * Capability.size..<(index + 1) * Capability.size]) }

    /// The first that says so; its code is not checked.
    public func first(_ type: MessageType, user: UserID, audience: ServiceName) -> Capability? {
        // Version to expiry differ in the four bytes of the latter only, which are left out of the comparison.
        guard let wanted = Capability.statement(type, user: user, audience: audience, expires: 0) else { return nil }
        let start = bytes.withUnsafeBytes { bytes in
            wanted.withUnsafeBytes { wanted in
                stride(from: 0, to: bytes.count, by: Capability.size).first { offset in
                    func isSame(_ range: Range<Int>) -> Bool {
                        UnsafeRawBufferPointer(rebasing: bytes[offset + range.lowerBound..<offset + range.upperBound]).elementsEqual(wanted[range])
                    }
                    return isSame(0..<4) && isSame(8..<Capability.statementSize)
                }
            }
        }
        return start.flatMap { Capability(bytes[$0..<$0 + Capability.size]) }
    }

    /// What goes with a request: its own capability, and those for what the answering service asks others in turn (`Topology.reached`).
    public func field(_ type: MessageType, user: UserID, audience: ServiceName) -> CapabilityField? {
        guard let own = first(type, user: user, audience: audience) else { return nil }
        let further = Topology.reached(through: type).compactMap { reached in
            Topology.request(reached)?.service.flatMap { first(reached, user: user, audience: $0) }
        }
        return CapabilityField([own] + further)
    }
}
