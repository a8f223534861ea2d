import Foundation
import Messages
import SystemKit

/// Moves a service's database from one storage engine to the other. Both are opened for as long as this value lives, and
/// nobody else may use them.
///
/// 1. `prepare` verifies both sides and changes nothing. It says whether the target's tables have to be made.
/// 2. `begin` marks the target as incomplete (`MoveMark`) and switches its triggers off.
/// 3. `copy` adds the rows as they are, batch by batch. Interrupted at any moment, a repetition goes on.
/// 4. `compare` reads both sides and compares every table by count and SHA-256.
/// 5. `retire` marks the source as moved; its service refuses it from then on.
/// 6. `finish` puts the target into use.
///
/// Between 5 and 6 neither side is in use, so no two databases are ever in use together.
public final class DatabaseMove {
    /// The next step of the move.
    public enum Step: Sendable, Equatable {
        /// There is no database to move.
        case nothing
        /// The target's tables have to be made: by the service's program with `--migrate`, after `clearTarget`.
        case makeTarget
        /// The rows have to be copied, some of which may be there.
        case copy
        /// Every row is in the target; only `finish` is left.
        case finish
        /// The database was moved before.
        case done
    }

    /// The service.
    public let service: ServiceName
    private let from: DatabaseAddress
    private let to: DatabaseAddress
    private let erasureLog: ErasureLog?
    private var source: MoveSide?
    private var target: MoveSide?
    private var tables: [MoveTable] = []

    /// Called after each commit, for tests that end the process there.
    @TaskLocal static var afterCommit: (@Sendable () -> Void)?

    /// - Parameter erasureLog: notes what a target on a server begins with.
    public init(_ service: ServiceName, from: DatabaseAddress, to: DatabaseAddress, erasureLog: ErasureLog? = nil) {
        (self.service, self.from, self.to, self.erasureLog) = (service, from, to, erasureLog)
    }

    // MARK: Looking

    /// Opens both sides and finds out what is left to do. Changes nothing.
    /// - Throws: `StorageError(.move)` if a process uses one of them, or the target holds something else; `StorageError`
    ///   and `ServiceError` if one cannot be reached.
    public func prepare() throws -> Step {
        // A login that reaches the schema of one service alone is not asked for the others.
        if case .file(let path) = from { try SQLiteEngine.requireNotLost(path) }
        guard try from.exists else { return .nothing }
        let exists = try to.exists
        let source = try MoveSide(from, service: service)
        self.source = source
        let found = try source.transaction { session -> (mark: MoveMark?, epoch: Int64?)? in
            guard try Self.hasTables(session) else { return nil }
            return (try MoveMark.read(session), try Self.epoch(session))
        }
        guard let (mark, epoch) = found else { return .nothing }
        if mark?.state == .filling {
            throw StorageError(
                .move,
                "\(from) is incomplete: a move from \(mark?.other ?? "another place") was interrupted. Go on with that one."
            )
        }
        guard exists else {
            guard mark == nil else {
                throw StorageError(.move, "\(from) was moved to \(mark?.other ?? "another place") already.")
            }
            return .makeTarget
        }
        let target = try MoveSide(to, service: service)
        self.target = target
        let step = try target.transaction { try Self.step($0, epoch, isMoved: mark != nil, place: "\(to)") }
        if step == .copy, try !hasSameSchema() { return .makeTarget }
        return step
    }

    /// - Parameters:
    ///   - epoch: of the source, which the target has too once its rows came from there.
    ///   - isMoved: the source is marked as moved.
    private static func step(_ target: Session, _ epoch: Int64?, isMoved: Bool, place: String) throws -> Step {
        // Its program was interrupted before it had made them.
        if !isMoved, try !hasTables(target) { return .makeTarget }
        let (mark, own) = (try MoveMark.read(target), try Self.epoch(target))
        let isFree = try mark == nil && !isMoved && isEmpty(target, place)
        switch (mark?.state, isMoved) {
        case (.filling, true) where own == epoch: return .finish
        case (.filling, false) where own == epoch || own == nil: return .copy
        // The source of an earlier move in the other direction: all its rows are in the present source.
        case (.moved, false) where own == epoch: return .makeTarget
        case (nil, true) where own == epoch: return .done
        case (nil, false) where isFree: return .makeTarget
        default:
            throw StorageError(
                .move,
                "\(place) is not empty: it holds the tables of another Pulsum. Name an empty database, or delete those first."
            )
        }
    }

    /// The epoch identifies a database's contents: it is random enough, and moves with them.
    private static func epoch(_ session: Session) throws -> Int64? {
        try session.first("SELECT epoch FROM storage_meta") { $0.integer(0) }
    }

    /// A file may have none yet; a schema that exists has them.
    private static func hasTables(_ session: Session) throws -> Bool {
        guard case .sqlite = session else { return true }
        return try session.first("SELECT 1 FROM sqlite_schema WHERE name = 'storage_meta'") { _ in true } ?? false
    }

