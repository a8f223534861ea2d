import Fixtures
import Messages
import Testing

@testable import Goals

@Suite struct GoalTests {
    /// A goal with every part.
    static func whole(_ measure: EntityID, _ other: EntityID, _ value: EntityID, _ term: EntityID) -> GoalContent {
        GoalContent(
            title: "Run a half marathon", detailedDescription: "In spring.", freeformNotes: "New shoes.",
            actionPlan: "Three runs a week.", start: World.start, target: World.start.advanced(by: 70), termWeeks: 10,
            status: .active, importance: 8, urgency: 3,
            targets: [
                MeasureTarget(measure: measure, value: 300, notes: "All runs."),
                MeasureTarget(measure: other, value: 30),
            ], relevance: [ValueRelevance(value: value, strength: 9)],
            milestones: [
                Milestone(title: "10 km", target: World.start.advanced(by: 20), importance: 5, urgency: 5),
                Milestone(
                    title: "15 km", target: World.start.advanced(by: 40), reached: World.start.advanced(by: 39),
                    importance: 5, urgency: 5),
            ],
            obligations: [
                Obligation(
                    title: "Register", deadline: World.start.advanced(by: 30), toWhom: "The club",
                    consequence: "No place.", importance: 9, urgency: 9)
            ], terms: [term])
    }

    static func parts(_ world: World, of user: UserID = World.ada) async throws -> GoalContent {
        whole(
            try await world.measure(of: user), try await world.measure("runs", .count, of: user),
            try await world.value(of: user), try await world.term(of: user))
    }

    @Test("GOL-1: a goal is stored whole and read whole; defaults are filled in")
    func whole() async throws {
        let world = try World()
        let content = try await Self.parts(world)
        let id = RequestID.random()
        let reply = try await world.service.save(SaveGoal(user: World.ada, content: content), id: id)
        #expect(reply.goal.facts.id == EntityID(high: id.high, low: id.low))
        #expect(reply.goal.content == content)
        #expect(reply.goal.facts.version == 1)
        #expect(reply.goal.facts.logTime == World.now)
        #expect(reply.goal.facts.level == .safe)
        #expect(reply.verdict?.level == .safe)
        #expect(reply.goal.progress.map(\.sum) == [0, 0])
        #expect(reply.goal.progress.map(\.target) == [300, 30])
        let again = try await world.service.save(SaveGoal(user: World.ada, content: content), id: id)
        #expect(again.goal == reply.goal, "a retry gets the first answer")
        #expect(try await world.state().goals.count == 1)

        let short = GoalContent(
            title: "Read", start: World.start, target: World.start.advanced(by: 1), targets: [content.targets[1]])
        let read = try await world.service.goals(GoalsQuery(user: World.ada, goal: try await world.goal(short)))
        #expect(read.goals[0].content.importance == 5 && read.goals[0].content.termWeeks == 10)
        #expect(read.goals[0].content.status == .active)
    }

    @Test("GOL-1: a change replaces the graph; a deletion takes steps and junctions along and nothing else")
    func changeAndDelete() async throws {
        let world = try World()
        var content = try await Self.parts(world)
        let id = try await world.goal(content)
        let measure = content.targets[0].measure
        try await world.action(
            ActionContent(
                title: "Run", start: World.now, measurements: [MeasuredValue(measure: measure, value: 5)],
                contributions: [GoalContribution(goal: id, measure: measure, amount: 5)]))
        let before = try await world.state()
        #expect(before.rows["milestones"] == 2 && before.rows["expectations"] == 4)
        content.title = "Run a marathon"
        content.targets.removeLast()
        content.milestones = [Milestone(title: "20 km", target: content.target, importance: 5, urgency: 5)]
        (content.obligations, content.relevance, content.terms) = ([], [], [])
        let edit = SaveGoal(user: World.ada, edited: EditedVersion(id: id, version: 1), content: content)
        let changed = try await world.service.save(edit, id: .random()).goal
        #expect(changed.content == content)
        #expect(changed.facts.version == 2)
        #expect(changed.progress == [TargetProgress(measure: measure, sum: 5, target: 300, contributions: 1)])
        let after = try await world.state()
        #expect(after.rows["milestones"] == 1 && after.rows["obligations"] == 0 && after.rows["expectations"] == 2)
        #expect(after.rows["goal_relevances"] == 0 && after.rows["term_goal_assignments"] == 0)

        _ = try await world.service.delete(DeleteGoal(user: World.ada, goal: id), id: .random())
        let deleted = try await world.state()
        for table in [
            "goals", "expectations", "milestones", "obligations", "expectation_measures", "goal_relevances",
            "action_goal_contributions", "term_goal_assignments",
        ] { #expect(deleted.rows[table] == 0, "\(table)") }
        #expect(deleted.actions.count == 1)
        #expect(deleted.measures == before.measures)
        #expect(deleted.values == before.values)
        #expect(deleted.terms.count == 1)
        #expect(deleted.rows["abstractions"] == 5, "an action, two measures, a value and a term")
        #expect(
            await code { _ = try await world.service.delete(DeleteGoal(user: World.ada, goal: id), id: .random()) }
                == .notFound)
    }

