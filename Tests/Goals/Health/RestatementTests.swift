import Foundation
import Messages
import Testing

@testable import Goals

@Suite struct RestatementTests {
    @Test("GOL-6: a record that comes twice, in a replay or under an old revision changes nothing")
    func duplicates() async throws {
        let feed = try HealthFeed()
        try await feed.rule(measure: try await feed.world.measure("steps", .count))
        try await feed.rule(
            .workout, title: "Ran", measure: try await feed.world.measure("km", .distance), quantity: .distance)
        try await feed.deliver(HealthFeed.totals(0, revision: 2, steps: 8_000), HealthFeed.workout(1, revision: 3))
        let before = try await feed.world.state()
        try await feed.deliverAgain()
        // A replay sends the present state again under new numbers.
        try await feed.deliver(HealthFeed.totals(0, revision: 2, steps: 8_000), HealthFeed.workout(1, revision: 3))
        try await feed.deliver(
            HealthFeed.totals(0, revision: 1, steps: 5), HealthFeed.workout(1, revision: 2, metres: 5))
        #expect(try await feed.world.state() == before)
        #expect(try await feed.actions() == ["0 Walked 8000.0", "0 Ran 5.0"])
        // An old revision stays old when its record was purged.
        feed.world.time.withLock { $0 += 120 * 86_400_000 }
        try await feed.settle()
        #expect(try await feed.world.state().rows["health_staged"] == 0)
        try await feed.deliver(HealthFeed.totals(0, revision: 1, steps: 5))
        #expect(try await feed.actions() == ["0 Walked 8000.0", "0 Ran 5.0"])
    }

    @Test("GOL-6: a restated day changes its action and the goal; a deleted sample takes the action along")
    func restated() async throws {
        let feed = try HealthFeed()
        let measure = try await feed.world.measure("steps", .count)
        let goal = try await feed.goal(measure, 10_000)
        func sum() async throws -> Double {
            try await feed.world.service.goals(GoalsQuery(user: World.ada, goal: goal)).goals[0].progress[0].sum
        }
        try await feed.rule(measure: measure, goal: goal)
        try await feed.deliver(HealthFeed.totals(0, steps: 8_000), HealthFeed.totals(1, steps: 500))
        let id = try await feed.world.service.actions(
            ActionsQuery(user: World.ada, from: World.start, through: World.start)
        )
        .actions[0].facts.id
        #expect(try await sum() == 8_500)
        try await feed.deliver(HealthFeed.totals(0, revision: 2, steps: 8_800))
        #expect(try await feed.actions() == ["0 Walked 8800.0", "1 Walked 500.0"])
        #expect(try await sum() == 9_300)
        try await feed.deliver(HealthFeed.totals(0, revision: 3))
        #expect(try await feed.actions() == ["1 Walked 500.0"])
        #expect(try await sum() == 500)
        #expect(try await feed.states() == ["parsed": 1, "empty": 1])
        try await feed.deliver(HealthFeed.totals(0, revision: 4, steps: 100))
        #expect(try await feed.actions() == ["0 Walked 100.0", "1 Walked 500.0"])
        let again = try await feed.world.service.actions(
            ActionsQuery(user: World.ada, from: World.start, through: World.start)
        ).actions[0]
        #expect(again.facts.id == id, "an action that comes back is the same one")
    }

    @Test("GOL-6: a workout that changes its day, length or activity changes its action; a deleted one takes it along")
    func workouts() async throws {
        let feed = try HealthFeed()
        let minutes = try await feed.world.measure("min", .duration)
        try await feed.rule(.workout, title: "Ran", measure: minutes, activity: "running")
        try await feed.deliver(HealthFeed.workout(1), HealthFeed.workout(2))
        try await feed.deliver(HealthFeed.workout(1, revision: 2, day: 1, minutes: 45))
        #expect(try await feed.actions() == ["0 Ran 30.0", "1 Ran 45.0"])
        try await feed.deliver(HealthFeed.workout(1, revision: 3, day: 1, minutes: 45, activity: "walking"))
        #expect(try await feed.actions() == ["0 Ran 30.0"])
        try await feed.deliver(HealthFeed.workout(2, revision: 2, deleted: true))
        #expect(try await feed.actions().isEmpty)
        #expect(try await feed.states() == ["unmatched": 1, "empty": 1])
    }