    private static func isEmpty(_ session: Session, _ place: String) throws -> Bool {
        let tables = try MoveSchema(session, place: place).tables.keys.filter { $0 != "storage_meta" }
        return try tables.allSatisfy { table in
            // Every start makes the key of the proofs of rows.
            let condition = table == "storage_service_keys" ? " WHERE name <> '\(RowKey.secret)'" : ""
            return try session.first("SELECT 1 FROM \"\(table)\"\(condition) LIMIT 1") { _ in true } == nil
        }
    }

    /// Verifies that no process uses a database.
    /// - Throws: `StorageError(.move)` if one does.
    public static func requireUnused(_ address: DatabaseAddress, service: ServiceName) throws {
        _ = try MoveSide(address, service: service)
    }

    private func sides() throws -> (source: MoveSide, target: MoveSide) {
        guard let source else { throw StorageError(.move, "The move of \(service) was not prepared.") }
        let target = try target ?? MoveSide(to, service: service)
        self.target = target
        return (source, target)
    }

    private func hasSameSchema() throws -> Bool {
        let (source, target) = try sides()
        return try source.transaction { try MoveSchema($0, place: "\(from)") }.migrations
            == target.transaction { try MoveSchema($0, place: "\(to)") }.migrations
    }

    // MARK: The target's tables

    /// Removes the target's tables, of which nothing is needed, and closes it, so that the service's program can make
    /// them.
    public func clearTarget() throws {
        if try to.exists { target = try target ?? MoveSide(to, service: service) }
        switch to {
        case .file(let path):
            // No other process has the target open. The lock goes too: with a lock and no file, the service's program
            // would report a lost database.
            for suffix in ["", "-wal", "-shm", "-journal", ".lock"] { try remove(path + suffix) }
            SQLiteMigrator.removeCopies(of: path)
            PrivateFile.synchronizeDirectory(of: path)
        case .server:
            try target?.transaction { session in
                var statements: [String] = []
                try session.run(
                    """
                    SELECT format('DROP %s IF EXISTS %I CASCADE', CASE relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, relname)
                    FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v')
                    UNION ALL SELECT format('DROP FUNCTION IF EXISTS %s CASCADE', oid::regprocedure) FROM pg_proc
                    WHERE pronamespace = current_schema()::regnamespace
                    """
                ) {
                    statements.append($0.text(0) ?? "")
                    return true
                }
                guard case .postgres(let connection) = session else { return }
                for statement in statements { try connection.command(statement) }
            }
        }
        self.target = nil
    }

