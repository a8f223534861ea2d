import Foundation
import GRDB
import GRDBSQLite
import Messages

/// A bound value of one of the store's own statements.
enum Argument {
    case null
    case integer(Int64)
    /// Text up to its first NUL.
    case text(String)
    case bytes(Data)
    case identifier(high: UInt64, low: UInt64)

    static func text(_ text: String?) -> Argument { text.map { .text($0) } ?? .null }
    static func name(_ name: ServiceName) -> Argument { .text(name.rawValue) }
    static func id(_ id: some Identifier) -> Argument { .identifier(high: id.high, low: id.low) }
    static func number(_ number: UInt64) -> Argument { .integer(Int64(bitPattern: number)) }
}

/// The current row of a statement; valid only inside the closure that receives it.
struct Columns {
    fileprivate let statement: SQLiteStatement

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
    func number(_ column: Int32) -> UInt64 { UInt64(bitPattern: integer(column)) }
    func text(_ column: Int32) -> String? { sqlite3_column_text(statement, column).map { String(cString: $0) } }
    func name(_ column: Int32) -> ServiceName { ServiceName(rawValue: text(column) ?? "") }
    func data(_ column: Int32) -> Data { Data(bytes(column)) }

    /// SQLite's own memory; invalid after the row.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(statement, column)
        return UnsafeRawBufferPointer(
            start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
    }

    /// - Throws: `DatabaseError` if the value does not have 16 bytes.
    func id<I: Identifier>(_ column: Int32, _ type: I.Type = I.self) throws -> I {
        guard let id = I(bytes: bytes(column)) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "An identifier is not 16 bytes long.")
        }
        return id
    }
}

extension Database {
    /// Runs one of the store's own statements, compiled once per connection. Every event needs several of them, and
    /// GRDB's values, cursors and closures took longer than SQLite itself; this binds and reads values directly. Only
    /// for statements that change rows or savepoints, never the schema.
    /// - Parameter row: called with each row until it returns false.
    /// - Throws: `DatabaseError`, `CancellationError`, errors of `row`.
    func run(_ sql: String, _ arguments: [Argument] = [], row: (Columns) throws -> Bool = { _ in true }) throws {
        // After SQLite rolled back the transaction, further statements would each commit on their own.
        guard isInsideTransaction else {
            throw DatabaseError(resultCode: .SQLITE_ABORT, message: "Transaction was aborted", sql: sql)
        }
        let compiled = try cachedStatement(sql: sql)
        let statement = compiled.sqliteStatement
        defer {
            sqlite3_reset(statement)
            withExtendedLifetime(compiled) {}
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
    func first<T>(_ sql: String, _ arguments: [Argument], _ row: (Columns) throws -> T) throws -> T? {
        var value: T?
        try run(sql, arguments) {
            value = try row($0)
            return false
        }
        return value
    }

    /// Binds a value; SQLite copies it.
    private func bind(_ argument: Argument, _ index: Int32, _ statement: SQLiteStatement) -> Int32 {
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch argument {
        case .null: return sqlite3_bind_null(statement, index)
        case .integer(let value): return sqlite3_bind_int64(statement, index, value)
        case .text(let text): return sqlite3_bind_text(statement, index, text, -1, copied)
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

    private func fault(_ code: Int32, _ sql: String) -> any Error {
        if code == SQLITE_INTERRUPT { return CancellationError() }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage, sql: sql)
    }
}
