import Dispatch
import Messages
import Synchronization
import SystemKit

/// The threads on which handlers run, and code that waits for replies: one for each processor, at least two.
///
/// The global executor wakes a thread for nearly every job, which costs more time than a light handler takes. Here one
/// idle thread at a time looks for jobs for a moment before it sleeps (`AdaptiveSpin`), so that under load jobs find a
/// thread awake. A job that computes holds its thread; the others go on. No further threads start, so a job must not
/// block for long: if all threads are blocked, every handler of the process waits.
public final class PoolExecutor: TaskExecutor, Sendable {
    private struct State {
        var jobs = FIFOQueue<UnownedJob>()
        /// Threads that look for a job or were woken to do so. While jobs wait, there is one unless all threads run
        /// jobs.
        var looking = 0
        var sleeping = 0

        /// True if a sleeping thread has to be woken for the waiting jobs; it counts as looking from now on.
        mutating func wakes() -> Bool {
            guard !jobs.isEmpty, looking == 0, sleeping > 0 else { return false }
            (looking, sleeping) = (1, sleeping - 1)
            return true
        }
    }

    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)

    /// The executor of this process.
    static let shared = Result { () throws(ServiceError) in try PoolExecutor() }

    /// - Throws: `ServiceError(.failed)` if no thread can be started.
    init(threads: Int = max(2, Platform.processorCount)) throws(ServiceError) {
        for number in 0..<threads {
            do {
                try Platform.startThread { self.run() }
            } catch {
                guard number == 0 else { return }
                throw ServiceError(
                    .failed, "The bus could not start a thread for its handlers: \(error.reason).", cause: error)
            }
        }
    }

    /// Called by the Swift runtime.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let wakes = state.withLock { state in
            state.jobs.append(job)
            return state.wakes()
        }
        if wakes { wake.signal() }
    }

    /// Runs jobs until the process ends.
    private func run() {
        let executor = asUnownedTaskExecutor()
        var spin = AdaptiveSpin()
        state.withLock { $0.looking += 1 }
        while true {
            let (job, wakes) = state.withLock { state in
                guard let job = state.jobs.popFirst() else { return (UnownedJob?.none, false) }
                state.looking -= 1
                return (job, state.wakes())
            }
            if wakes { wake.signal() }
            if let job {
                job.runSynchronously(on: executor)
                state.withLock { $0.looking += 1 }
                spin.renew()
            } else if state.withLock({ $0.looking > 1 }) || !spin.shouldSpin(.now) {
                sleep()
            }
        }
    }

    /// Returns immediately if a job came meanwhile. The thread counts as looking before and after.
    private func sleep() {
        let sleeps = state.withLock { state in
            guard state.jobs.isEmpty else { return false }
            (state.looking, state.sleeping) = (state.looking - 1, state.sleeping + 1)
            return true
        }
        if sleeps { wake.wait() }
    }
}
