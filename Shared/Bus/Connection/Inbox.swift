import Messages
import Synchronization

/// Commands and jobs that other threads submit to the socket thread.
final class Inbox: Sendable {
    enum Command: Sendable {
        case request(UInt64, Header, Frame, deadline: MonotonicInstant, ResponseSink)
        case cancel(UInt64)
        case publish(MirrorUpdate)
        case watch(UInt64, Watcher)
        case unwatch(UInt64)
        case finished(UInt64, Frame?, ServiceError?)
        case partial(UInt64, Frame)
        case drain
    }

    struct Batch {
        var commands: [Command] = []
        var jobs: [UnownedJob] = []
        var isEmpty: Bool { commands.isEmpty && jobs.isEmpty }
    }

    private struct State {
        var batch = Batch()
        var sleeping = false
        var closed = false
    }

    let wakeup: Wakeup
    private let state = Mutex(State())

    init() throws { wakeup = try Wakeup() }

    deinit { wakeup.close() }

    /// False if the thread has ended; the command is dropped.
    func submit(_ command: Command) -> Bool { put { $0.commands.append(command) } }
    func submit(_ job: UnownedJob) -> Bool { put { $0.jobs.append(job) } }

    private func put(_ add: (inout Batch) -> Void) -> Bool {
        state.withLock { state in
            guard !state.closed else { return false }
            add(&state.batch)
            if state.sleeping {
                state.sleeping = false
                wakeup.signal()
            }
            return true
        }
    }

    /// Moves everything submitted since the last call into `batch`, whose arrays are reused.
    func take(into batch: inout Batch) {
        batch.commands.removeAll(keepingCapacity: true)
        batch.jobs.removeAll(keepingCapacity: true)
        state.withLock { state in
            state.sleeping = false
            swap(&state.batch, &batch)
        }
    }

    /// False if something was submitted meanwhile.
    func prepareToSleep() -> Bool {
        state.withLock { state in
            guard state.batch.isEmpty else { return false }
            state.sleeping = true
            return true
        }
    }

    /// Rejects further submissions and returns the pending ones.
    func close() -> Batch {
        state.withLock { state in
            state.closed = true
            let rest = state.batch
            state.batch = Batch()
            return rest
        }
    }
}
