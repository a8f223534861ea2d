import Fixtures
import Messages
import Testing

@testable import Goals

@Suite struct HealthRuleTests {
    @Test("GOL-6: each kind of record becomes an action in the unit of its measure, and counts for the goal")
    func kinds() async throws {
        let feed = try HealthFeed()
        let world = feed.world
        let (steps, minutes) = (try await world.measure("steps", .count), try await world.measure("min", .duration))
        let (hours, km) = (try await world.measure("h", .duration), try await world.measure("km", .distance))
        let goal = try await feed.goal(km)
        try await feed.rule(.steps, title: "Walked", measure: steps)
        try await feed.rule(.mindful, title: "Sat", measure: minutes)
        try await feed.rule(.sleep, title: "Slept", measure: hours)
        try await feed.rule(.exercise, title: "Trained", measure: minutes)
        try await feed.rule(.workout, title: "Ran", measure: km, goal: goal, activity: "Running", quantity: .distance)
        try await feed.deliver(
            HealthFeed.totals(0, steps: 8_000, mindful: 600, sleep: 27_000, exercise: 1_800), HealthFeed.workout(1),
            HealthFeed.workout(2, activity: "cycling"), HealthFeed.workout(3, metres: nil))
        #expect(
            try await Set(feed.actions()) == [
                "0 Walked 8000.0", "0 Sat 10.0", "0 Slept 7.5", "0 Trained 30.0", "0 Ran 5.0",
            ])
        let stored = try await world.service.actions(ActionsQuery(user: World.ada, goal: goal)).actions
        #expect(stored.count == 1 && stored[0].content.duration == 1_800)
        #expect(stored[0].content.start == HealthFeed.workout(1).start)
        #expect(stored[0].content.contributions == [GoalContribution(goal: goal, measure: km, amount: 5)])
        let progress = try await world.service.goals(GoalsQuery(user: World.ada, goal: goal)).goals[0].progress
        #expect(progress == [TargetProgress(measure: km, sum: 5, target: 100, contributions: 1)])
        // The rule about running is not about cycling; a run without a distance gives nothing, but is no riddle.
        #expect(try await feed.states() == ["parsed": 6, "unmatched": 1])
    }

    @Test("GOL-6: a rule that is added later reads the records that wait, from its first day on")
    func later() async throws {
        let feed = try HealthFeed()
        for day in 0..<5 { try await feed.deliver(HealthFeed.totals(day, steps: 1_000 * Double(day + 1))) }
        #expect(try await feed.actions().isEmpty)
        let waiting = try await feed.service.staged(StagedHealthQuery(user: World.ada))
        #expect(waiting.records.map(\.state) == Array(repeating: .unmatched, count: 5))
        #expect(waiting.records.map(\.value) == [5_000, 4_000, 3_000, 2_000, 1_000], "the latest first")
        let measure = try await feed.world.measure("steps", .count)
        let rule = try await feed.rule(measure: measure, least: 3_000, from: World.start.advanced(by: 1))
        #expect(rule.actions == 3)
        #expect(try await feed.actions() == ["2 Walked 3000.0", "3 Walked 4000.0", "4 Walked 5000.0"])
        #expect(try await feed.states() == ["parsed": 4, "unmatched": 1])
    }

    @Test("GOL-6: a rule that is changed changes its actions, and keeps their ids")
    func changed() async throws {
        let feed = try HealthFeed()
        let (steps, sessions) = (
            try await feed.world.measure("steps", .count), try await feed.world.measure("walks", .count)
        )
        let rule = try await feed.rule(measure: steps)
        try await feed.deliver(HealthFeed.totals(0, steps: 8_000), HealthFeed.totals(1, steps: 2_000))
        let before = try await feed.world.service.actions(ActionsQuery(user: World.ada)).actions
        var content = rule.content
        (content.title, content.measure, content.least) = ("Hiked", sessions, 5_000)
        let changed = try await feed.service.save(
            SaveHealthRule(
                user: World.ada, edited: EditedVersion(id: rule.facts.id, version: rule.facts.version),
                content: content), id: .random()
        ).rule
        #expect(changed.content == content)
        #expect(changed.actions == 1)
        #expect(try await feed.actions() == ["0 Hiked 8000.0"])
        let after = try await feed.world.service.actions(ActionsQuery(user: World.ada)).actions
        #expect(before.map(\.facts.id).contains(after[0].facts.id))
        #expect(after[0].content.measurements == [MeasuredValue(measure: sessions, value: 8_000)])
        let stale = SaveHealthRule(
            user: World.ada, edited: EditedVersion(id: rule.facts.id, version: 1), content: content)
        #expect(await code { _ = try await feed.service.save(stale, id: .random()) } == .conflict)
    }

    @Test("GOL-6: a deleted rule takes its actions along, except those that the person edited; or keeps them all")
    func deleted() async throws {
        for keeps in [false, true] {
            let feed = try HealthFeed()
            let rule = try await feed.rule(measure: try await feed.world.measure("steps", .count))
            try await feed.deliver(HealthFeed.totals(0, steps: 8_000), HealthFeed.totals(1, steps: 2_000))
            let action = try await feed.world.service.actions(ActionsQuery(user: World.ada)).actions[0]
            var content = action.content
            content.freeformNotes = "By the river."
            _ = try await feed.world.service.save(
                SaveAction(
                    user: World.ada, edited: EditedVersion(id: action.facts.id, version: 1), content: content,
                    day: action.day), id: .random())
            let request = DeleteHealthRule(user: World.ada, rule: rule.facts.id, keepsActions: keeps ? true : nil)
            _ = try await feed.service.delete(request, id: .random())
            #expect(
                try await feed.actions() == (keeps ? ["0 Walked 8000.0", "1 Walked 2000.0"] : ["1 Walked 2000.0"]))
            #expect(try await feed.world.state().rows["health_actions"] == 0)
            #expect(try await feed.states() == ["unmatched": 2])
            // What stays is the person's own: a later state of the day does not touch it.
            try await feed.deliver(HealthFeed.totals(1, revision: 2, steps: 9_000))
            #expect(try await feed.actions().last == "1 Walked 2000.0")
            #expect(await code { _ = try await feed.service.delete(request, id: .random()) } == .notFound)
        }
    }

    @Test("GOL-2: all wrong fields of a rule are reported at once; foreign measures and goals are unknown")
    func wrong() async throws {
        let feed = try HealthFeed()
        let world = feed.world
        func fields(_ content: HealthRuleContent, _ user: UserID = World.ada) async -> [String: FieldError.Code] {
            await wrongFields {
                _ = try await feed.service.save(SaveHealthRule(user: user, content: content), id: .random())
            }
        }
        let km = try await world.measure()
        let goal = try await feed.goal(try await world.measure("pages", .count))
        #expect(
            await fields(
                HealthRuleContent(
                    kind: HealthRecordKind(rawValue: 99), activity: String(repeating: "a", count: 201),
                    quantity: .number, least: -.infinity, from: Day(number: .min), title: " ", measure: km)) == [
                    "kind": .unknownChoice, "activity": .tooLong, "quantity": .unknownChoice, "least": .outOfRange,
                    "from": .dayOutOfRange, "title": .textNeeded,
                ])
        #expect(
            await fields(HealthRuleContent(kind: .steps, title: "x", measure: km, goal: goal)) == [
                "measure": .unitMismatch, "goal": .unitMismatch,
            ])
        #expect(
            await fields(HealthRuleContent(kind: .steps, title: "x", measure: km, goal: goal), World.ben) == [
                "measure": .unknownReference, "goal": .unknownReference,
            ])
        #expect(try await feed.service.rules(HealthRulesQuery(user: World.ada)).rules.isEmpty)
        try await feed.rule(.workout, title: "Ran", measure: km, quantity: .distance)
        #expect(
            await code {
                _ = try await world.service.delete(DeleteMeasure(user: World.ada, measure: km), id: .random())
            } == .conflict, "a measure of a rule is in use")
    }

    @Test("SAF-1: a rule makes actions once its texts are judged; their titles need no judgement of their own")
    func judged() async throws {
        let feed = try HealthFeed()
        let measure = try await feed.world.measure("steps", .count)
        feed.world.bus.state.withLock { $0.verdict = nil }
        let rule = try await feed.rule(measure: measure)
        try await feed.deliver(HealthFeed.totals(0, steps: 8_000))
        #expect(rule.facts.level == nil)
        #expect(try await feed.actions().isEmpty)
        #expect(try await feed.states() == ["pending": 1])
        feed.world.bus.state.withLock { ($0.verdict, $0.asked) = (Verdict(level: .caution, reason: .distress), []) }
        feed.world.time.withLock { $0 += 120_000 }
        let judge = feed.service.judge
        #expect(try await judge.judgeDue(now: World.now + 120_000) == 1)
        try await feed.settle()
        #expect(try await feed.actions() == ["0 Walked 8000.0"])
        let action = try await feed.world.service.actions(ActionsQuery(user: World.ada)).actions[0]
        #expect(action.facts.level == .caution)
        #expect(try await judge.judgeDue(now: World.now + 240_000) == 0)
        #expect(feed.world.bus.state.withLock { $0.asked } == ["Walked"])
    }
}
