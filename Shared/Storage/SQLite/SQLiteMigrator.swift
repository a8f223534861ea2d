import Foundation
import GRDB
import SystemKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Migrates a file to this release's schema in one transaction: all steps or none.
struct SQLiteMigrator {
    let path: String
    let plan: MigrationPlan

    /// Requires the file's lock, so that one process at a time checks and migrates.
    func migrate(_ pool: DatabasePool) throws {
        let applied = try pool.read { db in
            try db.tableExists("storage_migrations") ? try MigrationPlan.applied(.sqlite(db)) : [:]
        }
        let pending = try plan.pending(applied, in: path)
        guard !pending.isEmpty else { return }
        if !applied.isEmpty { try copyBeforeMigration(pool, applied.count) }
        try pool.writeWithoutTransaction { db in
            try db.inTransaction(.exclusive) {
                try db.execute(sql: MigrationPlan.table)
                for (owner, migration) in pending { try apply(migration, owner, db) }
                return .commit
            }
        }
    }

    private func apply(_ migration: Migration, _ owner: String, _ db: Database) throws {
        do {
            try db.execute(sql: migration.sql)
            try db.execute(
                sql: "INSERT INTO storage_migrations (owner, number, name) VALUES (?, ?, ?)",
                arguments: [owner, migration.number, migration.name])
        } catch let error as DatabaseError where !isOperational(error) {
            throw MigrationPlan.failure(
                migration, of: owner, error.message ?? "SQLite \(error.resultCode.rawValue)", in: path)
        }
    }

    /// Copies the file before a migration, as a way back to the previous release. Only the last copy is kept; erasing a
    /// user deletes it, because its pages contain the erased rows.
    private func copyBeforeMigration(_ pool: DatabasePool, _ version: Int) throws {
        let temporary = path + ".before-copying"
        let copy = "\(path).before-\(version + 1)"
        Self.removeCopies(of: path)
        do {
            try PrivateFile.touch(temporary)
            let queue = try DatabaseQueue(path: temporary)
            try pool.backup(to: queue)
            try queue.close()
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, copy) == 0 else {
            throw StorageError(
                .migration,
                "The copy before the migration, \(copy), cannot be made (\(Platform.message(errno))); nothing was changed."
            )
        }
        PrivateFile.synchronizeDirectory(of: path)
    }

    /// Deletes the copies made by migrations.
    static func removeCopies(of path: String) {
        let directory = (path as NSString).deletingLastPathComponent
        let prefix = (path as NSString).lastPathComponent + ".before-"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.isEmpty ? "." : directory)) ?? []
        for name in names where name.hasPrefix(prefix) { unlink((directory as NSString).appendingPathComponent(name)) }
    }
}
