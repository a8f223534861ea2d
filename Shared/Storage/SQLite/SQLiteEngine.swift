import Foundation
import GRDB
import Messages
import SystemKit

/// SQLite in WAL mode: one file, shared by the service's processes on one machine. Concurrent writes share one fsync.
final class SQLiteEngine: Engine {
    let path: String
    let identity: DatabaseIdentity
    let pool: DatabasePool
    private let commits: GroupCommit
    private let file: FileID?

    let system = "sqlite"

    /// Opens or creates the file and migrates it under a lock (`<path>.lock`). Before a migration of an existing file it
    /// makes a copy (`<path>.before-N`). A missing file whose lock remains is not made again.
    /// - Parameter committed: called after each commit with its effects in order, before its jobs resume.
    /// - Throws: `StorageError`, `ServiceError(.storage)`.
    init(
        path: String, plan: MigrationPlan, dataKeys: DataKeyCache,
        committed: @escaping @Sendable (Scope.Effects) -> Void
    ) throws {
        do {
            try Self.requireNotLost(path)
            try Self.createFile(path)
            let lock = try FileLock.wait(path: Self.lock(of: path))
            let pool = try DatabasePool(path: path, configuration: Self.configuration)
            // GRDB sets NORMAL with WAL; an acknowledged write must be on disk.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try pool.read { try MoveMark.check(.sqlite($0), place: path) }
            try SQLiteMigrator(path: path, plan: plan).migrate(pool)
            identity = try pool.write { db in
                // KiB for the writer's pages, which a transaction of many rows would otherwise read again and again.
                try db.execute(sql: "PRAGMA cache_size = -8192")
                return try Session.sqlite(db).identify(dataKeys, place: path)
            }
            self.pool = pool
            file = FileID(path)
            _ = consume lock
        } catch {
            throw storageFault(error, path: path)
        }
        self.path = path
        commits = GroupCommit(pool, dataKeys, committed: committed)
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

    /// The lock of a database file. It is made after the file and stays, so it proves that there was one.
    static func lock(of path: String) -> String { path + ".lock" }

    /// - Throws: `StorageError(.missing)` if there was a file at this path and is none now.
    static func requireNotLost(_ path: String) throws {
        // The lock first: another process may be making both.
        guard PrivateFile.exists(lock(of: path)), !PrivateFile.exists(path) else { return }
        throw StorageError(
            .missing,
            "\(path) is missing, and its lock says that there was one: put the file back or restore a backup; to begin with an empty database instead, delete \(lock(of: path))."
        )
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

    var statistics: StoreStatistics { commits.statistics }

    func read<T: Sendable>(isSerial: Bool, _ body: @escaping @Sendable (Session) throws -> T) async throws -> T {
        try await pool.read { try body(.sqlite($0)) }
    }

    func submit(_ job: WriteJob, for user: UserID?) { commits.submit(job) }

    func fault(_ error: any Error) -> any Error { storageFault(error, path: path) }

    func close() throws { try pool.close() }

    /// Open connections keep a file that was deleted, or replaced by a restore.
    func requirePresent() throws {
        guard let present = FileID(path) else {
            throw StorageError(
                .missing,
                "\(path) is gone while this process ran, and what it wrote since may be lost; put the file back or restore a backup."
            )
        }
        guard present == file else { throw DatabaseIdentity.replaced(path) }
    }

    func removeRemains(of transaction: String) async throws {
        try await removeCopies()
        // Checkpoints and truncates the write-ahead log, so that no old page remains in it.
        try await pool.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
    }

    /// Takes the migration lock, so that no migration makes a copy meanwhile.
    private func removeCopies() async throws {
        for _ in 0..<50 {
            if let lock = try FileLock.attempt(path: Self.lock(of: path)) {
                SQLiteMigrator.removeCopies(of: path)
                _ = consume lock
                return
            }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw ServiceError(
            .busy, "Another process is migrating \(path); ask again to finish erasing.", retryAfter: 1000)
    }
}
