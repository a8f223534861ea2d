import Bus
import Logging
import Messages
import Storage
import Synchronization

/// Verdicts that are not stored yet. A reply waits only briefly for its verdict (SAF-4); the write is retried until it
/// succeeds, and until then the verdict counts as stored.
final class PendingVerdicts: Sendable {
    /// How long a reply waits for its verdict to be stored.
    static let timeout = Duration.milliseconds(500)
    /// Upper bound of the pause between two attempts.
    private static let maximumBackoff = Duration.seconds(1)

    private struct Entry {
        var user: UserID
        var verdict: NotedVerdict
        var task: Task<Void, Never>
    }

    private let entries = Mutex<[EntityID: Entry]>([:])
    private let log: Logger

    init(log: Logger) { self.log = log }

    /// Writes a verdict, retrying after failures. Returns once it is stored or `timeout` is over.
    func keep(_ verdict: NotedVerdict, of user: UserID, _ write: @escaping @Sendable () async throws -> Void) async {
        let task = entries.withLock { entries in
            if let entry = entries[verdict.id] { return entry.task }
            let task = Task { [self] in
                await persist(write)
                self.entries.withLock { _ = $0.removeValue(forKey: verdict.id) }
            }
            entries[verdict.id] = Entry(user: user, verdict: verdict, task: task)
            return task
        }
        await Self.settle(task, within: Self.timeout)
    }

    /// A person's verdicts that are not stored yet.
    func waiting(_ user: UserID) -> [NotedVerdict] {
        entries.withLock { $0.values.filter { $0.user == user }.map(\.verdict) }
    }

    /// Returns once all verdicts pending now are stored.
    func settled() async { for task in entries.withLock({ $0.values.map(\.task) }) { await task.value } }

    /// Runs until the process drains, then makes a last attempt to store the pending verdicts.
    func run() async {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
        for task in entries.withLock({ $0.values.map(\.task) }) { await Self.settle(task, within: .seconds(3)) }
    }

    private func persist(_ write: @Sendable () async throws -> Void) async {
        var pause = Duration.milliseconds(50)
        while true {
            do {
                return try await write()
            } catch let error as ServiceError where error.code == .erased {
                return
            } catch {
                log.error(
                    "A verdict could not be stored; retrying.",
                    metadata: ["error": "\(ServiceError.logText(error))"])
            }
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, Self.maximumBackoff)
        }
    }

    /// Returns when the task ends or after `limit`; the task continues.
    static func settle(_ task: Task<Void, Never>, within limit: Duration) async {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let timer = Task {
            try? await Task.sleep(for: limit)
            end.finish()
        }
        Task {
            await task.value
            end.finish()
        }
        for await _ in ends {}
        timer.cancel()
    }
}
