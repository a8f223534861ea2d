import Fixtures
import Messages
import Testing

@testable import Goals

/// Changes of a graph without its texts: marked steps, the order of a term, dismissed proposals.
@Suite struct StepTests {
    @Test("GOL-4 a milestone and a promise are marked and unmarked; no text is judged again")
    func marks() async throws {
        let world = try World()
        let content = try await GoalTests.parts(world)
        let goal = try await world.goal(content)
        func asked() -> Int { world.bus.state.withLock { $0.asked.count } }
        let before = asked()
        var version: UInt64 = 1
        func mark(milestone: Int32? = nil, obligation: Int32? = nil, _ day: Day?) async throws -> GoalContent {
            let command = MarkStep(
                user: World.ada, edited: EditedVersion(id: goal, version: version), milestone: milestone,
                obligation: obligation, day: day)
            let marked = try await world.service.mark(command, id: .random())
            version = marked.facts.version
            #expect(marked.facts.level == .safe)
            return marked.content
        }
        var expected = content
        expected.milestones[0].reached = World.start
        #expect(try await mark(milestone: 0, World.start) == expected)
        expected.milestones[1].reached = nil
        #expect(try await mark(milestone: 1, nil) == expected)
        expected.obligations[0].met = World.start.advanced(by: 3)
        #expect(try await mark(obligation: 0, World.start.advanced(by: 3)) == expected)
        #expect(version == 4)
        #expect(asked() == before)
        let state = try await world.state()
        #expect(await code { _ = try await mark(milestone: 2, World.start) } == .notFound)
        #expect(await code { _ = try await mark(milestone: -1, World.start) } == .notFound)
        #expect(await wrongFields { _ = try await mark(World.start) } == ["milestone": .unknownReference])
        #expect(
            await wrongFields { _ = try await mark(milestone: 0, Day(number: 900_000)) } == ["day": .dayOutOfRange])
        version = 1
        #expect(await code { _ = try await mark(milestone: 0, World.start) } == .conflict)
        #expect(try await world.state() == state)
    }

    @Test("GOL-4 the goals of a term are put into another order, none is added or lost")
    func order() async throws {
        let world = try World()
        var content = try await GoalTests.parts(world)
        var goals: [EntityID] = []
        for title in ["Run", "Swim", "Read"] {
            content.title = title
            goals.append(try await world.goal(content))
        }
        let term = content.terms[0]
        func order(_ goals: [EntityID], version: UInt64) async throws -> [EntityID] {
            let command = OrderTermGoals(
                user: World.ada, edited: EditedVersion(id: term, version: version), goals: goals)
            return try await world.service.order(command, id: .random()).content.goals
        }
        let stored = try await world.service.terms(TermsQuery(user: World.ada, term: term)).terms[0]
        #expect(stored.content.goals == goals)
        let turned = [goals[2], goals[0], goals[1]]
        #expect(try await order(turned, version: stored.facts.version) == turned)
        let version = stored.facts.version + 1
        for wrong in [Array(goals.prefix(2)), goals + [.random()], []] {
            #expect(
                await wrongFields { _ = try await order(wrong, version: version) } == ["goals": .unknownReference])
        }
        #expect(
            await wrongFields { _ = try await order(goals + [goals[0]], version: version) } == ["goals[3]": .repeated])
        #expect(await code { _ = try await order(goals, version: version - 1) } == .conflict)
        #expect(try await world.service.terms(TermsQuery(user: World.ada, term: term)).terms[0].content.goals == turned)
    }

    @Test("GOL-10 a dismissed goal is not proposed again for its action, but for others, and the export has it")
    func dismissed() async throws {
        let world = try World()
        let measure = try await world.measure()
        let goal = try await world.goal(
            GoalContent(
                title: "Run", start: World.start, target: World.start.advanced(by: 70),
                targets: [MeasureTarget(measure: measure, value: 100)]))
        func run() async throws -> EntityID {
            try await world.action(
                ActionContent(
                    title: "Ran", start: World.now, measurements: [MeasuredValue(measure: measure, value: 5)]))
        }
        let (first, second) = (try await run(), try await run())
        func proposed() async throws -> Set<EntityID> {
            let query = MatchProposals(
                user: World.ada, from: World.start, through: World.start, asOf: world.asOf())
            return Set(try await world.service.proposals(query).actions.map(\.action.facts.id))
        }
        #expect(try await proposed() == [first, second])
        let dismiss = DismissProposal(user: World.ada, action: first, goal: goal)
        _ = try await world.service.dismiss(dismiss, id: .random())
        _ = try await world.service.dismiss(dismiss, id: .random())
        #expect(try await proposed() == [second])
        let kept = try await world.store.read {
            try DismissedRows(user: World.ada, transaction: $0).page(after: nil, limit: 10)
        }
        #expect(kept == [DismissedRows.Entry(action: first, goals: [goal])])
        #expect(
            try await world.store.read {
                try DismissedRows(user: World.ada, transaction: $0).page(after: kept[0].cursor, limit: 10)
            }.isEmpty)
        let unknown = DismissProposal(user: World.ada, action: first, goal: .random())
        #expect(await code { _ = try await world.service.dismiss(unknown, id: .random()) } == .notFound)
        _ = try await world.service.delete(DeleteGoal(user: World.ada, goal: goal), id: .random())
        #expect(try await world.state().rows["dismissed_proposals"] == 0)
    }
}
