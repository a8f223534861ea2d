import Foundation
import Messages
import Synchronization
import Wire

/// A running transaction. Valid only inside the closure that receives it.
///
/// Each statement is compiled once per connection and kept: values are arguments, not parts of its text.
///
/// A statement that breaks a constraint throws `StorageError(.constraint)`, an invalid one `StorageError(.statement)`;
/// to go on after it, run it in a `savepoint`: without one PostgreSQL refuses further statements. A full or failing
/// disk ends the transaction: its error is for the caller of the store's method, who receives a `ServiceError`; do not
/// catch it inside.
///
/// Statements are written for SQLite; `PostgresSQL` translates them for PostgreSQL. Where they must differ, `sql` chooses.
public struct Transaction {
    let session: Session
    let scope: Scope

    init(_ session: Session, _ scope: Scope) { (self.session, self.scope) = (session, scope) }

    // MARK: SQL

    /// Runs one statement.
    /// - Returns: the number of changed rows.
    /// - Throws: errors as of the type.
    @discardableResult
    public func execute(_ sql: String, _ arguments: Arguments = []) throws -> Int {
        try session.execute(sql, arguments.values)
    }

    /// The text of a statement for this database, where one text cannot serve both.
    public func sql(_ sqlite: String, postgres: String) -> String {
        if case .postgres = session { postgres } else { sqlite }
    }

    /// A condition: a column has an integer. SQLite keeps any value in any column, also one that another program wrote; the
    /// columns of PostgreSQL have types.
    public func isInteger(_ column: String) -> String { sql("typeof(\(column)) = 'integer'", postgres: "TRUE") }

    /// True if processes on other machines may share this database.
    public var spansMachines: Bool { if case .postgres = session { true } else { false } }

    /// All rows of a query. Throws errors as of the type.
    public func rows(_ sql: String, _ arguments: Arguments = []) throws -> [Row] {
        var rows: [Row] = []
        try read(sql, arguments, isLarge: false) {
            rows.append($0)
            return true
        }
        return rows
    }

    /// The first row of a query, nil if there is none. Throws errors as of the type.
    public func row(_ sql: String, _ arguments: Arguments = []) throws -> Row? {
        var first: Row?
        try read(sql, arguments, isLarge: false) {
            first = $0
            return false
        }
        return first
    }

    /// The first column of the first row; nil if there is no row or it is NULL.
    /// - Throws: errors as of the type; `StorageError(.damagedValue)` for a value of another type.
    public func value<T: ColumnConvertible>(_ type: T.Type, _ sql: String, _ arguments: Arguments = []) throws -> T? {
        try row(sql, arguments).flatMap { try $0[0] as T? }
    }

    /// Reads the rows of a query one by one, for a result that would be large as a whole.
    /// - Parameter body: called with each row until it returns false; it must not run the same statement.
    /// - Throws: errors as of the type; errors of `body`.
    public func forEachRow(_ sql: String, _ arguments: Arguments = [], _ body: (Row) throws -> Bool) throws {
        try read(sql, arguments, isLarge: true, body)
    }

    private func read(_ sql: String, _ arguments: Arguments, isLarge: Bool, _ body: (Row) throws -> Bool) throws {
        if scope.cancellation?.isCancelled == true { throw CancellationError() }
        try session.rows(sql, arguments.values, isLarge: isLarge, body)
    }

    /// Runs `body`; if it throws, rolls back its changes and rethrows.
    public func savepoint<T>(_ body: () throws -> T) throws -> T {
        let before = scope.effects.extent
        do {
            return try session.savepoint(body)
        } catch {
            scope.rollBack(to: before)
            throw error
        }
    }

    // MARK: Sealed values

    /// Seals a message for one row. The address (service, table, user, row) is authenticated. `row` identifies the row
    /// among the user's rows of this table, usually by its primary key as text. Creates the user's data key on the
    /// first write.
    /// - Parameter minimum: smaller messages get this length, bytes, where the database hides content.
    /// - Throws: `ServiceError(.erased)` for an erased user.
    public func seal<M: Message>(
        _ message: M, user: UserID, table: String, row: String, minimum: Int = 0
    ) throws -> Data {
        try dataKey(user).seal(
            try WireEncoder().encode(message), table: table, row: row, minimum: minimum, &scope.random)
    }

    /// Opens a message that `seal` returned.
    /// - Throws: `ServiceError(.erased)`; `StorageError` if the value was altered or belongs to another row.
    public func open<M: Message>(_ type: M.Type, _ sealed: Data, user: UserID, table: String, row: String) throws -> M {
        try openBytes(sealed, user: user, table: table, row: row).withUnsafeBytes {
            try WireDecoder().decode(type, from: $0)
        }
    }

    /// Like `seal`, for bytes.
    public func sealBytes(_ bytes: some DataProtocol, user: UserID, table: String, row: String) throws -> Data {
        try dataKey(user).seal(bytes, table: table, row: row, &scope.random)
    }

