import SystemKit

/// The configured address of the cloud model. Plain HTTP is allowed for private addresses only.
struct CloudAddress: Sendable, Equatable {
    /// The full URL: the base and the path of the provider's shape.
    let url: String
    /// Host of the URL, without its port.
    let host: String
    let shape: CloudShape
    /// Host and path as shown in receipts.
    let destination: String
    /// True for loopback, private networks, and names without a dot, which no public server has.
    let isPrivate: Bool

    /// OpenAI's own servers.
    var isOpenAI: Bool { host == "api.openai.com" }

    struct Unsafe: Error, CustomStringConvertible {
        let description =
            "PULSUM_CLOUD_URL must begin with https:// unless its host is on this machine or a private network."
    }

    /// - Throws: `Unsafe` if `base` is plain HTTP to a public host.
    init(_ base: String, shape: CloudShape = .responses) throws(Unsafe) {
        guard let scheme = base.range(of: "://") else { throw Unsafe() }
        let rest = base[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" }
        let host =
            authority.first == "["
            ? String(authority.dropFirst().prefix { $0 != "]" }) : String(authority.prefix { $0 != ":" }).lowercased()
        isPrivate = Self.isPrivate(host)
        guard base.hasPrefix("https://") || (base.hasPrefix("http://") && isPrivate), !host.isEmpty else {
            throw Unsafe()
        }
        (url, destination) = (base + shape.path, rest + shape.path)
        (self.host, self.shape) = (host, shape)
    }

    /// RFC 1918, RFC 4193, RFC 6761 and loopback. Not 169.254/16, where hosted machines hand out credentials.
    private static func isPrivate(_ host: String) -> Bool {
        guard let address = NetworkAddress(host) else {
            return host.hasSuffix(".localhost") || !host.contains { $0 == "." || $0 == ":" }
        }
        return address.isPrivate && !(address.bytes.count == 4 && address.isLinkLocal)
    }
}
