/// One step of a database's schema: numbered from 1 without gaps, forward only, never changed after its release.
///
/// It keeps the previous release working: add a table or a column now, drop unused ones a release later. Tables with
/// personal data have a column `user BLOB NOT NULL`, by which erasure finds them; sealed columns are BLOBs. Names
/// beginning with `storage_` belong to the Storage library.
public struct Migration: Sendable {
    let number: Int
    let name: String
    let sql: String
    /// The step on PostgreSQL, written with SQLite's names of types.
    let postgres: String

    /// Declares a step.
    /// - Parameters:
    ///   - name: a few words, recorded with the number; a later release with another name for this number refuses to
    ///     start.
    ///   - sql: one or more statements.
    ///   - postgres: the statements on PostgreSQL, where `PostgresSQL` cannot translate `sql`: triggers, collations.
    public init(_ number: Int, _ name: String, _ sql: String, postgres: String? = nil) {
        (self.number, self.name, self.sql, self.postgres) = (number, name, sql, postgres ?? sql)
    }
}

/// The migrations of the Storage library and of a service, by owner, in the order in which they apply.
struct MigrationPlan {
    struct Key: Hashable { let owner: String, number: Int }

    let lists: [(owner: String, migrations: [Migration])]

    static let appliedQuery = "SELECT owner, number, name FROM storage_migrations"

    /// The table of applied migrations.
    static let table = """
        CREATE TABLE IF NOT EXISTS storage_migrations (
            owner TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (owner, number)) WITHOUT ROWID
        """

    /// The steps to apply.
    /// - Parameters:
    ///   - applied: names of the applied steps.
    ///   - place: the database, for messages.
    /// - Throws: `StorageError(.migration)` if numbers have gaps, or a step was applied under another name.
    func pending(_ applied: [Key: String], in place: String) throws -> [(owner: String, migration: Migration)] {
        for (owner, migrations) in lists {
            for (index, migration) in migrations.enumerated() where migration.number != index + 1 {
                throw StorageError(
                    .migration,
                    "The migrations of \(owner) must be numbered 1, 2, 3, …; found \(migration.number) in place \(index + 1)."
                )
            }
        }
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
                        "Migration \(migration.number) of \(owner) is “\(migration.name)” here but “\(name)” in \(place); this release does not belong to it."
                    )
                }
            }
        }
        return pending
    }

    /// Reads the applied steps; requires the table.
    static func applied(_ session: Session) throws -> [Key: String] {
        var applied: [Key: String] = [:]
        try session.run(appliedQuery) {
            applied[Key(owner: $0.text(0) ?? "", number: Int($0.integer(1)))] = $0.text(2) ?? ""
            return true
        }
        return applied
    }

    static func failure(_ migration: Migration, of owner: String, _ reason: String, in place: String) -> StorageError {
        StorageError(
            .migration,
            "Migration \(migration.number) “\(migration.name)” of \(owner) failed: \(reason). \(place) is unchanged.")
    }
}
