import Dispatch
import Messages
import Synchronization

/// Where passwords are derived: one at a time, off the threads that serve requests, with a short queue, so that guesses from outside delay nobody else.
final class PasswordDesk: Sendable {
    private static let longestQueue = 16
    private let queue = DispatchQueue(label: "pulsum.passwords")
    private let waiting = Mutex(0)

    /// - Throws: `busy` where too many wait, or what `work` throws.
    func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        let hasRoom = waiting.withLock { count in
            guard count < Self.longestQueue else { return false }
            count += 1
            return true
        }
        guard hasRoom else { throw BusError(.busy, "Too many people sign in at once: try again in a moment.", retryAfter: 2000) }
        defer { waiting.withLock { $0 -= 1 } }
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: work)) }
        }
    }
}
