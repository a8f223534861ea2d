import CPostgres
import Foundation
import Messages

/// A connection to a service's schema. Used by one thread at a time.
final class PostgresConnection {
    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]
    private var compiled = 0
    private var cursors = 0
    /// The fault that ended the transaction; every further statement throws it.
    private(set) var fault: PostgresFault?
    private(set) var isReadOnly = false
    /// True if the transaction changed a row, or its commit has to wait for the standbys all the same.
    private(set) var isChanged = false
    /// True if the server warned since this was set to false.
    private var isWarned = false
    /// Receives the text of each statement.
    var observer: ((String) -> Void)?

    /// The forms of a statement on the server, one for each combination of arguments that are NULL.
    private typealias Statement = [(types: [Oid], name: String)]

    /// Compiled statements at most; beyond, all are compiled again.
    private static let maximumStatements = 500
    /// Rows of one fetch from a large result.
    private static let batch: Int32 = 256

    /// How long a statement waits for a lock.
    static let lockTimeout = "lock_timeout = '10s'"

    /// Settings of a session. Sequential scans lock whole tables against other serializable transactions, so the
    /// planner avoids them even in small tables (PostgreSQL's documentation, Serializable Isolation Level); compiling
    /// plans would take longer than to run them. A server whose client's machine died ends the transaction within six
    /// seconds, also while an answer is under way, which keep-alives do not watch: others conflict with it until then.
    private static let settings = [
        "synchronous_commit = on", "client_min_messages = warning", "enable_seqscan = off", "jit = off", lockTimeout,
        "idle_in_transaction_session_timeout = '60s'", "tcp_keepalives_idle = 3", "tcp_keepalives_interval = 1",
        "tcp_keepalives_count = 3", "tcp_user_timeout = '6s'", "client_connection_check_interval = '10s'",
    ]

    /// Connects, and enters the service's role and schema.
    /// - Parameters:
    ///   - isBare: stays in the role and schema of the login.
    ///   - application: what the server's list of sessions shows; nil for the address's own.
    /// - Throws: `PostgresFault`, `StorageError`.
    init(_ address: PostgresAddress, isBare: Bool = false, application: String? = nil) throws {
        let own = application.map { ["application_name": $0] } ?? [:]
        let parameters = address.parameters.merging(own) { $1 }.map { (strdup($0.key), strdup($0.value)) }
        defer { for pointer in parameters.flatMap({ [$0.0, $0.1] }) { free(pointer) } }
        let keys = parameters.map { UnsafePointer($0.0) } + [nil]
        let values = parameters.map { UnsafePointer($0.1) } + [nil]
        guard let handle = PQconnectdbParams(keys, values, 0) else { throw PostgresFault.lost }
        self.handle = handle
        // The default prints to standard error.
        PQsetNoticeReceiver(
            handle,
            { connection, notice in
                guard let connection, let state = PQresultErrorField(notice, Int32(UInt8(ascii: "C"))),
                    String(cString: state).hasPrefix("01")
                else { return }
                Unmanaged<PostgresConnection>.fromOpaque(connection).takeUnretainedValue().isWarned = true
            }, Unmanaged.passUnretained(self).toOpaque())
        guard PQstatus(handle) == CONNECTION_OK else {
            let lines = String(cString: PQerrorMessage(handle)).split(separator: "\n")
            throw PostgresFault(state: "08001", reason: lines.joined(separator: "; "))
        }
        for setting in Self.settings {
            do {
                try command("SET \(setting)")
            } catch let error as StorageError where setting != Self.settings[0] {
                // Systems that speak PostgreSQL's protocol lack some.
                _ = error
            }
        }
        guard !isBare else { return }
        if try first("SELECT session_user::text") != address.schema {
            try command("SET ROLE \"\(address.schema)\"")
        }
        try command("SET search_path TO \"\(address.schema)\"")
    }

    deinit { PQfinish(handle) }

    /// True if no transaction may begin here any more.
    var isBroken: Bool {
        PQstatus(handle) != CONNECTION_OK || PQtransactionStatus(handle) != PQTRANS_IDLE || fault?.isStale == true
    }

    /// The server's version, such as 150018; that of the protocol it imitates for another system.
    var version: Int32 { PQserverVersion(handle) }

    // MARK: Statements

    /// Runs one statement of SQLite's dialect, compiled once per connection.
    /// - Throws: `PostgresFault`, which ends the transaction; `StorageError`, which ends it too unless a savepoint is
    ///   rolled back.
    func run(_ sql: String, _ arguments: [ColumnValue] = []) throws -> PostgresResult {
        if let fault { throw fault }
        observer?(sql)
        let parameters = try PostgresParameters(arguments)
        let (name, isKnown) = try compile(sql, parameters)
        let result = parameters.withArguments { PQexecPrepared(handle, name, $0, $1, $2, $3, 1) }
        let checked = try check(result, isKnown: isKnown)
        if checked.changed > 0 { isChanged = true }
        return checked
    }

    private func compile(_ sql: String, _ parameters: PostgresParameters) throws -> (name: String, isKnown: Bool) {
        let types = parameters.types
        if let form = statements[sql]?.first(where: { $0.types == types }) { return (form.name, true) }
        if compiled >= Self.maximumStatements {
            try command("DEALLOCATE ALL")
            (statements, compiled) = ([:], 0)
        }
        let (text, declared) = try translated(sql, types)
        compiled += 1
        let name = "s\(compiled)"
        _ = try check(PQprepare(handle, name, text, Int32(types.count), declared))
        statements[sql, default: []].append((types, name))
        return (name, false)
    }

    /// The text for arguments of these types, and the types to declare. The server infers the type of a NULL from its
    /// place; one without a place is a text.
    private func translated(_ sql: String, _ types: [Oid]) throws -> (text: String, types: [Oid]) {
        let translation = PostgresSQL(sql) { types.indices.contains($0 - 1) && types[$0 - 1] == 0 }
        guard translation.parameters == types.count else {
            throw StorageError(
                .statement,
                "A statement takes \(translation.parameters) arguments and got \(types.count); this release is at fault."
            )
        }
        let declared = types.enumerated().map { index, type in
            type == 0 && !translation.mentioned.contains(index + 1) ? PostgresType.text : type
        }
        return (translation.text, declared)
    }

    /// Reads a query's rows in batches, through a cursor.
    func stream(_ sql: String, _ arguments: [ColumnValue], _ body: (Columns) throws -> Bool) throws {
        if let fault { throw fault }
        observer?(sql)
        let parameters = try PostgresParameters(arguments)
        let (query, types) = try translated(sql, parameters.types)
        cursors += 1
        let cursor = "c\(cursors)"
        _ = try check(
            parameters.withArguments {
                PQexecParams(
                    handle, "DECLARE \(cursor) NO SCROLL CURSOR FOR \(query)", $0, types, $1, $2, $3, 1)
            })
        while true {
            let batch = try check(PQexecParams(handle, "FETCH \(Self.batch) FROM \(cursor)", 0, nil, nil, nil, nil, 1))
            // The cursor ends with the transaction.
            guard try batch.forEach(body), batch.rows == Self.batch else { return }
        }
    }

    /// Adds rows in PostgreSQL's binary format of COPY, without its header and trailer.
    /// - Parameter target: the table and its columns, quoted.
    func copy(into target: String, _ rows: [UInt8]) throws {
        if let fault { throw fault }
        let result = PQexec(handle, "COPY \(target) FROM STDIN WITH (FORMAT binary)")
        guard PQresultStatus(result) == PGRES_COPY_IN else {
            defer { PQclear(result) }
            throw failure(result, isKnown: false)
        }
        PQclear(result)
        // Signature, flags and length of the header's extension; -1 ends the rows (PostgreSQL's documentation, COPY).
        let header = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)
        for part in [header, rows, [0xFF, 0xFF]] {
            var rest = part[...]
            while !rest.isEmpty {
                let piece = rest.prefix(1 << 20)
                rest = rest.dropFirst(piece.count)
                let isSent = piece.withUnsafeBytes {
                    PQputCopyData(handle, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count)) == 1
                }
                // The server's reason, if there is one, is in the result below.
                if !isSent { break }
            }
        }
        _ = PQputCopyEnd(handle, nil)
        var failed: (any Error)?
        while let result = PQgetResult(handle) {
            defer { PQclear(result) }
            if PQresultStatus(result) != PGRES_COMMAND_OK, failed == nil { failed = failure(result, isKnown: false) }
        }
        if PQstatus(handle) != CONNECTION_OK { fault = .lost }
        if let error = fault ?? failed { throw error }
        isChanged = true
    }

    /// Runs text that has no arguments and returns no rows: one or more statements in PostgreSQL's dialect.
    /// - Returns: the tag of the last one.
    @discardableResult
    func command(_ text: String) throws -> String { try check(PQexec(handle, text)).tag }

    /// The first column of the first row, as text.
    func first(_ query: String) throws -> String? {
        let result = try check(PQexecParams(handle, query, 0, nil, nil, nil, nil, 1))
        guard result.rows > 0, case .text(let text) = result.value(0, 0) else { return nil }
        return text
    }

    private func check(_ result: OpaquePointer?, isKnown: Bool = false) throws -> PostgresResult {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: break
        default:
            defer { PQclear(result) }
            throw failure(result, isKnown: isKnown)
        }
        guard let result else { throw PostgresFault.lost }
        return PostgresResult(result)
    }

    /// The error of a failed statement. Its text names tables, columns and constraints, never values: those are in the
    /// server's detail, which is not read.
    private func failure(_ result: OpaquePointer?, isKnown: Bool) -> any Error {
        func field(_ code: Unicode.Scalar) -> String {
            PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) } ?? ""
        }
        let state = field("C")
        if PQstatus(handle) != CONNECTION_OK || state.isEmpty {
            fault = .lost
        } else if PostgresFault.isOperational(state) || (state == "0A000" && isKnown) {
            fault = PostgresFault(state: state)
        }
        if let fault { return fault }
        let subject = state.hasPrefix("42") ? ": " + field("M") : field("n").isEmpty ? "" : ": " + field("n")
        let reason = "PostgreSQL \(state)\(subject)"
        switch state.prefix(2) {
        case "23":
            return StorageError(
                .constraint, "A row does not fit those that are stored (\(reason)); look again and repeat.")
        case "54":
            return StorageError(
                .tooLarge, "A value is longer than the database stores (\(reason)); send less at once.")
        default:
            return StorageError(.statement, "The database does not accept a statement of this release (\(reason)).")
        }
    }

    // MARK: Transactions

    /// False after a fault ended the transaction.
    var isOpen: Bool { fault == nil && PQtransactionStatus(handle) == PQTRANS_INTRANS }

    enum Mode: String {
        case write = "SERIALIZABLE"
        /// Takes no part in the detection of conflicts. Each statement reads the newest committed rows.
        case rowWrite = "READ COMMITTED"
        case serialRead = "SERIALIZABLE READ ONLY"
        /// Takes no part in the detection of conflicts.
        case snapshot = "REPEATABLE READ READ ONLY"
    }

    func begin(_ mode: Mode) throws {
        (fault, isChanged, isReadOnly) = (nil, false, mode == .serialRead || mode == .snapshot)
        try command("BEGIN ISOLATION LEVEL \(mode.rawValue)")
    }

    /// Ends a transaction without effect. A connection on which that fails is broken.
    func rollback() {
        if PQtransactionStatus(handle) != PQTRANS_IDLE { PQclear(PQexec(handle, "ROLLBACK")) }
        if fault?.isStale != true { fault = nil }
    }

    /// Makes the commit wait for the standbys although nothing is changed, and so for every commit before it.
    func requireDurable() { isChanged = true }

    /// Commits.
    /// - Throws: `PostgresFault`, also if the server did not wait for its synchronous standbys: then the transaction is
    ///   committed, but a failover may lose it.
    func commit(after statement: String = "") throws {
        isWarned = false
        guard try command(statement + "COMMIT") == "COMMIT" else {
            throw StorageError(.statement, "The server did not commit a transaction; nothing was changed.")
        }
        // “canceling wait for synchronous replication due to user request” (SyncRepWaitForLSN in syncrep.c) has no
        // SQLSTATE of its own.
        if isWarned { throw PostgresFault.unconfirmed }
    }

    /// Commits, with a marker row if anything was changed.
    /// - Returns: false if it is unknown whether the commit took effect and whether the standbys have it.
    /// - Throws: `PostgresFault` or `StorageError` if it did not.
    func commit(_ marker: CommitMarker) throws -> Bool {
        if let fault { throw fault }
        guard isOpen else {
            throw StorageError(
                .statement, "A statement of this transaction failed outside of a savepoint; nothing was changed.")
        }
        // One message: the server has all of it, or neither the marker nor the commit.
        do {
            try commit(after: isChanged ? "INSERT INTO storage_commits (id) VALUES ('\\x\(marker)'); " : "")
            return true
        } catch let fault as PostgresFault where isChanged && fault.isAmbiguousCommit {
            return false
        }
    }

    /// Runs `body`; if it does not get a lock in time, rolls back its changes and lets go of its locks.
    /// - Returns: false then.
    func givingWay(_ body: () throws -> Void) throws -> Bool {
        try command("SAVEPOINT pulsum")
        do {
            try body()
            try command("RELEASE SAVEPOINT pulsum")
            return true
        } catch let reason as PostgresFault where reason.isInTheWay {
            fault = nil
            try command("ROLLBACK TO SAVEPOINT pulsum; RELEASE SAVEPOINT pulsum")
            return false
        }
    }

    /// Runs `body`; if it throws, rolls back its changes, unless the whole transaction has ended.
    func savepoint<T>(_ body: () throws -> T) throws -> T {
        if let fault { throw fault }
        try command("SAVEPOINT pulsum")
        do {
            let value = try body()
            if let fault { throw fault }
            try command("RELEASE SAVEPOINT pulsum")
            return value
        } catch {
            if fault == nil { try command("ROLLBACK TO SAVEPOINT pulsum; RELEASE SAVEPOINT pulsum") }
            throw error
        }
    }
}
