import Fixtures
import Messages
import Testing

@testable import Goals

/// Progress and pace of goals in lists.
@Suite struct PaceTests {
    /// A goal of 100 km in 70 days.
    private static func goal(
        _ world: World, _ measure: EntityID, status: GoalStatus = .active, from start: Day = World.start
    )
        async throws -> EntityID
    {
        try await world.goal(
            GoalContent(
                title: "Run", start: start, target: start.advanced(by: 69), status: status,
                targets: [MeasureTarget(measure: measure, value: 100)]))
    }

    private static func run(_ world: World, _ goal: EntityID, _ measure: EntityID, _ amount: Double, day: Int)
        async throws
    {
        try await world.action(
            ActionContent(
                title: "Run", start: World.now,
                contributions: [GoalContribution(goal: goal, measure: measure, amount: amount)]),
            on: World.start.advanced(by: day))
    }

    private static func read(_ world: World, _ goal: EntityID, day: Int) async throws -> Goal {
        let asOf = AsOf(at: World.now, today: World.start.advanced(by: day))
        return try await world.service.goals(GoalsQuery(user: World.ada, goal: goal, asOf: asOf)).goals[0]
    }

    @Test("GOL-4: a goal carries sum, target, expected by now, a finish with its interval, and what a week would take")
    func pace() async throws {
        let world = try World()
        let km = try await world.measure()
        let goal = try await Self.goal(world, km)
        for week in 0..<5 { try await Self.run(world, goal, km, 8, day: 7 * week) }
        let read = try await Self.read(world, goal, day: 35)
        let progress = read.progress[0]
        let pace = try #require(progress.pace)
        #expect(progress.sum == 40)
        #expect(progress.target == 100)
        #expect(progress.contributions == 5)
        #expect(pace.state == .onTrack, "10 km are a week's part")
        #expect(read.state == .onTrack, "10 km are a week's part")
        #expect(abs((pace.expected ?? 0) - 50) < 1e-9)
        #expect(pace.share == 0.4)
        #expect(pace.daysLeft == 35)
        #expect(abs((pace.neededPerWeek ?? 0) - 12) < 1e-9)
        #expect(abs((pace.perWeek ?? 0) - 40.0 / 36 * 7) < 1e-9)
        // 60 km at 40 km in 36 days.
        #expect(pace.finish == World.start.advanced(by: 35 + 54))
        let earliest = try #require(pace.earliest)
        #expect(earliest < World.start.advanced(by: 89))
        #expect(pace.latest.map { $0 > World.start.advanced(by: 89) } ?? true)
        #expect(pace.reached == nil)
    }

    @Test("GOL-4: not started, behind, on track, ahead and done; later contributions do not count yet")
    func states() async throws {
        let world = try World()
        let km = try await world.measure()
        let goal = try await Self.goal(world, km)
        try await Self.run(world, goal, km, 30, day: 10)
        try await Self.run(world, goal, km, 70, day: 30)
        #expect(try await Self.read(world, goal, day: -1).state == .notStarted)
        #expect(try await Self.read(world, goal, day: 5).state == .onTrack)
        #expect(try await Self.read(world, goal, day: 7).state == .onTrack)
        let ahead = try await Self.read(world, goal, day: 10)
        #expect(ahead.state == .ahead && ahead.progress[0].sum == 30 && ahead.progress[0].contributions == 1)
        #expect(try await Self.read(world, goal, day: 29).state == .behind)
        let done = try await Self.read(world, goal, day: 40)
        #expect(done.state == .done && done.progress[0].pace?.reached == World.start.advanced(by: 30))
        #expect(done.progress[0].pace?.neededPerWeek == nil && done.progress[0].pace?.finish == nil)
    }

    @Test("GOL-4: miles count in kilometres for pace too; a goal is as far as its least target")
    func units() async throws {
        let world = try World()
        let (km, miles) = (try await world.measure(), try await world.measure("mi"))
        let pages = try await world.measure("pages", .count)
        let goal = try await world.goal(
            GoalContent(
                title: "Run and read", start: World.start, target: World.start.advanced(by: 69),
                targets: [MeasureTarget(measure: km, value: 16.09344), MeasureTarget(measure: pages, value: 700)]))
        try await Self.run(world, goal, miles, 10, day: 3)
        let read = try await Self.read(world, goal, day: 20)
        #expect(read.progress.map { $0.pace?.state } == [.done, .behind])
        #expect(read.state == .behind)
        #expect(read.progress[0].pace?.share == 1 && read.progress[1].pace?.share == 0)
    }

    @Test("GOL-4: a goal that is not active, and a list without the person's date, have sums but no pace")
    func without() async throws {
        let world = try World()
        let km = try await world.measure()
        let held = try await Self.goal(world, km, status: .onHold)
        try await Self.run(world, held, km, 5, day: 1)
        let read = try await Self.read(world, held, day: 35)
        #expect(read.progress[0].sum == 5 && read.progress[0].pace == nil && read.state == nil)
        let active = try await Self.goal(world, km)
        let plain = try await world.service.goals(GoalsQuery(user: World.ada, goal: active))
        #expect(plain.goals[0].progress[0].pace == nil && plain.goals[0].state == nil && !plain.isQuiet)
        let wrong = GoalsQuery(user: World.ada, asOf: AsOf(at: World.now, today: Day(number: .max)))
        #expect(await wrongFields { _ = try await world.service.goals(wrong) } == ["asOf.today": .dayOutOfRange])
    }
}
