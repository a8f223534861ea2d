import Dispatch
import HealthFormats
import Synchronization

/// Long synchronous work beside the cooperative pool, so that heartbeats go on meanwhile.
enum WorkThread {
    /// Runs `body` on a thread of its own queue.
    static func run<T: Sendable>(_ queue: DispatchQueue, _ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }

    /// Waits on such a thread for something asynchronous; never called on the cooperative pool.
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
