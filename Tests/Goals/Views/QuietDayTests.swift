import Messages
import Testing

@testable import Goals

/// Days with a crisis verdict: nothing measures, counts or prompts, and the person's own goals stay reachable.
@Suite struct QuietDayTests {
    private static let entry = EntityID(high: 9, low: 9)

    private static func isQuiet(_ world: World, of user: UserID = World.ada) async throws -> Bool {
        try await world.service.goals(GoalsQuery(user: user, asOf: world.asOf())).isQuiet
    }

    private static func tell(
        _ world: World, _ revision: UInt64, id: EntityID = entry, at: Milliseconds = World.now - 1_000,
        withdrawn: Bool = false
    ) async throws {
        let event = CrisisChanged(user: World.ada, id: id, revision: revision, at: at, withdrawn: withdrawn)
        try await world.store.write { try world.service.apply(event, $0) }
    }

    private static func write(
        _ world: World, _ revision: UInt64, level: Verdict.Level = .crisis, edited: Milliseconds? = nil,
        deleted: Bool = false
    ) async throws {
        let event = JournalEntryChanged(
            user: World.ada, entry: entry, revision: revision, day: World.start, at: World.now - 5_000, sentiment: nil,
            level: level, deleted: deleted, edited: edited)
        try await world.store.write { try world.service.apply(event, $0) }
    }

    @Test("SAF-4 SCO-7: while a crisis verdict is in effect there is no progress, pace, count or proposal")
    func absent() async throws {
        let world = try World()
        let prepared = try await Write.prepare(world)
        try await world.action(
            ActionContent(
                title: "Run", start: World.now, measurements: [MeasuredValue(measure: prepared.measure, value: 5)]))
        func proposals() async throws -> MatchProposals.Reply {
            try await world.service.proposals(
                MatchProposals(user: World.ada, from: World.start, through: world.asOf().today, asOf: world.asOf()))
        }
        func overview() async throws -> GoalsOverview.Reply {
            try await world.service.overview(GoalsOverview(user: World.ada, asOf: world.asOf(), countsStreak: true))
        }
        func review() async throws -> ReviewQuery.Reply {
            try await world.service.review(ReviewQuery(user: World.ada, week: World.start, asOf: world.asOf()))
        }
        #expect(try await proposals().actions.count == 1)
        #expect(try await overview().counts != nil)
        #expect(try await review().days.count == 7)
        try await Self.tell(world, 1)
        let goals = try await world.service.goals(GoalsQuery(user: World.ada, asOf: world.asOf()))
        #expect(goals.isQuiet && goals.goals.count == 1 && goals.goals[0].content.title == "Run a half marathon")
        #expect(goals.goals[0].progress.isEmpty && goals.goals[0].state == nil)
        let quiet = try await proposals()
        #expect(quiet.isQuiet)
        #expect(quiet.actions.isEmpty)
        #expect(quiet.next == nil)
        let term = try await overview()
        #expect(term.isQuiet)
        #expect(term.term?.number == 1)
        #expect(term.term?.week == nil)
        #expect(term.values.isEmpty)
        #expect(term.counts == nil)
        let answers = try await review()
        #expect(answers.isQuiet)
        #expect(answers.days.isEmpty)
        #expect(answers.correlation == nil)
        #expect(answers.review?.content.wentWell == "Runs.", "the person's own words stay")
        let read = try await world.service.read(
            ReadAction(user: World.ada, sentence: "ran 5 km", asOf: world.asOf()), id: .random())
        #expect(read.action?.measurements.count == 1)
        #expect(read.proposals.isEmpty)
        try await Self.tell(world, 2, withdrawn: true)
        #expect(try await !Self.isQuiet(world))
        #expect(try await proposals().actions.count == 1)
    }

    @Test("SAF-5: it ends with its withdrawal or after 24 hours, and concerns one person")
    func ends() async throws {
        let world = try World()
        try await Self.tell(world, 1)
        #expect(try await Self.isQuiet(world))
        #expect(try await !Self.isQuiet(world, of: World.ben))
        world.time.withLock { $0 += 24 * 3_600_000 - 1_001 }
        #expect(try await Self.isQuiet(world))
        world.time.withLock { $0 += 1 }
        #expect(try await !Self.isQuiet(world))
        world.time.withLock { $0 = World.now }
        try await Self.tell(world, 3, withdrawn: true)
        try await Self.tell(world, 1)
        #expect(try await !Self.isQuiet(world), "an older event, delivered again, changes nothing")
    }

    @Test(
        "SAF-5: a journal entry's verdict counts until the coach withdraws it or the entry is safe; an edit counts anew"
    )
    func journal() async throws {
        let world = try World()
        try await Self.write(world, 1)
        #expect(try await Self.isQuiet(world))
        try await Self.tell(world, 1, at: World.now - 5_000, withdrawn: true)
        #expect(try await !Self.isQuiet(world))
        try await Self.write(world, 2, edited: World.now - 100)
        #expect(try await Self.isQuiet(world), "the withdrawal was about the earlier text")
        try await Self.write(world, 3, level: .safe, edited: World.now)
        #expect(try await !Self.isQuiet(world))
        try await Self.write(world, 4, edited: World.now)
        #expect(try await Self.isQuiet(world))
        try await Self.write(world, 5, deleted: true)
        #expect(try await !Self.isQuiet(world))
    }

    @Test("SAF-4: a crisis in a text here is in effect at once, and until the person withdraws it with the coach")
    func own() async throws {
        let world = try World()
        world.bus.state.withLock { $0.verdict = Verdict(level: .crisis, reason: .selfHarm) }
        let id = try await world.value("Dark words")
        #expect(try await Self.isQuiet(world))
        // The coach tells of it again, and of its withdrawal under the next revision.
        try await Self.tell(world, 1, id: id, at: World.now)
        #expect(try await Self.isQuiet(world))
        try await Self.tell(world, 2, id: id, at: World.now, withdrawn: true)
        #expect(try await !Self.isQuiet(world))
    }

    @Test("A producer that was restored tells its verdicts again; those of others stay")
    func reset() async throws {
        let world = try World()
        try await Self.write(world, 1)
        try await Self.tell(world, 5, id: EntityID(high: 1, low: 1))
        try await world.store.write { try world.service.resetProducer(.sentiment, World.ada, $0) }
        #expect(try await Self.isQuiet(world))
        try await world.store.write { try world.service.resetProducer(.coaching, World.ada, $0) }
        #expect(try await !Self.isQuiet(world))
        try await Self.tell(world, 1, id: EntityID(high: 1, low: 1))
        #expect(try await Self.isQuiet(world), "an earlier revision of a restored producer counts")
    }
}
