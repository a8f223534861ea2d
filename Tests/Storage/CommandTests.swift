import Foundation
import Messages
import Synchronization
import TestTraits
import Testing

@testable import Storage

@Suite(.bothEngines, .tags(.processes)) struct CommandTests {
    @Test("A retry gets the first answer and runs nothing, also after a restart and at another process")
    func retries() async throws {
        let scratch = try Scratch()
        let (user, id) = (UserID.random(), RequestID.random())
        let reply = CheckIn(id: .random(), day: Day(number: 1), at: 2, stress: 3, energy: 4, sleepQuality: 5)
        let store = try scratch.store()
        let first = try await store.command(id, user: user) { transaction in
            try transaction.put(1, user: user)
            return reply
        }
        #expect(first == reply)
        for other in [store, try scratch.store()] {
            let again = try await other.command(id, user: user) { transaction -> CheckIn in
                try transaction.put(2, user: user)
                throw Fault()
            }
            #expect(again == reply)
        }
        #expect(try await store.read { try $0.numbers(user) } == [1])
    }

    @Test("Retries that arrive at the same time have one effect")
    func together() async throws {
        let scratch = try Scratch()
        let stores = [try scratch.store(), try scratch.store()]
        let (user, id) = (UserID.random(), RequestID.random())
        let answers = try await withThrowingTaskGroup(of: CheckIn.self) { group in
            for attempt in 0..<40 {
                group.addTask {
                    try await stores[attempt % 2].command(id, user: user) { transaction in
                        try transaction.put(attempt, user: user)
                        return CheckIn(
                            id: .random(), day: Day(number: 1), at: Int64(attempt), stress: 3, energy: 4,
                            sleepQuality: 5)
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 40 && answers.allSatisfy { $0 == answers[0] })
        #expect(try await stores[0].read { try $0.numbers(user) } == [Int(answers[0].at)])
    }

    @Test("A command that failed left nothing: its retry runs")
    func failed() async throws {
        let scratch = try Scratch()
        let store = try scratch.store()
        let (user, id) = (UserID.random(), RequestID.random())
        let refused = await code {
            _ = try await store.command(id, user: user) { transaction -> Empty in
                try transaction.put(1, user: user)
                throw ServiceError(.invalid, "no")
            }
        }
        #expect(refused == .invalid)
        _ = try await store.command(id, user: user) { transaction in
            try transaction.put(2, user: user)
            return Empty()
        }
        #expect(try await store.read { try $0.numbers(user) } == [2])
    }

    @Test("An id used for another command, or by another user, does not get somebody else's answer")
    func reused() async throws {
        let scratch = try Scratch()
        let store = try scratch.store()
        let (user, id) = (UserID.random(), RequestID.random())
        _ = try await store.command(id, user: user) { _ in Empty() }
        #expect(
            await code { _ = try await store.command(id, user: user) { _ in EraseUser.Reply(rows: 1) } } == .conflict)
        let other = try await store.command(id, user: .random()) { _ in EraseUser.Reply(rows: 7) }
        #expect(other.rows == 7)
    }

    @Test("Replies are kept for 24 hours and then pruned")
    func pruned() async throws {
        let scratch = try Scratch()
        let now = Mutex<Milliseconds>(1_000_000)
        let store = try scratch.store(clock: { now.withLock { $0 } })
        let (user, id) = (UserID.random(), RequestID.random())
        func answer(_ rows: Int64) async throws -> Int64 {
            try await store.command(id, user: user) { _ in EraseUser.Reply(rows: rows) }.rows
        }
        #expect(try await answer(1) == 1)
        now.withLock { $0 += Store.replyLifetime - 1 }
        #expect(try await answer(2) == 1)
        now.withLock { $0 += 1 }
        #expect(try await answer(3) == 3)
        #expect(try await store.read { try $0.value(Int.self, "SELECT count(*) FROM storage_replies") } == 1)
    }
}
