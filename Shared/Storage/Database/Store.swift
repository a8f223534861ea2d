import Messages
import SystemKit
import Tracing

/// A service's own database: an SQLite file, shared by the service's processes on one machine, or a schema of a
/// PostgreSQL database, shared by its processes on any number of machines.
///
/// When `write`, `command`, `receive` or `erase` returns, the change is on disk (`synchronous = FULL`,
/// `synchronous_commit = on`).
///
/// Errors: a full or failing disk and a server that does not answer are `ServiceError(.storage)`, a file locked too
/// long by another process and too many conflicts `ServiceError(.busy)`, a commit whose outcome is unknown
/// `ServiceError(.interrupted)`, a cancelled task `ServiceError(.cancelled)`, an erased user `ServiceError(.erased)`;
/// damaged or foreign content, a broken constraint and an invalid statement are `StorageError`. Errors of `body` are
/// rethrown unchanged and roll back its changes.
public final class Store: Sendable {
    /// The service that owns the database.
    public let service: ServiceName
    /// Where the database is.
    public let address: DatabaseAddress
    let dataKeys: DataKeyCache
    let engine: any Engine
    private let trace: @Sendable () -> TraceOrigin?
    private let hooks: CommitHooks
    /// Erasures and instants that a PostgreSQL database must contain; nil for an SQLite file, and where a restored
    /// database is accepted.
    let erasureLog: ErasureLog?
    /// The lease that every write of this store requires; nil for none.
    private let lease: Lease?

    /// Opens or creates the database and migrates it under a lock. Before a migration of an existing file it makes a
    /// copy (`<path>.before-N`).
    /// - Parameters:
    ///   - erasureLog: what this machine knows of a PostgreSQL database; an older one is refused. Nil accepts it.
    ///   - clock: the wall clock; used for the lifetime of stored replies and for stream epochs.
    ///   - trace: the trace of a write's caller, if it is sampled; stored with the write's events.
    /// - Throws: `StorageError`, `ServiceError(.storage)`.
    public init(
        at address: DatabaseAddress, service: ServiceName, key: MasterKey, migrations: [Migration],
        erasureLog: ErasureLog? = nil,
        clock: @escaping @Sendable () -> Milliseconds = WallClock.milliseconds,
        trace: @escaping @Sendable () -> TraceOrigin? = { nil }
    ) throws {
        let plan = MigrationPlan(lists: [("storage", StorageSchema.migrations), (service.rawValue, migrations)])
        let dataKeys = DataKeyCache(service: service, key: key, now: clock)
        let hooks = CommitHooks()
        let committed: @Sendable (Scope.Effects) -> Void = { hooks.committed($0) }
        engine =
            switch address {
            case .file(let path):
                try SQLiteEngine(path: path, plan: plan, dataKeys: dataKeys, committed: committed)
            case .server(let server):
                try PostgresEngine(
                    server, plan: plan, dataKeys: dataKeys, erasureLog: erasureLog, committed: committed)
            }
        dataKeys.adopt(rowKey: engine.identity.rowKey)
        (self.address, self.service, self.dataKeys) = (address, service, dataKeys)
        self.erasureLog = address.spansMachines ? erasureLog : nil
        (self.trace, self.hooks, lease) = (trace, hooks, nil)
    }

    /// Like the other one, for an SQLite file.
    public convenience init(
        path: String, service: ServiceName, key: MasterKey, migrations: [Migration],
        clock: @escaping @Sendable () -> Milliseconds = WallClock.milliseconds,
        trace: @escaping @Sendable () -> TraceOrigin? = { nil }
    ) throws {
        try self.init(
            at: .file(path), service: service, key: key, migrations: migrations, clock: clock, trace: trace)
    }

    private init(_ store: Store, requiring lease: Lease) {
        (service, address, dataKeys, engine) = (store.service, store.address, store.dataKeys, store.engine)
        (trace, hooks, erasureLog, self.lease) = (store.trace, store.hooks, store.erasureLog, lease)
    }

    /// This store, with writes that throw `StorageError(.lostClaim)` once another holder has the lease.
    func requiring(_ lease: Lease) -> Store { Store(self, requiring: lease) }

    /// When the database was made.
    public var created: Milliseconds { Milliseconds(bitPattern: epoch) }

    /// Epoch of this database's outgoing streams.
    var epoch: UInt64 { engine.identity.epoch }

    /// The current master key, with the one that it replaces during a rotation.
    public var masterKey: MasterKey { dataKeys.key }

