import Foundation
import GRDB
import Messages
import SystemKit
import Tracing

/// A service's own database: SQLite in WAL mode, one file, shared by the service's processes on one machine.
///
/// When `write`, `command`, `receive` or `erase` returns, the change is on disk (`synchronous = FULL`); concurrent
/// writes share one fsync.
///
/// Errors: a full or failing disk is `ServiceError(.storage)`, a file locked too long by another process
/// `ServiceError(.busy)`, a cancelled task `ServiceError(.cancelled)`, an erased user `ServiceError(.erased)`; damaged
/// or foreign content, a broken constraint and an invalid statement are `StorageError`. Errors of `body` are rethrown
/// unchanged and roll back its changes.
public final class Store: Sendable {
    /// The service that owns the database.
    public let service: ServiceName
    /// Path of the database file.
    public let path: String
    /// Epoch of this database's outgoing streams.
    let epoch: UInt64
    let dataKeys: DataKeyCache
    let pool: DatabasePool
    private let commits: GroupCommit
    private let trace: @Sendable () -> TraceOrigin?
    private let hooks: CommitHooks

    /// Opens or creates the database and migrates it under a lock. Before a migration of an existing file it makes a
    /// copy (`<path>.before-N`).
    /// - Parameters:
    ///   - clock: the wall clock; used for the lifetime of stored replies and for stream epochs.
    ///   - trace: the trace of a write's caller, if it is sampled; stored with the write's events.
    /// - Throws: `StorageError`, `ServiceError(.storage)`.
    public init(
        path: String, service: ServiceName, key: MasterKey, migrations: [Migration],
        clock: @escaping @Sendable () -> Milliseconds = WallClock.milliseconds,
        trace: @escaping @Sendable () -> TraceOrigin? = { nil }
    ) throws {
        do {
            try Self.createFile(path)
            let lock = try FileLock.wait(path: path + ".lock")
            let pool = try DatabasePool(path: path, configuration: Self.configuration)
            // GRDB sets NORMAL with WAL; an acknowledged write must be on disk.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            let lists = [("storage", StorageSchema.migrations), (service.rawValue, migrations)]
            try Migrator(path: path, lists: lists).migrate(pool)
            self.epoch = try Self.identify(pool, service: service, key: key, path: path, now: clock())
            self.pool = pool
            _ = consume lock
        } catch {
            throw storageFault(error, path: path)
        }
        (self.path, self.service, self.trace) = (path, service, trace)
        let dataKeys = DataKeyCache(service: service, key: key, now: clock)
        self.dataKeys = dataKeys
        let hooks = CommitHooks()
        self.hooks = hooks
        self.commits = GroupCommit(pool, dataKeys) { hooks.committed($0) }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "pulsum"
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in
            // Checkpoints at 16 MiB instead of 4 MiB: pages that change often, such as the outbox's, are written back
            // less often.
            try db.execute(
                sql: "PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 4096")
        }
        return configuration
    }

    /// Creates the file with mode 0600; SQLite gives its WAL the same permissions.
    private static func createFile(_ path: String) throws {
        let directory = (path as NSString).deletingLastPathComponent
        if !directory.isEmpty {
            try? FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        try PrivateFile.touch(path)
    }

    /// Verifies that the master key belongs to the file. On first use stores the check and the streams' epoch.
    private static func identify(
        _ pool: DatabasePool, service: ServiceName, key: MasterKey, path: String, now: Milliseconds
    ) throws -> UInt64 {
        try pool.write { db in
            let stored = try db.first("SELECT key_check, epoch FROM storage_meta") { ($0.data(0), epoch: $0.number(1)) }
            guard let (check, epoch) = stored else {
                try db.run(
                    "INSERT INTO storage_meta (one, key_check, epoch, master) VALUES (1, ?, ?, ?)",
                    [.bytes(try key.makeCheck(service: service)), .integer(now), .bytes(Data(key.id.bytes))])
                return UInt64(bitPattern: now)
            }
            guard key.opens(check, service: service) else {
                throw StorageError(
                    .wrongMasterKey,
                    "The master key \(key.path) does not belong to \(path) of \(service); put the key back that was in use when it was made."
                )
            }
            return epoch
        }
    }

    /// The current master key, with the one that it replaces during a rotation.
    public var masterKey: MasterKey { dataKeys.key }

    /// Reads the master key file again.
    /// - Returns: true if the current key changed, or a rotation began or ended.
    /// - Throws: `StorageError` if the file cannot be read; the current key stays in use.
    @discardableResult
    public func refreshMasterKey() throws -> Bool { try dataKeys.refresh() }

    /// Closes all connections; later calls throw. Optional, because releasing the last reference does the same.
    public func close() throws { try pool.close() }

    /// Counters since the store was opened, for metrics.
    public var statistics: StoreStatistics { commits.statistics }

    // MARK: Transactions

    /// Runs `body` on a snapshot of the database: it sees all earlier commits and no later ones.
    /// Cancelling the task ends it at the next query.
    /// - Throws: errors as of the type; errors of `body`.
    public func read<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        do {
            let cancellation = Cancellation()
            return try await withTaskCancellationHandler {
                try await withStatementSpan { [pool, dataKeys] statements in
                    try await pool.read { db in
                        try statements.following(db) {
                            try body(Transaction(db, Scope(dataKeys, cancellation: cancellation)))
                        }
                    }
                }
            } onCancel: {
                cancellation.cancel()
            }
        } catch {
            throw storageFault(error, path: path)
        }
    }

    /// Runs `body` in an IMMEDIATE transaction and returns once it is on disk. Concurrent writes share a transaction,
    /// each in its own savepoint.
    ///
    /// `body` may run twice if SQLite rolled back a shared transaction, so it must have no effects outside
    /// `Transaction`. It must not block on anything else.
    /// - Throws: errors as of the type; errors of `body`.
    @discardableResult
    public func write<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        do {
            try Task.checkCancellation()
            let trace = trace()
            return try await withStatementSpan { [commits] statements in
                try await withCheckedThrowingContinuation { continuation in
                    commits.submit(
                        GroupCommit.Job(
                            run: { transaction in
                                transaction.scope.trace = trace
                                let value = try statements.following(transaction.db) { try body(transaction) }
                                return { continuation.resume(returning: value) }
                            }, fail: { continuation.resume(throwing: $0) }))
                }
            }
        } catch {
            throw storageFault(error, path: path)
        }
    }

    /// Sets the hook that runs after each commit with events, on the writer's thread and in commit order; it must
    /// return at once. Feeds the mirror.
    public func onCommit(_ hook: @escaping @Sendable ([CommittedEvent]) -> Void) { hooks.set { $0.onCommit = hook } }

    /// Sets the hook that runs after this process changed the outbox, with the events added.
    func onOutbox(_ hook: (@Sendable ([OutboxCache.Entry]) -> Void)?) { hooks.set { $0.onOutbox = hook } }

    /// Sets the hook that runs after each commit that belongs to a trace, on the writer's thread; it must return at
    /// once.
    public func onTrace(_ hook: @escaping @Sendable ([TracedStep]) -> Void) { hooks.set { $0.onTrace = hook } }

    /// Checkpoints and truncates the write-ahead log, so that no old page remains in it.
    func truncateLog() async throws {
        do {
            try await pool.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        } catch {
            throw storageFault(error, path: path)
        }
    }
}
