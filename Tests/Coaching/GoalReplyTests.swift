import Messages
import Testing

@testable import Coaching

/// The coach answers from the goals service, and its cards know what was done for goals (GOL-8).
@Suite struct GoalReplyTests {
    private static let km = EntityID(high: 1, low: 1)
    private static let goal = EntityID(high: 2, low: 1)

    private func facts(_ id: EntityID) -> RecordFacts { RecordFacts(id: id, version: 1, logTime: 0, level: .safe) }

    private func world(isQuiet: Bool = false, kind: MeasureKind = .distance) async throws -> World {
        let world = try await World()
        let content = GoalContent(
            title: "Run 100 km", start: World.day, target: World.day.advanced(by: 69),
            targets: [MeasureTarget(measure: Self.km, value: 100)])
        let progress = TargetProgress(measure: Self.km, sum: 5, target: 100, contributions: 1)
        world.others.goals(
            GoalsQuery.Reply(
                goals: [Goal(facts: facts(Self.goal), content: content, progress: isQuiet ? [] : [progress])],
                isQuiet: isQuiet),
            MeasuresQuery.Reply(measures: [
                Measure(
                    facts: facts(Self.km),
                    content: MeasureContent(title: "Distance", unit: "km", kind: kind, factor: 1_000))
            ]),
            ActionsQuery.Reply(actions: []))
        return world
    }

