import Dispatch
import HealthFormats
import Synchronization

/// Runs long synchronous work outside the threads of tasks, so that handlers and heartbeats continue.
enum WorkThread {
    /// Runs `body` on a thread of the queue.
    static func run<T: Sendable>(_ queue: DispatchQueue, _ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }

    /// Blocks such a thread until an asynchronous operation ends, for `Steps` only; never call it in a task, whose
    /// thread the operation may need.
    static func wait<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) throws -> T {
        let (done, outcome) = (DispatchSemaphore(value: 0), Outcome<T>())
        Task.detached {
            do {
                let value = try await body()
                outcome.result.withLock { $0 = .success(value) }
            } catch {
                outcome.result.withLock { $0 = .failure(error) }
            }
            done.signal()
        }
        done.wait()
        return try outcome.result.withLock { $0 }.get()
    }

    private final class Outcome<T: Sendable>: Sendable {
        let result = Mutex<Result<T, any Error>>(.failure(CancellationError()))
    }
}
