import Messages
import Synchronization

@testable import Storage

/// A clock that a test sets.
final class SetClock: Sendable {
    private let time: Mutex<Milliseconds>
    init(_ time: Milliseconds = 1_800_000_000_000) { self.time = Mutex(time) }
    var now: Milliseconds { time.withLock { $0 } }
    func step(_ milliseconds: Milliseconds) { time.withLock { $0 += milliseconds } }
}

let minute: Milliseconds = 60_000
let hour: Milliseconds = 60 * minute
let week: Milliseconds = 7 * 24 * hour

/// A weekly duty whose effect is one note per instant, numbered by the minute it was due: a second effect of one instant
/// breaks the table's constraint.
struct Duty: Sendable {
    static let kind = "weekly note"

    let store: Store
    let clock: SetClock

    func schedule(_ user: UserID, at due: Milliseconds) async throws {
        try await store.write { try $0.schedule(Self.kind, user: user, at: due) }
    }

    func due(_ user: UserID) async throws -> Milliseconds? {
        try await store.read { try $0.scheduled(Self.kind, user: user) }
    }

    func claim(limit: Int = 64) async throws -> [DueWork] {
        let now = clock.now
        return try await store.write { try $0.claim(Self.kind, now: now, limit: limit) }
    }

    func notes(_ user: UserID) async throws -> [Int] { try await store.read { try $0.numbers(user) } }

    /// Completes a claim with its effect, as `DueWorker` does.
    func complete(_ work: DueWork) async throws {
        let now = clock.now
        try await store.write { transaction in
            try transaction.complete(work)
            try transaction.put(Int(work.due / minute), user: work.user)
            try transaction.schedule(work.kind, user: work.user, at: Self.next(work, now))
        }
    }

    /// The first whole week after the instant and the clock.
    static func next(_ work: DueWork, _ now: Milliseconds) -> Milliseconds {
        work.due + ((max(now, work.due) - work.due) / week + 1) * week
    }

    /// - Parameter before: runs before each effect; may throw.
    func worker(
        ended: @escaping @Sendable (DueWorker<Void>.Outcome, (any Error)?) -> Void = { _, _ in },
        before: @escaping @Sendable (DueWork) async throws -> Void = { _ in }
    ) -> DueWorker<Void> {
        let clock = clock
        return DueWorker(store: store, kind: Self.kind, clock: { clock.now }, prepare: before) {
            work, _, transaction in
            try transaction.put(Int(work.due / minute), user: work.user)
            return Self.next(work, clock.now)
        } ended: {
            ended($0, $1)
        }
    }
}

/// Counts of outcomes.
final class Outcomes: Sendable {
    private let counts = Mutex<[String: Int]>([:])
    func note(_ outcome: DueWorker<Void>.Outcome) { counts.withLock { $0["\(outcome)", default: 0] += 1 } }
    subscript(_ outcome: DueWorker<Void>.Outcome) -> Int { counts.withLock { $0["\(outcome)"] ?? 0 } }
}
