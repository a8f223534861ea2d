import Messages
import SystemKit

/// Who can reach the web app without encryption.
public enum HTTPExposure: Sendable, Equatable {
    /// Nobody: this process has a certificate.
    case encrypted
    /// Programs on this machine only.
    case loopback
    /// This machine and the configured proxies, which encrypt; other peers are rejected.
    case proxied
    /// Everybody who reaches the address; allowed explicitly by the operator.
    case clearText
}

extension Configuration {
    /// How the configured address is exposed.
    /// - Throws: `StartFailure` if others could read the traffic and the operator did not allow it.
    public func httpExposure() throws(StartFailure) -> HTTPExposure {
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw StartFailure(
                "PULSUM_TLS_CERT and PULSUM_TLS_KEY belong together; set both or neither.",
                status: StartFailure.badConfiguration)
        }
        if tlsCertificate != nil { return .encrypted }
        let reached = published ?? http
        if reached.host == "localhost" || NetworkAddress(reached.host)?.isLoopback == true { return .loopback }
        if publicURL?.isSecure == true, !trustedProxies.isEmpty { return .proxied }
        if allowsClearText { return .clearText }
        throw StartFailure(
            "Pulsum does not serve \(reached) without encryption, since others could read passwords and journals on the way: set PULSUM_TLS_CERT and PULSUM_TLS_KEY, or PULSUM_PUBLIC_URL (https) and PULSUM_TRUSTED_PROXIES for a proxy, or PULSUM_CLEAR_TEXT=1 to do it all the same.",
            status: StartFailure.badConfiguration)
    }

    /// URL of the web app for a browser.
    /// - Parameter bound: the API's listening address.
    public func pageURL(at bound: HostPort) -> String {
        if let publicURL { return "\(publicURL)" }
        let address = published ?? bound
        let host = ["0.0.0.0", "::"].contains(address.host) ? "127.0.0.1" : address.host
        return "\(tlsCertificate == nil ? "http" : "https")://\(HostPort(host: host, port: address.port))"
    }
}
