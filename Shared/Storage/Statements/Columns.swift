import Foundation
import GRDB
import GRDBSQLite
import Messages

/// The current row of a query; valid only inside the closure that receives it.
struct Columns {
    enum Source {
        case sqlite(SQLiteStatement)
        case postgres(PostgresResult, row: Int32)
    }

    let source: Source

    func isNull(_ column: Int32) -> Bool {
        switch source {
        case .sqlite(let statement): sqlite3_column_type(statement, column) == SQLITE_NULL
        case .postgres(let result, let row): result.isNull(row, column)
        }
    }

    /// 0 for a value of another class.
    func integer(_ column: Int32) -> Int64 {
        switch source {
        case .sqlite(let statement): return sqlite3_column_int64(statement, column)
        case .postgres(let result, let row):
            guard case .integer(let value) = result.value(row, column) else { return 0 }
            return value
        }
    }

    func number(_ column: Int32) -> UInt64 { UInt64(bitPattern: integer(column)) }

    /// The whole text, which may hold NUL.
    func text(_ column: Int32) -> String? {
        switch source {
        case .sqlite(let statement):
            guard let start = sqlite3_column_text(statement, column) else { return nil }
            let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
            return String(decoding: bytes, as: UTF8.self)
        case .postgres(let result, let row):
            guard case .text(let value) = result.value(row, column) else { return nil }
            return value
        }
    }

    func name(_ column: Int32) -> ServiceName { ServiceName(rawValue: text(column) ?? "") }
    func data(_ column: Int32) -> Data { Data(bytes(column)) }

    /// The database library's own memory; invalid after the row.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        switch source {
        case .sqlite(let statement):
            let start = sqlite3_column_blob(statement, column)
            return UnsafeRawBufferPointer(
                start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
        case .postgres(let result, let row): return result.bytes(row, column)
        }
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
        switch source {
        case .sqlite(let statement):
            (0..<sqlite3_column_count(statement)).map {
                sqlite3_column_name(statement, $0).map { String(cString: $0) } ?? ""
            }
        case .postgres(let result, _): result.names
        }
    }

    /// The values of all columns.
    var values: [ColumnValue] {
        switch source {
        case .sqlite(let statement): (0..<sqlite3_column_count(statement)).map(value)
        case .postgres(let result, let row): (0..<result.columns).map { result.value(row, $0) }
        }
    }

    func value(_ column: Int32) -> ColumnValue {
        switch source {
        case .sqlite(let statement):
            switch sqlite3_column_type(statement, column) {
            case SQLITE_INTEGER: .integer(integer(column))
            case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
            case SQLITE_TEXT: .text(text(column) ?? "")
            case SQLITE_BLOB: blob(bytes(column))
            default: .null
            }
        case .postgres(let result, let row): result.value(row, column)
        }
    }

    /// 16 bytes are mostly an identifier.
    private func blob(_ bytes: UnsafeRawBufferPointer) -> ColumnValue {
        EntityID(bytes: bytes).map { .id($0) } ?? .bytes(Data(bytes))
    }
}

extension PostgresResult {
    /// Passes the rows until `body` returns false for one.
    /// - Returns: false if it did.
    @discardableResult
    func forEach(_ body: (Columns) throws -> Bool) throws -> Bool {
        for row in 0..<rows {
            guard try body(Columns(source: .postgres(self, row: row))) else { return false }
        }
        return true
    }
}
