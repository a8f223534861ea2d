import Foundation
import GRDB
import Messages
import SystemKit

/// Copies of several databases as they were at one instant, while their services go on.
///
/// Writers of all of them are held up for the few milliseconds in which every reader takes its view; the copies are made from these views afterwards. What one
/// service had told another and what that one had applied therefore belong together, and a restored installation goes on exactly where it was.
public enum Snapshot {
    /// How long a writer that is at work may keep us waiting, seconds.
    private static let patience = 30.0

    /// - Parameters:
    ///   - databases: each file and where its copy goes; the copy is one file, without a log beside it.
    ///   - instant: called while nothing can be committed, for what belongs to the same instant; must be quick.
    /// - Throws: `BusError(.storage)`, `BusError(.busy)`, `StorageError`; what `instant` throws.
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

    /// A connection to each file that reads the same instant.
    private static func views(_ paths: [String], _ instant: () throws -> Void) throws -> [DatabaseQueue] {
        var configuration = Configuration()
        configuration.label = "pulsum backup"
        configuration.busyMode = .timeout(patience)
        // A transaction stays open from one access to the next.
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
    /// Everybody who was erased here.
    public func erasedUsers() async throws -> [UserID] {
        try await read { try $0.rows("SELECT user FROM storage_erased ORDER BY user").map { $0["user"] } }
    }

    /// - Throws: `StorageError(.damagedDatabase)` where the file's pages do not fit together.
    public func checkPages() async throws {
        guard try await read({ try $0.value(String.self, "PRAGMA quick_check(1)") }) == "ok" else {
            throw StorageError(.damagedDatabase, "\(path) is damaged; take another backup.")
        }
    }
}
