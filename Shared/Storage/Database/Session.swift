import GRDB
import Messages

/// The connection of a running transaction: SQLite's or PostgreSQL's.
enum Session {
    case sqlite(Database)
    case postgres(PostgresConnection)

    /// Runs one statement.
    /// - Parameter row: called with each row until it returns false; on SQLite it must not run the same statement.
    /// - Throws: `StorageError` for a fault of the statement; faults of the machine as `isOperational` tells; errors of
    ///   `row`.
    func run(_ sql: String, _ arguments: [ColumnValue] = [], row: (Columns) throws -> Bool = { _ in true }) throws {
        switch self {
        case .sqlite(let db): try db.run(sql, arguments, row: row)
        case .postgres(let connection): try connection.run(sql, arguments).forEach(row)
        }
    }

    /// Runs one statement.
    /// - Returns: the number of rows that it changed.
    func execute(_ sql: String, _ arguments: [ColumnValue]) throws -> Int {
        switch self {
        case .sqlite(let db):
            try db.run(sql, arguments)
            return db.changesCount
        case .postgres(let connection): return try connection.run(sql, arguments).changed
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

    /// The rows of a query, until `body` returns false for one.
    /// - Parameter isLarge: the result may be too large for the memory as a whole.
    func rows(_ sql: String, _ arguments: [ColumnValue], isLarge: Bool, _ body: (Row) throws -> Bool) throws {
        var (columns, count): (ColumnNames?, Int) = (nil, 0)
        let read = { (row: Columns) in
            count += 1
            if let names = columns?.names, count == 2 { columns = ColumnNames(names, hasMore: true) }
            let names = columns ?? ColumnNames(row.names, hasMore: false)
            columns = names
            return try body(Row(columns: names, values: row.values))
        }
        switch self {
        case .postgres(let connection) where isLarge: try connection.stream(sql, arguments, read)
        default: try run(sql, arguments, row: read)
        }
    }

    /// Runs `body`; if it throws, its changes are rolled back, unless the whole transaction has ended.
    func savepoint<T>(_ body: () throws -> T) throws -> T {
        switch self {
        case .sqlite(let db): try db.savepoint(body)
        case .postgres(let connection): try connection.savepoint(body)
        }
    }

    /// False after the database ended the transaction by itself.
    var isOpen: Bool {
        switch self {
        case .sqlite(let db): db.isInsideTransaction
        case .postgres(let connection): connection.isOpen
        }
    }

    /// Makes the commit of this transaction prove that everything it read is durable, although it may change nothing.
    func requireDurable() { if case .postgres(let connection) = self { connection.requireDurable() } }

    var isReadOnly: Bool {
        switch self {
        case .sqlite(let db): db.configuration.readonly
        case .postgres(let connection): connection.isReadOnly
        }
    }

    /// Runs `body` and passes the text of each statement in it to `note`.
    func observed<T>(_ note: @escaping (String) -> Void, _ body: () throws -> T) rethrows -> T {
        switch self {
        case .sqlite(let db):
            db.trace { if case .statement(let statement) = $0 { note(statement.sql) } }
            defer { db.trace(nil) }
            return try body()
        case .postgres(let connection):
            connection.observer = note
            defer { connection.observer = nil }
            return try body()
        }
    }
}

/// True for faults of the machine or the server, not of an event or command: a retry may succeed.
func isOperational(_ error: any Error) -> Bool {
    if error is PostgresFault { return true }
    return (error as? DatabaseError).map(isOperational) ?? false
}
