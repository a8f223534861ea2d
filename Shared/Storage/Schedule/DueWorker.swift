import Messages
import SystemKit

/// Does one kind of scheduled work (`Transaction.schedule`), each person's once. Any number of workers, in any number of
/// processes, may share a database.
///
/// Work that became due while no worker ran is done at the next round, once however long that was. A person whose work
/// fails is tried again after a growing pause and keeps nobody else waiting.
public struct DueWorker<Input: Sendable>: Sendable {
    /// How a claim ended.
    public enum Outcome: Sendable, Equatable {
        /// The effect is committed.
        case done
        /// Another worker has the work, or it is not due any more; no effect.
        case lost
        /// No effect; repeated later.
        case failed
    }

    /// Most people per round: bounds the memory and the requests under way.
    public static var limit: Int { 64 }

    private let store: Store
    private let kind: String
    private let clock: @Sendable () -> Milliseconds
    private let prepare: @Sendable (DueWork) async throws -> Input
    private let finish: @Sendable (DueWork, Input, Transaction) throws -> Milliseconds?
    private let ended: @Sendable (Outcome, (any Error)?) -> Void

    /// Declares a worker; it does nothing until `run` or `round`.
    /// - Parameters:
    ///   - kind: the kind of work.
    ///   - prepare: what must happen outside a transaction, such as requests; may run more than once. It must end
    ///     within a minute: then another worker takes over.
    ///   - finish: the work's effect, in the transaction that completes it. Returns when the person's next work of the
    ///     kind is due, ms since 1970, later than `DueWork.due`; nil if nothing follows. Compute it from the later of
    ///     `DueWork.due` and the clock, so that a clock that was set back repeats nothing.
    ///   - ended: called after each claim, with the error of a failed one.
    public init(
        store: Store, kind: String, clock: @escaping @Sendable () -> Milliseconds = WallClock.milliseconds,
        prepare: @escaping @Sendable (DueWork) async throws -> Input,
        finish: @escaping @Sendable (DueWork, Input, Transaction) throws -> Milliseconds?,
        ended: @escaping @Sendable (Outcome, (any Error)?) -> Void = { _, _ in }
    ) {
        (self.store, self.kind, self.clock) = (store, kind, clock)
        (self.prepare, self.finish, self.ended) = (prepare, finish, ended)
    }

    /// Works until the task is cancelled.
    /// - Parameter pause: between two rounds when nothing is due; a change of the clock is noticed after it.
    /// - Throws: errors of the database; `CancellationError`.
    public func run(pause: Duration = .seconds(5)) async throws {
        while true {
            try Task.checkCancellation()
            if try await round() < Self.limit { try await Task.sleep(for: pause) }
        }
    }

    /// Does the work of at most `limit` people, together.
    /// - Returns: the number of claims.
    /// - Throws: errors of the database while claiming.
    @discardableResult
    public func round() async throws -> Int {
        let (kind, now) = (kind, clock())
        // Looks before it writes: an idle schedule must not occupy the writer.
        guard try await store.read({ try $0.canClaim(kind, now: now) }) else { return 0 }
        let claimed = try await store.write { try $0.claim(kind, now: now, limit: Self.limit) }
        await withDiscardingTaskGroup { group in
            for work in claimed { group.addTask { await perform(work) } }
        }
        return claimed.count
    }

    private func perform(_ work: DueWork) async {
        let finish = finish
        do {
            let input = try await prepare(work)
            try await store.write(for: work.user) { transaction in
                try transaction.complete(work)
                guard let next = try finish(work, input, transaction) else { return }
                guard next > work.due else {
                    throw ServiceError(.failed, "The next \(work.kind) must be later than this one.")
                }
                try transaction.schedule(work.kind, user: work.user, at: next)
            }
            ended(.done, nil)
        } catch let error as StorageError where error.code == .lostClaim {
            ended(.lost, nil)
        } catch {
            // A process that stops leaves its claims to their lease.
            if Task.isCancelled { return }
            let now = clock()
            try? await store.write { try $0.postpone(work, now: now) }
            ended(.failed, error)
        }
    }
}
