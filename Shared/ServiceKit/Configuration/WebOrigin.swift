import SystemKit

/// Scheme, host and port of a page (RFC 6454), as a browser sends them in `Origin`.
public struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// Lower case; an IPv6 address without its brackets.
    public let host: String
    /// 80 or 443 if not given.
    public let port: Int

    /// True for https.
    public var isSecure: Bool { scheme == "https" }

    /// Nil if the text is not `http(s)://host[:port]`, optionally followed by one slash.
    public init?(_ text: some StringProtocol) {
        guard let end = text.firstRange(of: "://") else { return nil }
        let authority = text[end.upperBound...]
        self.init(
            scheme: text[..<end.lowerBound], authority: authority.last == "/" ? authority.dropLast() : authority[...])
    }

    /// An origin from its parts; nil if they are malformed.
    /// - Parameter authority: as in the `Host` header (RFC 9110 §7.2).
    public init?(scheme: some StringProtocol, authority: some StringProtocol) {
        let scheme = scheme.lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        var host = authority[...]
        var port = scheme == "https" ? 443 : 80
        if let colon = authority.lastIndex(of: ":"), authority[colon...].firstIndex(of: "]") == nil {
            host = authority[..<colon]
            let digits = authority[authority.index(after: colon)...]
            // "host:" means the default port (RFC 3986 §3.2.3).
            if !digits.isEmpty {
                guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                    let number = UInt16(digits)
                else { return nil }
                port = Int(number)
            }
        }
        if host.first == "[" {
            guard let address = NetworkAddress(host), !host.contains("%") else { return nil }
            self.init(scheme, address.bytes.count == 16 ? "\(address)" : String(host.dropFirst().dropLast()), port)
        } else {
            // A dot at the end denotes the DNS root; the name without it is the same.
            let name = (host.last == "." ? host.dropLast() : host).lowercased()
            let isName = name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || [0x2D, 0x2E, 0x5F].contains(byte)
            }
            guard !name.isEmpty, name.utf8.count <= 253, isName else { return nil }
            self.init(scheme, name, port)
        }
    }

    private init(_ scheme: String, _ host: String, _ port: Int) {
        (self.scheme, self.host, self.port) = (scheme, host, port)
    }

    public var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? "\(scheme)://\(name)" : "\(scheme)://\(name):\(port)"
    }
}