    /// Like `open`, for bytes.
    public func openBytes(_ sealed: Data, user: UserID, table: String, row: String) throws -> Data {
        try dataKey(user).open(sealed, table: table, row: row)
    }

    /// The user's data key as of this transaction. A write creates it on first use; a read requires it.
    /// - Throws: `ServiceError(.erased)`; `ServiceError(.notFound)` in a read if no value was ever sealed for this
    ///   user.
    public func dataKey(_ user: UserID) throws -> DataKey {
        var key = try plainKey(user)
        key.pads = try hidesContent()
        return key
    }

    private func plainKey(_ user: UserID) throws -> DataKey {
        if let key = scope.memory.key(user) { return key }
        let key: DataKey
        let dataKeys = scope.dataKeys
        let stored = try session.first("SELECT wrapped, master FROM storage_keys WHERE user = ?", [.id(user)]) {
            ($0.data(0), MasterKeyID($0.bytes(1)))
        }
        if let (wrapped, master) = stored {
            if let master { try dataKeys.follow(master) }
            key = try dataKeys.unwrap(wrapped, of: user)
        } else {
            try check(user)
            guard !session.isReadOnly else {
                throw ServiceError(.notFound, "Nothing is kept of this user here.")
            }
            let master = try masterKey()
            let made = try master.wrapNewKey(service: dataKeys.service, user: user)
            try execute(
                "INSERT INTO storage_keys (user, wrapped, master) VALUES (?, ?, ?)",
                [user, made.wrapped, Data(master.id.bytes)])
            key = made.key
        }
        scope.memory.note(key, of: user)
        return key
    }

    func masterKey() throws -> MasterKey { try session.masterKey(scope.dataKeys) }

    // MARK: Erased users

    /// True if the user was erased from this database. Queried once per user and transaction. Throws errors as of the
    /// type.
    public func isErased(_ user: UserID) throws -> Bool {
        if let known = scope.memory.isErased(user) { return known }
        let isErased =
            try session.first("SELECT 1 FROM storage_erased WHERE user = ?", [.id(user)]) { _ in true } ?? false
        scope.memory.note(isErased: isErased, user)
        return isErased
    }

    /// Refuses erased users, for writes that seal nothing; sealing checks by itself.
    /// - Throws: `ServiceError(.erased)`.
    public func check(_ user: UserID) throws {
        guard try !isErased(user) else {
            throw ServiceError(
                .erased, "This user was erased; nothing is kept or accepted under their identifier any more.")
        }
    }
}

/// State shared by the jobs of one transaction, and the effects to report after its commit.
final class Scope {
    /// What hooks receive after the commit.
    struct Effects {
        var events: [CommittedEvent] = []
        var steps: [TracedStep] = []
        var outbox: [OutboxCache.Entry] = []
        var changesOutbox = false

        typealias Extent = (events: Int, steps: Int, outbox: Int, changesOutbox: Bool)
        var extent: Extent { (events.count, steps.count, outbox.count, changesOutbox) }

        /// Drops the effects added since `extent`.
        mutating func rollBack(to extent: Extent) {
            events.removeSubrange(extent.events...)
            steps.removeSubrange(extent.steps...)
            outbox.removeSubrange(extent.outbox...)
            changesOutbox = extent.changesOutbox
        }
    }

    let dataKeys: DataKeyCache
    let memory: WriterCache
    /// Cancellation of the reading task; nil for writes, whose jobs share a transaction.
    let cancellation: Cancellation?
    /// Collects the damaged rows of the reading task; nil for writes.
    let damage: DamageLedger?
    /// Trace of the current job's caller.
    var trace: TraceOrigin?
    var effects = Effects()
    /// Last numbers of streams that the database does not have yet: `Transaction.storeNumbers` stores them.
    var numbers: [RelayCore.Lane: Int64] = [:]
    var random = RandomBuffer()

    init(
        _ dataKeys: DataKeyCache, _ memory: WriterCache = WriterCache(), cancellation: Cancellation? = nil,
        damage: DamageLedger? = nil
    ) {
        (self.dataKeys, self.memory, self.cancellation) = (dataKeys, memory, cancellation)
        self.damage = damage
    }

    /// Drops what was added since `extent`, after a rollback to there.
    func rollBack(to extent: Effects.Extent) {
        effects.rollBack(to: extent)
        numbers = [:]
        for (lane, event) in effects.outbox { numbers[lane] = Int64(bitPattern: event.sequence) }
        memory.forget()
    }
}

/// Tells a transaction that its task was cancelled. SQLite's interrupt ends the running statement only.
final class Cancellation: Sendable {
    private let flag = Atomic(false)
    var isCancelled: Bool { flag.load(ordering: .relaxed) }
    func cancel() { flag.store(true, ordering: .relaxed) }
}
