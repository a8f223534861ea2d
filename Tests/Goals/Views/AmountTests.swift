import Foundation
import Messages
import Testing

@testable import Goals
@testable import Storage

/// Amounts of goals and actions on the disk.
@Suite struct AmountTests {
    private static let goal = 71.5
    private static let weight = 83.25

    /// Adds a goal with a target weight, and a weight that counts for it.
    private static func aim(_ world: World) async throws {
        let measure = try await world.measure("kg", .bodyMass)
        let goal = try await world.goal(
            GoalContent(
                title: "Lighter", start: World.start, target: World.start.advanced(by: 69),
                targets: [MeasureTarget(measure: measure, value: goal, notes: "Slowly.")]))
        try await world.action(
            ActionContent(
                title: "Weighed", start: World.now, measurements: [MeasuredValue(measure: measure, value: weight)],
                contributions: [GoalContribution(goal: goal, measure: measure, amount: weight)]))
    }

    /// The amounts as the person sees them.
    private static func seen(_ world: World) async throws -> [Double] {
        let state = try await world.state()
        let (goal, action) = (state.goals[0], state.actions[0].content)
        return [goal.content.targets[0].value, goal.progress[0].sum]
            + action.measurements.map(\.value) + action.contributions.map(\.amount)
    }

    /// The amounts, and the lengths of sums of days, that are in the clear.
    private static func shown(_ world: World) async throws -> [Double] {
        try await world.store.read { transaction in
            try [
                "SELECT target FROM expectation_measures", "SELECT value FROM measured_actions",
                "SELECT amount FROM action_goal_contributions", "SELECT length(days) FROM goal_days",
            ].flatMap { try transaction.rows($0).map { try $0[0] as Double } }
        }
    }

    private static let all = [goal, weight, weight, weight]

    @Test(
        "SEC-15 COM-4: targets, measurements, contributions and sums are sealed; a deleted entry comes back with them")
    func sealed() async throws {
        let world = try World()
        try await Self.aim(world)
        #expect(try await Self.shown(world) == [1, 1, 1, 0])
        #expect(try await Self.seen(world) == Self.all)
        let state = try await world.state()
        let (goal, action) = (state.goals[0].facts.id, state.actions[0].facts.id)
        _ = try await world.service.delete(DeleteGoal(user: World.ada, goal: goal), id: .random())
        _ = try await world.service.delete(DeleteAction(user: World.ada, action: action), id: .random())
        _ = try await world.service.restore(
            RestoreDeleted(user: World.ada, kind: .action, id: action), id: .random())
        _ = try await world.service.restore(RestoreDeleted(user: World.ada, kind: .goal, id: goal), id: .random())
        #expect(try await Self.seen(world) == Self.all)
        #expect(try await Self.shown(world) == [1, 1, 1, 0])
    }

    @Test("SEC-15 COM-4: amounts that an earlier release reads are in the clear until the rows are sealed")
    func upgraded() async throws {
        let world = try World()
        let check = try world.store.masterKey.makeCheck(service: .goals, rows: .accepted)
        try await world.store.write { try $0.execute("UPDATE storage_meta SET key_check = ?", [check]) }
        try await Self.aim(world)
        #expect(try await Self.shown(world) == [Self.goal, Self.weight, Self.weight, 16])
        #expect(try await Self.seen(world) == Self.all)
        try await world.store.requireProofs(in: [], confirmed: nil, last: { try GoalsService.hideContent($0) })
        #expect(try await Self.shown(world) == [1, 1, 1, 0])
        #expect(try await Self.seen(world) == Self.all)
    }

    @Test("SEC-15: an amount that was moved to another row is damage of that row")
    func moved() async throws {
        let world = try World()
        try await Self.aim(world)
        let other = try await world.action(
            ActionContent(
                title: "Drank", start: World.now + 1,
                measurements: [MeasuredValue(measure: try await world.measure("l", .volume), value: 2)]))
        try await world.store.write { transaction in
            try transaction.execute(
                """
                UPDATE measured_actions SET sealed = (SELECT sealed FROM measured_actions WHERE action <> ?1)
                WHERE action = ?1
                """, [other])
        }
        let actions = try await world.state().actions
        #expect(actions.map(\.content.measurements.count) == [0, 1] && actions[0].facts.id == other)
    }

    @Test("OWN-2: a damaged amount keeps no other action of its day from being changed, and counts nothing")
    func damaged() async throws {
        let world = try World()
        try await Self.aim(world)
        let first = try await world.state()
        let contributions = first.actions[0].content.contributions
        let other = try await world.action(
            ActionContent(title: "Weighed again", start: World.now + 1, contributions: contributions))
        let broken = first.actions[0].facts.id
        try await world.store.write {
            try $0.execute("UPDATE action_goal_contributions SET sealed = x'01' WHERE action = ?", [broken])
        }
        let content = ActionContent(
            title: "Weighed again", start: World.now + 1,
            contributions: contributions.map {
                GoalContribution(goal: $0.goal, measure: $0.measure, amount: Self.weight + 1)
            })
        _ = try await world.service.save(
            SaveAction(
                user: World.ada, edited: EditedVersion(id: other, version: 1), content: content, day: World.start),
            id: .random())
        #expect(try await world.state().goals[0].progress[0].sum == Self.weight + 1)
        #expect(try await world.state().actions.count == 2)
    }
}
