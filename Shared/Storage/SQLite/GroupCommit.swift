import GRDB
import Synchronization
import SystemKit

/// Combines writes that arrive during a commit into one transaction with one fsync.
///
/// A job that throws rolls back only its own changes: the others run again in a transaction with a savepoint for each
/// job. SQLite copies every page that changes in a savepoint, so transactions begin without and have them only for a
/// while after such a job. All jobs resume after the commit. If SQLite aborts the whole transaction (a full disk), each
/// job runs again in a transaction of its own, so that only the jobs that do not fit fail.
final class GroupCommit: Sendable {
    private struct State {
        var waiting = FIFOQueue<WriteJob>()
        var isScheduled = false
        /// Transactions to come that have a savepoint for each job.
        var careful = 0
        var statistics = StoreStatistics()
    }

    // Both bound the latency: of the first job of a transaction until its commit, and of a new job until its turn.
    private static let jobs = 128
    private static let time = Duration.milliseconds(20)
    /// Transactions with savepoints after a job that threw; bounds the share of work that is done twice.
    private static let careful = 32

    private let pool: DatabasePool
    private let dataKeys: DataKeyCache
    private let memory = WriterCache()
    private let state = Mutex(State())
    private let committed: @Sendable (Scope.Effects) -> Void

    /// - Parameter committed: called after each commit with its effects in order, before its jobs resume.
    init(_ pool: DatabasePool, _ dataKeys: DataKeyCache, committed: @escaping @Sendable (Scope.Effects) -> Void) {
        (self.pool, self.dataKeys, self.committed) = (pool, dataKeys, committed)
    }

    var statistics: StoreStatistics { state.withLock { $0.statistics } }

    func submit(_ job: WriteJob) {
        let schedule = state.withLock { state in
            state.waiting.append(job)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if schedule { scheduleTurn() }
    }

    /// Runs one transaction per turn of the writer's queue, so that checkpoints get their turn in between.
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
        var taken: [WriteJob] = []
        let next = { () -> WriteJob? in
            guard taken.isEmpty || taken.count < Self.jobs && ContinuousClock.now < end,
                let job = self.state.withLock({ $0.waiting.popFirst() })
            else { return nil }
            taken.append(job)
            return job
        }
        let isCareful = state.withLock { state in
            defer { state.careful = max(0, state.careful - 1) }
            return state.careful > 0
        }
        do {
            do {
                try commit(db, inSavepoints: isCareful, next)
            } catch let failure as JobFailure {
                guard taken.count > 1 else { throw failure.cause }
                state.withLock { $0.careful = Self.careful }
                var again = taken[...]
                try commit(db, inSavepoints: true) { again.popFirst() }
            }
        } catch {
            // BEGIN failed, after SQLite's full busy timeout: all waiting jobs fail with it.
            if taken.isEmpty { while let job = state.withLock({ $0.waiting.popFirst() }) { taken.append(job) } }
            guard taken.count > 1, isOperational(error), !isBusy(error) else {
                for job in taken { job.fail(error) }
                return
            }
            for job in taken { alone(job, db) }
        }
    }

    private func alone(_ job: WriteJob, _ db: Database) {
        var next: WriteJob? = job
        do {
            try commit(db, inSavepoints: true) {
                defer { next = nil }
                return next
            }
        } catch {
            job.fail(error)
        }
    }

    /// A job that threw outside of a savepoint.
    private struct JobFailure: Error { let cause: any Error }

    /// Runs the jobs from `next` in one transaction, commits and resumes them. If it throws, nothing was committed and
    /// no job was resumed.
    /// - Throws: `JobFailure` if a job threw and has no savepoint.
    private func commit(_ db: Database, inSavepoints: Bool, _ next: () -> WriteJob?) throws {
        let scope = Scope(dataKeys, memory)
        var resume: [@Sendable () -> Void] = []
        try db.inTransaction(.immediate) {
            try memory.enter(Session.sqlite(db).first("PRAGMA data_version") { $0.integer(0) })
            while let job = next() {
                do {
                    let transaction = Transaction(.sqlite(db), scope)
                    resume.append(
                        try inSavepoints ? transaction.savepoint { try job.run(transaction) } : job.run(transaction))
                } catch {
                    // SQLite rolled back the whole transaction: the caller runs each job alone.
                    guard db.isInsideTransaction else { throw error }
                    guard inSavepoints else { throw JobFailure(cause: error) }
                    resume.append { job.fail(error) }
                }
            }
            try Transaction(.sqlite(db), scope).storeNumbers()
            return .commit
        }
        memory.leave()
        state.withLock { state in
            state.statistics.transactions += 1
            state.statistics.writes += resume.count
        }
        committed(scope.effects)
        // Resumes from another thread: each resume here would wake a thread that preempts this one, runs one job and
        // sleeps.
        Task { [resume] in for resume in resume { resume() } }
    }

    private func isBusy(_ error: any Error) -> Bool {
        guard let code = (error as? DatabaseError)?.resultCode else { return false }
        return code == .SQLITE_BUSY || code == .SQLITE_LOCKED
    }
}
