import Messages
import SystemKit

extension Store {
    /// Deletes all data of a user (OWN-1): the rows of every table with a `user` column, the data key, stored replies
    /// and outgoing events, the copies made by migrations, and the old pages in the write-ahead log. The identifier is
    /// refused from then on. Repeating an erasure is safe and completes an interrupted one.
    /// - Parameter check: runs first in the deleting transaction; if it throws, nothing is deleted.
    /// - Returns: the number of deleted rows; 0 if there were none.
    /// - Throws: errors of `check`; `ServiceError(.busy)` if a reader kept the log from being truncated: the rows are
    ///   deleted, and a repeated call completes the erasure.
    public func erase(_ user: UserID, check: @escaping @Sendable (Transaction) throws -> Void = { _ in }) async throws
        -> Int64
    {
        let rows = try await write { transaction in
            try check(transaction)
            return try transaction.erase(user)
        }
        dataKeys.forget(user)
        try await removeCopies()
        try await truncateLog()
        return rows
    }

    /// Takes the migration lock, so that no migration makes a copy meanwhile.
    private func removeCopies() async throws {
        for _ in 0..<50 {
            if let lock = try FileLock.attempt(path: path + ".lock") {
                Migrator.removeCopies(of: path)
                _ = consume lock
                return
            }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw ServiceError(
            .busy, "Another process is migrating \(path); ask again to finish erasing.", retryAfter: 1000)
    }

    /// True if the user was erased from this database.
    public func isErased(_ user: UserID) async throws -> Bool { try await read { try $0.isErased(user) } }
}

extension Transaction {
    func erase(_ user: UserID) throws -> Int64 {
        try execute("INSERT INTO storage_erased (user) VALUES (?) ON CONFLICT DO NOTHING", [user])
        // Rows may reference each other; all of them are deleted.
        try execute("PRAGMA defer_foreign_keys = ON")
        var deleted = 0
        for table in try userTables() {
            deleted += try execute("DELETE FROM \(quoted(table)) WHERE user = ?", [user])
        }
        scope.memory.forget()
        return Int64(deleted)
    }

    /// Every table with personal data, found by its `user` column in the schema.
    private func userTables() throws -> [String] {
        try rows(
            """
            SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
            WHERE m.type = 'table' AND c.name = 'user' COLLATE NOCASE AND m.name <> 'storage_erased' ORDER BY m.name
            """
        ).map { try $0["name"] }
    }

    private func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}
