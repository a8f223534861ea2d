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
    let streams: EventStreams
    let log: Logger
    /// See `KnownHosts`.
    var names: Set<String> = []
    /// Called after an account was made.
    var created: @Sendable () async -> Void = {}

    func router() throws -> Router<EdgeContext> {
        let router = Router(context: EdgeContext.self)
        router.add(middleware: TraceMiddleware())
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: KnownHosts(names: names))
        try WebPage().add(to: router)
        let accountRoutes = AccountRoutes(accounts: accounts, profiles: profiles, erasures: erasures, bus: bus, created: created)
        let sessionRoutes = SessionRoutes(accounts: accounts)
        // Who may use which route stands in `Access.table`.
        let signedIn = router.group("v1").add(middleware: Authentication(credentials: accounts.credentials))
        accountRoutes.addOpen(to: signedIn)
        sessionRoutes.addOpen(to: signedIn)
        accountRoutes.add(to: signedIn)
        sessionRoutes.add(to: signedIn)
        SecondFactorRoutes(accounts: accounts).add(to: signedIn)
        ConfirmRoute(accounts: accounts).add(to: signedIn)
        TokenRoutes(credentials: accounts.credentials, record: accounts.record).add(to: signedIn)
        DataRoutes(profiles: profiles, bus: bus, now: accounts.now).add(to: signedIn)
        IngestRoutes(bus: bus).add(to: signedIn)
        CoachRoutes(profiles: profiles, bus: bus, credentials: accounts.credentials, record: accounts.record, now: accounts.now).add(to: signedIn)
        LiveRoutes(bus: bus, streams: streams).add(to: signedIn)
        InstallationRoutes(bus: bus).add(to: signedIn)
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
