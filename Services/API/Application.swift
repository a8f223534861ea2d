import Bus
import Foundation
import Hummingbird
import Localization
import Logging
import Messages
import Pages
import ServiceKit
import ServiceLifecycle
import Tracing

/// The HTTP server: JSON under `/v1`, and the pages for browsers. It alone knows all features.
struct APIApplication: Sendable {
    let accounts: Accounts
    let profiles: Profiles
    let erasures: Erasures
    let bus: any Requesting
    let streams: EventStreams
    let log: Logger
    var site = Site()
    /// nil for plain HTTP.
    var certificate: ServerCertificate?
    var limits = EdgeLimits()
    var metrics: PrometheusRegistry?
    var tracer = BusTracer()
    var waits = WaitTimes()
    var sights = NightSights()
    /// The instant of the last backup; nil if none is known.
    var lastBackup: @Sendable () -> Milliseconds? = { nil }
    /// Called after an account was created.
    var created: @Sendable () async -> Void = {}
    /// Nil without an identity provider.
    var team: TeamSignIn?

    private var now: @Sendable () -> Milliseconds { accounts.now }

    // MARK: Features

    /// Every route of the HTTP API, in the order of the readable page.
    var endpoints: Endpoints {
        // Pages are for sessions only; below `/v1` the reader may be a device token.
        let bus = AudienceBus(self.bus, shown: NightWitness(self.bus, sights, now: now))
        var endpoints = Endpoints()
        let account = AccountEndpoints(
            accounts: accounts, profiles: profiles, erasures: erasures, bus: bus, created: created)
        account.declareOpen(in: &endpoints)
        let sessions = SessionEndpoints(accounts: accounts)
        sessions.declareOpen(in: &endpoints)
        sessions.declare(in: &endpoints)
        ConfirmEndpoint(accounts: accounts).declare(in: &endpoints)
        SecondFactorEndpoints(accounts: accounts).declare(in: &endpoints)
        account.declare(in: &endpoints)
        account.declareWeight(in: &endpoints)
        TokenEndpoints(tokens: accounts.deviceTokens).declare(in: &endpoints)
        TodayEndpoints(profiles: profiles, bus: bus, now: now).declare(in: &endpoints)
        SourceEndpoints(profiles: profiles, bus: bus, credentials: accounts.credentials, waits: waits, now: now)
            .declare(in: &endpoints)
        UndoEndpoints(profiles: profiles, bus: bus, record: accounts.record, now: now).declare(in: &endpoints)
        IngestEndpoints(bus: bus, credentials: accounts.credentials).declare(in: &endpoints)
        CompanionEndpoints(accounts: accounts, bus: bus).declare(in: &endpoints)
        SourceHabits(accounts: accounts, bus: bus).declare(in: &endpoints)
        KindEndpoints(
            profiles: profiles, bus: bus, credentials: accounts.credentials, record: accounts.record, now: now
        ).declare(in: &endpoints)
        LetterEndpoints(profiles: profiles, bus: bus, now: now).declare(in: &endpoints)
        ArrivalEndpoints(profiles: profiles, bus: bus, now: now).declare(in: &endpoints)
        ScoreEndpoints(profiles: profiles, bus: bus, now: now).declare(in: &endpoints)
        DayEndpoints(profiles: profiles, bus: bus, now: now).declare(in: &endpoints)
        CalendarEndpoints(profiles: profiles, bus: bus, now: now).declare(in: &endpoints)
        TagEndpoints(profiles: profiles, bus: bus, now: now).declare(in: &endpoints)
        JournalEndpoints(profiles: profiles, bus: AwaitedScores(bus: bus, waits: waits), now: now)
            .declare(in: &endpoints)
        TranscriptionEndpoints(bus: bus).declare(in: &endpoints)
        CoachEndpoints(profiles: profiles, bus: bus, now: now).declare(in: &endpoints)
        SafetyEndpoints(profiles: profiles, bus: bus, now: now).declare(in: &endpoints)
        CloudEndpoints(
            profiles: profiles, bus: bus, credentials: accounts.credentials, record: accounts.record, now: now
        ).declare(in: &endpoints)
        let goals = GoalsDesk(profiles: profiles, bus: bus, now: now)
        GoalEndpoints(desk: goals).declare(in: &endpoints)
        TermEndpoints(desk: goals).declare(in: &endpoints)
        ActionEndpoints(desk: goals).declare(in: &endpoints)
        ValueEndpoints(desk: goals).declare(in: &endpoints)
        MeasureEndpoints(desk: goals).declare(in: &endpoints)
        OverviewEndpoints(desk: goals).declare(in: &endpoints)
        QuickAddEndpoints(desk: goals).declare(in: &endpoints)
        ReviewEndpoints(desk: goals).declare(in: &endpoints)
        RestoreEndpoints(desk: goals).declare(in: &endpoints)
        HealthRuleEndpoints(desk: goals).declare(in: &endpoints)
        TableEndpoints(desk: goals).declare(in: &endpoints)
        PlanEndpoints(profiles: profiles, bus: bus, now: now, limit: planLimit).declare(in: &endpoints)
        LiveEndpoints(streams: streams).declare(in: &endpoints)
        InstallationEndpoints(accounts: accounts, bus: bus).declare(in: &endpoints)
        return endpoints
    }

