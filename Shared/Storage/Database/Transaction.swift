import Foundation
import GRDB
import Messages
import Wire

/// A running transaction. Valid only inside the closure it was handed to.
///
/// The helpers below are enough for most services without importing GRDB; `db` is there for the rest (`import GRDB` works with a dependency on Storage alone).
public struct Transaction {
    public let db: Database
    let scope: Scope

    init(_ db: Database, _ scope: Scope) { (self.db, self.scope) = (db, scope) }

    // MARK: SQL

    /// Runs one statement; compiled once per connection. Identifiers and days are arguments as they are, `nil` is NULL.
    /// - Returns: how many rows it changed.
    @discardableResult
    public func execute(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
        return db.changesCount
    }

    /// All rows of a query. `row["column"] as UserID` reads a value; ask for an optional where NULL is possible.
    public func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
        try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
    }

    /// The first row of a query.
    public func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
        try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
    }

    /// The first column of the first row; nil where there is no row or NULL.
    public func value<T: DatabaseValueConvertible>(_ type: T.Type, _ sql: String, _ arguments: StatementArguments = []) throws -> T? {
        try T.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
    }

    /// Runs `body` so that it takes back all of its own changes when it throws.
    public func savepoint<T>(_ body: () throws -> T) throws -> T {
        let before = scope.effects.extent
        do {
            return try db.savepoint(body)
        } catch {
            scope.effects.takeBack(to: before)
            scope.memory.forget()
            throw error
        }
    }

    // MARK: Sealed values

    /// Seals a message for one row. The address (service, table, user, row) is authenticated with it: `row` names the row among the user's of this table, usually
    /// its primary key as text. The user's data key is made on the first write.
    /// - Throws: `BusError(.erased)` for an erased user.
    public func seal<M: Message>(_ message: M, user: UserID, table: String, row: String) throws -> Data {
        try sealBytes(try WireEncoder().encode(message), user: user, table: table, row: row)
    }

    /// - Throws: `BusError(.erased)`; `StorageError` where the value was altered or belongs to another row.
    public func open<M: Message>(_ type: M.Type, _ sealed: Data, user: UserID, table: String, row: String) throws -> M {
        try WireDecoder().decode(type, from: [UInt8](openBytes(sealed, user: user, table: table, row: row)))
    }

    /// `seal` for bytes that are not a message.
    public func sealBytes(_ bytes: some DataProtocol, user: UserID, table: String, row: String) throws -> Data {
        try dataKey(user).seal(bytes, table: table, row: row, &scope.random)
    }

    /// `open` for bytes that are not a message.
    public func openBytes(_ sealed: Data, user: UserID, table: String, row: String) throws -> Data {
        try dataKey(user).open(sealed, table: table, row: row)
    }

    /// The user's data key as it stands in this transaction. Made on first use in a write; in a read it must exist.
    /// - Throws: `BusError(.erased)`, `BusError(.notFound)` (a read, and nothing was ever sealed for this user).
    public func dataKey(_ user: UserID) throws -> DataKey {
        if let key = scope.memory.key(user) { return key }
        let key: DataKey
        let vault = scope.vault
        let stored = try db.first("SELECT wrapped, master FROM storage_keys WHERE user = ?", [.id(user)]) { ($0.data(0), MasterKeyID($0.bytes(1))) }
        if let (wrapped, master) = stored {
            if let master { try vault.follow(master) }
            key = try vault.unwrap(wrapped, of: user)
        } else {
            try check(user)
            guard !db.configuration.readonly else { throw BusError(.notFound, "Nothing is kept of this user here.") }
            let master = try masterKey()
            let made = try master.wrapNewKey(service: vault.service, user: user)
            try execute("INSERT INTO storage_keys (user, wrapped, master) VALUES (?, ?, ?)", [user, made.wrapped, Data(master.id.bytes)])
            key = made.key
        }
        scope.memory.note(key, of: user)
        return key
    }

    /// The master key that wraps what is new. What this database has left behind wraps nothing any more: a rotation counts on it when it drops the old key.
    func masterKey() throws -> MasterKey {
        if let followed = try db.first("SELECT master FROM storage_meta", [], { MasterKeyID($0.bytes(0)) }), let followed { try scope.vault.follow(followed) }
        return scope.vault.key
    }

    // MARK: Erased users

    public func isErased(_ user: UserID) throws -> Bool {
        try db.first("SELECT 1 FROM storage_erased WHERE user = ?", [.id(user)]) { _ in true } ?? false
    }

    /// For writes that seal nothing: sealing checks by itself.
    /// - Throws: `BusError(.erased)`.
    public func check(_ user: UserID) throws {
        guard try !isErased(user) else { throw BusError(.erased, "This user was erased; nothing is kept or accepted under their identifier any more.") }
    }
}

/// What one transaction has in hand, and what it gathers besides its rows.
final class Scope {
    /// What others are told of once it is committed.
    struct Effects {
        var events: [CommittedEvent] = []
        var steps: [TracedStep] = []
        var outbox: [OutboxTail.Entry] = []
        var changesOutbox = false

        typealias Extent = (events: Int, steps: Int, outbox: Int, changesOutbox: Bool)
        var extent: Extent { (events.count, steps.count, outbox.count, changesOutbox) }

        /// Forgets what came since.
        mutating func takeBack(to extent: Extent) {
            events.removeSubrange(extent.events...)
            steps.removeSubrange(extent.steps...)
            outbox.removeSubrange(extent.outbox...)
            changesOutbox = extent.changesOutbox
        }
    }

    let vault: Vault
    let memory: WriterMemory
    /// What is committed here belongs to this trace.
    var trace: TraceOrigin?
    var effects = Effects()
    var random = RandomSupply()

    init(_ vault: Vault, _ memory: WriterMemory = WriterMemory()) { (self.vault, self.memory) = (vault, memory) }
}
