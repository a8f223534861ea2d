import Bus
import Foundation
import Hummingbird
import Logging
import Messages
import ServiceKit
import Storage

/// The only way in: JSON under `/v1`, the web page beside it.
struct Edge: Sendable {
    let accounts: Accounts
    let profiles: Profiles
    let erasures: Erasures
    let bus: BusConnection
    let log: Logger
    var site = Site()

    func router() throws -> Router<EdgeContext> {
        let router = Router(context: EdgeContext.self)
        router.add(middleware: TraceMiddleware())
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: SiteMiddleware(site: site))
        router.add(middleware: KnownHosts(site: site))
        try WebPage().add(to: router)
        let accountRoutes = AccountRoutes(accounts: accounts, profiles: profiles, erasures: erasures, bus: bus)
        accountRoutes.addOpen(to: router.group("v1"))
        let signedIn = router.group("v1").add(middleware: Authentication(accounts: accounts))
        accountRoutes.add(to: signedIn)
        DataRoutes(profiles: profiles, bus: bus, now: accounts.now).add(to: signedIn)
        IngestRoutes(bus: bus).add(to: signedIn)
        CoachRoutes(profiles: profiles, bus: bus, now: accounts.now).add(to: signedIn)
        LiveRoutes(bus: bus).add(to: signedIn)
        return router
    }

    /// Serves until cancelled.
    /// - Parameter bound: called once with the address that was bound, `host:port`.
    func run(host: String, port: Int, bound: @escaping @Sendable (String) -> Void) async throws {
        let application = Application(
            router: try router(), configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: nil),
            onServerRunning: { channel in
                if let address = channel.localAddress, let port = address.port { bound("\(address.ipAddress ?? host):\(port)") }
            }, logger: log)
        try await application.run()
    }
}
