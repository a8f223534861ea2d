import GRDB
import Messages
import SystemKit

extension Store {
    /// Destroys everything kept of a user (OWN-1): their rows in every table with a `user` column, their data key, stored replies and outgoing events,
    /// the copies that migrations made, and the pages left in the log. Their identifier is refused from then on. Repeating it is safe and finishes what was left.
    /// - Parameter check: runs first in the transaction that deletes; where it throws, nothing is deleted.
    /// - Returns: rows deleted; 0 where there was nothing.
    /// - Throws: what `check` throws; `BusError(.busy)` where a reader kept the log from being cut: the rows are gone, ask again to finish.
    public func erase(_ user: UserID, check: @escaping @Sendable (Transaction) throws -> Void = { _ in }) async throws -> Int64 {
        let rows = try await write { transaction in
            try check(transaction)
            return try transaction.erase(user)
        }
        vault.forget(user)
        try await removeCopies()
        try await truncateLog()
        return rows
    }

    /// Under the lock of migrations, so that none is being copied meanwhile.
    private func removeCopies() async throws {
        for _ in 0..<50 {
            if let lock = try FileLock.attempt(path: path + ".lock") {
                Migrator.removeCopies(of: path)
                _ = consume lock
                return
            }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw BusError(.busy, "Another process is migrating \(path); ask again to finish erasing.", retryAfter: 1000)
    }

    /// True for a user that was erased here.
    public func isErased(_ user: UserID) async throws -> Bool { try await read { try $0.isErased(user) } }
}

extension Transaction {
    fileprivate func erase(_ user: UserID) throws -> Int64 {
        try execute("INSERT INTO storage_erased (user) VALUES (?) ON CONFLICT DO NOTHING", [user])
        // Rows may refer to each other; all of them go.
        try execute("PRAGMA defer_foreign_keys = ON")
        var deleted = 0
        for table in try userTables() {
            deleted += try execute("DELETE FROM \(quoted(table)) WHERE user = ?", [user])
        }
        scope.memory.forget()
        return Int64(deleted)
    }

    /// Every table that holds something of a person, found through the schema.
    private func userTables() throws -> [String] {
        try rows(
            """
            SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
            WHERE m.type = 'table' AND c.name = 'user' COLLATE NOCASE AND m.name <> 'storage_erased' ORDER BY m.name
            """
        ).map { $0["name"] }
    }

    private func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}
