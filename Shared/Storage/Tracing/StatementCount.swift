import GRDB

/// For tests over SQLite that end a process between two statements, or count those of a query.
extension Transaction {
    /// Calls `body` with a number, counted from 1, before each statement of this connection, in this transaction and
    /// later ones, until `stopCounting`.
    package func eachStatement(_ body: @escaping (Int) -> Void) {
        guard case .sqlite(let db) = session else { return }
        var count = 0
        db.trace { event in
            guard case .statement = event else { return }
            count += 1
            body(count)
        }
    }

    /// Ends `eachStatement`.
    package func stopCounting() {
        guard case .sqlite(let db) = session else { return }
        db.trace(nil)
    }
}
