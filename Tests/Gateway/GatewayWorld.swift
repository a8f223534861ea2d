import Bus
import Fixtures
import Foundation
import Logging
import Messages
import Storage
import Synchronization
import Testing

@testable import Gateway

/// Safety in this process: a verdict by the words of the text, or no reply.
final class SafetyDouble: Requesting {
    let asked = Mutex<[String]>([])
    /// Texts with the verdict that was given.
    let judged = Mutex<[(text: String, level: Verdict.Level)]>([])
    let isDown = Mutex(false)
    private let pause = Mutex(Pause())

    private struct Pause {
        var isOn = false
        var held: [CheckedContinuation<Void, Never>] = []
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Texts that contain it are `crisis`.
    static let grave = "GRAVE"

    func request<R: BusRequest>(_ request: R, to service: ServiceName?, id: RequestID, budget: Duration?) async throws
        -> R.Reply
    {
        guard let classify = request as? Classify, !isDown.withLock({ $0 }) else {
            throw ServiceError(.unavailable, "No worker.")
        }
        asked.withLock { $0.append(classify.text) }
        await pass()
        let verdict = Verdict(level: classify.text.contains(Self.grave) ? .crisis : .safe)
        judged.withLock { $0.append((classify.text, verdict.level)) }
        guard let reply = verdict as? R.Reply else { throw ServiceError(.failed, "Not asked for here.") }
        return reply
    }

    /// Makes verdicts wait for `release`.
    func hold() { pause.withLock { $0.isOn = true } }

    func release() {
        let held = pause.withLock { pause in
            pause.isOn = false
            defer { pause.held = [] }
            return pause.held
        }
        for continuation in held { continuation.resume() }
    }

    /// Returns once a text waits for its verdict.
    func waitUntilHeld() async {
        await withCheckedContinuation { continuation in
            let isThere = pause.withLock { pause in
                if pause.held.isEmpty { pause.waiting.append(continuation) }
                return !pause.held.isEmpty
            }
            if isThere { continuation.resume() }
        }
    }

    private func pass() async {
        await withCheckedContinuation { continuation in
            let (passes, waiting) = pause.withLock { pause in
                guard pause.isOn else { return (true, [CheckedContinuation<Void, Never>]()) }
                pause.held.append(continuation)
                defer { pause.waiting = [] }
                return (false, pause.waiting)
            }
            for watcher in waiting { watcher.resume() }
            if passes { continuation.resume() }
        }
    }
}

/// A text that a test exchanges.
final class TestText: Sendable {
    private let text = Mutex("")
    var value: String { text.withLock { $0 } }
    func set(_ text: String) { self.text.withLock { $0 = text } }
}

/// A clock that advances only on request.
final class TestClock: Sendable {
    private let time = Mutex<Milliseconds>(1_700_000_000_000)
    var now: Milliseconds { time.withLock { $0 } }
    func advance(_ milliseconds: Milliseconds) { time.withLock { $0 += milliseconds } }
}

/// A gateway on a real database, with a real server as its cloud.
final class GatewayWorld: Sendable {
    static let moment = "Dim the lights. Dim the lights an hour before bed."

    let directory: String
    private let database: DatabaseAddress
    let user = UserID.random()
    let server: RecordingServer
    let safety = SafetyDouble()
    let clock = TestClock()
    var now: Milliseconds { clock.now }
    private let key: MasterKey
    let gateway: GatewayService

    /// - Parameter database: where the gateway's tables are; nil for a file.
    static func run(
        on database: DatabaseAddress? = nil, _ body: (GatewayWorld) async throws -> Void
    ) async throws {
        let world = try await GatewayWorld(database)
        do {
            try await body(world)
        } catch {
            await world.end()
            throw error
        }
        await world.end()
    }

    /// On PostgreSQL. A folder stands for each host's data directory.
    /// - Parameter cluster: a server of its own; nil for the one that tests share.
    static func runOnServer(_ cluster: PostgresCluster? = nil, _ body: (GatewayWorld) async throws -> Void) async throws
    {
        let running = try await PostgresCluster.running
        let cluster = cluster ?? running
        let address = try #require(PostgresAddress(try await cluster.makeDatabase(), service: "gateway"))
        try await run(on: .server(address), body)
    }

