import Fixtures
import Logging
import Messages
import Testing

@testable import Goals
@testable import Storage

/// The weight of a body as the measure of a goal.
@Suite struct BodyMassGoalTests {
    private func mass(
        _ day: Int, _ kilograms: Double, revision: UInt64 = 1, hour: Int64 = 7, deleted: Bool = false
    ) -> BodyMassRecorded {
        let day = World.start.advanced(by: day)
        return BodyMassRecorded(
            user: World.ada, revision: revision, day: day, kilograms: deleted ? 0 : kilograms,
            at: Int64(day.number) * 86_400_000 + hour * 3_600_000, deleted: deleted)
    }

    /// A goal to weigh 76 kg, in a measure, with a rule that fills it.
    private func goal(_ feed: HealthFeed, unit: String = "kg", target: Double = 76) async throws -> EntityID {
        let measure = try await feed.world.measure(unit, .bodyMass)
        let goal = try await feed.goal(measure, target)
        try await feed.rule(.bodyMass, title: "Weighed", measure: measure, goal: goal)
        return goal
    }

    private func read(_ feed: HealthFeed, _ goal: EntityID, day: Int) async throws -> Goal {
        let asOf = AsOf(at: World.now, today: World.start.advanced(by: day))
        return try await feed.world.service.goals(GoalsQuery(user: World.ada, goal: goal, asOf: asOf)).goals[0]
    }

    @Test("GOL-4 GOL-6: weights become actions, and the goal has start, latest value, pace and a projected finish")
    func progress() async throws {
        let feed = try HealthFeed()
        let goal = try await goal(feed)
        for day in -1...28 { try await feed.deliver(mass(day, 80 - 0.05 * Double(max(day, 0)))) }
        let read = try await read(feed, goal, day: 28)
        let progress = read.progress[0]
        #expect(progress.start == 80)
        #expect(abs(progress.sum - 78.6) < 1e-9)
        #expect(progress.target == 76)
        #expect(progress.contributions == 30)
        #expect(read.state == .onTrack)
        let pace = try #require(progress.pace)
        #expect(abs(pace.share - 0.35) < 1e-9)
        #expect(abs((pace.perWeek ?? 0) + 0.35) < 0.02)
        #expect((pace.neededPerWeek ?? 0) < 0)
        #expect((pace.expected ?? 0) < 79)
        let finish = try #require(pace.finish)
        #expect((45...60).contains(World.start.advanced(by: 28).distance(to: finish)))
        #expect(pace.earliest.map { $0 <= finish } == true)
        // Without the person's date there is no pace, and the share is the same.
        let plain = try await feed.world.service.goals(GoalsQuery(user: World.ada, goal: goal)).goals[0].progress[0]
        #expect(plain.pace == nil)
        #expect(abs(plain.share - 0.35) < 1e-9)
        // The action has the time of the reading.
        let action = try #require(try await feed.world.service.actions(ActionsQuery(user: World.ada)).actions.first)
        #expect(action.content.start == mass(28, 0).at)
        #expect(action.content.duration == 0)
    }

    @Test("GOL-6: a restated weight changes its action, a deleted one takes it along; pounds count in kilograms")
    func restated() async throws {
        let feed = try HealthFeed()
        let goal = try await goal(feed, unit: "lb", target: 167)
        try await feed.deliver(mass(0, 80), mass(1, 79), mass(1, 78, revision: 2))
        #expect(abs(try await read(feed, goal, day: 2).progress[0].sum - 171.960_565) < 1e-5)
        try await feed.deliver(mass(1, 0, revision: 3, deleted: true), mass(0, 60, revision: 0))
        let progress = try await read(feed, goal, day: 2).progress[0]
        #expect(abs(progress.sum - 176.369_81) < 1e-5)
        #expect(progress.start == progress.sum)
        #expect(progress.contributions == 1)
        #expect(try await feed.states() == ["parsed": 1, "empty": 1])
    }

    @Test("GOL-4: of several weights of a day the latest counts, whatever the order in which they were recorded")
    func sameDay() async throws {
        let world = try World()
        let measure = try await world.measure("kg", .bodyMass)
        let goal = try await world.goal("Lighter", in: measure, 76, days: 70)
        func weigh(_ kilograms: Double, hour: Int64, day: Int = 0) async throws -> EntityID {
            try await world.action(
                ActionContent(
                    title: "Weighed", start: World.now + hour * 3_600_000,
                    contributions: [GoalContribution(goal: goal, measure: measure, amount: kilograms)]),
                on: World.start.advanced(by: day))
        }
        func latest() async throws -> Double {
            try await world.service.goals(GoalsQuery(user: World.ada, goal: goal)).goals[0].progress[0].sum
        }
        let evening = try await weigh(81, hour: 12)
        _ = try await weigh(80, hour: 0)
        #expect(try await latest() == 81)
        _ = try await world.service.delete(DeleteAction(user: World.ada, action: evening), id: .random())
        #expect(try await latest() == 80)
        _ = try await weigh(79, hour: 30, day: 1)
        #expect(try await latest() == 79)
        // A restored action counts where it stood.
        _ = try await world.service.restore(
            RestoreDeleted(user: World.ada, kind: .action, id: evening), id: .random())
        let progress = try await world.service.goals(GoalsQuery(user: World.ada, goal: goal)).goals[0].progress[0]
        #expect(progress.sum == 79)
        #expect(progress.start == 81)
        #expect(progress.contributions == 3)
        _ = try await world.service.delete(DeleteGoal(user: World.ada, goal: goal), id: .random())
        _ = try await world.service.restore(RestoreDeleted(user: World.ada, kind: .goal, id: goal), id: .random())
        let again = try await world.service.goals(GoalsQuery(user: World.ada, goal: goal)).goals[0].progress[0]
        #expect(again == progress)
    }

