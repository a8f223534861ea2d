import Fixtures
import Messages
import Testing

@testable import Goals
@testable import Storage

/// Deleted entries that come back.
@Suite struct RestoreTests {
    private func restore(_ world: World, _ kind: DeletedKind, _ id: EntityID) async throws {
        _ = try await world.service.restore(RestoreDeleted(user: World.ada, kind: kind, id: id), id: .random())
    }

    /// How many questions safety got.
    private func asked(_ world: World) -> Int { world.bus.state.withLock { $0.asked.count } }

    /// What a person sees, without versions.
    private func seen(_ world: World) async throws -> State {
        var state = try await world.state()
        for index in state.goals.indices { state.goals[index].facts.version = 0 }
        for index in state.terms.indices { state.terms[index].facts.version = 0 }
        for index in state.actions.indices { state.actions[index].facts.version = 0 }
        for index in state.values.indices { state.values[index].facts.version = 0 }
        for table in state.rows.keys where table.hasPrefix("storage_") { state.rows[table] = nil }
        return state
    }

    @Test(
        "GOL-1 a deleted goal, term, action or value comes back whole, with its junctions and judgements",
        arguments: DeletedKind.names.map(\.value))
    func whole(_ kind: DeletedKind) async throws {
        let world = try World()
        let prepared = try await Write.prepare(world)
        _ = try await world.service.dismiss(
            DismissProposal(user: World.ada, action: prepared.action, goal: prepared.goal), id: .random())
        let before = try await seen(world)
        let asked = self.asked(world)
        let ids: [DeletedKind: EntityID] = [
            .goal: prepared.goal, .term: prepared.term, .action: prepared.action, .value: prepared.value,
        ]
        let id = try #require(ids[kind])
        try await delete(world, kind, id)
        #expect(try await seen(world) != before)
        try await restore(world, kind, id)
        #expect(try await seen(world) == before)
        #expect(self.asked(world) == asked, "no text is judged again")
        #expect(try await world.store.read { try $0.rows("PRAGMA foreign_key_check").count } == 0)
        // A second time changes nothing more.
        let state = try await world.state()
        try await restore(world, kind, id)
        #expect(try await world.state().goals == state.goals)
        let other: DeletedKind = kind == .value ? .goal : .value
        #expect(await code { try await restore(world, other, id) } == .notFound, "it is no entry of another kind")
    }

    @Test("GOL-9 what comes back has a version of its own, greater than that of its deletion")
    func versions() async throws {
        let world = try World()
        let prepared = try await Write.prepare(world)
        _ = try await world.service.delete(DeleteGoal(user: World.ada, goal: prepared.goal, version: 1), id: .random())
        try await restore(world, .goal, prepared.goal)
        let goal = try await world.service.goals(GoalsQuery(user: World.ada, goal: prepared.goal)).goals[0]
        #expect(goal.facts.version == 3)
        let stale = SaveGoal(
            user: World.ada, edited: EditedVersion(id: prepared.goal, version: 1), content: prepared.content)
        #expect(await code { _ = try await world.service.save(stale, id: .random()) } == .conflict)
        let revision = try await world.store.read {
            try $0.value(Int.self, "SELECT revision FROM goals WHERE id = ?", [prepared.goal])
        }
        let saved = try #require(revision)
        _ = try await world.service.delete(DeleteGoal(user: World.ada, goal: prepared.goal), id: .random())
        try await restore(world, .goal, prepared.goal)
        let again = try await world.store.read {
            try $0.value(Int.self, "SELECT revision FROM goals WHERE id = ?", [prepared.goal])
        }
        #expect(again == saved + 2)
    }

    /// Everything that a deletion can take along.
    private static let kinds = DeletedKind.names.map(\.value)

