import Dispatch
import Messages
import Synchronization

/// Derives passwords one at a time, off the threads that serve requests, so that guesses from outside delay nobody else. Two short queues: people who are known
/// already (a session, or a browser that signed in before) go first, so that a flood of strangers does not fill their places.
final class PasswordDesk: Sendable {
    enum Lane: Int, CaseIterable, Sendable { case known, strangers }

    private static let longestQueue = 16
    private let queue = DispatchQueue(label: "pulsum.passwords")
    private let waiting = Mutex<[[@Sendable () -> Void]]>(Lane.allCases.map { _ in [] })

    /// - Throws: `busy` where too many wait, or what `work` throws.
    func run<T: Sendable>(_ lane: Lane, _ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            let hasRoom = waiting.withLock { waiting in
                guard waiting[lane.rawValue].count < Self.longestQueue else { return false }
                waiting[lane.rawValue].append { continuation.resume(with: Result(catching: work)) }
                return true
            }
            guard hasRoom else {
                return continuation.resume(throwing: BusError(.busy, "Too many people sign in at once: try again in a moment.", retryAfter: 2000))
            }
            // As many turns as pieces of work; each takes the first of the lane that goes first.
            queue.async { self.next()?() }
        }
    }

    /// How many wait in a lane.
    func count(_ lane: Lane) -> Int { waiting.withLock { $0[lane.rawValue].count } }

    private func next() -> (@Sendable () -> Void)? {
        waiting.withLock { waiting in
            guard let lane = waiting.firstIndex(where: { !$0.isEmpty }) else { return nil }
            return waiting[lane].removeFirst()
        }
    }
}
