import HTTPTypes
import ServiceKit
import SystemKit

/// The address under which browsers reach this installation, and what depends on it: same-origin checks, the cookies'
/// names, trusted proxies.
struct Site: Sendable {
    /// Accepted host names besides IP addresses and `localhost`, lower case.
    var names: Set<String> = []
    /// nil if browsers use the address that the process listens on.
    var publicOrigin: WebOrigin?
    var exposure = HTTPExposure.loopback
    var proxies: [AddressRange] = []
    var sendsHSTS = false
    /// Address on the machine at which a container's port is published; nil if it is not published.
    var published: HostPort?

    init() {}

    /// - Throws: `StartFailure` if the connection would be unencrypted over a network without an explicit setting.
    init(_ configuration: Configuration) throws(StartFailure) {
        names = configuration.httpNames
        publicOrigin = configuration.publicURL
        exposure = try configuration.httpExposure()
        proxies = configuration.trustedProxies
        sendsHSTS = configuration.sendsHSTS
        published = configuration.published
    }

    /// True if browsers reach this site by HTTPS.
    var isSecure: Bool { exposure == .encrypted || publicOrigin?.isSecure == true }

    /// The prefix makes browsers reject this cookie from subdomains and over plain HTTP (RFC 6265bis §4.1.3.2). Cookies
    /// know no port (§8.5): other web servers of the same host name get them.
    var sessionCookie: String { prefix + "pulsum_session" }
    /// Identifies a browser that signed in before; it grants no access.
    var deviceCookie: String { prefix + "pulsum_device" }
    /// A sign-in on its way to the identity provider and back.
    var attemptCookie: String { prefix + "pulsum_login" }
    /// The session of whoever looks around as the example person; it becomes `sessionCookie` again.
    var keptCookie: String { prefix + "pulsum_own" }
    private var prefix: String { isSecure ? "__Host-" : "" }

    /// The origin under which the browser that sent a request reaches this site.
    /// - Parameter authority: of the request; `KnownHosts` has checked it.
    func origin(_ authority: String?) -> String {
        publicOrigin.map { "\($0)" } ?? "\(exposure == .encrypted ? "https" : "http")://\(authority ?? "")"
    }

    func trusts(_ address: NetworkAddress) -> Bool { proxies.contains { $0.contains(address) } }

    /// True if the origin is this site's.
    /// - Parameter authority: of the request.
    func owns(_ origin: WebOrigin, authority: String?) -> Bool {
        if let publicOrigin, origin.host == publicOrigin.host { return origin == publicOrigin }
        return WebOrigin(scheme: exposure == .encrypted ? "https" : "http", authority: authority ?? "") == origin
    }

    /// True for a browser or program of the machine that Pulsum runs on, which asks Pulsum itself and by a name of this
    /// machine: what a proxy passes on comes from anywhere. Where a public address is named, a proxy may pass on requests
    /// that look alike, and nothing counts.
    func isFromThisMachine(peer: NetworkAddress, _ head: HTTPRequest) -> Bool {
        let forwarding = ["X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via"]
        let isPublic =
            publicOrigin.map { $0.host != "localhost" && NetworkAddress($0.host)?.isLoopback != true } ?? false
        guard peer.isLoopback, !isPublic, forwarding.allSatisfy({ head.headerFields[HTTPField.Name($0)!] == nil })
        else {
            return false
        }
        let host = WebOrigin(scheme: "http", authority: head.authority ?? "")?.host ?? ""
        return host == "localhost" || NetworkAddress(host)?.isLoopback == true
    }

    /// The client's address: the right-most address of `X-Forwarded-For` that is not a trusted proxy, because all
    /// entries to its left can be forged.
    /// - Parameter forwarded: the header's values in order.
    func client(peer: NetworkAddress, forwarded: [String]) -> NetworkAddress {
        var client = peer
        for entry in forwarded.flatMap({ $0.split(separator: ",") }).reversed() where trusts(client) {
            let text = entry.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
            guard let address = NetworkAddress(text) ?? HostPort(text).flatMap({ NetworkAddress($0.host) }) else {
                break
            }
            client = address
        }
        return client
    }
}
