import Dispatch
import Messages
import Synchronization

/// Hashes passwords one at a time, outside the threads that serve requests, so that guessing does not delay other
/// requests. It has two short queues: known callers (with a session, or a browser that signed in before) have priority,
/// so that a flood of unknown callers cannot take their places.
final class PasswordHashingQueue: Sendable {
    enum Priority: Int, CaseIterable, Sendable { case known, strangers }

    private static let longestQueue = 16
    private let queue = DispatchQueue(label: "pulsum.passwords")
    private let waiting = Mutex<[[@Sendable () -> Void]]>(Priority.allCases.map { _ in [] })

    /// Runs `work` when its turn comes.
    /// - Throws: `ServiceError(.busy)` if the queue is full; any error of `work`.
    func run<T: Sendable>(_ priority: Priority, _ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            let hasRoom = waiting.withLock { waiting in
                guard waiting[priority.rawValue].count < Self.longestQueue else { return false }
                waiting[priority.rawValue].append { continuation.resume(with: Result(catching: work)) }
                return true
            }
            guard hasRoom else {
                return continuation.resume(
                    throwing: ServiceError(
                        .busy, "Too many people sign in at once: try again in a moment.", retryAfter: 2000))
            }
            // One dispatch item per job; each runs the next job of the highest-priority queue.
            queue.async { self.next()?() }
        }
    }

    /// Number of jobs waiting in a queue.
    func count(_ priority: Priority) -> Int { waiting.withLock { $0[priority.rawValue].count } }

    private func next() -> (@Sendable () -> Void)? {
        waiting.withLock { waiting in
            guard let priority = waiting.firstIndex(where: { !$0.isEmpty }) else { return nil }
            return waiting[priority].removeFirst()
        }
    }
}
