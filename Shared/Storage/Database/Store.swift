import Foundation
import GRDB
import Messages
import SystemKit

/// A service's own database: SQLite in WAL mode, one file, safe to share between the service's processes on one machine.
///
/// What `write`, `command`, `receive` and `erase` return is on disk (`synchronous = FULL`); concurrent writes share one fsync.
/// Errors: no space or a failing disk is `BusError(.storage)`, a file held too long by another process `BusError(.busy)`, an erased user `BusError(.erased)`,
/// damaged or foreign content `StorageError`; what `body` throws comes out as it is, and nothing of that body is kept.
public final class Store: Sendable {
    public let service: ServiceName
    public let path: String
    /// Epoch of this database's outgoing streams.
    let epoch: UInt64
    let vault: Vault
    let pool: DatabasePool
    private let commits: GroupCommit
    private let trace: @Sendable () -> TraceOrigin?
    private let hooks: CommitHooks

    /// Opens or creates the database and migrates it under a lock, after a copy (`<path>.before-N`) where that changes an existing one.
    /// - Parameters:
    ///   - clock: the wall clock; decides only how long stored replies are kept.
    ///   - trace: the trace of the caller of a write, where somebody follows it; stored with the events of that write.
    /// - Throws: `StorageError`, `BusError(.storage)`.
    public init(
        path: String, service: ServiceName, key: MasterKey, migrations: [Migration],
        clock: @escaping @Sendable () -> Milliseconds = WallClock.milliseconds,
        trace: @escaping @Sendable () -> TraceOrigin? = { nil }
    ) throws {
        do {
            try Self.createFile(path)
            let lock = try FileLock.wait(path: path + ".lock")
            let pool = try DatabasePool(path: path, configuration: Self.configuration)
            // GRDB sets NORMAL when it turns WAL on; acknowledged must mean on disk.
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
        let vault = Vault(service: service, key: key, now: clock)
        self.vault = vault
        let hooks = CommitHooks()
        self.hooks = hooks
        self.commits = GroupCommit(pool, vault) { hooks.committed($0) }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "pulsum"
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in
            // The log is written back at 16 MiB, not at 4: pages that change again and again, as those of the outbox do, are then written back less often.
            try db.execute(sql: "PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 4096")
        }
        return configuration
    }

    /// SQLite gives its WAL the permissions of the file.
    private static func createFile(_ path: String) throws {
        let directory = (path as NSString).deletingLastPathComponent
        if !directory.isEmpty {
            try? FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        try PrivateFile.touch(path)
    }

    /// Checks that the master key belongs to the file; on first use notes it and begins the streams' epoch.
    private static func identify(_ pool: DatabasePool, service: ServiceName, key: MasterKey, path: String, now: Milliseconds) throws -> UInt64 {
        try pool.write { db in
            guard let row = try Row.fetchOne(db, sql: "SELECT key_check, epoch FROM storage_meta") else {
                try db.execute(
                    sql: "INSERT INTO storage_meta (one, key_check, epoch, master) VALUES (1, ?, ?, ?)",
                    arguments: [try key.makeCheck(service: service), now, Data(key.id.bytes)])
                return UInt64(bitPattern: now)
            }
            guard key.opens(row["key_check"], service: service) else {
                throw StorageError(
                    .wrongMasterKey, "The master key \(key.path) does not belong to \(path) of \(service); put the key back that was in use when it was made.")
            }
            return UInt64(bitPattern: row["epoch"] as Int64)
        }
    }

    /// The master key in force here, with the one that it replaces while a rotation is under way.
    public var masterKey: MasterKey { vault.key }

    /// Reads the file of the master key again.
    /// - Returns: whether another key is in force now, or a rotation began or ended.
    /// - Throws: `StorageError` where the file cannot be read; the key at hand stays in force.
    @discardableResult
    public func refreshMasterKey() throws -> Bool { try vault.refresh() }

    /// Closes all connections; later calls throw. Optional: the last reference going away does it too.
    public func close() throws { try pool.close() }

    /// Commits since the store was opened, for metrics.
    public var statistics: StoreStatistics { commits.statistics }

    // MARK: Transactions

    /// Runs `body` on a snapshot of the database; it sees what was committed before and nothing later.
    public func read<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        do {
            return try await pool.read { [vault] db in try body(Transaction(db, Scope(vault))) }
        } catch {
            throw storageFault(error, path: path)
        }
    }

    /// Runs `body` in an IMMEDIATE transaction and returns once it is on disk. Concurrent writes share a transaction, each in its own savepoint.
    ///
    /// `body` may run a second time where SQLite gave up a shared transaction, so it keeps its effects inside `Transaction`. It must not block on anything else.
    @discardableResult
    public func write<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        do {
            try Task.checkCancellation()
            let trace = trace()
            return try await withCheckedThrowingContinuation { continuation in
                commits.submit(
                    GroupCommit.Job(
                        run: { transaction in
                            transaction.scope.trace = trace
                            let value = try body(transaction)
                            return { continuation.resume(returning: value) }
                        }, fail: { continuation.resume(throwing: $0) }))
            }
        } catch {
            throw storageFault(error, path: path)
        }
    }

    /// Called after each commit that emitted events, on the writer's thread, in commit order; it must return at once. Feeds the mirror.
    public func onCommit(_ hook: @escaping @Sendable ([CommittedEvent]) -> Void) { hooks.set { $0.onCommit = hook } }

    /// Called whenever this process changed the outbox, with the events it put there.
    func onOutbox(_ hook: (@Sendable ([OutboxTail.Entry]) -> Void)?) { hooks.set { $0.onOutbox = hook } }

    /// Called after each commit of something that belongs to a trace, on the writer's thread; it must return at once.
    public func onTrace(_ hook: @escaping @Sendable ([TracedStep]) -> Void) { hooks.set { $0.onTrace = hook } }

    /// Writes the log back into the file and cuts it to nothing, so that no old page remains in it.
    func truncateLog() async throws {
        do {
            try await pool.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        } catch {
            throw storageFault(error, path: path)
        }
    }
}
