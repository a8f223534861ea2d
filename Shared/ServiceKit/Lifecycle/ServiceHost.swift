import Bus
import CoreMetrics
import Logging
import Messages
import Storage
import Synchronization
import Wire

/// One service: its store, its bus connection, and the duties common to all services. A complete main:
///
/// ```swift
/// @main
/// struct Main {
///     static func main() async {
///         await ServiceHost.run(.scoring, migrations: Schema.migrations) { host in
///             let scoring = Scoring(store: host.store, bus: host.bus, log: host.log)
///             host.handle(ScoreQuery.self) { request, _ in try await scoring.score(request) }
///             host.handle(SubmitCheckIn.self) { request, context in
///                 try await scoring.checkIn(request, id: context.id)
///             }
///             host.consume(DailyMetricsChanged.self) { event, transaction in try scoring.apply(event, transaction) }
///             host.export { user, cursor in try await scoring.export(user, cursor) }
///             host.background("catch up") { try await scoring.catchUp() }
///         }
///     }
/// }
/// ```
///
/// The host handles `EraseUser`, `ExportUser`, `ListParked`, `ReleaseLane`, `ReplayEvents` and `DeliverEvents`, relays
/// the outbox, publishes on the mirror, serves health and metrics, and drains on SIGTERM.
public final class ServiceHost: Sendable {
    /// The service's name.
    public let service: ServiceName
    /// The service's bus connection.
    public let bus: BusConnection
    /// The service's database.
    public let store: Store
    let process: ProcessHost
    private let capabilities: CapabilityVerifier
    /// Set in the API only.
    let mint: CapabilityIssuer?
    let duties = Mutex(Duties())

    /// The settings read at the start.
    public var configuration: Configuration { process.configuration }
    /// The service's logger.
    public var log: Logger { process.log }
    /// The service's metrics.
    public var metrics: PrometheusRegistry { process.metrics }
    /// The process's tracer.
    public var tracer: BusTracer { process.tracer }
    /// Path of the data directory.
    public var directory: String { configuration.data }

    /// Callbacks that a service adds to the common duties.
    struct Duties {
        var export: (@Sendable (UserID, String?) async throws -> ExportUser.Reply)?
        var beforeErase: [@Sendable (UserID) async throws -> Void] = []
        var whileErasing: [@Sendable (UserID, Transaction) throws -> Void] = []
        var erase: [@Sendable (UserID) async throws -> Void] = []
        var consume: [MessageType: @Sendable (StreamEvent, UserID, Transaction) throws -> Void] = [:]
        /// Re-emits current state to a consumer, by event type; returns the number of events.
        var replay: [MessageType: @Sendable (ServiceName, UserID, Day?, Transaction) throws -> Int] = [:]
        var finishBatch: [@Sendable (UserID, Transaction) throws -> Void] = []
        var resetProducer: [@Sendable (ServiceName, UserID, Transaction) throws -> Void] = []
        var afterRestore: [@Sendable (Transaction, Restored) throws -> Void] = []
        var warnings: [KeepingWarning] = []
        var models: [@Sendable () -> ModelStatus] = []
        /// Tables whose rows need proofs.
        var authenticated: [TableColumns] = []
        var whenProofsAreRequired: [@Sendable (Transaction) throws -> Void] = []
        var refusedRow: [@Sendable (RefusedRow) -> Void] = []
    }

    init(_ process: ProcessHost, migrations: [Migration]) throws {
        let configuration = process.configuration
        (self.process, service) = (process, process.name)
        try configuration.requireFinishedRestore()
        try configuration.requireServerOrFile(of: service)
        let keys = configuration.capabilityKeys
        capabilities = try CapabilityVerifier(service, keys, acceptsMissing: configuration.acceptsMissingCapabilities)
        mint = service == .api ? try CapabilityIssuer(keys) : nil
        store = try Store(
            at: configuration.databaseAddress(of: service), service: service, key: try process.masterKey(),
            migrations: migrations, erasureLog: try configuration.erasureLog(of: service),
            trace: { TraceContext.current.flatMap { $0.isSampled ? TraceOrigin(id: $0.id, span: $0.span) : nil } })
        bus = try process.makeBus(capabilities: mint)
        for refusal in CapabilityVerifier.Refusal.allCases { _ = Self.counter(of: refusal, in: metrics) }
        if configuration.acceptsMissingCapabilities {
            log.warning(
                "Requests about a person are answered without a capability; remove PULSUM_CAPABILITIES once every process runs this release."
            )
        }
    }

    /// Registers the handler of a request type. A request about a person (`UserRequest`) is refused without a valid
    /// capability of the API, and fails with `erased` for a person erased from this database.
    public func handle<R: BusRequest>(
        _ type: R.Type, _ body: @escaping @Sendable (R, RequestContext) async throws -> R.Reply
    ) {
        guard type is any UserRequest.Type else { return bus.handle(type, body) }
        handleWithoutStore(type) { [store] request, context in
            if let user = request.person, try await store.isErased(user) {
                throw ServiceError(.erased, "This account was erased; nothing is kept or accepted for it any more.")
            }
            return try await body(request, context)
        }
    }

