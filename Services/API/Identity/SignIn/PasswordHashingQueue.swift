import Messages
import Synchronization
import SystemKit

#if canImport(Glibc)
    import Glibc
#endif

/// Checks and hashes passwords one at a time, and hashes outside the threads that serve requests, so that guessing does
/// not delay other requests. It has two short queues: known callers (with a session, or a browser that signed in
/// before) have priority, so that a flood of unknown callers cannot take their places.
final class PasswordHashingQueue: Sendable {
    enum Priority: Int, CaseIterable, Sendable { case known, strangers }

    private struct State {
        var isTaken = false
        var waiting: [[CheckedContinuation<Void, any Error>]] = Priority.allCases.map { _ in [] }
    }

    private static let maximumQueue = 16
    /// Added to the niceness of other threads: two fifths of their share where all want the processor. Less would make
    /// people wait for seconds on a full machine.
    static let niceness: Int32 = 4
    private let state = Mutex(State())

    /// Hashes in a turn of its own.
    /// - Throws: `ServiceError(.busy)` if the queue is full; any error of `work`.
    func run<T: Sendable>(_ priority: Priority, _ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await turn(priority) { try await hash(work) }
    }

    /// Runs `body` when its turn comes. Turns do not overlap, so a turn may count an attempt, check it and take the
    /// count back before another one is counted.
    /// - Throws: `ServiceError(.busy)` if the queue is full; any error of `body`.
    func turn<T>(_ priority: Priority, _ body: () async throws -> T) async throws -> T {
        try await begin(priority)
        defer { end() }
        return try await body()
    }

    /// Hashes on a thread of its own, behind the threads that make pages. Call in a turn.
    /// - Throws: `ServiceError(.busy)` if the thread cannot be started; any error of `work`.
    func hash<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try Platform.startThread {
                    Self.standBack()
                    continuation.resume(with: Result(catching: work))
                }
            } catch {
                continuation.resume(
                    throwing: ServiceError(
                        .busy, "Passwords cannot be checked now: try again in a moment.", retryAfter: 2000, cause: error
                    ))
            }
        }
    }

    /// Lowers the priority of the calling thread, on Linux (setpriority(2)).
    private static func standBack() {
        #if canImport(Glibc)
            let which = __priority_which_t(PRIO_PROCESS.rawValue)
            _ = setpriority(which, 0, min(19, getpriority(which, 0) + niceness))
        #endif
    }

    /// Number of turns waiting in a queue.
    func count(_ priority: Priority) -> Int { state.withLock { $0.waiting[priority.rawValue].count } }

    private func begin(_ priority: Priority) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            let answer: Result<Void, any Error>? = state.withLock { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return .success(())
                }
                guard state.waiting[priority.rawValue].count < Self.maximumQueue else {
                    return .failure(
                        ServiceError(
                            .busy, "Too many people sign in at once: try again in a moment.", retryAfter: 2000))
                }
                state.waiting[priority.rawValue].append(continuation)
                return nil
            }
            if let answer { continuation.resume(with: answer) }
        }
    }

    /// Passes the turn to the first caller of the highest-priority queue.
    private func end() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard let priority = state.waiting.firstIndex(where: { !$0.isEmpty }) else {
                state.isTaken = false
                return nil
            }
            return state.waiting[priority].removeFirst()
        }
        next?.resume()
    }
}