    private func remove(_ path: String) throws {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw StorageError(.move, "\(path) cannot be deleted (\(Platform.message(errno))); check its directory.")
        }
    }

    // MARK: Copying

    /// Keeps writers away from the source, and prepares the target unless an earlier call did.
    /// - Throws: `StorageError(.move)` if the two schemas differ.
    public func begin() throws {
        let (source, target) = try sides()
        try lockSource()
        let from = try source.use { try MoveSchema($0, place: "\(source.address)") }
        let to = try target.transaction { try MoveSchema($0, place: "\(target.address)") }
        tables = try MoveSchema.common(from, to, place: "\(source.address)")
        let mark = try target.transaction { try MoveMark.read($0) }
        if mark?.state != .filling { try reset(marking: true) }
        // A service that began before the lock or the mark has connections.
        try requireNoSessions()
    }

    /// Looks for sessions on the servers over connections of their own: in a transaction the server shows the sessions
    /// of its first look.
    private func requireNoSessions() throws {
        for address in [from, to] where address.spansMachines {
            try Self.requireUnused(address, service: service)
        }
    }

    /// Opens the transaction that the source stays in until `retire`. On a server writers elsewhere wait and give up.
    private func lockSource() throws {
        let (source, _) = try sides()
        try source.begin()
        guard !source.isFile else { return }
        let names = try source.use { session in
            var names: [String] = []
            try session.run(
                "SELECT quote_ident(relname) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"
            ) {
                names.append($0.text(0) ?? "")
                return true
            }
            return names
        }
        // The first one excludes another move, the others excluded writers only.
        try source.execute(
            "LOCK TABLE storage_lock IN EXCLUSIVE MODE; LOCK TABLE \(names.joined(separator: ", ")) IN SHARE MODE")
    }

    /// Empties the target's tables and begins again.
    private func reset(marking: Bool) throws {
        let (source, target) = try sides()
        let names = tables.map { "\"\($0.name)\"" }
        // Not `transaction`: its body may not use the connection again.
        try target.begin()
        do {
            if marking {
                try target.execute(
                    MoveMark.table + """
                        ; CREATE TABLE storage_move_tables (
                            name TEXT NOT NULL PRIMARY KEY, copied INTEGER NOT NULL, done INTEGER NOT NULL)
                        """)
                try target.use { try MoveMark(state: .filling, other: "\(source.address)").write($0) }
                try switchTriggersOff(target)
            }
            try empty(target, names)
            try target.commit()
        } catch {
            target.rollback()
            throw error
        }
        if marking { Self.afterCommit?() }
    }

    private func empty(_ target: MoveSide, _ names: [String]) throws {
        if target.isFile {
            for name in names { try target.execute("DELETE FROM \(name)") }
        } else {
            try target.execute("TRUNCATE \((names + ["storage_numbers"]).joined(separator: ", "))")
        }
        try target.execute("DELETE FROM storage_move_tables")
    }

    /// The copied rows contain the effects of triggers.
    private func switchTriggersOff(_ target: MoveSide) throws {
        guard target.isFile else {
            for table in tables { try target.execute("ALTER TABLE \"\(table.name)\" DISABLE TRIGGER USER") }
            return
        }
        // SQLite cannot switch them off.
        try target.execute(
            """
            CREATE TABLE storage_move_triggers (name TEXT NOT NULL PRIMARY KEY, sql TEXT NOT NULL);
            INSERT INTO storage_move_triggers (name, sql) SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'
            """)
        for (name, _) in try triggers(target) { try target.execute("DROP TRIGGER \"\(name)\"") }
    }

    private func triggers(_ target: MoveSide) throws -> [(name: String, sql: String)] {
        try target.use { session in
            var triggers: [(name: String, sql: String)] = []
            try session.run("SELECT name, sql FROM storage_move_triggers ORDER BY name") {
                triggers.append(($0.text(0) ?? "", $0.text(1) ?? ""))
                return true
            }
            return triggers
        }
    }

    /// Copies the rows that the target lacks; see `MoveRows.copy`.
    /// - Parameter progress: called after each batch with a table's name and the number of its rows.
    public func copy(progress: (String, Int64) -> Void) throws {
        let (source, target) = try sides()
        for table in tables {
            try MoveRows(table: table).copy(from: source, to: target) { copied in
                progress(table.name, copied)
                Self.afterCommit?()
            }
        }
    }

    /// What a comparison found.
    public struct Comparison: Sendable, Equatable {
        /// Number of tables.
        public let tables: Int
        /// Number of rows in the source.
        public let rows: Int64
        /// Names of the tables that differ.
        public let different: [String]
    }

    /// Compares every table of both sides by count and SHA-256.
    public func compare() throws -> Comparison {
        let (source, target) = try sides()
        try requireNumbers(source)
        try target.begin()
        defer { target.rollback() }
        try requireNumbers(target)
        var (rows, different): (Int64, [String]) = (0, [])
        for table in tables {
            let digest = try MoveRows(table: table).digest(source)
            rows += digest.rows
            if try MoveRows(table: table).digest(target) != digest { different.append(table.name) }
        }
        return Comparison(tables: tables.count, rows: rows, different: different)
    }

    /// On PostgreSQL each stream has its number; the join of both tables hides others.
    private func requireNumbers(_ side: MoveSide) throws {
        guard !side.isFile else { return }
        let isWhole = try side.use { session in
            try session.first(
                """
                SELECT (SELECT count(*) FROM storage_streams) = (SELECT count(*) FROM storage_lanes)
                    AND (SELECT count(*) FROM storage_numbers) = (SELECT count(*) FROM storage_lanes)
                """
            ) { $0.integer(0) == 1 }
        }
        guard isWhole == true else {
            throw StorageError(.move, "\(side.address) has streams without numbers; restore it from a backup.")
        }
    }

    /// Copies everything again, after a comparison that found differences: the source was used between two runs.
    public func copyAgain(progress: (String, Int64) -> Void) throws {
        try reset(marking: false)
        try copy(progress: progress)
    }

    // MARK: Ending

    /// Marks the source as moved. Until the target is finished neither side is in use.
    public func retire() throws {
        let (source, target) = try sides()
        do {
            try source.execute(MoveMark.table)
            try source.use { try MoveMark(state: .moved, other: "\(target.address)").write($0) }
            // A session that began meanwhile has not seen the mark; its write waits for this transaction and would be
            // acknowledged in a database that nobody reads any more.
            try requireNoSessions()
            try source.commit()
        } catch {
            source.rollback()
            throw error
        }
        Self.afterCommit?()
    }

    /// Puts the target into use, and closes both sides.
    public func finish() throws {
        let (source, target) = try sides()
        if tables.isEmpty {
            let from = try source.transaction { try MoveSchema($0, place: "\(source.address)") }
            let to = try target.transaction { try MoveSchema($0, place: "\(target.address)") }
            tables = try MoveSchema.common(from, to, place: "\(source.address)")
        }
        try target.begin()
        do {
            if target.isFile {
                for (_, sql) in try triggers(target) { try target.execute(sql) }
                try target.execute("DROP TABLE storage_move_triggers")
            } else {
                for table in tables {
                    try target.execute("ALTER TABLE \"\(table.name)\" ENABLE TRIGGER USER")
                    guard table.columns["rowid"] != nil else { continue }
                    try target.execute(
                        """
                        SELECT setval(pg_get_serial_sequence('\(table.name)', 'rowid'), coalesce(max(rowid), 1), count(*) > 0)
                        FROM "\(table.name)"
                        """)
                }
                try target.use { try erasureLog?.begin($0) }
            }
            try target.execute("DROP TABLE storage_move_tables; DROP TABLE storage_move")
            try target.commit()
        } catch {
            target.rollback()
            throw error
        }
        Self.afterCommit?()
        (self.source, self.target) = (nil, nil)
    }
}