    /// Like `handle`, for requests that must work while the database does not: the handler itself must refuse erased
    /// people.
    public func handleWithoutStore<R: BusRequest>(
        _ type: R.Type, _ body: @escaping @Sendable (R, RequestContext) async throws -> R.Reply
    ) {
        bus.handle(type) { [capabilities, metrics] request, context in
            if let user = request.person {
                do throws(CapabilityVerifier.Refusal) {
                    try capabilities.check(R.type, user: user, context.capabilities)
                } catch {
                    Self.counter(of: error, in: metrics).increment()
                    throw error.error
                }
            }
            return try await body(request, context)
        }
    }

    private static func counter(of refusal: CapabilityVerifier.Refusal, in metrics: PrometheusRegistry) -> Counter {
        metrics.counter(
            "pulsum_capability_refusals_total",
            "Requests about a person that were refused for want of a valid capability.", ["reason": refusal.rawValue])
    }

    /// Registers the consumer of an event type. It runs inside the transaction that advances the stream's position, so
    /// its effect happens exactly once.
    public func consume<E: BusEvent>(_ type: E.Type, _ body: @escaping @Sendable (E, Transaction) throws -> Void) {
        duties.withLock { duties in
            duties.consume[E.type] = { event, user, transaction in
                let event = try WireDecoder().decode(E.self, from: event.payload)
                guard event.user == user else {
                    throw ServiceError(.invalid, "\(E.type) came on the stream of another user.")
                }
                try body(event, transaction)
            }
        }
    }

    /// Registers work that runs once per user after a batch of events was applied, in the same transaction, for work
    /// that can be done once for many events.
    public func finishBatch(_ body: @escaping @Sendable (UserID, Transaction) throws -> Void) {
        duties.withLock { $0.finishBatch.append(body) }
    }

    /// Registers the reset of one producer's data of a user: the producer was restored from an older copy and sends
    /// everything again, so its earlier events and revisions must be discarded. Runs in the transaction of the first
    /// new event.
    public func resetProducer(_ body: @escaping @Sendable (ServiceName, UserID, Transaction) throws -> Void) {
        duties.withLock { $0.resetProducer.append(body) }
    }

    /// Registers the events of one type that describe a user's current state, for a consumer that lost its database or
    /// an operator's “pulsum bus replay”. Revisions equal those of the last emission, so that a consumer with the same
    /// state changes nothing.
    /// - Parameter body: receives the first local day requested, nil for all. Its events are emitted to one consumer in
    ///   the same transaction.
    public func replay<E: BusEvent>(
        _ type: E.Type, _ body: @escaping @Sendable (UserID, Day?, Transaction) throws -> [E]
    ) {
        duties.withLock { duties in
            duties.replay[E.type] = { consumer, user, since, transaction in
                let events = try body(user, since, transaction)
                for event in events { try transaction.emitAgain(event, to: consumer) }
                return events.count
            }
        }
    }

    /// Registers the handler of `ExportUser`: pages of at most about 1 MiB; `next` of one page is the `cursor` of the
    /// following one. Without it the service exports nothing.
    public func export(_ body: @escaping @Sendable (UserID, String?) async throws -> ExportUser.Reply) {
        duties.withLock { $0.export = body }
    }

    /// Registers a step before a user's data is erased, for work that must end first. If it throws, nothing is erased
    /// and the caller receives its error; the request is repeated.
    public func beforeErase(_ body: @escaping @Sendable (UserID) async throws -> Void) {
        duties.withLock { $0.beforeErase.append(body) }
    }

    /// Registers a check that runs first in the erasing transaction. If it throws, nothing is erased and the caller
    /// receives its error.
    public func whileErasing(_ body: @escaping @Sendable (UserID, Transaction) throws -> Void) {
        duties.withLock { $0.whileErasing.append(body) }
    }

    /// Registers a step after a user's data was erased, for data outside the database (spool files). Repeated until it
    /// succeeds.
    public func onErase(_ body: @escaping @Sendable (UserID) async throws -> Void) {
        duties.withLock { $0.erase.append(body) }
    }

    /// Registers a step that runs once after the database was restored from a backup, before the service joins the bus,
    /// in one transaction with the other steps. It ends processes that had ended since the backup and exist again. A
    /// crash repeats it.
    public func afterRestore(_ body: @escaping @Sendable (Transaction, Restored) throws -> Void) {
        duties.withLock { $0.afterRestore.append(body) }
    }

    /// Same as `ProcessHost.background`.
    public func background(_ name: String, _ body: @escaping @Sendable () async throws -> Void) {
        process.background(name, body)
    }

    /// Same as `ProcessHost.onReload`.
    public func onReload(_ body: @escaping @Sendable () -> Void) { process.onReload(body) }

    /// Same as `ProcessHost.afterDrain`.
    public func afterDrain(_ body: @escaping @Sendable () async -> Void) { process.afterDrain(body) }

    /// Same as `ProcessHost.part`.
    public func part(
        _ name: String, stop: (@Sendable () async -> Void)? = nil, _ body: @escaping @Sendable () async throws -> Void
    ) {
        process.part(name, stop: stop, body)
    }
}
