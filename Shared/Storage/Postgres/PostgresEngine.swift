import Foundation
import Messages
import Synchronization

/// PostgreSQL through libpq: a schema of a database, shared by the service's processes on any number of machines. Each
/// write is a SERIALIZABLE transaction of its own and runs again after a conflict.
final class PostgresEngine: Engine {
    let epoch: UInt64
    private let address: PostgresAddress
    private let dataKeys: DataKeyCache
    private let pool: PostgresPool
    private let committed: @Sendable (Scope.Effects) -> Void
    private let counts = Mutex(StoreStatistics())
    private let swept = Mutex(ContinuousClock.now)

    let system = "postgresql"

    /// How long the start waits for a server that does not answer yet. Another time in tests.
    @TaskLocal static var startTime = Duration.seconds(10)
    /// Pauses before an erasure looks whether older transactions have ended, seconds.
    private static let pauses = [0, 0.1, 0.4, 1, 3]
    /// Conflicts after which a job waits for others like it.
    private static let patience = 4
    /// The turn of those jobs.
    private static let last = UserID(high: .max, low: .max)
    /// Pause between two deletions of old markers and replies.
    private static let sweepInterval = Duration.seconds(30)

    /// Connects and migrates the schema.
    /// - Parameters:
    ///   - erasureLog: what this machine knows of the schema; nil to accept an older one.
    ///   - committed: called after each commit with its effects, before its job resumes.
    /// - Throws: `StorageError`, `ServiceError`.
    init(
        _ address: PostgresAddress, plan: MigrationPlan, dataKeys: DataKeyCache, erasureLog: ErasureLog? = nil,
        committed: @escaping @Sendable (Scope.Effects) -> Void
    ) throws {
        (self.address, self.dataKeys, self.committed) = (address, dataKeys, committed)
        var retries = PostgresRetries(lasting: Self.startTime)
        while true {
            do {
                epoch = try PostgresMigrator(
                    address: address, plan: plan, dataKeys: dataKeys, erasureLog: erasureLog
                ).migrate()
                break
            } catch let fault as PostgresFault {
                guard retries.waits(after: fault) else {
                    throw fault.reason.isEmpty
                        ? fault.error("\(address)")
                        : StorageError(.open, "\(address) cannot be reached: \(fault.reason).")
                }
            }
        }
        // The database may have been moved or restored while no connection was open.
        pool = PostgresPool(address) { connection in
            try MoveMark.check(.postgres(connection), place: "\(address)")
            try erasureLog?.check(.postgres(connection), place: "\(address)")
        }
    }

    var statistics: StoreStatistics { counts.withLock { $0 } }

    func fault(_ error: any Error) -> any Error {
        if error is CancellationError {
            return ServiceError(.cancelled, "The request was cancelled; nothing was changed.")
        }
        return (error as? PostgresFault)?.error("\(address)") ?? error
    }

    func close() { pool.close() }

    // MARK: Transactions