    /// Reads the master key file again.
    /// - Returns: true if the current key changed, or a rotation began or ended.
    /// - Throws: `StorageError` if the file cannot be read; the current key stays in use.
    @discardableResult
    public func refreshMasterKey() throws -> Bool { try dataKeys.refresh() }

    /// Closes all connections; later calls throw. Optional, because releasing the last reference does the same.
    public func close() throws { try engine.close() }

    /// Counters since the store was opened, for metrics.
    public var statistics: StoreStatistics { engine.statistics }

    /// The damaged rows that lists met since the store was opened; nil if there are none.
    public var damaged: DamagedRows? { dataKeys.damage.damaged }

    /// Rows that counted as absent because their proof failed, since the store was opened, by table.
    public var refusedRows: [String: Int] { dataKeys.refusedRows.counts }

    /// Sets the hook that runs once for each row whose proof failed, on the thread of its transaction; it must return at
    /// once.
    public func onRefusedRow(_ hook: @escaping @Sendable (RefusedRow) -> Void) { dataKeys.refusedRows.onFirst(hook) }

    // MARK: Transactions

    /// Runs `body` on a snapshot of the database: it sees all earlier commits and no later ones.
    /// Cancelling the task ends it at the next query. On PostgreSQL `body` may run again after a conflict.
    /// - Throws: errors as of the type; errors of `body`.
    public func read<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await read(isSerial: true, body)
    }

    /// Like the other one. For what decides nothing by itself: if not serial, it never makes a write run again.
    /// - Parameter isSerial: the snapshot is one of the states between the writes in some order. Otherwise it may show a
    ///   write whose effect another one, which does not show, has not seen.
    public func read<T: Sendable>(
        isSerial: Bool, _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        do {
            let cancellation = Cancellation()
            let damage = DamageLedger.current
            return try await withTaskCancellationHandler {
                try await withStatementSpan { [engine, dataKeys] statements in
                    try await engine.read(isSerial: isSerial) { session in
                        try statements.following(session) {
                            try body(Transaction(session, Scope(dataKeys, cancellation: cancellation, damage: damage)))
                        }
                    }
                }
            } onCancel: {
                cancellation.cancel()
            }
        } catch {
            throw engine.fault(error)
        }
    }

    /// Runs `body` in a transaction and returns once it is on disk. On SQLite concurrent writes share a transaction:
    /// if one throws, its changes alone are rolled back, and the others may run again. On PostgreSQL each has its own.
    ///
    /// `body` may run again after a rollback, so it must have no effects outside `Transaction`. It must not block on
    /// anything else. A write that was handed over is done although its task is cancelled, except where PostgreSQL would
    /// run it again.
    /// - Throws: errors as of the type; errors of `body`.
    @discardableResult
    public func write<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await write(for: nil, body)
    }

    /// - Parameters:
    ///   - user: the person concerned; PostgreSQL's conflicts are rarer if it is known.
    ///   - isolation: on PostgreSQL; SQLite writes one transaction after the other.
    func write<T: Sendable>(
        for user: UserID?, isolation: WriteJob.Isolation = .serial,
        _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        do {
            try Task.checkCancellation()
            let (trace, cancellation) = (trace(), Cancellation())
            return try await withTaskCancellationHandler {
                try await withStatementSpan { [engine, lease] statements in
                    try await withCheckedThrowingContinuation { continuation in
                        engine.submit(
                            WriteJob(
                                run: { transaction in
                                    transaction.scope.trace = trace
                                    if let lease { try transaction.require(lease, in: isolation) }
                                    let value = try statements.following(transaction.session) { try body(transaction) }
                                    return { continuation.resume(returning: value) }
                                }, fail: { continuation.resume(throwing: $0) }, isolation: isolation,
                                cancellation: cancellation),
                            for: user)
                    }
                }
            } onCancel: {
                cancellation.cancel()
            }
        } catch {
            throw engine.fault(error)
        }
    }

    /// Sets the hook that runs after each commit with events, on the writer's thread and in commit order; it must
    /// return immediately. Feeds the mirror.
    public func onCommit(_ hook: @escaping @Sendable ([CommittedEvent]) -> Void) { hooks.set { $0.onCommit = hook } }

    /// Sets the hook that runs after this process changed the outbox, with the events added.
    func onOutbox(_ hook: (@Sendable ([OutboxCache.Entry]) -> Void)?) { hooks.set { $0.onOutbox = hook } }

    /// Sets the hook that runs after each commit that belongs to a trace, on the writer's thread; it must return at
    /// once.
    public func onTrace(_ hook: @escaping @Sendable ([TracedStep]) -> Void) { hooks.set { $0.onTrace = hook } }
}