    private init(_ database: DatabaseAddress?) async throws {
        directory = NSTemporaryDirectory() + "pulsum-gateway-\(UInt64.random(in: 0 ... .max))"
        key = try MasterKey.loadOrCreate(path: directory + "/master.key")
        server = try await RecordingServer.start()
        self.database = database ?? .file(directory + "/gateway.sqlite")
        gateway = try Self.makeGateway(self.database, directory, key, server.url, safety) { [clock] in clock.now }
    }

    private func end() async {
        await server.stop()
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Another process on the same database.
    /// - Parameter host: name of the folder that stands for its host's data directory; nil for this one's host.
    func anotherGateway(
        url: String? = nil, shape: CloudShape = .responses, model: String = "gpt-5", on host: String? = nil
    ) throws -> GatewayService {
        let run = host.map { "\(directory)/\($0)" }
        if let run { try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: true) }
        return try Self.makeGateway(
            database, directory, key, url ?? server.url, safety, shape, model, run: run
        ) { [clock] in clock.now }
    }

    private static func makeGateway(
        _ database: DatabaseAddress, _ directory: String, _ key: MasterKey, _ url: String, _ safety: SafetyDouble,
        _ shape: CloudShape = .responses, _ model: String = "gpt-5", run: String? = nil,
        _ clock: @escaping @Sendable () -> Milliseconds
    ) throws -> GatewayService {
        GatewayService(
            store: try Store(
                at: database, service: .gateway, key: key, migrations: Schema.migrations,
                erasureLog: try ErasureLog(path: ErasureLog.path(in: run ?? directory, .gateway))),
            bus: safety,
            cloud: HTTPCloud(),
            settings: GatewayService.Settings(
                address: try CloudAddress(url, shape: shape), model: model, keyFile: directory + "/cloud.key",
                moment: { $0 == "lights" ? Self.moment : nil }),
            holder: try ProcessLease(directory: run ?? directory),
            host: database.spansMachines ? try HostIdentity(directory: run ?? directory) : nil,
            log: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), clock: clock)
    }

    /// Leaves an open receipt of a process that has ended, whose lock file is gone.
    /// - Parameter host: the process's host; nil for one on SQLite.
    func leave(by host: HostIdentity?) async throws {
        let receipt = Receipt(
            id: .random(), at: now, consentVersion: 1, destination: "x", body: "{}", outcome: ReceiptRows.open)
        try await gateway.store.write { [user] in
            try ReceiptRows(user: user, transaction: $0).add(receipt, holder: "\(EntityID.random())", host: host?.id)
        }
    }

    /// Advances the clock, so that the limits admit the next call.
    func later(_ milliseconds: Milliseconds = RateLimit.spacing) { clock.advance(milliseconds) }

    /// Grants as the page does: the grant follows the record that the page displayed.
    @discardableResult
    func consent(_ granted: Bool = true, by gateway: GatewayService? = nil, of person: UserID? = nil) async throws
        -> ConsentState
    {
        let (gateway, user) = (gateway ?? self.gateway, person ?? self.user)
        let seen = try await gateway.consentState(user).record
        return try await gateway.setConsent(
            SetConsent(
                user: user, granted: granted, copyVersion: gateway.settings.copy.version, at: now, follows: seen),
            id: .random())
    }

    var request: Phrase { request(by: user) }

    func request(by user: UserID) -> Phrase {
        Phrase(
            user: user, toneHints: [.calm, .brief], topSignal: .sleep, topMomentID: "lights", rationale: .belowUsual,
            zScoreSummary: [SignalStep(signal: .sleepDebt, halfSteps: 4), SignalStep(signal: .hrv, halfSteps: -3)])
    }

    func phrase(_ request: Phrase? = nil, by gateway: GatewayService? = nil, budget: Duration = .seconds(25))
        async throws -> PhraseReply
    {
        try await (gateway ?? self.gateway).phrase(request ?? self.request, until: .now + budget)
    }

    func receipts(of person: UserID? = nil) async throws -> [Receipt] {
        try await gateway.receipts(ReceiptsQuery(user: person ?? user)).receipts
    }
}
