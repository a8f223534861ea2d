import Messages
import PlansCore
import Testing

@testable import Plans
@testable import Storage

@Suite struct WeeklyTests {
    /// Sunday, 29 November 2026, 02:00 in Berlin.
    private static let sunday: Milliseconds = 1_795_914_000_000
    private static let week = 7 * World.day

    @Test("PLN-7 The plan is computed at Sunday 02:00 where the person is, at most half an hour later, and told")
    func sunday() async throws {
        let world = try World()
        try await world.zone("Europe/Berlin")
        try await world.body()
        let first = try #require(try await world.generate().plan)
        let due = try #require(try await world.due())
        #expect((Self.sunday..<Self.sunday + 1_800_000).contains(due))
        world.go(to: due - 1)
        #expect(try await world.worker().round() == 0)
        world.go(to: due)
        #expect(try await world.worker().round() == 1)
        let reply = try await world.current()
        let plan = try #require(reply.plan)
        #expect(plan.id != first.id)
        #expect(plan.occasion == .weekly)
        #expect(plan.weekStart == Day(number: 20_786))
        #expect(reply.isNews)
        #expect(reply.previousTargets == first.targets)
        #expect(try await world.told()?.plan == plan)
        #expect(try await world.due() == due + Self.week)
        #expect(try await world.worker().round() == 0)
    }

    @Test("PLN-7 The notice goes once the plan was seen, and can be turned off")
    func notice() async throws {
        let world = try World()
        try await world.body()
        try await world.generate()
        world.go(to: try #require(try await world.due()))
        try await world.worker().round()
        let plan = try #require(try await world.current().plan)
        func set(_ announces: Bool?, _ seen: EntityID?) async throws -> Bool {
            let request = SetPlanNotice(user: World.ada, announces: announces, seen: seen)
            return try await world.service.set(request, id: .random()).announces
        }
        #expect(try await set(false, nil) == false)
        #expect(try await world.current().isNews == false)
        #expect(try await set(true, nil))
        #expect(try await world.current().isNews)
        #expect(try await set(nil, plan.id))
        #expect(try await world.current().isNews == false)
    }

    @Test("PLN-7 Several processes compute a person's week once, and weeks of downtime count as one")
    func once() async throws {
        let world = try World()
        for user in [World.ada, World.ben] {
            try await world.body(of: user)
            try await world.generate(of: user)
        }
        let other = try World.store(in: world.directory)
        world.wait(5 * Self.week)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for store in [world.store, other, world.store, other] {
                let worker = world.worker(store)
                group.addTask { try await worker.round() }
            }
            try await group.waitForAll()
        }
        for user in [World.ada, World.ben] {
            let history = try await world.history(of: user)
            #expect(history.map(\.plan.occasion) == [.weekly, .first])
            #expect(history[1].plan.status == .completed)
            let due = try #require(try await world.due(of: user))
            let now = world.time.withLock { $0 }
            #expect(due > now)
            #expect(due <= now + Self.week)
        }
    }

    @Test("PLN-7 A plan that was asked for after Sunday 02:00 counts for its week")
    func asked() async throws {
        let world = try World()
        try await world.zone("Europe/Berlin")
        try await world.body()
        world.go(to: Self.sunday + 2 * 3_600_000)
        try await world.generate()
        let due = try #require(try await world.due())
        #expect(due >= Self.sunday + Self.week)
    }

    @Test("PLN-7 A journey west repeats no week, and one east that passes over the instant misses none")
    func journeys() async throws {
        let world = try World()
        try await world.zone("Pacific/Honolulu")
        try await world.body()
        try await world.generate()
        // Saturday 23:00 in Honolulu is Sunday 18:00 in Tokyo.
        world.go(to: 1_795_942_800_000)
        #expect(try await world.worker().round() == 0)
        try await world.zone("Asia/Tokyo", revision: 2)
        #expect(try await world.worker().round() == 1)
        #expect(try await world.history().count == 2)
        // Back in Honolulu it becomes Sunday 02:00 of the same week again.
        world.wait(1_800_000)
        try await world.zone("Pacific/Honolulu", revision: 3)
        world.wait(6 * 3_600_000)
        #expect(try await world.worker().round() == 0)
        world.wait(Self.week)
        #expect(try await world.worker().round() == 1)
        #expect(try await world.history().map(\.plan.occasion) == [.weekly, .weekly, .first])
    }

    @Test("PLN-7 A change of zone does not postpone a week that is due")
    func late() async throws {
        let world = try World()
        try await world.zone("Europe/Berlin")
        try await world.body()
        try await world.generate()
        let due = try #require(try await world.due())
        world.go(to: due + 3_600_000)
        try await world.zone("Europe/Lisbon", revision: 2)
        #expect(try await world.due() == due)
        #expect(try await world.worker().round() == 1)
    }

    @Test("PLN-7 A profile that became incomplete keeps its plan; an erased person has no week")
    func incomplete() async throws {
        let world = try World()
        try await world.body()
        let plan = try await world.generate().plan
        try await world.body(revision: 2) { $0.activity = nil }
        let first = try #require(try await world.due())
        world.go(to: first)
        #expect(try await world.worker().round() == 1)
        #expect(try await world.current().plan == plan)
        #expect(try await world.due() == first + Self.week)
        _ = try await world.store.erase(World.ada)
        world.wait(2 * Self.week)
        #expect(try await world.worker().round() == 0)
    }
}