    @Test(
        "GOL-8 what is stored under goals is said, and no message is phrased by a model",
        arguments: [
            "How many kilometres have I run?", "What are my goals?", "How far am I with running?",
            "How is my goal going?", "Wie weit bin ich mit dem Ziel?",
        ])
    func stored(_ text: String) async throws {
        let world = try await world()
        let reply = try await world.say(text, country: "IE")
        #expect(
            reply.coachReply.replacing("\u{202F}", with: " ").contains(
                text.hasPrefix("Wie") ? "5 von 100 km" : "5 of 100 km"), "\(reply.coachReply)")
        #expect(reply.gate == "numbers")
        #expect(reply.source == .composed)
        #expect(world.others.phrases.isEmpty)
        #expect(reply.namesPlan == nil)
    }

    @Test("GOL-8 while goals cannot be reached, the coach says so, and other messages are answered as before")
    func unreachable() async throws {
        let world = try await World()
        let reply = try await world.say("What are my goals?")
        #expect(reply.gate == "unavailable")
        world.others.workouts([])
        #expect(try await world.say("How far am I with running?").gate != "unavailable")
    }

    @Test("PLN-10 a reply with amounts of food or weight is shown without them once numbers are put away")
    func hidden() async throws {
        let world = try await world(kind: .bodyMass)
        let id = RequestID.random()
        #expect(try await world.say("How is my goal going?", id: id).namesPlan == true)
        let event = PlanUpdated(user: world.user, revision: 1, plan: nil, care: nil, numbersHidden: true)
        try await world.store.write { [coaching = world.coaching] in try coaching.apply(event, $0) }
        let again = try await world.say("How is my goal going?", id: id)
        #expect(!again.coachReply.contains { $0.isNumber }, "\(again.coachReply)")
    }

    @Test("SCO-7 while a crisis is in effect, goals are named without amounts")
    func quiet() async throws {
        let reply = try await world(isQuiet: true).say("How is my goal going?")
        #expect(reply.coachReply.contains("Run 100 km"))
        #expect(!reply.coachReply.contains("5 of"))
    }

    // MARK: Cards

    private func action(
        _ revision: UInt64, at: Milliseconds = World.at, seconds: Int64 = 600, deleted: Bool = false
    ) -> ActionCompleted {
        ActionCompleted(
            user: UserID.random(), action: Self.goal, revision: revision, day: World.day, at: at, duration: seconds,
            goals: [], deleted: deleted)
    }

    @Test("GOL-8 completed actions count as recent completions until they are deleted; older events change nothing")
    func actions() async throws {
        var state = CoachState()
        #expect(!state.hasRecentCompletion(at: World.at))
        state.note(action(2))
        #expect(state.hasRecentCompletion(at: World.at + 1))
        #expect(!state.hasRecentCompletion(at: World.at - 1))
        #expect(!state.hasRecentCompletion(at: World.at + 48 * World.hour))
        #expect(state.usualSeconds.map { abs($0 - 600) < 1e-9 } == true)
        state.note(action(1, seconds: 60))
        #expect(state.actions.map(\.seconds) == [600])
        // A run of two hours says nothing of how long a suggestion may take.
        state.note(action(3, seconds: 7_200))
        #expect(state.usualSeconds == nil)
        state.note(action(4, deleted: true))
        #expect(state.actions.isEmpty)
    }

    @Test("GOL-8 the latest actions are kept")
    func bounded() {
        var state = CoachState()
        for number in 0..<(CoachState.maximumActions + 5) {
            var event = action(1, at: World.at - Milliseconds(number) * World.hour)
            event.action = EntityID(high: 9, low: UInt64(number))
            state.note(event)
        }
        #expect(state.actions.count == CoachState.maximumActions)
        #expect(state.actions.last?.at == World.at)
        #expect(state.actions == state.actions.sorted { $0.at < $1.at })
    }

    @Test("GOL-8 a goal with more to come calls for suggestions about goals, and one on its way does not")
    func need() async throws {
        func event(_ reached: Double, _ revision: UInt64, _ status: GoalStatus = .active) -> GoalProgressed {
            GoalProgressed(
                user: UserID.random(), goal: Self.goal, revision: revision, status: status,
                start: World.day.advanced(by: -50), target: World.day.advanced(by: 50), reached: reached)
        }
        var state = CoachState()
        #expect(state.need(.goals, nil, on: World.day) == 0)
        state.note(event(0.1, 1))
        #expect(abs(state.need(.goals, nil, on: World.day) - 0.4) < 1e-9)
        #expect(state.need(.sleep, nil, on: World.day) == 0)
        #expect(state.need(.goals, nil, on: World.day.advanced(by: 51)) == 0)
        state.note(event(0.6, 2))
        #expect(state.need(.goals, nil, on: World.day) == 0)
        state.note(event(0.1, 3, .onHold))
        #expect(state.goals.isEmpty)
    }

    @Test("GOL-8 what a restored goals service sends again starts anew")
    func reset() async throws {
        let world = try await World()
        var event = action(5)
        event.user = world.user
        try await world.store.write { [coaching = world.coaching, event] in try coaching.apply(event, $0) }
        #expect(try await world.state().actions.count == 1)
        try await world.store.write { [coaching = world.coaching, user = world.user] in
            try coaching.resetProducer(.goals, user, $0)
        }
        #expect(try await world.state().actions.isEmpty)
    }

    @Test(
        "COA-8 without a goal that counts them, distances are those of the workouts",
        arguments: [
            (
                "How many kilometres have I run?",
                "Your runs so far add up to 12.5 km, from 2 workouts with a distance. One more came without a distance."
            ),
            (
                "How many miles did I cycle this month?",
                "Your rides this month add up to 12.4 mi, from one workout with a distance."
            ),
            ("How many kilometres did I swim this week?", "Your swims this week came without a distance"),
            ("How many kilometres have I walked?", "I have no walks of yours so far"),
            (
                "Wie viele Kilometer bin ich gelaufen?",
                "Deine Läufe ergeben bisher zusammen 12,5 km, aus 2 Trainings mit Strecke."
            ),
        ])
    func workouts(_ text: String, _ expected: String) async throws {
        let world = try await World()
        world.others.goals(
            GoalsQuery.Reply(goals: [], isQuiet: false), MeasuresQuery.Reply(measures: []),
            ActionsQuery.Reply(actions: []))
        world.others.workouts([
            WorkoutSum(activity: "cycling", workouts: 1, measured: 1, distance: 20_000),
            WorkoutSum(activity: "running", workouts: 3, measured: 2, distance: 12_500),
            WorkoutSum(activity: "swimming", workouts: 1),
        ])
        let reply = try await world.say(text, country: "IE")
        #expect(
            reply.coachReply.replacing("\u{202F}", with: " ").contains(expected), "\(reply.coachReply)")
        #expect(reply.gate == "numbers")
        world.others.workouts(nil)
        #expect(try await world.say(text, country: "IE").gate == "unavailable")
    }
}
