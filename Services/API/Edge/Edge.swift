import Bus
import Foundation
import Hummingbird
import Logging
import Messages
import Pages
import ServiceKit
import Storage

/// The HTTP server: JSON under `/v1`, and the pages for browsers.
struct Edge: Sendable {
    let accounts: Accounts
    let profiles: Profiles
    let erasures: Erasures
    let bus: BusConnection
    let streams: EventStreams
    let log: Logger
    var site = Site()
    /// nil for plain HTTP.
    var certificate: ServerCertificate?
    var limits = EdgeLimits()
    var metrics: PrometheusRegistry?
    var tracer = BusTracer()
    var waits = WaitTimes()
    /// The instant of the last backup; nil if none is known.
    var lastBackup: @Sendable () -> Milliseconds? = { nil }
    /// Called after an account was created.
    var created: @Sendable () async -> Void = {}
    /// Nil without an identity provider.
    var team: TeamSignIn?

    func router() throws -> Router<EdgeContext> {
        let files = try StaticFiles()
        let web = WebRoutes(
            accounts: accounts, profiles: profiles, erasures: erasures, bus: bus,
            renderer: try PageRenderer(assets: files.path),
            journal: journal(on: bus), coach: coach(on: bus), openBodyBytes: limits.openBodyBytes,
            lastBackup: lastBackup,
            created: created, team: team)
        let router = Router(context: EdgeContext.self)
        router.add(middleware: TraceMiddleware(tracer: tracer, waits: waits))
        router.add(middleware: RepresentationMiddleware())
        router.add(
            middleware: ProblemMiddleware { [site] problem, request, context in
                // The site names the session's cookie; its own middleware runs later.
                var context = context
                context.site = site
                return await web.shown(problem, request, context)
            })
        router.add(middleware: SiteMiddleware(site: site))
        router.add(middleware: KnownHosts(site: site))
        // Pages are for sessions only; below `/v1` the reader may be a device token.
        let bus = AudienceBus(self.bus)
        let data = DataRoutes(
            profiles: profiles, bus: bus, credentials: accounts.credentials, waits: waits, now: accounts.now)
        files.add(to: router)
        web.add(to: router)
        DocumentRoutes(assets: files.path).add(to: router)
        let accountRoutes = AccountRoutes(
            accounts: accounts, profiles: profiles, erasures: erasures, bus: bus, created: created)
        let sessionRoutes = SessionRoutes(accounts: accounts)
        // `Access.table` defines the access of each route.
        let authentication = Authentication(credentials: accounts.credentials)
        accountRoutes.addWeight(to: router.group("auth").add(middleware: authentication))
        let signedIn = router.group("v1").add(middleware: authentication)
        let open = signedIn.group().add(middleware: OpenBody(limit: limits.openBodyBytes))
        accountRoutes.addOpen(to: open)
        sessionRoutes.addOpen(to: open)
        accountRoutes.add(to: signedIn)
        sessionRoutes.add(to: signedIn)
        SecondFactorRoutes(accounts: accounts).add(to: signedIn)
        ConfirmRoute(accounts: accounts).add(to: signedIn)
        TokenRoutes(credentials: accounts.credentials, record: accounts.record).add(to: signedIn)
        data.add(to: signedIn)
        TodayRoutes(profiles: profiles, bus: bus, now: accounts.now).add(to: signedIn)
        LetterRoutes(profiles: profiles, bus: bus, now: accounts.now).add(to: signedIn)
        ArrivalRoutes(profiles: profiles, bus: bus, now: accounts.now).add(to: signedIn)
        CalendarRoutes(profiles: profiles, bus: bus, now: accounts.now).add(to: signedIn)
        TagRoutes(profiles: profiles, bus: bus, now: accounts.now).add(to: signedIn)
        UndoRoutes(profiles: profiles, bus: bus, record: accounts.record, now: accounts.now).add(to: signedIn)
        journal(on: bus).add(to: signedIn)
        TranscriptionRoutes(bus: bus).add(to: signedIn)
        IngestRoutes(bus: bus, credentials: accounts.credentials).add(to: signedIn)
        coach(on: bus).add(to: signedIn)
        let goals = GoalsDesk(profiles: profiles, bus: bus, now: accounts.now)
        GoalRoutes(desk: goals).add(to: signedIn)
        TermRoutes(desk: goals).add(to: signedIn)
        ActionRoutes(desk: goals).add(to: signedIn)
        ValueRoutes(desk: goals).add(to: signedIn)
        MeasureRoutes(desk: goals).add(to: signedIn)
        OverviewRoutes(desk: goals).add(to: signedIn)
        QuickAddRoutes(desk: goals).add(to: signedIn)
        ReviewRoutes(desk: goals).add(to: signedIn)
        HealthRuleRoutes(desk: goals).add(to: signedIn)
        TableRoutes(desk: goals).add(to: signedIn)
        PlanRoutes(
            profiles: profiles, bus: bus, now: accounts.now, limit: PlanLimit(store: accounts.store, now: accounts.now)
        ).add(to: signedIn)
        RestoreRoutes(desk: goals).add(to: signedIn)
        LiveRoutes(bus: self.bus, streams: streams).add(to: signedIn)
        InstallationRoutes(accounts: accounts, bus: bus).add(to: signedIn)
        return router
    }

    private func journal(on bus: any Requesting) -> JournalRoutes {
        JournalRoutes(profiles: profiles, bus: bus, waits: waits, now: accounts.now)
    }

    private func coach(on bus: any Requesting) -> CoachRoutes {
        CoachRoutes(
            profiles: profiles, bus: bus, credentials: accounts.credentials, record: accounts.record, now: accounts.now)
    }

    /// Serves until cancelled.
    /// - Parameter bound: called once with the bound address, `host:port`.
    func run(at address: HostPort, bound: @escaping @Sendable (String) -> Void) async throws {
        var server = EdgeServer(site: site, log: log)
        (server.certificate, server.limits, server.metrics) = (certificate, limits, metrics)
        try await server.run(try router(), at: address, bound: bound)
    }
}