    /// The pages of every feature.
    private func pages(_ pager: Pager) -> [any FeaturePages] {
        let reconfirmer = Reconfirmer(accounts: accounts, team: team)
        let journal = AwaitedScores(bus: bus, waits: waits)
        let example = ExampleDoor(bus: bus, accounts: accounts, profiles: profiles, log: log)
        return [
            SignInPages(
                pager: pager, bus: bus, accounts: accounts, profiles: profiles, reconfirmer: reconfirmer, team: team,
                example: example, created: created),
            OpenIDPages(pager: pager, bus: bus, accounts: accounts, team: team, created: created),
            SecurityPages(pager: pager, bus: bus, accounts: accounts, team: team),
            OperatorPages(pager: pager, bus: bus, accounts: accounts, lastBackup: lastBackup),
            TextPages(pager: pager, bus: bus),
            ReachPages(pager: pager, bus: bus, accounts: accounts, certificate: certificate),
            AddSourcePages(pager: pager, bus: bus, accounts: accounts, reconfirmer: reconfirmer),
            DataPages(pager: pager, bus: bus, accounts: accounts, profiles: profiles, reconfirmer: reconfirmer),
            LetterPages(pager: pager, bus: bus, record: accounts.record, profiles: profiles, sights: sights),
            TodayPages(
                pager: pager, bus: bus, accounts: accounts, profiles: profiles, example: example, sights: sights),
            PulsePages(pager: pager, bus: journal),
            JournalPages(pager: pager, bus: journal),
            ScorePages(pager: pager, bus: NightWitness(bus, sights, now: now)),
            TrendPages(pager: pager, bus: bus, sights: sights),
            KindPages(pager: pager, bus: bus, reconfirmer: reconfirmer),
            CoachPages(pager: pager, bus: bus, sights: sights),
            LibraryPages(pager: pager, bus: bus),
            SafetyPages(pager: pager, bus: bus),
            GoalPages(pager: pager, bus: bus, desk: GoalsDesk(profiles: profiles, bus: bus, now: now)),
            PlanPages(pager: pager, bus: bus, profiles: profiles, limit: planLimit),
            SettingsPages(
                pager: pager, bus: bus, accounts: accounts, profiles: profiles, erasures: erasures,
                reconfirmer: reconfirmer, lastBackup: lastBackup),
        ]
    }

    private var planLimit: PlanLimit { PlanLimit(store: accounts.store, now: now) }

    // MARK: Router

    func router() throws -> Router<EdgeContext> {
        let files = try StaticFiles()
        let pager = Pager(
            accounts: accounts, profiles: profiles, renderer: try PageRenderer(assets: files.path),
            openBodyBytes: limits.openBodyBytes)
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
                return await pager.shown(problem, request, context)
            })
        router.add(middleware: SiteMiddleware(site: site))
        router.add(middleware: KnownHosts(site: site))
        files.add(to: router)
        for feature in pages(pager) { feature.add(to: router) }
        DocumentRoutes(endpoints.operations, assets: files.path).add(to: router)
        let authentication = Authentication(credentials: accounts.credentials, access: endpoints.access)
        let guarded = router.group().add(middleware: authentication)
        endpoints.add(
            to: guarded, open: guarded.group().add(middleware: OpenBody(limit: limits.openBodyBytes)))
        return router
    }

    /// Serves until cancelled.
    /// - Parameter bound: called once with the bound address, `host:port`.
    func run(at address: HostPort, bound: @escaping @Sendable (String) -> Void) async throws {
        var server = EdgeServer(site: site, log: log)
        server.certificate = certificate
        server.limits = limits
        server.metrics = metrics
        try await server.run(try router(), at: address, bound: bound)
    }
}

extension APIApplication {
    /// The application of this process, by its configuration.
    init(
        _ host: ServiceHost, _ accounts: Accounts, _ profiles: Profiles, _ erasures: Erasures,
        created: @escaping @Sendable () async -> Void
    ) throws {
        let (configuration, bus) = (host.configuration, host.bus)
        self.init(
            accounts: accounts, profiles: profiles, erasures: erasures, bus: bus,
            streams: EventStreams(credentials: accounts.credentials), log: host.log, site: try Site(configuration),
            created: created)
        limits.connections = .ofThisProcess
        lastBackup = { configuration.lastBackup }
        team = try configuration.identityProvider().map { try TeamSignIn($0) }
        metrics = host.metrics
        tracer = host.tracer
        waits = WaitTimes(metrics: host.metrics)
        certificate = try ServerCertificate(configuration)
    }

    /// Registers the server and what it needs in the background.
    func serve(on host: ServiceHost, _ link: SetUpLink) {
        let configuration = host.configuration
        host.background("event streams") { try await streams.run() }
        host.background("changes") { [bus = host.bus] in await streams.follow(bus.watch()) }
        host.background("wait times") { [bus = host.bus] in await waits.follow(bus.watch()) }
        if let certificate { host.onReload { [log = host.log] in certificate.reload(log) } }
        host.part("http") { [directory = host.directory] in
            try await link.refresh()
            try await run(at: configuration.http) { bound in
                link.serve(at: SetUpLink.base(bound: bound, configuration))
                // Publishes the address for the caller that started the process with port 0.
                try? Files.replace(directory + "/run/http", bound + "\n")
                log.info("listening", metadata: ["url": "\(certificate == nil ? "http" : "https")://\(bound)"])
            }
        }
    }
}
