#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Resolves host names.
package enum HostName: Sendable {
    /// Current addresses of a name, IPv4 first; a literal resolves to itself. Empty if the name is unknown. Blocks on
    /// the network.
    package static func addresses(of host: String) -> [String] {
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
                found.append(
                    (
                        entry.ai_family,
                        String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                    ))
            }
            next = entry.ai_next
        }
        return (found.filter { $0.family == AF_INET } + found.filter { $0.family != AF_INET }).map(\.text)
    }
}
