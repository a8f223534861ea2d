import Foundation
import GRDB
import GRDBSQLite
import Messages

/// The current row of a statement; valid only inside the closure that receives it.
struct Columns {
    fileprivate let statement: SQLiteStatement

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
    func number(_ column: Int32) -> UInt64 { UInt64(bitPattern: integer(column)) }
    /// The whole text, which may hold NUL.
    func text(_ column: Int32) -> String? {
        guard let start = sqlite3_column_text(statement, column) else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
        return String(decoding: bytes, as: UTF8.self)
    }
    func name(_ column: Int32) -> ServiceName { ServiceName(rawValue: text(column) ?? "") }
    func data(_ column: Int32) -> Data { Data(bytes(column)) }

    /// SQLite's own memory; invalid after the row.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(statement, column)
        return UnsafeRawBufferPointer(
            start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
    }

    /// - Throws: `StorageError(.damagedValue)` if the value does not have 16 bytes.
    func id<I: Identifier>(_ column: Int32, _ type: I.Type = I.self) throws -> I {
        guard let id = I(bytes: bytes(column)) else {
            throw StorageError(
                .damagedValue, "An identifier is not 16 bytes long; restore the database from a backup.")
        }
        return id
    }

    /// The names of all columns.
    var names: [String] {
        (0..<sqlite3_column_count(statement)).map {
            sqlite3_column_name(statement, $0).map { String(cString: $0) } ?? ""
        }
    }

    /// The values of all columns.
    var values: [ColumnValue] { (0..<sqlite3_column_count(statement)).map(value) }

    func value(_ column: Int32) -> ColumnValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT: .text(text(column) ?? "")
        case SQLITE_BLOB: blob(bytes(column))
        default: .null
        }
    }

    /// 16 bytes are mostly an identifier.
    private func blob(_ bytes: UnsafeRawBufferPointer) -> ColumnValue {
        EntityID(bytes: bytes).map { .id($0) } ?? .bytes(Data(bytes))
    }
}

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
            case SQLITE_ROW: guard try row(Columns(statement: statement)) else { return }
            case SQLITE_DONE: return
            case let code: throw fault(code, sql)
            }
        }
    }

    /// Like `run`, for at most one row.
    func first<T>(_ sql: String, _ arguments: [ColumnValue] = [], _ row: (Columns) throws -> T) throws -> T? {
        var value: T?
        try run(sql, arguments) {
            value = try row($0)
            return false
        }
        return value
    }

    /// All rows of a query, until `body` returns false for one.
    func rows(_ sql: String, _ arguments: [ColumnValue], _ body: (Row) throws -> Bool) throws {
        var (columns, count): (ColumnNames?, Int) = (nil, 0)
        try run(sql, arguments) { row in
            count += 1
            if let names = columns?.names, count == 2 { columns = ColumnNames(names, hasMore: true) }
            let names = columns ?? ColumnNames(row.names, hasMore: false)
            columns = names
            return try body(Row(columns: names, values: row.values))
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
