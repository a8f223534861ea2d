import Fixtures
import LocalTime
import Messages
import Testing

@testable import Goals

/// Actions from one sentence.
@Suite struct QuickAddTests {
    /// World.now is 14:13 in UTC, 16:13 in Berlin.
    private static func read(
        _ world: World, _ sentence: String, zone: String? = "Europe/Berlin", language: String = "en"
    ) async throws -> ReadAction.Reply {
        try await world.service.read(
            ReadAction(
                user: World.ada, sentence: sentence, asOf: world.asOf(), timeZone: zone, language: language,
                country: "DE"), id: .random())
    }

    /// Hours after midnight of a day in Berlin.
    private static func hour(_ start: Milliseconds, of day: Day) -> Double {
        let calendar = LocalCalendar([ZonePeriod(since: 0, zone: "Europe/Berlin")])
        return Double(start / 1000 - calendar.start(of: day)) / 3600
    }

    @Test("GOL-10: a sentence becomes title, start, duration and measures, and saves nothing")
    func reading() async throws {
        let world = try World()
        let km = try await world.measure()
        let before = try await world.state()
        let today = world.asOf().today
        let morning = try await Self.read(world, "ran 5 km this morning")
        #expect(morning.action?.title == "Ran")
        #expect(morning.day == today)
        #expect(morning.unmeasured.isEmpty)
        #expect(morning.action?.measurements == [MeasuredValue(measure: km, value: 5)])
        #expect(Self.hour(morning.action?.start ?? 0, of: today) == 8.5, "the middle of the morning")
        let half = try await Self.read(world, "Gestern 30 Minuten meditiert", language: "de")
        #expect(half.day == today.advanced(by: -1))
        #expect(half.action?.duration == 1_800)
        #expect(Self.hour(half.action?.start ?? 0, of: today.advanced(by: -1)) == 12)
        #expect(half.unmeasured == [ReadAmount(kind: .duration, value: 1_800)])
        #expect(half.action?.measurements == [])
        let just = try await Self.read(world, "swam for 20 minutes", zone: nil)
        #expect(just.action?.start == World.now / 1000 * 1000 - 1_200_000, "it has just ended")
        let clock = try await Self.read(world, "Yoga at 7:30 am")
        #expect(Self.hour(clock.action?.start ?? 0, of: today) == 7.5)
        #expect(try await world.state().withoutVerdicts == before.withoutVerdicts)
    }

    @Test("GOL-10: the measure is the only one of its kind, or that of an active goal; things counted need their name")
    func measures() async throws {
        let world = try World()
        let (km, miles) = (try await world.measure("km"), try await world.measure("mi"))
        let both = try await Self.read(world, "ran 5 km")
        #expect(both.action?.measurements == [])
        #expect(both.unmeasured == [ReadAmount(kind: .distance, value: 5_000)])
        try await world.goal(
            GoalContent(
                title: "Walk", start: World.start, target: World.start.advanced(by: 69),
                targets: [MeasureTarget(measure: miles, value: 100)]))
        let chosen = try await Self.read(world, "ran 26.2 miles")
        #expect(chosen.action?.measurements == [MeasuredValue(measure: miles, value: 26.2)])
        #expect(km != miles)
        let pages = MeasureContent(title: "Reading", unit: "pages", kind: .count)
        let reading = try await world.service.save(SaveMeasure(user: World.ada, content: pages), id: .random())
        let pushUps = try await Self.read(world, "30 push-ups before lunch")
        #expect(pushUps.action?.measurements == [])
        #expect(pushUps.unmeasured.map(\.value) == [30])
        let read = try await Self.read(world, "read 20 pages")
        #expect(read.action?.measurements == [MeasuredValue(measure: reading.measure.facts.id, value: 20)])
    }

    @Test("GOL-10: a sentence that names a goal which says how often counts once for it, in both languages")
    func often() async throws {
        for (unit, title, sentence, language) in [
            ("times", "Meditate more often", "meditated this morning", "en"),
            ("Mal", "Öfter meditieren", "heute früh meditiert", "de"),
        ] {
            let world = try World()
            let content = MeasureContent(title: unit, unit: unit, kind: .count)
            let times = try await world.service.save(SaveMeasure(user: World.ada, content: content), id: .random())
                .measure.facts.id
            try await world.goal(
                GoalContent(
                    title: title, start: World.start, target: World.start.advanced(by: 69),
                    targets: [MeasureTarget(measure: times, value: 10)]))
            let read = try await Self.read(world, sentence, language: language)
            #expect(read.proposals.flatMap(\.contributions).map(\.amount) == [1], "\(read)")
            #expect(try await Self.read(world, "read a book", language: language).proposals.isEmpty)
        }
    }

    @Test("GOL-10: the read action comes with the goals of the running term that it fits")
    func proposals() async throws {
        let world = try World()
        let content = try await GoalTests.parts(world)
        let goal = try await world.goal(content)
        let read = try await Self.read(world, "ran 5 km this morning")
        let proposal = try #require(read.proposals.first)
        #expect(proposal.goal == goal)
        #expect(proposal.title == "Run a half marathon")
        #expect(
            proposal.contributions == [
                GoalContribution(goal: goal, measure: content.targets[0].measure, amount: 5)
            ])
        var action = try #require(read.action)
        action.contributions = proposal.contributions
        try await world.action(action, on: try #require(read.day))
        #expect(try await world.state().goals[0].progress[0].sum == 5)
    }

    @Test("SAF-1 SAF-4: a sentence in crisis is not read: it gets the card, and the rest of the day is quiet")
    func crisis() async throws {
        let world = try World()
        let card = CrisisCard(
            title: "You are not alone", message: "Talk to someone.", emergencyNumber: "112", lines: [], disclaimer: "",
            country: "DE", checkedOn: World.start)
        world.bus.state.withLock { $0.verdict = Verdict(level: .crisis, reason: .selfHarm, card: card) }
        let id = RequestID.random()
        let reply = try await world.service.read(
            ReadAction(user: World.ada, sentence: "a terrible day", asOf: world.asOf()), id: id)
        #expect(reply.action == nil)
        #expect(reply.day == nil)
        #expect(reply.proposals.isEmpty)
        #expect(reply.verdict?.card == card)
        let told = try await world.store.read {
            try AbstractionRows(user: World.ada, transaction: $0).crises(since: nil)
        }
        #expect(told.map(\.id) == [EntityID(high: id.high, low: id.low)], "coaching hears of it, also if it asks anew")
        #expect(try await world.service.goals(GoalsQuery(user: World.ada)).isQuiet)
        world.bus.state.withLock { $0.verdict = nil }
        #expect(await code { _ = try await Self.read(world, "ran 5 km") } == .unavailable, "unjudged, it is not read")
    }

    @Test("GOL-2: an empty or endless sentence and an unknown time zone are refused; a long one keeps its words")
    func wrong() async throws {
        let world = try World()
        #expect(await wrongFields { _ = try await Self.read(world, " \n") } == ["sentence": .textNeeded])
        let endless = String(repeating: "run ", count: 300)
        #expect(await wrongFields { _ = try await Self.read(world, endless) } == ["sentence": .tooLong])
        #expect(await code { _ = try await Self.read(world, "ran", zone: "Mars/Base") } == .invalid)
        let long = "Walked " + String(repeating: "and talked ", count: 40) + "home"
        let read = try await Self.read(world, long)
        #expect(read.action?.title?.unicodeScalars.count == 200)
        #expect(read.action?.freeformNotes == long)
        try await world.action(try #require(read.action), on: try #require(read.day))
    }
}
