import Foundation
import Messages
import Synchronization

/// PostgreSQL through libpq: a schema of a database, shared by the service's processes on any number of machines. Each
/// write is a transaction of its own, SERIALIZABLE unless `WriteJob.Isolation` says otherwise, and runs again after a
/// conflict.
final class PostgresEngine: Engine {
    let identity: DatabaseIdentity
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
                identity = try PostgresMigrator(
                    address: address, plan: plan, dataKeys: dataKeys, erasureLog: erasureLog
                ).migrate()
                break
            } catch let fault as PostgresFault {
                guard retries.waits(after: fault) else { throw fault.connectionError("\(address)") }
            }
        }
        // The database may have been moved or restored while no connection was open.
        pool = PostgresPool(address) { [identity] connection in
            try MoveMark.check(.postgres(connection), place: "\(address)")
            try erasureLog?.check(.postgres(connection), place: "\(address)")
            try identity.check(.postgres(connection), place: "\(address)")
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

    /// New connections verify it.
    func requirePresent() {}

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

    func submit(_ job: WriteJob, for user: UserID?) { submit(job, PostgresWrite(for: user)) }

    private func submit(_ job: WriteJob, _ write: PostgresWrite) {
        pool.submit(for: write.turn) { [self] slot in
            do {
                try perform(job, write, slot)
            } catch {
                job.fail(error)
            }
            sweep(slot)
        }
    }

    /// Runs a job until it is committed, fails or has to wait for its turn.
    /// - Throws: if nothing was committed; `ServiceError(.interrupted)` if that is not known.
    private func perform(_ job: WriteJob, _ write: PostgresWrite, _ slot: PostgresSlot) throws {
        var (write, random) = (write, SystemRandomNumberGenerator())
        var (step, attempt) = (PostgresWrite.Step.run(after: .zero), Attempt(now: 0))
        while true {
            let outcome: PostgresWrite.Outcome
            switch step {
            case .run(let pause):
                PostgresRetries.wait(pause)
                // Its caller gave up and may have repeated it: to run it again would only conflict with others.
                if write.hasFailed, job.cancellation.isCancelled { throw CancellationError() }
                do {
                    (outcome, attempt) = try run(job, slot)
                } catch let error as StorageError where error.code == .constraint {
                    guard write.runsAgainAfterCollision() else { throw error }
                    counts.withLock { $0.retries += 1 }
                    continue
                }
            case .takeTurn(let pause):
                PostgresRetries.wait(pause)
                return submit(job, write)
            case .lookUp(let pause):
                PostgresRetries.wait(pause)
                outcome = try lookUp(attempt, slot)
            case .finish:
                counts.withLock { counts in
                    counts.transactions += 1
                    counts.writes += 1
                }
                committed(attempt.effects)
                return attempt.resume()
            case .fail(let fault): throw fault
            case .interrupt(let fault):
                throw ServiceError(
                    .interrupted,
                    "\(address) did not confirm a commit, and whether it took effect is not known; repeat the request under the same id.",
                    cause: fault)
            }
            step = write.next(after: outcome, now: PostgresRetries.now, using: &random)
            switch step {
            case .run, .takeTurn: counts.withLock { $0.retries += 1 }
            case .lookUp, .finish, .fail, .interrupt: break
            }
        }
    }

    /// A transaction of a job, and what follows its commit.
    private struct Attempt {
        let marker: CommitMarker
        /// Marks a look-up that took the marker's place, so that the next one does not mistake it for the transaction if
        /// its answer is lost.
        let refusal: CommitMarker
        var effects = Scope.Effects()
        var resume: @Sendable () -> Void = {}

        init(now: Milliseconds) { (marker, refusal) = (CommitMarker(now: now), CommitMarker(now: now)) }
    }

    /// Runs a job in one transaction and commits it.
    /// - Throws: errors of the job, which roll back its changes.
    private func run(_ job: WriteJob, _ slot: PostgresSlot) throws -> (PostgresWrite.Outcome, Attempt) {
        let attempt = Attempt(now: dataKeys.now())
        do {
            return try slot.with { [dataKeys] connection in
                defer { connection.rollback() }
                let memory = WriterCache()
                do {
                    var attempt = attempt
                    try connection.begin(job.isolation == .rows ? .rowWrite : .write)
                    let scope = Scope(dataKeys, memory)
                    let transaction = Transaction(.postgres(connection), scope)
                    attempt.resume = try job.run(transaction)
                    try transaction.storeNumbers()
                    let isKnown = try connection.commit(attempt.marker)
                    attempt.effects = scope.effects
                    return (isKnown ? .committed : .unknown, attempt)
                } catch {
                    // A body may have replaced the fault by an error of its own.
                    guard let fault = connection.fault ?? error as? PostgresFault else { throw error }
                    return (.failed(fault, person: memory.person), attempt)
                }
            }
        } catch let fault as PostgresFault where !slot.isClosed {
            // No connection could be opened.
            return (.failed(fault, person: nil), attempt)
        }
    }

    /// Finds out whether a transaction was committed, and keeps it from being committed later: adding its marker waits for
    /// a transaction that is still under way, and then either fails or takes its place.
    private func lookUp(_ attempt: Attempt, _ slot: PostgresSlot) throws -> PostgresWrite.Outcome {
        do {
            return .found(isCommitted: try slot.with { try isCommitted(attempt, $0) })
        } catch let fault as PostgresFault {
            return .notFound(fault)
        }
    }

    private func isCommitted(_ attempt: Attempt, _ connection: PostgresConnection) throws -> Bool {
        defer { connection.rollback() }
        try connection.command("BEGIN ISOLATION LEVEL READ COMMITTED")
        let added = try connection.command(
            "INSERT INTO storage_commits (id) VALUES ('\\x\(attempt.marker)') ON CONFLICT DO NOTHING")
        guard added == "INSERT 0 0" else {
            try connection.command("INSERT INTO storage_commits (id) VALUES ('\\x\(attempt.refusal)'); COMMIT")
            return false
        }
        // Written again, so that this commit waits for a synchronous standby: the first one may not have reached it if
        // the server ended in between or its wait was cancelled. Standbys receive commits in their order.
        let found = try connection.command(
            "UPDATE storage_commits SET id = id WHERE id IN ('\\x\(attempt.marker)', '\\x\(attempt.refusal)')")
        try connection.commit()
        return found == "UPDATE 1"
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
        // Everybody who reads a key waits behind a waiting exclusive lock, so that it waits for a moment only: `pg_dump`
        // holds a lock of every table until it ends.
        try connection.command("SET lock_timeout = '100ms'")
        defer { _ = try? connection.command("SET \(PostgresConnection.lockTimeout)") }
        for pause in Self.pauses {
            Thread.sleep(forTimeInterval: pause)
            do {
                try connection.command("VACUUM (FULL) storage_keys")
            } catch let fault as PostgresFault where fault.isInTheWay {
                continue
            }
            if try connection.first(isGone) == "true" { return true }
        }
        return false
    }
}
