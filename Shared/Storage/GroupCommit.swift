import GRDB
import Synchronization

/// Collects the writes that wait while a commit is under way into one transaction with one fsync.
///
/// Each job runs in its own savepoint: one that throws takes only its own changes back. All are resumed after the commit. Where SQLite gives up the whole
/// transaction (a full disk), its jobs run once more, each in a transaction of its own, so that only those fail that really do not fit.
final class GroupCommit: Sendable {
    struct Job: Sendable {
        /// Does the work; returns what to call once it is on disk.
        let run: @Sendable (Database) throws -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var isScheduled = false
        var statistics = StoreStatistics()
    }

    /// Bounds how long the first job of a batch waits for the last.
    private static let batch = 128
    private let pool: DatabasePool
    private let state = Mutex(State())

    init(_ pool: DatabasePool) { self.pool = pool }

    var statistics: StoreStatistics { state.withLock { $0.statistics } }

    func submit(_ job: Job) {
        let schedule = state.withLock { state in
            state.waiting.append(job)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if schedule { scheduleTurn() }
    }

    /// One batch per turn of the writer's queue, so that a checkpoint gets its turn between batches.
    private func scheduleTurn() {
        pool.asyncWriteWithoutTransaction { db in
            let jobs = self.state.withLock { state in
                let jobs = Array(state.waiting.prefix(Self.batch))
                state.waiting.removeFirst(jobs.count)
                return jobs
            }
            self.run(jobs, db)
            let again = self.state.withLock { state in
                state.isScheduled = !state.waiting.isEmpty
                return state.isScheduled
            }
            if again { self.scheduleTurn() }
        }
    }

    private func run(_ jobs: [Job], _ db: Database) {
        do {
            let resume = try transaction(jobs, db)
            state.withLock { state in
                state.statistics.transactions += 1
                state.statistics.writes += jobs.count
            }
            for resume in resume { resume() }
        } catch {
            guard jobs.count > 1, isOperational(error), !isBusy(error) else {
                for job in jobs { job.fail(error) }
                return
            }
            for job in jobs { run([job], db) }
        }
    }

    /// Runs all jobs and commits; throws where nothing was committed. Where a job goes on after SQLite gave up the transaction, its statements are refused.
    private func transaction(_ jobs: [Job], _ db: Database) throws -> [@Sendable () -> Void] {
        var resume: [@Sendable () -> Void] = []
        try db.inTransaction(.immediate) {
            for job in jobs {
                do {
                    if jobs.count == 1 {
                        resume.append(try job.run(db))
                    } else {
                        try db.inSavepoint {
                            resume.append(try job.run(db))
                            return .commit
                        }
                    }
                } catch {
                    guard jobs.count > 1, db.isInsideTransaction else { throw error }
                    resume.append { job.fail(error) }
                }
            }
            return .commit
        }
        return resume
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