    @Test("GOL-6: what the person edited of an action stays, the rest follows; a deleted action does not come back")
    func edited() async throws {
        let feed = try HealthFeed()
        let (steps, pages) = (
            try await feed.world.measure("steps", .count), try await feed.world.measure("pages", .count)
        )
        let goal = try await feed.goal(steps, 10_000)
        try await feed.rule(measure: steps, goal: goal)
        try await feed.deliver(
            HealthFeed.totals(0, steps: 8_000), HealthFeed.totals(1, steps: 500), HealthFeed.totals(2, steps: 700))
        func action(_ day: Int) async throws -> Action? {
            let day = World.start.advanced(by: day)
            return try await feed.world.service.actions(ActionsQuery(user: World.ada, from: day, through: day))
                .actions.first
        }
        func edit(_ day: Int, _ change: (inout ActionContent) -> Void) async throws {
            let stored = try #require(try await action(day))
            var content = stored.content
            change(&content)
            _ = try await feed.world.service.save(
                SaveAction(
                    user: World.ada, edited: EditedVersion(id: stored.facts.id, version: stored.facts.version),
                    content: content, day: stored.day), id: .random())
        }
        try await edit(0) {
            ($0.title, $0.freeformNotes) = ("Walked home", "By the river.")
            $0.measurements.append(MeasuredValue(measure: pages, value: 3))
        }
        try await edit(1) { $0.measurements[0].value = 600 }
        _ = try await feed.world.service.delete(
            DeleteAction(user: World.ada, action: try #require(try await action(2)).facts.id), id: .random())
        for day in 0..<3 { try await feed.deliver(HealthFeed.totals(day, revision: 2, steps: 9_000)) }

        let first = try #require(try await action(0))
        #expect(first.content.title == "Walked home")
        #expect(first.content.freeformNotes == "By the river.")
        #expect(first.content.measurements.map(\.value) == [9_000, 3])
        #expect(first.content.contributions.map(\.amount) == [9_000])
        let second = try #require(try await action(1))
        #expect(second.content.measurements.map(\.value) == [600] && second.content.contributions[0].amount == 9_000)
        #expect(try await action(2) == nil, "the person deleted it")

        // The samples go: the derived amounts go along, the person's own words and pages stay.
        try await feed.deliver(HealthFeed.totals(0, revision: 3))
        let left = try #require(try await action(0))
        #expect(left.content.title == "Walked home")
        #expect(left.content.contributions.isEmpty)
        #expect(left.content.measurements == [MeasuredValue(measure: pages, value: 3)])
        try await feed.deliver(HealthFeed.totals(0, revision: 4, steps: 100))
        #expect(try await action(0)?.content.measurements.map(\.value) == [3, 100])
    }

    @Test("GOL-6: after ingestion was restored from an older copy, its revisions count anew, and what it lost goes")
    func restored() async throws {
        let feed = try HealthFeed()
        try await feed.rule(measure: try await feed.world.measure("steps", .count))
        try await feed.deliver(HealthFeed.totals(0, revision: 9, steps: 8_000), HealthFeed.totals(1, steps: 500))
        let id = try await feed.world.service.actions(ActionsQuery(user: World.ada)).actions.map(\.facts.id)
        try await feed.deliverRestored([HealthFeed.totals(0, revision: 4, steps: 7_000)])
        #expect(try await feed.actions() == ["0 Walked 7000.0", "1 Walked 500.0"], "its state may still come")
        try await feed.settle()
        #expect(try await feed.actions().count == 2)
        feed.world.time.withLock { $0 += StagedRows.restoring }
        try await feed.settle()
        #expect(try await feed.actions() == ["0 Walked 7000.0"])
        try await feed.deliver(HealthFeed.totals(1, steps: 600), epoch: 2)
        #expect(try await feed.actions() == ["0 Walked 7000.0", "1 Walked 600.0"])
        #expect(try await feed.world.service.actions(ActionsQuery(user: World.ada)).actions.map(\.facts.id) == id)
    }

    @Test("GOL-6: any order and repetition of records and rules leads to the same actions")
    func order() async throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<8 {
            let feed = try HealthFeed()
            let measure = try await feed.world.measure("steps", .count)
            // After the first state of each day all others come in a random order, some twice.
            var (first, events): ([DayTotals], [DayTotals]) = ([], [])
            for day in 0..<6 {
                for revision in 1...3 {
                    let steps: Double? = revision == 3 && day % 3 == 0 ? nil : Double(1_000 * day + revision)
                    let event = HealthFeed.totals(day, revision: UInt64(revision), steps: steps)
                    if revision == 1 { first.append(event) } else { events.append(event) }
                }
            }
            events = first.shuffled(using: &random) + (events + first + events.prefix(5)).shuffled(using: &random)
            let ruleAt = Int.random(in: 0...events.count, using: &random)
            for (index, event) in events.enumerated() {
                if index == ruleAt { try await feed.rule(measure: measure) }
                try await feed.deliver(event)
            }
            if ruleAt == events.count { try await feed.rule(measure: measure) }
            #expect(
                try await feed.actions() == [1, 2, 4, 5].map { "\($0) Walked \(Double(1_000 * $0 + 3))" })
        }
    }
}
