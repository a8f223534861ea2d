import Fixtures
import Messages
import Testing

@testable import Goals

@Suite struct ConcurrencyTests {
    @Test("GOL-9: of many writers that edit one version of a goal, one wins whole and the others get a conflict")
    func writers() async throws {
        let world = try World()
        let content = try await GoalTests.parts(world)
        let goal = try await world.goal(content)
        let service = world.service
        let results = await withTaskGroup(
            of: (Int, ServiceError.Code?).self, returning: [(Int, ServiceError.Code?)].self
        ) { group in
            for writer in 1...16 {
                group.addTask {
                    var changed = content
                    changed.title = "Writer \(writer)"
                    changed.milestones = (0..<writer).map {
                        Milestone(title: "Step \($0) of \(writer)", target: content.target, importance: 5, urgency: 5)
                    }
                    let edit = SaveGoal(
                        user: World.ada, edited: EditedVersion(id: goal, version: 1), content: changed)
                    return (writer, await code { _ = try await service.save(edit, id: .random()) })
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let winners = results.filter { $0.1 == nil }.map(\.0)
        #expect(winners.count == 1)
        #expect(results.filter { $0.1 == .conflict }.count == 15)
        let stored = try await world.service.goals(GoalsQuery(user: World.ada, goal: goal)).goals[0]
        #expect(stored.content.title == "Writer \(winners[0])")
        #expect(stored.facts.version == 2)
        #expect(stored.content.milestones.count == winners[0])
        #expect(try await world.state().rows["milestones"] == winners[0])
    }

    @Test("GOL-9: a stale version is refused for each kind of thing, on change and on deletion")
    func stale() async throws {
        let world = try World()
        let prepared = try await Write.prepare(world)
        let service = world.service
        func edited(_ id: EntityID) -> EditedVersion { EditedVersion(id: id, version: 7) }
        let before = try await world.state()
        let user = World.ada
        #expect(
            await code {
                _ = try await service.save(
                    SaveGoal(user: user, edited: edited(prepared.goal), content: prepared.content), id: .random())
            } == .conflict)
        #expect(
            await code {
                let content = ActionContent(title: "x", start: World.now)
                _ = try await service.save(
                    SaveAction(user: user, edited: edited(prepared.action), content: content, day: World.start),
                    id: .random())
            } == .conflict)
        #expect(
            await code {
                let content = TermContent(start: World.start)
                _ = try await service.save(
                    SaveTerm(user: user, edited: edited(prepared.term), content: content), id: .random())
            } == .conflict)
        #expect(
            await code {
                _ = try await service.save(
                    SaveValue(user: user, edited: edited(prepared.value), content: ValueContent(title: "x")),
                    id: .random())
            } == .conflict)
        #expect(
            await code {
                _ = try await service.delete(DeleteGoal(user: user, goal: prepared.goal, version: 2), id: .random())
            } == .conflict)
        #expect(
            await code {
                _ = try await service.delete(
                    DeleteAction(user: user, action: prepared.action, version: .max), id: .random())
            } == .conflict)
        #expect(try await world.state() == before)
    }

    @Test("Bad input: ids of another person are unknown, in every place where one can stand")
    func foreign() async throws {
        let world = try World()
        let theirs = try await Write.prepare(world)
        let (service, ben) = (world.service, World.ben)
        let mine = try await world.measure(of: ben)
        let goal = GoalContent(
            title: "Mine", start: World.start, target: World.start.advanced(by: 7),
            targets: [MeasureTarget(measure: theirs.measure, value: 1)],
            relevance: [ValueRelevance(value: theirs.value)], terms: [theirs.term])
        #expect(
            await wrongFields { _ = try await service.save(SaveGoal(user: ben, content: goal), id: .random()) } == [
                "targets[0].measure": .unknownReference, "relevance[0].value": .unknownReference,
                "terms[0]": .unknownReference,
            ])
        let action = ActionContent(
            title: "Mine", start: World.now, measurements: [MeasuredValue(measure: theirs.measure, value: 1)],
            contributions: [GoalContribution(goal: theirs.goal, measure: mine, amount: 1)])
        #expect(
            await wrongFields {
                _ = try await service.save(SaveAction(user: ben, content: action, day: World.start), id: .random())
            } == ["measurements[0].measure": .unknownReference, "contributions[0].goal": .unknownReference])
        #expect(
            await wrongFields {
                _ = try await service.save(
                    SaveTerm(user: ben, content: TermContent(start: World.start, goals: [theirs.goal])), id: .random())
            } == ["goals[0]": .unknownReference])
        #expect(
            await code {
                _ = try await service.save(
                    SaveValue(
                        user: ben, edited: EditedVersion(id: theirs.value, version: 1),
                        content: ValueContent(title: "x")), id: .random())
            } == .notFound)
        #expect(
            await code { _ = try await service.delete(DeleteGoal(user: ben, goal: theirs.goal), id: .random()) }
                == .notFound)
        #expect(await code { _ = try await service.goals(GoalsQuery(user: ben, goal: theirs.goal)) } == .notFound)
        #expect(try await service.goals(GoalsQuery(user: ben)).goals.isEmpty)
        #expect(try await world.state().goals.map(\.content.title) == [theirs.content.title])
    }
}
