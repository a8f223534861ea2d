import Bus
import Logging
import Messages
import Storage
import Synchronization
import Wire

/// One service: its store, its place on the bus, and the duties every service has. This is all a main needs:
///
/// ```swift
/// @main
/// struct Main {
///     static func main() async {
///         await ServiceHost.run(.scoring, migrations: Schema.migrations) { host in
///             let scoring = Scoring(store: host.store, bus: host.bus, log: host.log)
///             host.handle(ScoreQuery.self) { request, _ in try await scoring.score(request) }
///             host.handle(SubmitCheckIn.self) { request, context in try await scoring.checkIn(request, id: context.id) }
///             host.hear(MetricsReduced.self) { event, transaction in try scoring.apply(event, transaction) }
///             host.export { user, cursor in try await scoring.export(user, cursor) }
///             host.background("catch up") { try await scoring.catchUp() }
///         }
///     }
/// }
/// ```
///
/// The host answers `EraseUser`, `ExportUser`, `ListParked`, `ReleaseLane`, `ReplayEvents` and `DeliverEvents` by itself, moves the outbox, tells the mirror,
/// serves health and metrics, and drains on SIGTERM.
public final class ServiceHost: Sendable {
    public let service: ServiceName
    public let bus: BusConnection
    public let store: Store
    let process: ProcessHost
    private let capabilities: CapabilityGuard
    /// In the API only.
    let mint: CapabilityMint?
    let duties = Mutex(Duties())

    public var configuration: Configuration { process.configuration }
    public var log: Logger { process.log }
    public var metrics: Metrics { process.metrics }
    /// The data directory.
    public var directory: String { configuration.data }

    /// What a service adds to what every service does.
    struct Duties {
        var export: (@Sendable (UserID, String?) async throws -> ExportUser.Reply)?
        var beforeErase: [@Sendable (UserID) async throws -> Void] = []
        var whileErasing: [@Sendable (UserID, Transaction) throws -> Void] = []
        var erase: [@Sendable (UserID) async throws -> Void] = []
        var hear: [MessageType: @Sendable (StreamEvent, UserID, Transaction) throws -> Void] = [:]
        /// Emits again to a consumer; how many events.
        var replay: [MessageType: @Sendable (ServiceName, UserID, Day?, Transaction) throws -> Int] = [:]
        var settle: [@Sendable (UserID, Transaction) throws -> Void] = []
        var forget: [@Sendable (ServiceName, UserID, Transaction) throws -> Void] = []
        var afterRestore: [@Sendable (Transaction, Restored) throws -> Void] = []
        var warnings: [KeepingWarning] = []
    }

    init(_ process: ProcessHost, migrations: [Migration]) throws {
        let configuration = process.configuration
        (self.process, service) = (process, process.name)
        try configuration.requireWhole()
        let keys = configuration.capabilityKeys
        capabilities = try CapabilityGuard(service, keys, acceptsMissing: configuration.acceptsMissingCapabilities)
        mint = service == .api ? try CapabilityMint(keys) : nil
        store = try Store(
            path: configuration.database(of: service.rawValue), service: service, key: try process.masterKey(), migrations: migrations,
            trace: { TraceContext.current.flatMap { $0.isSampled ? TraceOrigin(id: $0.id, span: $0.span) : nil } })
        bus = try process.makeBus(capabilities: mint)
        for refusal in CapabilityGuard.Refusal.allCases { Self.count(refusal, 0, in: metrics) }
        if configuration.acceptsMissingCapabilities {
            log.warning("Requests about a person are answered without a capability; remove PULSUM_CAPABILITIES once every process runs this release.")
        }
    }

    /// Answers requests of a type. A request about a person (`UserRequest`) is refused where it carries no valid capability of the API, and with `erased` where
    /// that person was erased here.
    public func handle<R: BusRequest>(_ type: R.Type, _ body: @escaping @Sendable (R, RequestContext) async throws -> R.Reply) {
        guard type is any UserRequest.Type else { return bus.handle(type, body) }
        handleWithoutStore(type) { [store] request, context in
            if let user = request.person, try await store.isErased(user) {
                throw BusError(.erased, "This account was erased; nothing is kept or accepted for it any more.")
            }
            return try await body(request, context)
        }
    }

