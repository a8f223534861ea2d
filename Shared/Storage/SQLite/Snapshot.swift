import Foundation
import GRDB
import Messages
import SystemKit

/// Copies several databases as of one instant while their services run.
///
/// All writers are blocked for the few milliseconds in which a read transaction starts on each database; the copies are
/// made from these transactions afterwards. Producers and consumers of events are therefore consistent, and a restored
/// installation continues where it was.
public enum Snapshot {
    /// Seconds to wait for a running writer.
    private static let busyTimeout = 30.0

    /// Copies the databases.
    /// - Parameters:
    ///   - databases: each file and the path of its copy; a copy is one file without a write-ahead log.
    ///   - instant: called while no commit is possible, for data of the same instant; must be fast.
    /// - Throws: `ServiceError(.storage)`, `ServiceError(.busy)`, `StorageError`; errors of `instant`.
    public static func copy(_ databases: [(path: String, copy: String)], instant: () throws -> Void) throws {
        let views = try views(databases.map(\.path), instant)
        for ((path, copy), view) in zip(databases, views) {
            do {
                try PrivateFile.touch(copy)
                let target = try DatabaseQueue(path: copy)
                try view.inDatabase { source in try target.inDatabase { try source.backup(to: $0) } }
                try target.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
                try target.close()
                try view.close()
            } catch {
                throw storageFault(error, path: path)
            }
        }
    }

    /// A connection to each file, all in read transactions of the same instant.
    private static func views(_ paths: [String], _ instant: () throws -> Void) throws -> [DatabaseQueue] {
        var configuration = Configuration()
        configuration.label = "pulsum backup"
        configuration.busyMode = .timeout(busyTimeout)
        // The transactions stay open between accesses.
        configuration.allowsUnsafeTransactions = true
        var locks: [DatabaseQueue] = []
        var views: [DatabaseQueue] = []
        for path in paths {
            do {
                let lock = try DatabaseQueue(path: path, configuration: configuration)
                locks.append(lock)
                views.append(try DatabaseQueue(path: path, configuration: configuration))
                try lock.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
            } catch {
                throw storageFault(error, path: path)
            }
        }
        for (view, path) in zip(views, paths) {
            do {
                try view.inDatabase { db in
                    try db.execute(sql: "BEGIN")
                    _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema")
                }
            } catch {
                throw storageFault(error, path: path)
            }
        }
        try instant()
        for lock in locks { try lock.inDatabase { try $0.execute(sql: "ROLLBACK") } }
        return views
    }
}

extension Store {
    /// The users erased from this database, sorted.
    public func erasedUsers() async throws -> [UserID] {
        try await read { try $0.rows("SELECT user FROM storage_erased ORDER BY user").map { try $0["user"] } }
    }

    /// Checks the integrity of the file's pages. Reads the whole file.
    /// - Throws: `StorageError(.damagedDatabase)` if a page is corrupt.
    public func checkPages() async throws {
        guard try await read({ try $0.value(String.self, "PRAGMA quick_check(1)") }) == "ok" else {
            throw StorageError(.damagedDatabase, "\(address) is damaged; take another backup.")
        }
    }
}
