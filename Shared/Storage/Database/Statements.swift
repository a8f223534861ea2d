import Foundation
import GRDB
import GRDBSQLite
import Messages

/// What goes into one of the store's own statements.
enum Argument {
    case null
    case integer(Int64)
    /// Up to its first NUL.
    case text(String)
    case bytes(Data)
    case identifier(high: UInt64, low: UInt64)

    static func text(_ text: String?) -> Argument { text.map { .text($0) } ?? .null }
    static func name(_ name: ServiceName) -> Argument { .text(name.rawValue) }
    static func id(_ id: some Identifier) -> Argument { .identifier(high: id.high, low: id.low) }
    static func number(_ number: UInt64) -> Argument { .integer(Int64(bitPattern: number)) }
}

/// The row that SQLite stands on; valid only inside the closure it was handed to.
struct Columns {
    fileprivate let statement: SQLiteStatement

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
    func number(_ column: Int32) -> UInt64 { UInt64(bitPattern: integer(column)) }
    func text(_ column: Int32) -> String? { sqlite3_column_text(statement, column).map { String(cString: $0) } }
    func name(_ column: Int32) -> ServiceName { ServiceName(rawValue: text(column) ?? "") }
    func data(_ column: Int32) -> Data { Data(bytes(column)) }

    /// Where SQLite keeps them: gone with the row.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(statement, column)
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
    }

    /// - Throws: `DatabaseError` where these are not 16 bytes.
    func id<I: Identifier>(_ column: Int32, _ type: I.Type = I.self) throws -> I {
        guard let id = I(bytes: bytes(column)) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "An identifier is not 16 bytes long.") }
        return id
    }
}

extension Database {
    /// Runs one of the store's own statements, those that every event needs several of; compiled once per connection. The arguments go to SQLite and the rows come
    /// back without GRDB's values, cursors and closures between, which took longer than SQLite. For a statement that changes rows or savepoints, never the schema.
    /// - Parameter row: called with each row until it returns false.
    /// - Throws: `DatabaseError`, `CancellationError`, what `row` throws.
    func run(_ sql: String, _ arguments: [Argument] = [], row: (Columns) throws -> Bool = { _ in true }) throws {
        // Where SQLite gave up the transaction, what follows must not be committed one by one.
        guard isInsideTransaction else { throw DatabaseError(resultCode: .SQLITE_ABORT, message: "Transaction was aborted", sql: sql) }
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

    /// `run` for at most one row.
    func first<T>(_ sql: String, _ arguments: [Argument], _ row: (Columns) throws -> T) throws -> T? {
        var value: T?
        try run(sql, arguments) {
            value = try row($0)
            return false
        }
        return value
    }

    /// SQLite copies what it is handed.
    private func bind(_ argument: Argument, _ index: Int32, _ statement: SQLiteStatement) -> Int32 {
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch argument {
        case .null: return sqlite3_bind_null(statement, index)
        case .integer(let value): return sqlite3_bind_int64(statement, index, value)
        case .text(let text): return sqlite3_bind_text(statement, index, text, -1, copied)
        case .bytes(let bytes):
            guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
            return bytes.withUnsafeBytes { sqlite3_bind_blob64(statement, index, $0.baseAddress, UInt64($0.count), copied) }
        case .identifier(let high, let low):
            return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { sqlite3_bind_blob(statement, index, $0.baseAddress, 16, copied) }
        }
    }

    private func fault(_ code: Int32, _ sql: String) -> any Error {
        if code == SQLITE_INTERRUPT { return CancellationError() }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage, sql: sql)
    }
}
