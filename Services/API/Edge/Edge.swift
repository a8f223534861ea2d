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

    /// Every route of the HTTP API, in the order of the readable page.
    var endpoints: Endpoints {
        // Pages are for sessions only; below `/v1` the reader may be a device token.
        let bus = AudienceBus(self.bus)
        var endpoints = Endpoints()
        let accountRoutes = AccountRoutes(
            accounts: accounts, profiles: profiles, erasures: erasures, bus: bus, created: created)
        accountRoutes.declareOpen(in: &endpoints)
        let sessions = SessionRoutes(accounts: accounts)
        sessions.declareOpen(in: &endpoints)
        sessions.declare(in: &endpoints)
        ConfirmRoute(accounts: accounts).declare(in: &endpoints)
        SecondFactorRoutes(accounts: accounts).declare(in: &endpoints)
        accountRoutes.declare(in: &endpoints)
        accountRoutes.declareWeight(in: &endpoints)
        TokenRoutes(credentials: accounts.credentials, record: accounts.record).declare(in: &endpoints)
        TodayRoutes(profiles: profiles, bus: bus, now: accounts.now).declare(in: &endpoints)
        DataRoutes(
            profiles: profiles, bus: bus, credentials: accounts.credentials, waits: waits, now: accounts.now
        ).declare(in: &endpoints)
        UndoRoutes(profiles: profiles, bus: bus, record: accounts.record, now: accounts.now).declare(in: &endpoints)
        IngestRoutes(bus: bus, credentials: accounts.credentials).declare(in: &endpoints)
        LetterRoutes(profiles: profiles, bus: bus, now: accounts.now).declare(in: &endpoints)
        ArrivalRoutes(profiles: profiles, bus: bus, now: accounts.now).declare(in: &endpoints)
        CalendarRoutes(profiles: profiles, bus: bus, now: accounts.now).declare(in: &endpoints)
        TagRoutes(profiles: profiles, bus: bus, now: accounts.now).declare(in: &endpoints)
        journal(on: bus).declare(in: &endpoints)
        TranscriptionRoutes(bus: bus).declare(in: &endpoints)
        coach(on: bus).declare(in: &endpoints)
        let goals = GoalsDesk(profiles: profiles, bus: bus, now: accounts.now)
        GoalRoutes(desk: goals).declare(in: &endpoints)
        TermRoutes(desk: goals).declare(in: &endpoints)
        ActionRoutes(desk: goals).declare(in: &endpoints)
        ValueRoutes(desk: goals).declare(in: &endpoints)
        MeasureRoutes(desk: goals).declare(in: &endpoints)
        OverviewRoutes(desk: goals).declare(in: &endpoints)
        QuickAddRoutes(desk: goals).declare(in: &endpoints)
        ReviewRoutes(desk: goals).declare(in: &endpoints)
        RestoreRoutes(desk: goals).declare(in: &endpoints)
        HealthRuleRoutes(desk: goals).declare(in: &endpoints)
        TableRoutes(desk: goals).declare(in: &endpoints)
        PlanRoutes(
            profiles: profiles, bus: bus, now: accounts.now, limit: PlanLimit(store: accounts.store, now: accounts.now)
        ).declare(in: &endpoints)
        LiveRoutes(bus: self.bus, streams: streams).declare(in: &endpoints)
        InstallationRoutes(accounts: accounts, bus: bus).declare(in: &endpoints)
        return endpoints
    }

    func router() throws -> Router<EdgeContext> {
        let files = try StaticFiles()
        let web = WebRoutes(
            accounts: accounts, profiles: profiles, erasures: erasures, bus: bus,
            renderer: try PageRenderer(assets: files.path),
            journal: journal(on: bus), coach: coach(on: bus), openBodyBytes: limits.openBodyBytes,
            lastBackup: lastBackup,
            created: created, team: team)
        let endpoints = endpoints
        let router = Router(context: EdgeContext.self)
        router.add(middleware: TraceMiddleware(tracer: tracer, waits: waits))
        router.add(middleware: RepresentationMiddleware(compressed: endpoints.compressed))
        router.add(
            middleware: ProblemMiddleware(routes: endpoints.operations.map(\.route)) {
                [site] problem, request, context in
                // The site names the session's cookie; its own middleware runs later.
                var context = context
                context.site = site
                return await web.shown(problem, request, context)
            })
        router.add(middleware: SiteMiddleware(site: site))
        router.add(middleware: KnownHosts(site: site))
        files.add(to: router)
        web.add(to: router)
        DocumentRoutes(endpoints.operations, assets: files.path).add(to: router)
        let authentication = Authentication(credentials: accounts.credentials, access: endpoints.access)
        let guarded = router.group().add(middleware: authentication)
        endpoints.add(
            to: guarded, open: guarded.group().add(middleware: OpenBody(limit: limits.openBodyBytes)))
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
