import Foundation
import GRDB
import GRDBSQLite

extension Database {
    /// Runs one statement inside a transaction, compiled once per connection. Every event needs several of them, and
    /// GRDB's values, cursors and closures took longer than SQLite itself; this binds and reads values directly. Only
    /// for statements that read or change rows or savepoints, never the schema.
    /// - Parameter row: called with each row until it returns false; it must not run the same statement.
    /// - Throws: as `fault`; errors of `row`.
    func run(_ sql: String, _ arguments: [ColumnValue] = [], row: (Columns) throws -> Bool = { _ in true }) throws {
        // After SQLite rolled back the transaction, further statements would each commit on their own.
        guard isInsideTransaction else {
            throw DatabaseError(resultCode: .SQLITE_ABORT, message: "Transaction was aborted", sql: sql)
        }
        let compiled: Statement
        do { compiled = try cachedStatement(sql: sql) } catch let error as DatabaseError { throw statementFault(error) }
        let statement = compiled.sqliteStatement
        defer {
            sqlite3_reset(statement)
            withExtendedLifetime(compiled) {}
        }
        let count = sqlite3_bind_parameter_count(statement)
        guard count == arguments.count else {
            throw StorageError(
                .statement, "A statement takes \(count) arguments and got \(arguments.count); this release is at fault."
            )
        }
        for (index, argument) in arguments.enumerated() {
            let code = bind(argument, Int32(index + 1), statement)
            guard code == SQLITE_OK else { throw fault(code, sql) }
        }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: guard try row(Columns(source: .sqlite(statement))) else { return }
            case SQLITE_DONE: return
            case let code: throw fault(code, sql)
            }
        }
    }

    /// Binds a value; SQLite copies it.
    private func bind(_ argument: ColumnValue, _ index: Int32, _ statement: SQLiteStatement) -> Int32 {
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch argument {
        case .null: return sqlite3_bind_null(statement, index)
        case .integer(let value): return sqlite3_bind_int64(statement, index, value)
        case .real(let value): return sqlite3_bind_double(statement, index, value)
        // The length: without one, SQLite stores up to the first NUL only.
        case .text(let text): return sqlite3_bind_text(statement, index, text, Int32(clamping: text.utf8.count), copied)
        case .bytes(let bytes):
            guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
            return bytes.withUnsafeBytes {
                sqlite3_bind_blob64(statement, index, $0.baseAddress, UInt64($0.count), copied)
            }
        case .identifier(let high, let low):
            return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
                sqlite3_bind_blob(statement, index, $0.baseAddress, 16, copied)
            }
        }
    }

    /// The error of a failed statement: `CancellationError` if its task was cancelled, else that of `statementFault`.
    private func fault(_ code: Int32, _ sql: String) -> any Error {
        if code == SQLITE_INTERRUPT { return CancellationError() }
        return statementFault(
            DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage, sql: sql))
    }

    // MARK: Savepoints

    /// Runs `body` inside a transaction; if it throws, its changes are rolled back. Replaces GRDB's `inSavepoint` with
    /// statements compiled once, because every slice of delivered events, and many a write, uses a savepoint.
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
