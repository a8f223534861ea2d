import Messages

/// Where a store's tables are, and how its transactions run.
protocol Engine: Sendable {
    /// The database as it was when it was opened.
    var identity: DatabaseIdentity { get }
    /// Name of the database system in traces, as OpenTelemetry's `db.system.name` has it.
    var system: String { get }
    var statistics: StoreStatistics { get }

    /// Runs `body` on a snapshot; it may run again.
    /// - Parameter isSerial: the snapshot is one of the states between the writes in some order, as if they ran one by
    ///   one. Otherwise it may show a write whose effect another one, which does not show, has not seen.
    func read<T: Sendable>(isSerial: Bool, _ body: @escaping @Sendable (Session) throws -> T) async throws -> T

    /// Runs a write in a transaction.
    /// - Parameter user: the person concerned, if it is known before.
    func submit(_ job: WriteJob, for user: UserID?)

    /// Removes what deleted rows left behind: old pages, dead rows, copies made by migrations.
    /// - Parameter transaction: `Session.transactionMark` of the transaction that deleted the rows.
    /// - Throws: `ServiceError(.busy)` if something still needs them; a repetition continues.
    func removeRemains(of transaction: String) async throws

    /// Verifies that the database is still the one at its address.
    /// - Throws: `StorageError(.replaced)` if another file has taken its place; `StorageError(.missing)` if there is
    ///   none.
    func requirePresent() throws

    /// The error that a caller handles; returns the caller's own errors unchanged.
    func fault(_ error: any Error) -> any Error

    func close() throws
}

/// One write, which resumes its caller.
struct WriteJob: Sendable {
    enum Isolation: Sendable {
        case serial
        /// For statements that each change rows of known keys and are right by themselves, whatever is committed
        /// between them: their reads conflict with nobody.
        case rows
    }

    /// Does the work; returns a closure to call after the commit. May run again after a rollback.
    let run: @Sendable (Transaction) throws -> @Sendable () -> Void
    let fail: @Sendable (any Error) -> Void
    /// How PostgreSQL isolates it.
    var isolation = Isolation.serial
    /// Says whether the caller's task was cancelled. Such a job is not run again after a conflict.
    var cancellation = Cancellation()
}

/// Counters since the store was opened.
public struct StoreStatistics: Sendable, Equatable {
    /// Committed transactions, each with one fsync.
    public internal(set) var transactions = 0
    /// Jobs in these transactions, including those that threw and were rolled back.
    public internal(set) var writes = 0
    /// Transactions that ran again: after a conflict with another one, or after a lost connection.
    public internal(set) var retries = 0
}

extension Session {
    /// Identifies this transaction to `Engine.removeRemains`; empty on SQLite, and on systems that only speak
    /// PostgreSQL's protocol and know no such number.
    func transactionMark() throws -> String {
        guard case .postgres = self else { return "" }
        do {
            return try savepoint { try first("SELECT pg_current_xact_id()::text") { $0.text(0) ?? "" } ?? "" }
        } catch is StorageError {
            return ""
        }
    }
}

/// The identity of a database, as a process read it at its start. If `restore` differs later, the database was restored
/// while the process ran, and what the process keeps in memory may be newer than the database.
struct DatabaseIdentity: Sendable {
    /// Epoch of the database's outgoing streams.
    let epoch: UInt64
    /// The random id of the last restore; nil if the database was never restored.
    let restore: EntityID?
    /// The key of the proofs of rows (`AuthenticatedRow`).
    let rowKey: RowKey

    /// - Throws: `StorageError(.replaced)` if the database was restored since.
    func check(_ session: Session, place: String) throws {
        guard try session.lastRestore() == restore else { throw Self.replaced(place) }
    }

    static func replaced(_ place: String) -> StorageError {
        StorageError(.replaced, "\(place) was restored while this process ran; start it again.")
    }
}

extension Session {
    /// Verifies that the master key belongs to the database. On first use stores the check, the streams' epoch and the
    /// key of the proofs of rows.
    func identify(_ dataKeys: DataKeyCache, place: String) throws -> DatabaseIdentity {
        let (key, service) = (dataKeys.key, dataKeys.service)
        let stored = try first("SELECT key_check, epoch FROM storage_meta") { ($0.data(0), epoch: $0.number(1)) }
        guard let (check, epoch) = stored else {
            let now = dataKeys.now()
            try run(
                "INSERT INTO storage_meta (one, key_check, epoch, master) VALUES (1, ?, ?, ?)",
                [.bytes(try key.makeCheck(service: service)), .integer(now), .bytes(.init(key.id.bytes))])
            return DatabaseIdentity(
                epoch: UInt64(bitPattern: now), restore: nil, rowKey: RowKey(try secret(RowKey.secret, dataKeys)))
        }
        guard key.opens(check, service: service) else {
            throw StorageError(
                .wrongMasterKey,
                "The master key \(key.path) does not belong to \(place) of \(service); put the key back that was in use when it was made."
            )
        }
        return DatabaseIdentity(
            epoch: epoch, restore: try lastRestore(), rowKey: RowKey(try secret(RowKey.secret, dataKeys)))
    }

    fileprivate func lastRestore() throws -> EntityID? {
        try first("SELECT last_restore FROM storage_meta") { try $0.isNull(0) ? nil : $0.id(0) } ?? nil
    }
}
