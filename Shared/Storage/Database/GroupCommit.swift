import GRDB
import Synchronization

/// Collects the writes that wait while a commit is under way into one transaction with one fsync.
///
/// Each job runs in its own savepoint: one that throws takes only its own changes back. All are resumed after the commit. Where SQLite gives up the whole
/// transaction (a full disk), its jobs run once more, each in a transaction of its own, so that only those fail that really do not fit.
final class GroupCommit: Sendable {
    struct Job: Sendable {
        /// Does the work; returns what to call once it is on disk.
        let run: @Sendable (Transaction) throws -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        /// Of `waiting`, how many have been taken.
        var taken = 0
        var isScheduled = false
        var statistics = StoreStatistics()

        mutating func next() -> Job? {
            guard taken < waiting.count else { return nil }
            taken += 1
            let job = waiting[taken - 1]
            if taken == waiting.count { (waiting, taken) = ([], 0) }
            return job
        }
    }

    // Both bound how long the first of a transaction waits for the last, and how long a newcomer waits for its turn.
    private static let jobs = 128
    private static let time = Duration.milliseconds(20)

    private let pool: DatabasePool
    private let vault: Vault
    private let memory = WriterMemory()
    private let state = Mutex(State())
    private let committed: @Sendable (Scope.Effects) -> Void

    /// - Parameter committed: called after each commit, before its jobs are resumed, with what they did, in their order.
    init(_ pool: DatabasePool, _ vault: Vault, committed: @escaping @Sendable (Scope.Effects) -> Void) {
        (self.pool, self.vault, self.committed) = (pool, vault, committed)
    }

    var statistics: StoreStatistics { state.withLock { $0.statistics } }

    func submit(_ job: Job) {
        let schedule = state.withLock { state in
            state.waiting.append(job)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if schedule { scheduleTurn() }
    }

    /// One transaction per turn of the writer's queue, so that a checkpoint gets its turn between them.
    private func scheduleTurn() {
        pool.asyncWriteWithoutTransaction { db in
            self.turn(db)
            let again = self.state.withLock { state in
                state.isScheduled = !state.waiting.isEmpty
                return state.isScheduled
            }
            if again { self.scheduleTurn() }
        }
    }

    private func turn(_ db: Database) {
        let end = ContinuousClock.now + Self.time
        var taken: [Job] = []
        let next = { () -> Job? in
            guard taken.isEmpty || taken.count < Self.jobs && ContinuousClock.now < end, let job = self.state.withLock({ $0.next() }) else { return nil }
            taken.append(job)
            return job
        }
        do {
            try commit(db, next)
        } catch {
            // Nothing could begin: those who wait have waited as long as SQLite does.
            if taken.isEmpty { while let job = state.withLock({ $0.next() }) { taken.append(job) } }
            guard taken.count > 1, isOperational(error), !isBusy(error) else {
                for job in taken { job.fail(error) }
                return
            }
            for job in taken { alone(job, db) }
        }
    }

    private func alone(_ job: Job, _ db: Database) {
        var next: Job? = job
        do {
            try commit(db) {
                defer { next = nil }
                return next
            }
        } catch {
            job.fail(error)
        }
    }

    /// Runs the jobs that `next` gives in one transaction, commits, and resumes them; throws where nothing was committed and nobody was resumed.
    private func commit(_ db: Database, _ next: () -> Job?) throws {
        let scope = Scope(vault, memory)
        var resume: [@Sendable () -> Void] = []
        try db.inTransaction(.immediate) {
            try memory.enter(db)
            while let job = next() {
                do {
                    let transaction = Transaction(db, scope)
                    resume.append(try transaction.savepoint { try job.run(transaction) })
                } catch {
                    // SQLite took back everything: the caller sorts out who was to blame.
                    guard db.isInsideTransaction else { throw error }
                    resume.append { job.fail(error) }
                }
            }
            return .commit
        }
        memory.leave()
        state.withLock { state in
            state.statistics.transactions += 1
            state.statistics.writes += resume.count
        }
        committed(scope.effects)
        // From where they go on: from here each would wake a thread, which would push this one aside, run one and fall asleep.
        Task { [resume] in for resume in resume { resume() } }
    }

    private func isBusy(_ error: any Error) -> Bool {
        guard let code = (error as? DatabaseError)?.resultCode else { return false }
        return code == .SQLITE_BUSY || code == .SQLITE_LOCKED
    }
}

/// Counts since the store was opened.
public struct StoreStatistics: Sendable, Equatable {
    /// Transactions committed, each with one fsync.
    public internal(set) var transactions = 0
    /// Writes they carried, including those that threw and took their own changes back.
    public internal(set) var writes = 0
}