    @Test(
        "GOL-1 what deleted entries had in common comes back with the one restored last, in whatever order",
        arguments: kinds, kinds)
    func inAnyOrder(_ first: DeletedKind, _ last: DeletedKind) async throws {
        guard first != last else { return }
        for deletedFirst in [first, last] {
            let world = try World()
            let prepared = try await Write.prepare(world)
            let ids: [DeletedKind: EntityID] = [
                .goal: prepared.goal, .action: prepared.action, .value: prepared.value, .term: prepared.term,
            ]
            _ = try await world.service.dismiss(
                DismissProposal(user: World.ada, action: prepared.action, goal: prepared.goal), id: .random())
            let before = try await seen(world)
            for kind in deletedFirst == first ? [first, last] : [last, first] {
                try await delete(world, kind, try #require(ids[kind]))
            }
            for kind in [first, last] { try await restore(world, kind, try #require(ids[kind])) }
            #expect(try await seen(world) == before, "\(deletedFirst) was deleted first")
            #expect(try await world.store.read { try $0.rows("PRAGMA foreign_key_check").count } == 0)
        }
    }

    @Test("GOL-1 GOL-4 a contribution survives that its goal is deleted again before its action is restored")
    func again() async throws {
        let world = try World()
        let prepared = try await Write.prepare(world)
        let before = try await seen(world)
        func sum() async throws -> Double {
            try await world.service.goals(GoalsQuery(user: World.ada, goal: prepared.goal)).goals[0].progress[0].sum
        }
        try await delete(world, .goal, prepared.goal)
        try await delete(world, .action, prepared.action)
        try await restore(world, .goal, prepared.goal)
        #expect(try await sum() == 0)
        try await delete(world, .goal, prepared.goal)
        try await restore(world, .action, prepared.action)
        try await restore(world, .goal, prepared.goal)
        #expect(try await sum() == 5)
        #expect(try await seen(world) == before)
    }

    private func delete(_ world: World, _ kind: DeletedKind, _ id: EntityID) async throws {
        let (service, user) = (world.service, World.ada)
        switch kind {
        case .goal: _ = try await service.delete(DeleteGoal(user: user, goal: id), id: .random())
        case .term: _ = try await service.delete(DeleteTerm(user: user, term: id), id: .random())
        case .action: _ = try await service.delete(DeleteAction(user: user, action: id), id: .random())
        default: _ = try await service.delete(DeleteValue(user: user, value: id), id: .random())
        }
    }

    @Test("GOL-1 what was deleted on the other side meanwhile stays away; nothing dangles")
    func withoutTheOther() async throws {
        let world = try World()
        let prepared = try await Write.prepare(world)
        _ = try await world.service.delete(DeleteGoal(user: World.ada, goal: prepared.goal), id: .random())
        _ = try await world.service.delete(DeleteAction(user: World.ada, action: prepared.action), id: .random())
        _ = try await world.service.delete(DeleteValue(user: World.ada, value: prepared.value), id: .random())
        try await restore(world, .goal, prepared.goal)
        let goal = try await world.service.goals(GoalsQuery(user: World.ada, goal: prepared.goal)).goals[0]
        #expect(goal.content.relevance.isEmpty && goal.progress[0].sum == 0)
        #expect(goal.content.terms == prepared.content.terms)
        #expect(goal.content.milestones.count == 2)
        // Past its time an entry is gone, and with it what it had in common with others.
        world.time.withLock { $0 += 600_000 }
        #expect(await code { try await restore(world, .value, prepared.value) } == .notFound)
        #expect(try await world.service.purgeDeleted())
        #expect(try await world.store.read { try $0.rows("PRAGMA foreign_key_check").count } == 0)
    }

    @Test("GOL-1 a goal without any measure that still exists, and a term whose days are taken, do not come back")
    func conflicts() async throws {
        let world = try World()
        let measure = try await world.measure()
        let goal = try await world.goal(in: measure)
        _ = try await world.service.delete(DeleteGoal(user: World.ada, goal: goal), id: .random())
        _ = try await world.service.delete(DeleteMeasure(user: World.ada, measure: measure), id: .random())
        let before = try await world.state()
        #expect(await code { try await restore(world, .goal, goal) } == .conflict)
        #expect(try await world.state() == before)
        let term = try await world.term()
        _ = try await world.service.delete(DeleteTerm(user: World.ada, term: term), id: .random())
        try await world.term(World.start.advanced(by: 10))
        #expect(await code { try await restore(world, .term, term) } == .conflict)
        #expect(try await world.service.terms(TermsQuery(user: World.ada)).terms.count == 1)
    }

    @Test("OWN-1 a deleted entry is kept sealed for ten minutes and no longer")
    func time() async throws {
        let world = try World()
        let value = try await world.value("quincecanary")
        _ = try await world.service.delete(DeleteValue(user: World.ada, value: value), id: .random())
        #expect(try await world.state().rows["deleted_entries"] == 1)
        world.time.withLock { $0 += 599_999 }
        #expect(try await world.service.purgeDeleted() == false)
        try await restore(world, .value, value)
        #expect(try await world.state().rows["deleted_entries"] == 0)
        _ = try await world.service.delete(DeleteValue(user: World.ada, value: value), id: .random())
        world.time.withLock { $0 += 600_000 }
        #expect(await code { try await restore(world, .value, value) } == .notFound)
        #expect(try await world.service.purgeDeleted())
        #expect(try await world.state().rows["deleted_entries"] == 0)
        #expect(await code { try await restore(world, .value, .random()) } == .notFound)
        #expect(await code { try await restore(world, DeletedKind(rawValue: 9), value) } == .invalid)
    }

    @Test("GOL-6 an action from health data that comes back follows its record again")
    func health() async throws {
        let feed = try HealthFeed()
        let (world, measure) = (feed.world, try await feed.world.measure("steps", .count))
        try await feed.rule(measure: measure)
        try await feed.deliver(HealthFeed.totals(0, steps: 8_000))
        let id = try await world.service.actions(ActionsQuery(user: World.ada)).actions[0].facts.id
        _ = try await world.service.delete(DeleteAction(user: World.ada, action: id), id: .random())
        try await restore(world, .action, id)
        try await feed.deliver(HealthFeed.totals(0, revision: 2, steps: 8_800))
        #expect(try await feed.actions() == ["0 Walked 8800.0"])
        // Deleted for good, it is not made again.
        _ = try await world.service.delete(DeleteAction(user: World.ada, action: id), id: .random())
        try await feed.deliver(HealthFeed.totals(0, revision: 3, steps: 9_000))
        #expect(try await feed.actions().isEmpty)
    }
}
