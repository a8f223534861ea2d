#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Addresses within the person's own network: loopback, RFC 1918, RFC 3927 and RFC 4291 link-local, RFC 4193 unique
/// local.
public enum PrivateNetwork {
    /// Whether a literal address is private; nil if it is not a literal, for example a name.
    /// - Parameter literal: IPv4 in four decimal parts or IPv6 without brackets. An IPv4 address mapped into IPv6 is
    ///   checked as IPv4.
    public static func holds(_ literal: String) -> Bool? {
        var four = in_addr()
        if inet_pton(AF_INET, literal, &four) == 1 { return withUnsafeBytes(of: four) { holdsIPv4(Array($0)) } }
        var six = in6_addr()
        guard inet_pton(AF_INET6, literal, &six) == 1 else { return nil }
        return withUnsafeBytes(of: six) { bytes in
            let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            if isMapped { return holdsIPv4(Array(bytes[12...])) }
            let isLoopback = bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] == 1
            return isLoopback || bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
        }
    }

    private static func holdsIPv4(_ parts: [UInt8]) -> Bool {
        switch (parts[0], parts[1]) {
        case (127, _), (10, _), (192, 168), (169, 254), (172, 16...31): true
        default: false
        }
    }

    /// All current addresses of a name, IPv4 first; a literal yields itself. Empty if the name is unknown. Blocks on
    /// the network.
    static func addresses(of host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        var found: [(family: Int32, text: String)] = []
        var next = first
        while let entry = next?.pointee {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            if getnameinfo(entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 {
                found.append((entry.ai_family, String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)))
            }
            next = entry.ai_next
        }
        return (found.filter { $0.family == AF_INET } + found.filter { $0.family != AF_INET }).map(\.text)
    }
}
