import Fixtures
import Messages
import Testing

@testable import Goals

/// Alike titles and proposed goals.
@Suite struct LikenessTests {
    private static func similar(
        _ world: World, _ title: String, kind: TitleKind? = nil, language: String = "en"
    ) async throws -> [EntityID] {
        try await world.service.similar(
            SimilarTitles(user: World.ada, title: title, kind: kind, language: language), id: .random()
        ).similar.map(\.id)
    }

    @Test("GOL-3: titles alike but for case, accents and the spelling of numbers are offered; nothing is merged")
    func titles() async throws {
        let world = try World()
        let km = try await world.measure()
        func goal(_ title: String) async throws -> EntityID {
            try await world.goal(
                GoalContent(
                    title: title, start: World.start, target: World.start.advanced(by: 69),
                    targets: [MeasureTarget(measure: km, value: 100)]))
        }
        let five = try await goal("Run 5 km")
        _ = try await goal("Run 50 km")
        let action = try await world.action(ActionContent(title: "run five kilometres!", start: World.now))
        try await world.action(ActionContent(title: "run five kilometres!", start: World.now - 1_000))
        let value = try await world.value("Café")
        let before = try await world.state()
        #expect(try await Self.similar(world, "RUN 5.0 km") == [five, action], "of actions alike the latest one")
        #expect(try await Self.similar(world, "RUN 5.0 km", kind: .action) == [action])
        #expect(try await Self.similar(world, "cafe") == [value])
        #expect(try await Self.similar(world, "Swim") == [])
        #expect(try await world.state().withoutVerdicts == before.withoutVerdicts)
        #expect(await wrongFields { _ = try await Self.similar(world, " ") } == ["title": .titleNeeded])
        let long = String(repeating: "a", count: 201)
        #expect(await wrongFields { _ = try await Self.similar(world, long) } == ["title": .tooLong])
    }

    @Test("SAF-1: titles that safety has not judged, and those with a crisis verdict, are compared with nothing")
    func judged() async throws {
        let world = try World()
        world.bus.state.withLock { $0.verdict = nil }
        try await world.value("Family")
        #expect(await code { _ = try await Self.similar(world, "Family") } == .unavailable)
        world.bus.state.withLock { $0.verdict = Verdict(level: .safe) }
        #expect(try await Self.similar(world, "Family") == [])
        #expect(try await world.service.judge.judgeDue(now: World.now + 120_000) == 1)
        #expect(try await Self.similar(world, "family").count == 1)
        world.bus.state.withLock { $0.verdict = Verdict(level: .crisis, reason: .selfHarm) }
        let reply = try await world.service.similar(SimilarTitles(user: World.ada, title: "Family"), id: .random())
        #expect(reply.similar.isEmpty)
        #expect(reply.verdict?.level == .crisis)
    }

    // MARK: Proposals

    private static func proposals(_ world: World, limit: Int32? = nil, after: ListCursor? = nil) async throws
        -> MatchProposals.Reply
    {
        try await world.service.proposals(
            MatchProposals(
                user: World.ada, from: World.start.advanced(by: -30), through: World.start.advanced(by: 100),
                asOf: world.asOf(), limit: limit, after: after))
    }

    @Test("GOL-10: an action is proposed a goal of the running term with reasons, and counts only once saved so")
    func proposed() async throws {
        let world = try World()
        let content = try await GoalTests.parts(world)
        let goal = try await world.goal(content)
        var elsewhere = content
        (elsewhere.title, elsewhere.terms, elsewhere.milestones, elsewhere.obligations) = ("Walk", [], [], [])
        try await world.goal(elsewhere)
        let miles = try await world.measure("mi")
        let run = ActionContent(
            title: "Evening run", start: World.now, measurements: [MeasuredValue(measure: miles, value: 2)])
        let action = try await world.action(run)
        try await world.action(run, on: World.start.advanced(by: -1))
        try await world.action(ActionContent(title: "Sleep", start: World.now))
        let found = try await Self.proposals(world)
        #expect(found.actions.map(\.action.facts.id) == [action], "one day before the goal, and nothing in common")
        let proposal = found.actions[0].proposals[0]
        #expect(found.actions[0].proposals.map(\.goal) == [goal], "only goals of the term")
        #expect(proposal.reasons.map(\.kind) == [.quantity, .period, .words])
        #expect(proposal.reasons[0].quantity == .distance && proposal.reasons[2].words == ["run"])
        #expect(proposal.reasons[1].first == content.start && proposal.reasons[1].last == content.target)
        #expect(proposal.contributions.map(\.measure) == [content.targets[0].measure])
        #expect(abs(proposal.contributions[0].amount - 3.218688) < 1e-9)
        #expect(try await world.state().goals.allSatisfy { $0.progress[0].sum == 0 })

        var accepted = run
        accepted.contributions = proposal.contributions
        let edited = EditedVersion(id: action, version: 1)
        _ = try await world.service.save(
            SaveAction(user: World.ada, edited: edited, content: accepted, day: World.start), id: .random())
        #expect(try await Self.proposals(world).actions.isEmpty)
        let sums = try await world.state().goals.map { $0.progress[0].sum }.sorted()
        #expect(sums[0] == 0 && abs(sums[1] - 3.218688) < 1e-9)
    }

    @Test(
        "GOL-10: pages go through all actions; without a term all active goals are considered; wide ranges are refused")
    func pages() async throws {
        let world = try World()
        let km = try await world.measure()
        let goal = try await world.goal(
            GoalContent(
                title: "Run", start: World.start, target: World.start.advanced(by: 69),
                targets: [MeasureTarget(measure: km, value: 100)]))
        for number in 0..<10 {
            let values = number % 2 == 0 ? [MeasuredValue(measure: km, value: 1)] : []
            try await world.action(
                ActionContent(title: "Out", start: World.now + Milliseconds(number), measurements: values))
        }
        var (found, after): ([UnmatchedAction], ListCursor?) = ([], nil)
        repeat {
            let page = try await Self.proposals(world, limit: 3, after: after)
            (found, after) = (found + page.actions, page.next)
        } while after != nil
        #expect(found.count == 5)
        #expect(found.allSatisfy { $0.proposals.map(\.goal) == [goal] })
        let wide = MatchProposals(
            user: World.ada, from: World.start, through: World.start.advanced(by: 401), asOf: world.asOf())
        #expect(await code { _ = try await world.service.proposals(wide) } == .invalid)
    }
}
