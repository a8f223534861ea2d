#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An IPv4 or IPv6 address without port and zone. An IPv4 address mapped into IPv6 (RFC 4291 §2.5.5.2) equals its IPv4
/// form.
public struct NetworkAddress: Sendable, Hashable, CustomStringConvertible {
    /// 4 or 16 bytes in network order.
    public let bytes: [UInt8]

    /// 0.0.0.0, for a peer without a network address.
    public static let unspecified = NetworkAddress(bytes: [0, 0, 0, 0])

    private init(bytes: [UInt8]) {
        let isMapped =
            bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        self.bytes = isMapped ? Array(bytes[12...]) : bytes
    }

    /// Nil if the text is not an address literal; brackets and a zone (`%eth0`) are allowed, a port is not.
    public init?(_ text: some StringProtocol) {
        var literal = text[...]
        if literal.first == "[" {
            guard literal.last == "]", literal.contains(":") else { return nil }
            literal = literal.dropFirst().dropLast()
        }
        let plain = String(literal.prefix { $0 != "%" })
        var (four, six) = (in_addr(), in6_addr())
        if literal.count == plain.count, inet_pton(AF_INET, plain, &four) == 1 {
            self.init(bytes: withUnsafeBytes(of: four) { Array($0) })
        } else if inet_pton(AF_INET6, plain, &six) == 1 {
            self.init(bytes: withUnsafeBytes(of: six) { Array($0) })
        } else {
            return nil
        }
    }

    /// - Parameter bytes: in network order; nil if they are neither 4 nor 16.
    public init?(ofBytes bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        guard [4, 16].contains(bytes.count) else { return nil }
        self.init(bytes: bytes)
    }

    /// True for 127/8 and ::1, reachable from this machine only.
    public var isLoopback: Bool { bytes.count == 4 ? bytes[0] == 127 : bytes == Array(repeating: 0, count: 15) + [1] }

    /// True for link-local addresses: 169.254/16 (RFC 3927) and fe80::/10 (RFC 4291).
    public var isLinkLocal: Bool {
        bytes.count == 4 ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    }

    /// True if packets to it stay in the person's own network: loopback, link-local, RFC 1918 and unique local (RFC
    /// 4193).
    public var isPrivate: Bool {
        if isLoopback || isLinkLocal { return true }
        guard bytes.count == 4 else { return bytes[0] & 0xFE == 0xFC }
        return switch (bytes[0], bytes[1]) {
        case (10, _), (192, 168), (172, 16...31): true
        default: false
        }
    }

    /// The address block of one subscriber, for rate limits: an IPv4 address, or the /64 of an IPv6 address (RFC 6177).
    public var subscriber: NetworkAddress {
        bytes.count == 4 ? self : NetworkAddress(bytes: bytes[..<8] + Array(repeating: 0, count: 8))
    }

    /// The address literal: dotted decimal, or the canonical IPv6 text without brackets.
    public var description: String {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = bytes.withUnsafeBytes { inet_ntop(AF_INET6, $0.baseAddress, &text, socklen_t(text.count)) }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// A single address, or a network in CIDR notation such as `10.0.0.0/8`.
public struct AddressRange: Sendable, Hashable {
    let base: NetworkAddress
    /// Number of leading bits that must be equal.
    let length: Int

    /// Nil if the text is neither.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, let base = NetworkAddress(first), parts.count <= 2 else { return nil }
        let longest = base.bytes.count * 8
        guard let length = parts.count == 2 ? Int(parts[1]) : longest, (0...longest).contains(length) else {
            return nil
        }
        (self.base, self.length) = (base, length)
    }

    /// True if the address is in the range. IPv4 and IPv6 never match each other.
    public func contains(_ address: NetworkAddress) -> Bool {
        guard address.bytes.count == base.bytes.count else { return false }
        return zip(address.bytes, base.bytes).enumerated().allSatisfy { index, pair in
            let bits = min(8, max(0, length - index * 8))
            return (pair.0 ^ pair.1) >> (8 - bits) == 0
        }
    }
}
