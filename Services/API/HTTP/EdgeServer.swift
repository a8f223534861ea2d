import Hummingbird
import HummingbirdCore
import Logging
import ServiceKit

/// Serves a router at an address: HTTP, or HTTPS with a certificate.
struct EdgeServer: Sendable {
    let site: Site
    let log: Logger
    /// nil for plain HTTP.
    var certificate: ServerCertificate?
    var limits = EdgeLimits()
    var metrics: PrometheusRegistry?

    /// Serves until cancelled.
    /// - Parameter bound: called once with the bound address, `host:port`.
    func run(
        _ router: Router<EdgeContext>, at address: HostPort, bound: @escaping @Sendable (String) -> Void
    ) async throws {
        let gate = ConnectionGate(limits.connections, site: site, metrics: metrics)
        let (limits, certificate) = (limits, certificate)
        let application = Application(
            router: router,
            server: HTTPServerBuilder {
                EdgeChannel(gate: gate, limits: limits, certificate: certificate, responder: $0)
            },
            // The kernel's default maximum: connections are accepted and checked faster than a flood fills the backlog.
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port), serverName: nil, backlog: 4096),
            onServerRunning: { channel in
                if let local = channel.localAddress, let port = local.port {
                    bound("\(HostPort(host: local.ipAddress ?? address.host, port: port))")
                }
            }, logger: log)
        try await application.run()
    }
}
