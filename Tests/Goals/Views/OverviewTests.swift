import Messages
import Testing

@testable import Goals

/// The overview of the running term.
@Suite struct OverviewTests {
    private static func overview(_ world: World, streak: Bool? = nil) async throws -> GoalsOverview.Reply {
        try await world.service.overview(
            GoalsOverview(user: World.ada, asOf: world.asOf(), countsStreak: streak))
    }

    @Test("GOL-7: the running term with its week, and time and actions for each value against its stated priority")
    func balance() async throws {
        let world = try World()
        let content = try await GoalTests.parts(world)
        let family = try await world.value("Family", priority: 1)
        let goal = try await world.goal(content)
        var second = content
        (second.title, second.milestones, second.obligations) = ("Run more", [], [])
        let other = try await world.goal(second)
        var quiet = second
        (quiet.title, quiet.relevance) = ("Call home", [ValueRelevance(value: family)])
        let home = try await world.goal(quiet)
        let km = content.targets[0].measure
        func act(_ goals: [EntityID], seconds: Int64, day: Int) async throws {
            try await world.action(
                ActionContent(
                    title: "Out", start: World.now, duration: seconds,
                    contributions: goals.map { GoalContribution(goal: $0, measure: km, amount: 1) }),
                on: World.start.advanced(by: day))
        }
        try await act([goal, other], seconds: 600, day: 0)
        try await act([goal], seconds: 1_200, day: 16)
        try await act([home], seconds: 600, day: 17)
        try await act([], seconds: 60, day: 17)
        try await act([home], seconds: 5_000, day: -1)
        try await act([home], seconds: 5_000, day: 18)
        let reply = try await Self.overview(world)
        #expect(!reply.isQuiet)
        #expect(!reply.isReviewed)
        #expect(reply.term?.week == 3)
        #expect(reply.term?.weeks == 10)
        #expect(reply.term?.number == 1)
        #expect(reply.values.map(\.title) == ["Family", "Health"])
        #expect(reply.values.map(\.priority) == [1, 50])
        #expect(reply.values.map(\.actions) == [1, 2], "an action for two goals of a value counts once for it")
        #expect(reply.values.map(\.seconds) == [600, 1_800])
        #expect(reply.values[0].timeShare == 0.25 && abs((reply.values[0].actionShare ?? 0) - 1.0 / 3) < 1e-12)
        #expect(abs(reply.values[0].stated - 100.0 / 151) < 1e-12)
        let counts = try #require(reply.counts)
        // 2026-09-21, the eighteenth day of the term, is a Monday.
        #expect(counts.actions == 4)
        #expect(counts.seconds == 2_460)
        #expect(counts.days == 3)
        #expect(counts.actionsThisWeek == 2)
        #expect(counts.goals == 3)
        #expect(counts.completed == 0)
        #expect(counts.streak == nil)
    }

    @Test("GOL-7: a streak only for who turned it on; it forgives a day of rest, not two")
    func streak() async throws {
        let world = try World()
        // Today is the day 17 after the start.
        for day in [5, 6, 9, 10, 12, 13, 15] {
            for _ in 0..<2 {
                try await world.action(ActionContent(title: "Run", start: World.now), on: World.start.advanced(by: day))
            }
        }
        #expect(try await Self.overview(world).counts?.streak == nil)
        #expect(try await Self.overview(world, streak: false).counts?.streak == nil)
        #expect(try await Self.overview(world, streak: true).counts?.streak == 5, "15, 13, 12, 10, 9; 7 and 8 end it")
        try await world.action(ActionContent(title: "Run", start: World.now), on: World.start.advanced(by: 7))
        #expect(try await Self.overview(world, streak: true).counts?.streak == 8)
        world.time.withLock { $0 += 86_400_000 }
        #expect(try await Self.overview(world, streak: true).counts?.streak == 0, "two whole days without an action")
        #expect(try await Self.overview(world, streak: true).term == nil)
    }

    @Test("GOL-7: a cancelled, closed or held term does not run, and one begins on its first day")
    func running() async throws {
        let world = try World()
        let id = try await world.term(World.start.advanced(by: 17))
        let reply = try await Self.overview(world)
        #expect(reply.term?.term == id)
        #expect(reply.term?.week == 1)
        for status in [TermStatus.onHold, .cancelled, .delayed, .active, .planned] {
            let term = try await world.service.terms(TermsQuery(user: World.ada)).terms[0]
            var content = term.content
            content.status = status
            _ = try await world.service.save(
                SaveTerm(
                    user: World.ada, edited: EditedVersion(id: id, version: term.facts.version), content: content),
                id: .random())
            let runs = status == .active || status == .planned
            #expect(try await (Self.overview(world).term != nil) == runs, "\(status)")
        }
        world.time.withLock { $0 -= 86_400_000 }
        #expect(try await Self.overview(world).term == nil)
        world.time.withLock { $0 += 70 * 86_400_000 }
        #expect(try await Self.overview(world).term?.week == 10)
        world.time.withLock { $0 += 86_400_000 }
        #expect(try await Self.overview(world).term == nil)
    }
}
