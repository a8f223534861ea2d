import Messages

extension Store {
    /// Deletes all data of a user (OWN-1): the rows of every table with a `user` column, the data key, stored replies
    /// and outgoing events; of a file also the copies made by migrations and the old pages in the write-ahead log, on a
    /// server the old rows of data keys. The identifier is refused from then on. Repeating an erasure is safe and
    /// completes an interrupted one.
    /// - Parameter check: runs first in the deleting transaction; if it throws, nothing is deleted.
    /// - Returns: the number of deleted rows; 0 if there were none.
    /// - Throws: errors of `check`; `ServiceError(.busy)` if a reader kept the old pages or rows alive: the rows are
    ///   deleted, and a repeated call completes the erasure.
    public func erase(_ user: UserID, check: @escaping @Sendable (Transaction) throws -> Void = { _ in }) async throws
        -> Int64
    {
        let (rows, mark) = try await write(for: user) { transaction in
            try check(transaction)
            // A repetition changes nothing and confirms the first erasure, which the standbys may lack.
            transaction.session.requireDurable()
            return (try transaction.erase(user), try transaction.session.transactionMark())
        }
        dataKeys.forget(user)
        try erasureLog?.append([user])
        try await removeRemains(of: mark)
        return rows
    }

    /// Removes what erasures left behind, such as one whose removal was interrupted. Throws as `erase`.
    public func removeRemains() async throws {
        try await removeRemains(of: try await write { try $0.session.transactionMark() })
    }

    private func removeRemains(of mark: String) async throws {
        do {
            try await engine.removeRemains(of: mark)
        } catch {
            throw engine.fault(error)
        }
    }

    /// True if the user was erased from this database.
    public func isErased(_ user: UserID) async throws -> Bool { try await read { try $0.isErased(user) } }
}

extension Transaction {
    func erase(_ user: UserID) throws -> Int64 {
        try execute("INSERT INTO storage_erased (user) VALUES (?) ON CONFLICT DO NOTHING", [user])
        // Rows may reference each other; all of them are deleted.
        if case .sqlite = session { try execute("PRAGMA defer_foreign_keys = ON") }
        var deleted = 0
        for table in try userTables() {
            deleted += try execute("DELETE FROM \(quoted(table)) WHERE user = ?", [user])
        }
        scope.memory.forget()
        return Int64(deleted)
    }

    /// Every table with personal data, found by its `user` column in the schema; on PostgreSQL, tables come before those
    /// that they reference.
    func userTables() throws -> [String] {
        let tables: [String] = try rows(
            sql(
                """
                SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
                WHERE m.type = 'table' AND c.name = 'user' COLLATE NOCASE AND m.name <> 'storage_erased' ORDER BY m.name
                """,
                postgres: """
                    SELECT c.relname::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
                    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
                        AND a.attname = 'user' AND NOT a.attisdropped AND c.relname <> 'storage_erased' ORDER BY 1
                    """)
        ).map { try $0[0] }
        guard case .postgres = session else { return tables }
        let references = try rows(
            """
            SELECT c.relname::text, p.relname::text FROM pg_constraint k
            JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
            WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace AND c.oid <> p.oid
            """
        ).map { (from: try $0[0] as String, to: try $0[1] as String) }
        var (left, ordered) = (tables, [String]())
        while !left.isEmpty {
            let free = left.filter { table in
                !references.contains { $0.to == table && left.contains($0.from) }
            }
            // Tables that reference each other in a circle stay in their order.
            ordered += free.isEmpty ? left : free
            left.removeAll { free.isEmpty || free.contains($0) }
        }
        return ordered
    }

    private func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}
