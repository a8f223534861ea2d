import Bus
import Logging
import Messages
import Storage
import Synchronization

/// Verdicts on their way to the database. An answer never waits long for them (SAF-4): they are tried again until they are kept, and meanwhile count as kept.
final class VerdictDesk: Sendable {
    /// How long an answer waits for its verdict to be on disk.
    static let patience = Duration.milliseconds(500)
    private static let longestPause = Duration.seconds(1)

    private struct Entry {
        var user: UserID
        var verdict: NotedVerdict
        var task: Task<Void, Never>
    }

    private let entries = Mutex<[EntityID: Entry]>([:])
    private let log: Logger

    init(log: Logger) { self.log = log }

    /// Writes a verdict, again and again where that fails, and returns when it is kept or `patience` is over.
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
        await Self.settle(task, within: Self.patience)
    }

    /// Verdicts of a person that are not kept yet.
    func waiting(_ user: UserID) -> [NotedVerdict] { entries.withLock { $0.values.filter { $0.user == user }.map(\.verdict) } }

    /// Returns when everything that waits now is kept.
    func settled() async { for task in entries.withLock({ $0.values.map(\.task) }) { await task.value } }

    /// Lives as long as the process; when it drains, what is not kept yet gets a last chance.
    func run() async {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
        for task in entries.withLock({ $0.values.map(\.task) }) { await Self.settle(task, within: .seconds(3)) }
    }

    private func persist(_ write: @Sendable () async throws -> Void) async {
        var pause = Duration.milliseconds(50)
        while true {
            do {
                return try await write()
            } catch let error as BusError where error.code == .erased {
                return
            } catch {
                log.error("A verdict could not be kept yet.", metadata: ["error": "\((error as? BusError)?.code ?? .failed)"])
            }
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, Self.longestPause)
        }
    }

    /// Returns when the task has ended or the time is over; the task goes on.
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
