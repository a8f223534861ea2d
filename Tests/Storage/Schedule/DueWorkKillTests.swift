import Fixtures
import Foundation
import Messages
import Synchronization
import TestTraits
import Testing

@testable import Storage

#if canImport(Glibc)
    import Glibc
#endif

/// Workers that are killed, and a seeded simulation of workers, kills, moves and clocks.
@Suite(.bothEngines, .serialized, .timeLimit(.minutes(5)), .tags(.processes)) struct DueWorkKillTests {
    private static let handover = "due"
    private static let start: Milliseconds = 1_800_000_000_000
    private static let users = (1...200).map { UserID(high: 9, low: $0) }

    @Test(
        "A process killed in the middle of its work: another one does what it left, each person once",
        arguments: [1, 70, 199])
    func killed(after done: Int) async throws {
        let scratch = try Scratch()
        let duty = Duty(store: try scratch.store(), clock: SetClock(Self.start))
        for user in Self.users { try await duty.schedule(user, at: Self.start) }
        let handover = try Handover("\(done) \(scratch.words)", to: Self.handover)
        defer { handover.end() }
        await #expect(processExitsWith: .signal(SIGKILL)) {
            let words = try Handover.words("due")
            try await DueWorkKillTests.workUntilKilled(
                Scratch(words: Array(words.dropFirst())), done: Int(words[0]) ?? 0)
        }
        let before = try await duty.store.read { try $0.value(Int.self, "SELECT count(*) FROM notes") ?? 0 }
        #expect(before >= done)
        let worker = duty.worker()
        while try await worker.round() > 0 {}
        duty.clock.step(DueWork.Limits.lease)
        while try await worker.round() > 0 {}
        for user in Self.users {
            #expect(try await duty.notes(user) == [Int(Self.start / minute)])
            #expect(try await duty.due(user) == Self.start + week)
        }
    }

    fileprivate static func workUntilKilled(_ scratch: Scratch, done: Int) async throws {
        let store = try scratch.store()
        let count = Mutex(0)
        let worker = Duty(store: store, clock: SetClock(start)).worker(ended: { outcome, _ in
            guard outcome == .done else { return }
            let isLast = count.withLock { count in
                count += 1
                return count == done
            }
            if isLast { kill(getpid(), SIGKILL) }
        })
        while try await worker.round() > 0 {}
    }

    @Test(
        "Three workers with kills, lapses, moves, failures and clocks set back and forth: no instant has two effects, and all work is done in the end",
        arguments: 1...6)
    func simulation(seed: UInt64) async throws {
        var random = Seeded(seed)
        let scratch = try Scratch()
        let clock = SetClock(Self.start)
        let duties = try (0..<3).map { _ in Duty(store: try scratch.store(), clock: clock) }
        let users = Self.users.prefix(12)
        for user in users { try await duties[0].schedule(user, at: Self.start) }
        var held: [DueWork] = []
        for _ in 0..<400 {
            let duty = duties[Int.random(in: 0..<3, using: &random)]
            switch Int.random(in: 0..<10, using: &random) {
            case 0...3: held += try await duty.claim(limit: Int.random(in: 1...4, using: &random))
            case 4...6:
                guard !held.isEmpty else { continue }
                // May be a claim that was replaced long ago. A second effect of an instant would be `.constraint`.
                let work = held.remove(at: Int.random(in: 0..<held.count, using: &random))
                let refused = await storageCode { try await duty.complete(work) }
                #expect(refused == nil || refused == .lostClaim)
            case 7:
                guard let work = held.randomElement(using: &random) else { continue }
                let now = clock.now
                try await duty.store.write { try $0.postpone(work, now: now) }
            case 8: clock.step(Milliseconds.random(in: -2 * hour...3 * hour, using: &random))
            default:
                let due = clock.now + Milliseconds.random(in: 1...90, using: &random) * minute
                let user = users[Int.random(in: 0..<users.count, using: &random)]
                // A person's earlier instants are past: moving never goes back to one that is done.
                guard try await duty.due(user) ?? 0 < due, try await duty.notes(user).last ?? 0 < due / minute else {
                    continue
                }
                try await duty.schedule(user, at: due)
            }
        }
        let before = try await duties[0].store.read { try $0.value(Int.self, "SELECT count(*) FROM notes") ?? 0 }
        #expect(before > 0)
        clock.step(2 * week)
        let worker = duties[1].worker()
        while try await worker.round() > 0 {}
        for user in users {
            let due = try #require(try await duties[2].due(user))
            #expect(due > clock.now)
            #expect(try await duties[2].notes(user).isEmpty == false)
        }
        for work in held { #expect(await storageCode { try await duties[0].complete(work) } == .lostClaim) }
    }
}