    /// Like `handle`, for what is answered even where the store does not answer: an erased person has to be refused by the handler.
    public func handleWithoutStore<R: BusRequest>(_ type: R.Type, _ body: @escaping @Sendable (R, RequestContext) async throws -> R.Reply) {
        bus.handle(type) { [capabilities, metrics] request, context in
            if let user = request.person {
                do throws(CapabilityGuard.Refusal) {
                    try capabilities.check(R.type, user: user, context.capabilities)
                } catch {
                    Self.count(error, 1, in: metrics)
                    throw error.error
                }
            }
            return try await body(request, context)
        }
    }

    private static func count(_ refusal: CapabilityGuard.Refusal, _ amount: Double, in metrics: Metrics) {
        metrics.count(
            "pulsum_capability_refusals_total", "Requests about a person that were refused for want of a valid capability.", ["reason": refusal.rawValue],
            by: amount)
    }

    /// Applies an event that another service committed, inside the transaction that moves this service's position: its effect happens exactly once.
    public func hear<E: BusEvent>(_ type: E.Type, _ body: @escaping @Sendable (E, Transaction) throws -> Void) {
        duties.withLock { duties in
            duties.hear[E.type] = { event, user, transaction in
                let heard = try WireDecoder().decode(E.self, from: event.payload)
                guard heard.user == user else { throw BusError(.invalid, "\(E.type) came on the stream of another user.") }
                try body(heard, transaction)
            }
        }
    }

    /// Runs once after the events of a delivery that were applied for a user, in their transaction: work worth doing once for many events.
    public func settle(_ body: @escaping @Sendable (UserID, Transaction) throws -> Void) { duties.withLock { $0.settle.append(body) } }

    /// What a producer told of a user does not count any more, nor do its revisions: its database was set back to an older copy, and it tells everything again.
    /// Runs in the transaction of the first of these events.
    public func forget(_ body: @escaping @Sendable (ServiceName, UserID, Transaction) throws -> Void) { duties.withLock { $0.forget.append(body) } }

    /// How everything of a user stands, as the events of one type that would tell it: for a consumer that lost its database, or that is told so by
    /// “pulsum bus replay”. Revisions are those of the last telling, so that it changes nothing where it is known.
    /// - Parameter body: gets the first local day that is asked for, nil for all. What it returns is emitted to one consumer, in its transaction.
    public func replay<E: BusEvent>(_ type: E.Type, _ body: @escaping @Sendable (UserID, Day?, Transaction) throws -> [E]) {
        duties.withLock { duties in
            duties.replay[E.type] = { consumer, user, since, transaction in
                let events = try body(user, since, transaction)
                for event in events { try transaction.emitAgain(event, to: consumer) }
                return events.count
            }
        }
    }

    /// Answers `ExportUser`: pages of at most about 1 MiB, `next` of one page is the `cursor` of the following. Without it the service exports nothing.
    public func export(_ body: @escaping @Sendable (UserID, String?) async throws -> ExportUser.Reply) { duties.withLock { $0.export = body } }

    /// Called before a user's rows and key go, for what has to end first. What it throws is the answer, and nothing is erased: the request is repeated.
    public func beforeErase(_ body: @escaping @Sendable (UserID) async throws -> Void) { duties.withLock { $0.beforeErase.append(body) } }

    /// Called first in the transaction that erases a user, for what must still hold then. What it throws is the answer, and nothing is erased.
    public func whileErasing(_ body: @escaping @Sendable (UserID, Transaction) throws -> Void) { duties.withLock { $0.whileErasing.append(body) } }

    /// Called after a user's rows and key are gone, for what lies outside the database (spool files). Repeated until it returns.
    public func onErase(_ body: @escaping @Sendable (UserID) async throws -> Void) { duties.withLock { $0.erase.append(body) } }

    /// Called once after this service's database was put back from a backup, before the service joins the bus, in one transaction with the other such steps: ends
    /// what had ended since the backup and is there again. A death on the way repeats it.
    public func afterRestore(_ body: @escaping @Sendable (Transaction, Restored) throws -> Void) { duties.withLock { $0.afterRestore.append(body) } }

    /// See `ProcessHost.background`.
    public func background(_ name: String, _ body: @escaping @Sendable () async throws -> Void) { process.background(name, body) }

    /// See `ProcessHost.onReload`.
    public func onReload(_ body: @escaping @Sendable () -> Void) { process.onReload(body) }

    /// See `ProcessHost.part`.
    public func part(_ name: String, stop: (@Sendable () async -> Void)? = nil, _ body: @escaping @Sendable () async throws -> Void) {
        process.part(name, stop: stop, body)
    }
}
