import Messages
import Synchronization

/// The calls this process makes right now, so that a withdrawal can end them. Nothing depends on it being complete: the open receipts are the truth.
final class CallsInFlight: Sendable {
    private let calls = Mutex<[EntityID: (user: UserID, task: Task<CloudOutcome, any Error>)]>([:])

    /// Begins a call. It is registered before it can do anything: whoever asks or cancels meanwhile waits for the registration.
    func start(_ id: EntityID, _ user: UserID, _ body: @escaping @Sendable () async throws -> CloudOutcome) -> Task<CloudOutcome, any Error> {
        calls.withLock { calls in
            let task = Task(operation: body)
            calls[id] = (user, task)
            return task
        }
    }

    func remove(_ id: EntityID) { calls.withLock { _ = $0.removeValue(forKey: id) } }
    func contains(_ id: EntityID) -> Bool { calls.withLock { $0[id] != nil } }

    var users: Set<UserID> { calls.withLock { Set($0.values.map(\.user)) } }

    func cancel(_ user: UserID) {
        let tasks = calls.withLock { calls in calls.values.filter { $0.user == user }.map(\.task) }
        for task in tasks { task.cancel() }
    }
}