    @Test("GOL-2: the weight to reach is one of a body, nobody weighs nothing, and a mass is no body's weight")
    func limits() async throws {
        let feed = try HealthFeed()
        let world = feed.world
        let (body, pounds) = (try await world.measure("kg", .bodyMass), try await world.measure("lb", .bodyMass))
        let load = try await world.measure("kg", .mass)
        #expect(await wrongFields { _ = try await feed.goal(body, 12) } == ["targets[0].value": .outOfRange])
        #expect(await wrongFields { _ = try await feed.goal(pounds, 60) } == ["targets[0].value": .outOfRange])
        #expect(await wrongFields { _ = try await feed.goal(load, 12) } == [:])
        let goal = try await feed.goal(pounds, 160)
        func record(_ measure: EntityID, _ value: Double, for goal: EntityID?) async throws {
            try await world.action(
                ActionContent(
                    title: "Weighed", start: World.now, measurements: [MeasuredValue(measure: measure, value: value)],
                    contributions: goal.map { [GoalContribution(goal: $0, measure: measure, amount: 75)] } ?? []))
        }
        #expect(await wrongFields { try await record(body, 0, for: nil) } == ["measurements[0].value": .outOfRange])
        #expect(await wrongFields { try await record(load, 0, for: nil) } == [:])
        let foreign = await wrongFields { try await record(load, 75, for: goal) }
        #expect(foreign == ["contributions[0].measure": .unitMismatch])
        // Kilograms of a body count in its pounds.
        try await record(body, 75, for: goal)
        let sum = try await world.service.goals(GoalsQuery(user: World.ada, goal: goal)).goals[0].progress[0].sum
        #expect(abs(sum - 165.346_696_6) < 1e-6)
        for kind in [HealthRecordKind.bodyMass, .protein] {
            let measure = kind == .bodyMass ? load : body
            let wrong = await wrongFields { _ = try await feed.rule(kind, title: "x", measure: measure) }
            #expect(wrong == ["measure": .unitMismatch], "\(kind)")
        }
    }

    @Test("GOL-2 GOL-4: kilojoules count in kilocalories, and centilitres, cups and ounces in litres")
    func converted() async throws {
        let world = try World()
        let (kcal, kilojoules) = (try await world.measure("kcal", .count), try await world.measure("kJ", .energy))
        let litres = try await world.measure("l", .volume)
        let goal = try await world.goal(
            GoalContent(
                title: "Eat and drink", start: World.start, target: World.start.advanced(by: 70),
                targets: [MeasureTarget(measure: kcal, value: 2_000), MeasureTarget(measure: litres, value: 2)]))
        var contributions = [GoalContribution(goal: goal, measure: kilojoules, amount: 4_184)]
        for (unit, amount) in [("cl", 50.0), ("cup", 2), ("fl oz", 16), ("ml", 5)] {
            contributions.append(
                GoalContribution(goal: goal, measure: try await world.measure(unit, .volume), amount: amount))
        }
        try await world.action(ActionContent(title: "Day", start: World.now, contributions: contributions))
        let sums = try await world.service.goals(GoalsQuery(user: World.ada, goal: goal)).goals[0].progress.map(\.sum)
        #expect(abs(sums[0] - 1_000) < 1e-9 && abs(sums[1] - (0.505 + 32 * 0.029_573_529_562_5)) < 1e-9)
        let kinds = try await world.service.measures(MeasuresQuery(user: World.ada)).measures.map(\.content.kind)
        #expect(kinds.count == 7)
        #expect(kinds.filter { $0 == .energy }.count == 2)
        #expect(kinds.filter { $0 == .volume }.count == 5)
        // Cups may be counted as things, a count does not convert.
        #expect(await wrongFields { try await world.measure("cup", .count) } == [:])
        let wrong = await wrongFields {
            try MeasureValidator.form(MeasureContent(title: "x", unit: "kJ", kind: .volume))
        }
        #expect(wrong == ["unit": .unitMismatch])
    }