    func read<T: Sendable>(isSerial: Bool, _ body: @escaping @Sendable (Session) throws -> T) async throws -> T {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            pool.submit(for: nil) { [self] slot in
                continuation.resume(with: Result { try repeated { try read(isSerial, slot, body) } })
            }
        }
    }

    private func read<T: Sendable>(
        _ isSerial: Bool, _ slot: PostgresSlot, _ body: @escaping @Sendable (Session) throws -> T
    ) throws -> T {
        try slot.with { connection in
            defer { connection.rollback() }
            try connection.begin(isSerial ? .serialRead : .snapshot)
            let value = try body(.postgres(connection))
            _ = try connection.commit(CommitMarker(now: 0))
            return value
        }
    }

    /// Repeats `body` after conflicts and lost connections.
    private func repeated<T>(_ body: () throws -> T) throws -> T {
        var retries = PostgresRetries()
        while true {
            do {
                return try body()
            } catch let fault as PostgresFault {
                guard retries.waits(after: fault) else { throw fault }
                counts.withLock { $0.retries += 1 }
            }
        }
    }

    func submit(_ job: WriteJob, for user: UserID?) { submit(job, for: user, PostgresRetries()) }

    private func submit(_ job: WriteJob, for user: UserID?, _ retries: PostgresRetries) {
        pool.submit(for: user) { [self] slot in
            var retries = retries
            while true {
                do {
                    try write(job, slot)
                    break
                } catch let conflict as Conflict {
                    guard retries.waits(after: conflict.fault) else {
                        job.fail(conflict.fault)
                        break
                    }
                    counts.withLock { $0.retries += 1 }
                    // Now it is known whom it concerns: it waits for its turn.
                    if user == nil, let person = conflict.person { return submit(job, for: person, retries.waiting) }
                    // What conflicts again and again, as in small tables, whose rows share a page, runs one by one.
                    if retries.count == Self.patience { return submit(job, for: Self.last, retries.waiting) }
                } catch let fault as PostgresFault where !slot.isClosed {
                    // No connection could be opened.
                    guard retries.waits(after: fault) else {
                        job.fail(fault)
                        break
                    }
                    counts.withLock { $0.retries += 1 }
                } catch {
                    job.fail(error)
                    break
                }
            }
            sweep(slot)
        }
    }

    /// A transaction that has to run again.
    private struct Conflict: Error {
        let fault: PostgresFault
        let person: UserID?
    }

    /// Runs a job in one transaction, commits and resumes it. If it throws, nothing was committed.
    private func write(_ job: WriteJob, _ slot: PostgresSlot) throws {
        let marker = CommitMarker(now: dataKeys.now())
        let (effects, resume, isKnown) = try slot.with { [dataKeys] connection in
            defer { connection.rollback() }
            let memory = WriterCache()
            do {
                try connection.begin(.write)
                let scope = Scope(dataKeys, memory)
                let resume = try job.run(Transaction(.postgres(connection), scope))
                let isKnown = try connection.commit(marker)
                return (scope.effects, resume, isKnown)
            } catch {
                // A body may have replaced the fault by an error of its own.
                guard let fault = connection.fault ?? error as? PostgresFault else { throw error }
                throw Conflict(fault: fault, person: memory.person)
            }
        }
        if try !isKnown && !settle(marker, slot) { throw Conflict(fault: .lost, person: nil) }
        counts.withLock { counts in
            counts.transactions += 1
            counts.writes += 1
        }
        committed(effects)
        resume()
    }

    /// Finds out whether the transaction with this marker was committed, and keeps it from being committed later: adding
    /// the same row waits for a transaction that is still under way, and then either fails or takes its place.
    /// - Throws: `ServiceError(.interrupted)` if the server does not answer for a while.
    private func settle(_ marker: CommitMarker, _ slot: PostgresSlot) throws -> Bool {
        var retries = PostgresRetries(lasting: .seconds(20))
        while true {
            do {
                return try slot.with { connection in
                    try connection.command(
                        "INSERT INTO storage_commits (id) VALUES ('\\x\(marker)') ON CONFLICT DO NOTHING")
                        == "INSERT 0 0"
                }
            } catch let fault as PostgresFault {
                guard retries.waits(after: fault) else {
                    throw ServiceError(
                        .interrupted,
                        "The connection to \(address) broke during a commit, and whether it took effect is not known; repeat the request under the same id.",
                        cause: fault)
                }
            }
        }
    }

    /// Deletes expired replies and old markers now and then, in transactions of their own, so that no other transaction
    /// conflicts with it. What fails here is left for the next time.
    private func sweep(_ slot: PostgresSlot) {
        let isDue = swept.withLock { swept in
            guard .now - swept > Self.sweepInterval else { return false }
            swept = .now
            return true
        }
        guard isDue else { return }
        let now = dataKeys.now()
        // A marker is looked up within seconds; clocks of machines may differ by half a day.
        let oldest = CommitMarker(now: now - 24 * 60 * 60 * 1000)
        _ = try? slot.with { connection in
            try connection.command("DELETE FROM storage_commits WHERE id < '\\x\(oldest)'")
            try connection.command("DELETE FROM storage_replies WHERE at <= \(now - Store.replyLifetime)")
            try connection.command(
                "DELETE FROM storage_leases WHERE until < \(PostgresMigrator.clock) - 604800000")
        }
    }

    // MARK: Erasure

    /// Rewrites the table of data keys, so that its file holds no deleted key, and verifies that no older transaction
    /// kept the deleted rows alive: VACUUM FULL records the oldest transaction that might still see a dead row.
    func removeRemains(of transaction: String) async throws {
        let isDone = try await withCheckedThrowingContinuation { continuation in
            // One at a time, like the jobs of a person.
            pool.submit(for: UserID(high: 0, low: 0)) { [self] slot in
                continuation.resume(
                    with: Result { try repeated { try slot.with { try rewriteKeys(transaction, $0) } } })
            }
        }
        guard isDone else {
            throw ServiceError(
                .busy, "An older transaction at \(address) may still see erased rows; ask again to finish erasing.",
                retryAfter: 1000)
        }
    }

    private func rewriteKeys(_ transaction: String, _ connection: PostgresConnection) throws -> Bool {
        guard !transaction.isEmpty else { return false }
        let isGone = """
            SELECT (age(relfrozenxid) < age('\(transaction)'::xid8::xid))::text FROM pg_class
            WHERE relname = 'storage_keys' AND relnamespace = current_schema()::regnamespace
            """
        for pause in Self.pauses {
            Thread.sleep(forTimeInterval: pause)
            try connection.command("VACUUM (FULL) storage_keys")
            if try connection.first(isGone) == "true" { return true }
        }
        return false
    }
}
