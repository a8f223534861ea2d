import Foundation
import Messages
import TestTraits
import Testing

@testable import Storage

@Suite(.bothEngines, .timeLimit(.minutes(5)), .tags(.processes)) struct DueWorkTests {
    private let scratch: Scratch
    private let clock = SetClock()
    private let duty: Duty

    init() throws {
        scratch = try Scratch()
        duty = Duty(store: try scratch.store(), clock: clock)
    }

    private func people(_ count: UInt64) -> [UserID] { (1...count).map { UserID(high: 7, low: $0) } }

    // MARK: Claims

    @Test("Work is claimed from its instant on, the longest due first, at most the limit")
    func claims() async throws {
        let users = people(3)
        for (number, user) in users.enumerated() {
            try await duty.schedule(user, at: clock.now + minute - Milliseconds(number) * 1000)
        }
        #expect(try await duty.claim().isEmpty)
        clock.step(minute - 1)
        #expect(try await duty.claim(limit: 1).map(\.user) == [users[2]])
        #expect(try await duty.claim().map(\.user) == [users[1]])
        clock.step(1)
        #expect(try await duty.claim().map(\.user) == [users[0]])
        #expect(try await duty.claim().isEmpty)
    }

    @Test("Of two workers on one database one claims each person, and one effect follows")
    func twoClaimers() async throws {
        let other = Duty(store: try scratch.store(), clock: clock)
        for user in people(150) { try await duty.schedule(user, at: clock.now) }
        let outcomes = Outcomes()
        let workers = [duty, other].map { $0.worker(ended: { outcome, _ in outcomes.note(outcome) }) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in workers { group.addTask { while try await worker.round() > 0 {} } }
            try await group.waitForAll()
        }
        #expect(outcomes[.done] == 150)
        #expect(outcomes[.lost] + outcomes[.failed] == 0)
        for user in people(150) {
            #expect(try await duty.notes(user) == [Int(clock.now / minute)])
            #expect(try await duty.due(user) == clock.now + week)
        }
    }

    @Test("A worker that died is replaced when its lease ends, and completing afterwards has no effect")
    func deadWorker() async throws {
        let user = people(1)[0]
        try await duty.schedule(user, at: clock.now)
        let dead = try #require(try await duty.claim().first)
        clock.step(DueWork.Limits.lease - 1)
        #expect(try await duty.claim().isEmpty)
        clock.step(1)
        let next = try #require(try await duty.claim().first)
        #expect(next.fence > dead.fence)
        #expect(await storageCode { try await duty.complete(dead) } == .lostClaim)
        #expect(try await duty.notes(user).isEmpty)
        try await duty.complete(next)
        #expect(await storageCode { try await duty.complete(next) } == .lostClaim)
        #expect(await storageCode { try await duty.complete(dead) } == .lostClaim)
        #expect(try await duty.notes(user) == [Int(next.due / minute)])
    }

    @Test("A worker slower than its lease loses to the next one: one effect")
    func slowWorker() async throws {
        let user = people(1)[0]
        try await duty.schedule(user, at: clock.now)
        let (clock, duty, outcomes) = (clock, duty, Outcomes())
        let slow = duty.worker(ended: { outcome, _ in outcomes.note(outcome) }) { _ in
            clock.step(DueWork.Limits.lease)
            let rounds = try await duty.worker().round()
            #expect(rounds == 1)
        }
        #expect(try await slow.round() == 1)
        #expect(outcomes[.lost] == 1)
        #expect(try await duty.notes(user).count == 1)
    }

    // MARK: Clock

    @Test("A clock that is set back repeats nothing, and holds up no claim for longer than the longest pause")
    func clockBack() async throws {
        let users = people(2)
        for user in users { try await duty.schedule(user, at: clock.now - 2 * hour) }
        let (first, second) = try await (duty.claim(limit: 1)[0], duty.claim(limit: 1)[0])
        try await duty.complete(first)
        clock.step(-hour)
        // The second worker died: its lease ends more than an hour from now.
        let again = try await duty.claim()
        #expect(again.map(\.user) == [second.user])
        #expect(await storageCode { try await duty.complete(second) } == .lostClaim)
        try await duty.complete(again[0])
        clock.step(-week)
        #expect(try await duty.claim().isEmpty)
        for user in users { #expect(try await duty.notes(user).count == 1) }
    }

    @Test("A clock that is set forward ends leases early, which repeats nothing")
    func clockForward() async throws {
        let user = people(1)[0]
        try await duty.schedule(user, at: clock.now)
        let first = try await duty.claim()[0]
        clock.step(hour)
        let second = try await duty.claim()[0]
        try await duty.complete(second)
        #expect(await storageCode { try await duty.complete(first) } == .lostClaim)
        #expect(try await duty.notes(user).count == 1)
    }

    @Test("Work that became due five times while nothing ran is done once, and is next due in the future")
    func catchUp() async throws {
        let user = people(1)[0]
        try await duty.schedule(user, at: clock.now)
        clock.step(5 * week + hour)
        let worker = duty.worker()
        #expect(try await worker.round() == 1)
        #expect(try await worker.round() == 0)
        #expect(try await duty.notes(user).count == 1)
        #expect(try await duty.due(user) == clock.now - hour + week)
    }

    // MARK: Changes of the schedule

    @Test("Moved work ends the claim of its earlier instant; the same instant again keeps it")
    func moved() async throws {
        let user = people(1)[0]
        try await duty.schedule(user, at: clock.now)
        let claim = try await duty.claim()[0]
        try await duty.schedule(user, at: clock.now)
        #expect(try await duty.claim().isEmpty)
        try await duty.schedule(user, at: clock.now + hour)
        #expect(await storageCode { try await duty.complete(claim) } == .lostClaim)
        #expect(try await duty.notes(user).isEmpty)
        #expect(try await duty.due(user) == clock.now + hour)
    }

    @Test("Kinds of work are independent of each other")
    func kinds() async throws {
        let user = people(1)[0]
        let now = clock.now
        try await duty.schedule(user, at: now)
        try await duty.store.write { try $0.schedule("other", user: user, at: now + hour) }
        #expect(try await duty.worker().round() == 1)
        #expect(try await duty.store.read { try $0.scheduled("other", user: user) } == now + hour)
        #expect(try await duty.store.write { try $0.claim("other", now: now + hour, limit: 9) }.count == 1)
    }

    // MARK: Rounds

    @Test("A round does at most its limit")
    func bounded() async throws {
        for user in people(150) { try await duty.schedule(user, at: clock.now) }
        let worker = duty.worker()
        var rounds: [Int] = []
        repeat { rounds.append(try await worker.round()) } while rounds.last != 0
        #expect(rounds == [64, 64, 22, 0])
    }

    @Test("A failing person has no effect, is tried again after growing pauses, and keeps nobody else waiting")
    func failing() async throws {
        let users = people(100)
        for user in users { try await duty.schedule(user, at: clock.now) }
        let outcomes = Outcomes()
        let worker = duty.worker(ended: { outcome, _ in outcomes.note(outcome) }) { work in
            if work.user == users[0] { throw Fault() }
        }
        #expect(try await worker.round() == 64)
        #expect(try await worker.round() == 36)
        #expect(outcomes[.done] == 99)
        for pause in [1, 2, 4, 8, 15, 15] {
            #expect(try await worker.round() == 0)
            clock.step(Milliseconds(pause) * minute - 1)
            #expect(try await worker.round() == 0)
            clock.step(1)
            #expect(try await worker.round() == 1)
        }
        #expect(outcomes[.failed] == 7)
        #expect(try await duty.notes(users[0]).isEmpty)
        clock.step(15 * minute)
        #expect(try await duty.worker().round() == 1)
        #expect(try await duty.notes(users[0]).count == 1)
    }

    @Test("The effect and its completion are one transaction: an effect that fails leaves the work due")
    func together() async throws {
        let user = people(1)[0]
        try await duty.schedule(user, at: clock.now)
        let due = Int(clock.now / minute)
        try await duty.store.write { try $0.put(due, "in the way", user: user) }
        let outcomes = Outcomes()
        let worker = duty.worker(ended: { outcome, _ in outcomes.note(outcome) })
        #expect(try await worker.round() == 1)
        #expect(outcomes[.failed] == 1)
        #expect(try await duty.due(user) == clock.now)
        try await duty.store.write { _ = try $0.execute("DELETE FROM notes WHERE user = ?", [user]) }
        clock.step(minute)
        #expect(try await worker.round() == 1)
        #expect(try await duty.notes(user) == [due])
    }

    @Test("Work that returns no later instant than its own fails instead of running in a circle")
    func circle() async throws {
        let user = people(1)[0]
        try await duty.schedule(user, at: clock.now)
        let (clock, outcomes) = (clock, Outcomes())
        let worker = DueWorker(
            store: duty.store, kind: Duty.kind, clock: { clock.now }, prepare: { _ in },
            finish: { work, _, _ in work.due }
        ) { outcome, _ in outcomes.note(outcome) }
        #expect(try await worker.round() == 1)
        #expect(try await worker.round() == 0)
        #expect(outcomes[.failed] == 1)
    }

    // MARK: Erasure

    @Test("OWN-2 Counters that another program damaged begin anew", arguments: [Int64.min, -1, .max])
    func damagedCounters(_ value: Int64) async throws {
        let user = people(1)[0]
        try await duty.schedule(user, at: clock.now)
        try await duty.store.write {
            try $0.execute("UPDATE storage_due_work SET fence = ?, failures = ?", [value, value])
        }
        let work = try #require(try await duty.claim().first)
        #expect(work.fence == 1 && work.failures == 0)
        let now = clock.now
        try await duty.store.write { try $0.postpone(work, now: now) }
        clock.step(DueWork.Limits.firstPause)
        try await duty.complete(try #require(try await duty.claim().first))
        #expect(try await duty.notes(user).count == 1)
    }

    @Test("OWN-1 An erased person's work is gone, also while it is under way, and cannot be scheduled again")
    func erased() async throws {
        let users = people(2)
        for user in users { try await duty.schedule(user, at: clock.now) }
        let (store, outcomes) = (duty.store, Outcomes())
        let worker = duty.worker(ended: { outcome, _ in outcomes.note(outcome) }) { work in
            if work.user == users[0] { _ = try await store.erase(work.user) }
        }
        #expect(try await worker.round() == 2)
        #expect(outcomes[.lost] == 1)
        #expect(outcomes[.done] == 1)
        let rows = try await store.read { try $0.value(Int.self, "SELECT count(*) FROM storage_due_work") }
        #expect(rows == 1)
        #expect(try await duty.notes(users[0]).isEmpty)
        #expect(await code { try await duty.schedule(users[0], at: clock.now) } == .erased)
    }
}
