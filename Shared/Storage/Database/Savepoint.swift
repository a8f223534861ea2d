import GRDB

extension Database {
    /// Inside a transaction, runs `body` so that it takes back all of its own changes when it throws. GRDB's `inSavepoint` with statements that are compiled
    /// once: every write and every delivered event has a savepoint.
    ///
    /// Where SQLite itself gave up the whole transaction, nothing is left to take back, and `body`'s error says so.
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
