import Foundation
import GRDB
import Messages

/// A database that is moved, or to which another one is moved: one connection, while nothing else uses the database.
///
/// A file is locked for all other connections, of this process and others, as long as this value lives. Of a server,
/// sessions of the service are refused when this value is made, and `lock` keeps writers away until the transaction
/// ends.
final class MoveSide {
    private enum Connection {
        case sqlite(DatabaseQueue)
        case postgres(PostgresConnection)
    }

    let address: DatabaseAddress
    let service: ServiceName
    private let connection: Connection

    /// Seconds to wait for processes that have just been stopped.
    private static let patience = 5.0
    private static let application = "pulsum-move"

    /// Opens an existing database.
    /// - Throws: `StorageError(.move)` if a process uses it; `StorageError`, `ServiceError` if it cannot be opened.
    init(_ address: DatabaseAddress, service: ServiceName) throws {
        (self.address, self.service) = (address, service)
        do {
            switch address {
            case .file(let path): connection = .sqlite(try Self.open(path))
            case .server(let server):
                let connection = try PostgresConnection(server, application: Self.application)
                self.connection = .postgres(connection)
                try requireNoSessions()
                for setting in ["idle_in_transaction_session_timeout", "statement_timeout"] {
                    try connection.command("SET \(setting) = 0")
                }
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw StorageError(.move, "A process uses \(address); stop Pulsum first, then repeat.")
        } catch {
            throw Self.fault(error, address)
        }
    }

    /// In exclusive mode the connection holds a lock on the file itself, which fails while any other connection is open
    /// (SQLite's documentation, “Write-Ahead Logging”, Use of WAL Without Shared-Memory).
    private static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = application
        configuration.busyMode = .timeout(patience)
        // A transaction stays open between accesses, and rows come in the order of tables.
        configuration.allowsUnsafeTransactions = true
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
                    PRAGMA temp_store = MEMORY
                    """)
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE; ROLLBACK") }
        return queue
    }

    /// Every connection of a service begins its `application_name` with the service, which every role may see. A
    /// session counts only if its login may use the service's tables.
    /// - Throws: `StorageError(.move)` if one is open.
    private func requireNoSessions() throws {
        guard case .server(let server) = address else { return }
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        while true {
            let sessions =
                try use { session in
                    try session.first(
                        """
                        SELECT count(*) FROM pg_stat_activity
                        WHERE datname = current_database() AND pid <> pg_backend_pid()
                            AND split_part(application_name, ' ', 1) = ? AND pg_has_role(usesysid, ?, 'MEMBER')
                        """, [.text("pulsum-\(service)"), .text(server.schema)]
                    ) { $0.integer(0) }
                } ?? 0
            guard sessions > 0 else { return }
            guard Date() < deadline else {
                throw StorageError(
                    .move,
                    "\(sessions) \(sessions == 1 ? "connection" : "connections") of \(service) to \(address) \(sessions == 1 ? "is" : "are") open; stop Pulsum on every machine, then repeat."
                )
            }
            Thread.sleep(forTimeInterval: 0.1)
        }
    }

    var isFile: Bool { if case .sqlite = connection { true } else { false } }

    // MARK: Access

    /// Runs `body` on the connection, in the transaction that is open or in none.
    func use<T>(_ body: (Session) throws -> T) throws -> T {
        do {
            switch connection {
            case .sqlite(let queue): return try queue.inDatabase { try body(.sqlite($0)) }
            case .postgres(let connection): return try body(.postgres(connection))
            }
        } catch {
            throw Self.fault(error, address)
        }
    }

    /// Runs statements without arguments, also those that change the schema.
    /// - Parameter sql: in SQLite's dialect, or as this side has it.
    func execute(_ sql: String) throws {
        try use { session in
            switch session {
            case .sqlite(let db): try db.execute(sql: sql)
            case .postgres(let connection): try connection.command(PostgresSQL(sql).text)
            }
        }
    }

    /// Runs `body` in a transaction.
    func transaction<T>(_ body: (Session) throws -> T) throws -> T {
        try begin()
        do {
            let value = try use(body)
            try commit()
            return value
        } catch {
            rollback()
            throw error
        }
    }

    func begin() throws { try execute(isFile ? "BEGIN IMMEDIATE" : "BEGIN ISOLATION LEVEL READ COMMITTED") }

    func commit() throws {
        try use { session in
            switch session {
            case .sqlite(let db): try db.execute(sql: "COMMIT")
            case .postgres(let connection): try connection.commit()
            }
        }
    }

    func rollback() {
        try? use { session in
            switch session {
            case .sqlite(let db): if db.isInsideTransaction { try db.execute(sql: "ROLLBACK") }
            case .postgres(let connection): connection.rollback()
            }
        }
    }

    /// Passes the rows of a query one by one.
    func forEach(_ sql: String, _ arguments: [ColumnValue] = [], _ body: (Columns) throws -> Void) throws {
        func row(_ columns: Columns) throws -> Bool {
            try body(columns)
            return true
        }
        try use { session in
            switch session {
            case .sqlite: try session.run(sql, arguments, row: row)
            case .postgres(let connection): try connection.stream(sql, arguments, row)
            }
        }
    }

    private static func fault(_ error: any Error, _ address: DatabaseAddress) -> any Error {
        switch (error, address) {
        case (let fault as PostgresFault, _) where !fault.reason.isEmpty:
            StorageError(.open, "\(address) cannot be reached: \(fault.reason).")
        case (let fault as PostgresFault, _): fault.error("\(address)")
        case (_, .file(let path)): storageFault(error, path: path)
        default: error
        }
    }
}
