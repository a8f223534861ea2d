import Foundation
import GRDB
import Messages
import SystemKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One step of a database's schema: numbered from 1 without gaps, forward only, never changed after its release.
///
/// It keeps the previous release working: add a table or a column now, drop unused ones a release later. Tables with
/// personal data have a column `user BLOB NOT NULL`, by which erasure finds them; sealed columns are BLOBs. Names
/// beginning with `storage_` belong to the Storage library.
public struct Migration: Sendable {
    let number: Int
    let name: String
    let sql: String

    /// Declares a step.
    /// - Parameters:
    ///   - name: a few words, recorded with the number; a later release with another name for this number refuses to
    ///     start.
    ///   - sql: one or more statements.
    public init(_ number: Int, _ name: String, _ sql: String) {
        (self.number, self.name, self.sql) = (number, name, sql)
    }
}

/// Migrates a database to this release's schema in one transaction: all steps or none.
struct Migrator {
    let path: String
    let lists: [(owner: String, migrations: [Migration])]

    /// Requires the file's lock, so that one process at a time checks and migrates.
    func migrate(_ pool: DatabasePool) throws {
        for (owner, migrations) in lists {
            for (index, migration) in migrations.enumerated() where migration.number != index + 1 {
                throw StorageError(
                    .migration,
                    "The migrations of \(owner) must be numbered 1, 2, 3, …; found \(migration.number) in place \(index + 1)."
                )
            }
        }
        let applied = try pool.read(Self.applied)
        var pending: [(owner: String, migration: Migration)] = []
        for (owner, migrations) in lists {
            for migration in migrations {
                guard let name = applied[Key(owner: owner, number: migration.number)] else {
                    pending.append((owner, migration))
                    continue
                }
                guard name == migration.name else {
                    throw StorageError(
                        .migration,
                        "Migration \(migration.number) of \(owner) is “\(migration.name)” here but “\(name)” in \(path); this release does not belong to it."
                    )
                }
            }
        }
        guard !pending.isEmpty else { return }
        if !applied.isEmpty { try copyBeforeMigration(pool, applied.count) }
        try pool.writeWithoutTransaction { db in
            try db.inTransaction(.exclusive) {
                try db.execute(sql: Self.table)
                for (owner, migration) in pending { try apply(migration, owner, db) }
                return .commit
            }
        }
    }

    private struct Key: Hashable { let owner: String, number: Int }

    private static let table = """
        CREATE TABLE IF NOT EXISTS storage_migrations (
            owner TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (owner, number)) WITHOUT ROWID
        """

    private static func applied(_ db: Database) throws -> [Key: String] {
        guard try db.tableExists("storage_migrations") else { return [:] }
        var applied: [Key: String] = [:]
        try db.run("SELECT owner, number, name FROM storage_migrations") {
            applied[Key(owner: $0.text(0) ?? "", number: Int($0.integer(1)))] = $0.text(2) ?? ""
            return true
        }
        return applied
    }

    private func apply(_ migration: Migration, _ owner: String, _ db: Database) throws {
        do {
            try db.execute(sql: migration.sql)
            try db.execute(
                sql: "INSERT INTO storage_migrations (owner, number, name) VALUES (?, ?, ?)",
                arguments: [owner, migration.number, migration.name])
        } catch let error as DatabaseError where !isOperational(error) {
            throw StorageError(
                .migration,
                "Migration \(migration.number) “\(migration.name)” of \(owner) failed: \(error.message ?? "SQLite \(error.resultCode.rawValue)"). \(path) is unchanged."
            )
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
