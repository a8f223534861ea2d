import Messages
import Synchronization

/// The calls that this process has in flight, so that a withdrawal can cancel them. Correctness does not depend on it:
/// the open receipts are authoritative.
final class CallsInFlight: Sendable {
    private let calls = Mutex<[EntityID: (user: UserID, task: Task<CloudOutcome, any Error>)]>([:])

    /// Starts a call and registers it under the lock, so that a concurrent `contains` or `cancel` sees the
    /// registration.
    func start(_ id: EntityID, _ user: UserID, _ body: @escaping @Sendable () async throws -> CloudOutcome) -> Task<
        CloudOutcome, any Error
    > {
        calls.withLock { calls in
            let task = Task(operation: body)
            calls[id] = (user, task)
            return task
        }
    }

    func remove(_ id: EntityID) { calls.withLock { _ = $0.removeValue(forKey: id) } }
    func contains(_ id: EntityID) -> Bool { calls.withLock { $0[id] != nil } }

    /// Cancels every call, and returns when each has closed its receipt.
    func end() async {
        while let task = calls.withLock({ $0.values.first?.task }) {
            task.cancel()
            _ = await task.result
        }
    }

    var users: Set<UserID> { calls.withLock { Set($0.values.map(\.user)) } }

    func cancel(_ user: UserID) {
        let tasks = calls.withLock { calls in calls.values.filter { $0.user == user }.map(\.task) }
        for task in tasks { task.cancel() }
    }
}