    @Test("GOL-5: tables name the weight of a body apart from a mass, and bring it back into another account")
    func tables() async throws {
        let feed = try HealthFeed()
        let world = feed.world
        let goal = try await goal(feed)
        _ = try await feed.goal(try await world.measure("kJ", .energy), 9_000)
        try await feed.deliver(mass(0, 80), mass(3, 79.5))
        for kind in [TableKind.goals, .actions] {
            let file = try await world.exported(kind)
            #expect(try await world.importing(file, kind).report.unchanged == 2, "\(kind)")
            let status = try await world.importing(file, kind, of: World.ben)
            #expect(status.phase == .done, "\(status.report.badRows)")
            #expect(status.report.added == 2, "\(status.report.badRows)")
            #expect(try await world.exported(kind, of: World.ben) == file)
        }
        let kinds = try await world.service.measures(MeasuresQuery(user: World.ben)).measures.map(\.content.kind)
        #expect(Set(kinds) == [.bodyMass, .energy])
        let goals = try await world.service.goals(GoalsQuery(user: World.ben)).goals
        let progress = try #require(goals.first { $0.facts.id == goal }?.progress.first)
        #expect(progress.sum == 79.5)
        #expect(progress.start == 80)
    }

    @Test("GOL-10: a sentence about one's weight is recorded in the weight of the body, other masses are not")
    func sentences() async throws {
        let world = try World()
        let content = MeasureContent(title: "Weight", unit: "kg", kind: .bodyMass)
        let weight = try await world.service.save(SaveMeasure(user: World.ada, content: content), id: .random())
        func read(_ sentence: String) async throws -> [MeasuredValue] {
            let query = ReadAction(
                user: World.ada, sentence: sentence, asOf: world.asOf(), timeZone: "UTC", language: "en",
                country: "IE")
            return try await world.service.read(query, id: .random()).action?.measurements ?? []
        }
        #expect(
            try await read("weight 72.4 kg") == [MeasuredValue(measure: weight.measure.facts.id, value: 72.4)])
        #expect(try await read("lifted 40 kg").isEmpty)
    }

    @Test("PLN-10 while numbers are away a weight is named nowhere, goes on counting, and is not lost by a change")
    func away() async throws {
        let feed = try HealthFeed()
        let (world, goal) = (feed.world, try await goal(feed))
        try await feed.deliver(mass(0, 80), mass(3, 79.5))
        func tell(_ areAway: Bool, _ revision: UInt64) async throws {
            let event = PlanUpdated(
                user: World.ada, revision: revision, plan: nil, care: nil, numbersHidden: areAway)
            try await world.store.write { [service = world.service] in try service.apply(event, $0) }
        }
        let before = try await read(feed, goal, day: 4)
        try await tell(true, 1)
        let hidden = try await read(feed, goal, day: 4)
        #expect(hidden.content.targets.isEmpty)
        #expect(hidden.progress.isEmpty)
        #expect(hidden.state == nil)
        #expect(hidden.numbersHidden == true)
        let actions = try await world.service.actions(ActionsQuery(user: World.ada)).actions
        #expect(actions.count == 2)
        #expect(actions.allSatisfy { $0.content.measurements.isEmpty && $0.content.contributions.isEmpty })
        var content = hidden.content
        content.title = "Lighter, slowly"
        let edited = EditedVersion(id: goal, version: hidden.facts.version)
        _ = try await world.service.save(
            SaveGoal(user: World.ada, edited: edited, content: content), id: .random())
        try await feed.deliver(mass(4, 79.25))
        let staged = StagedHealthQuery(user: World.ada, state: .parsed, kind: .bodyMass)
        #expect(try await feed.service.staged(staged).records.allSatisfy { $0.value == nil })
        try await tell(false, 2)
        let after = try await read(feed, goal, day: 4)
        #expect(after.content.title == "Lighter, slowly")
        #expect(after.content.targets == before.content.targets)
        #expect(after.progress[0].sum == 79.25 && after.progress[0].start == 80)
        #expect(try await feed.service.staged(staged).records.map(\.value) == [79.25, 79.5, 80])
    }

    @Test("PLN-2 GOL-6: a weight that waits for a second one gives no action until plans say that it counts")
    func waiting() async throws {
        let feed = try HealthFeed()
        let goal = try await goal(feed)
        func tell(_ days: [Day], _ revision: UInt64) async throws {
            let event = PlanUpdated(
                user: World.ada, revision: revision, plan: nil, care: nil, numbersHidden: false, uncountedDays: days)
            try await feed.world.store.write { [service = feed.world.service] in try service.apply(event, $0) }
            _ = try await feed.service.step(World.ada)
        }
        func sums() async throws -> [Double] {
            try await [read(feed, goal, day: 5).progress[0]].flatMap { [$0.sum, Double($0.contributions)] }
        }
        try await feed.deliver(mass(0, 80))
        // Plans may speak before the reading arrives, or after.
        try await tell([World.start.advanced(by: 3)], 1)
        try await feed.deliver(mass(3, 50))
        #expect(try await sums() == [80, 1])
        try await feed.deliver(mass(4, 51))
        #expect(try await sums() == [51, 2])
        try await tell([3, 4].map { World.start.advanced(by: $0) }, 2)
        #expect(try await sums() == [80, 1])
        try await tell([World.start.advanced(by: 4)], 1)
        #expect(try await sums() == [80, 1])
        try await tell([], 3)
        #expect(try await sums() == [51, 3])
    }
}