    @Test("GOL-4: contributions add up in the unit of the target; a count is converted to no other count")
    func units() async throws {
        let world = try World()
        let (km, miles) = (try await world.measure("km", .distance), try await world.measure("mi", .distance))
        let (pages, sessions) = (try await world.measure("pages", .count), try await world.measure("sessions", .count))
        let goal = try await world.goal(
            GoalContent(
                title: "Run", start: World.start, target: World.start.advanced(by: 70),
                targets: [MeasureTarget(measure: km, value: 100), MeasureTarget(measure: pages, value: 10)]))
        func add(_ measure: EntityID, _ amount: Double) async throws {
            try await world.action(
                ActionContent(
                    title: "Run", start: World.now,
                    contributions: [GoalContribution(goal: goal, measure: measure, amount: amount)]))
        }
        try await add(km, 5)
        try await add(miles, 10)
        try await add(pages, 3)
        #expect(await wrongFields { try await add(sessions, 1) } == ["contributions[0].measure": .unitMismatch])
        let progress = try await world.service.goals(GoalsQuery(user: World.ada, goal: goal)).goals[0].progress
        #expect(abs(progress[0].sum - 21.09344) < 1e-9 && progress[0].contributions == 2)
        #expect(progress[1].sum == 3)
    }

    @Test("GOL-2: a measure in use keeps its unit and is not deleted")
    func measureInUse() async throws {
        let world = try World()
        let measure = try await world.measure()
        let goal = try await world.goal(in: measure)
        let edit = SaveMeasure(
            user: World.ada, edited: EditedVersion(id: measure, version: 1),
            content: MeasureContent(title: "Runs", unit: "mi", kind: .distance))
        #expect(await code { _ = try await world.service.save(edit, id: .random()) } == .conflict)
        let pages = try await world.measure("pages", .count)
        try await world.goal("Read", in: pages)
        let chapters = SaveMeasure(
            user: World.ada, edited: EditedVersion(id: pages, version: 1),
            content: MeasureContent(title: "Reading", unit: "chapters", kind: .count))
        #expect(await code { _ = try await world.service.save(chapters, id: .random()) } == .conflict)
        let delete = DeleteMeasure(user: World.ada, measure: measure)
        #expect(await code { _ = try await world.service.delete(delete, id: .random()) } == .conflict)
        _ = try await world.service.delete(DeleteGoal(user: World.ada, goal: goal), id: .random())
        _ = try await world.service.delete(delete, id: .random())
        #expect(try await world.state().measures.map(\.facts.id) == [pages])
    }

    @Test("GOL-4: ratios are averaged")
    func ratios() async throws {
        let world = try World()
        let share = try await world.measure("%", .ratio)
        let goal = try await world.goal("Sleep enough", in: share, 90, days: 70)
        for amount in [80.0, 60] {
            try await world.action(
                ActionContent(
                    title: "Week", start: World.now,
                    contributions: [GoalContribution(goal: goal, measure: share, amount: amount)]))
        }
        let progress = try await world.service.goals(GoalsQuery(user: World.ada, goal: goal)).goals[0].progress[0]
        #expect(progress.sum == 70)
        #expect(progress.contributions == 2)
    }

    @Test("GOL-2: a cancelled term may overlap another; it is not closed, and not planned again beside that one")
    func cancelled() async throws {
        let world = try World()
        let first = try await world.service.save(
            SaveTerm(user: World.ada, content: TermContent(start: World.start, status: .cancelled)), id: .random()
        ).term.facts
        try await world.term()
        let close = CloseTerm(
            user: World.ada, edited: EditedVersion(id: first.id, version: 1), reflection: "Never begun.")
        #expect(await code { _ = try await world.service.close(close, id: .random()) } == .conflict)
        func edit(_ status: TermStatus?) async throws {
            let content = TermContent(theme: "Later", start: World.start, status: status)
            _ = try await world.service.save(
                SaveTerm(user: World.ada, edited: EditedVersion(id: first.id, version: 1), content: content),
                id: .random())
        }
        #expect(await wrongFields { try await edit(.planned) } == ["start": .overlapping])
        try await edit(nil)
    }

    @Test("GOL-1: terms have ten weeks and the next number, are closed with a reflection, and keep their goals")
    func terms() async throws {
        let world = try World()
        let measure = try await world.measure()
        let goal = try await world.goal(
            GoalContent(
                title: "Run", start: World.start, target: World.start.advanced(by: 100),
                targets: [MeasureTarget(measure: measure, value: 1)]))
        let first = try await world.service.save(
            SaveTerm(user: World.ada, content: TermContent(start: World.start, status: .active, goals: [goal])),
            id: .random()
        ).term
        #expect(first.content.number == 1)
        #expect(first.content.end == World.start.advanced(by: 69))
        let overlapping = TermContent(start: World.start.advanced(by: 69))
        #expect(
            await wrongFields {
                _ = try await world.service.save(SaveTerm(user: World.ada, content: overlapping), id: .random())
            } == ["start": .overlapping])
        let second = try await world.term(World.start.advanced(by: 70))
        let version = EditedVersion(id: first.facts.id, version: 1)
        #expect(
            await wrongFields {
                var content = first.content
                content.status = .completed
                _ = try await world.service.save(
                    SaveTerm(user: World.ada, edited: version, content: content), id: .random())
            } == ["status": .closeInstead])
        #expect(
            await wrongFields {
                _ = try await world.service.close(
                    CloseTerm(user: World.ada, edited: version, reflection: " "), id: .random())
            } == ["reflection": .textNeeded])
        let closed = try await world.service.close(
            CloseTerm(user: World.ada, edited: version, reflection: "More rest days."), id: .random()
        ).term
        #expect(closed.content.status == .completed)
        #expect(closed.reflection == "More rest days.")
        #expect(closed.content.goals == [goal])
        let terms = try await world.service.terms(TermsQuery(user: World.ada)).terms
        #expect(terms.map(\.content.number) == [2, 1])
        #expect(terms[0].facts.id == second && terms[0].content.goals.isEmpty, "nothing is carried over by itself")
        let again = CloseTerm(
            user: World.ada, edited: EditedVersion(id: first.facts.id, version: 2), reflection: "Again")
        #expect(await code { _ = try await world.service.close(again, id: .random()) } == .conflict)
    }
}
