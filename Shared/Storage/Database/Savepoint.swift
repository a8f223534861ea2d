import GRDB

extension Database {
    /// Runs `body` inside a transaction; if it throws, its changes are rolled back. Replaces GRDB's `inSavepoint` with
    /// statements compiled once, because every write and every delivered event uses a savepoint.
    ///
    /// If SQLite itself rolled back the whole transaction, this only rethrows the error.
    func savepoint<T>(_ body: () throws -> T) throws -> T {
        try run("SAVEPOINT pulsum")
        do {
            let value = try body()
            try run("RELEASE SAVEPOINT pulsum")
            return value
        } catch {
            if isInsideTransaction {
                try run("ROLLBACK TRANSACTION TO SAVEPOINT pulsum")
                try run("RELEASE SAVEPOINT pulsum")
            }
            throw error
        }
    }
}
