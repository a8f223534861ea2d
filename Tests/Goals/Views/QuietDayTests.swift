import Messages
import Testing

@testable import Goals
@testable import Storage

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
        // The coach tells of its withdrawal under the next revision.
        try await Self.tell(world, 2, id: id, at: World.now, withdrawn: true)
        #expect(try await !Self.isQuiet(world))
        // A crisis in a later text is a new one.
        world.time.withLock { $0 += 1 }
        _ = try await world.service.save(
            SaveValue(
                user: World.ada, edited: EditedVersion(id: id, version: 1), content: ValueContent(title: "Darker")),
            id: .random())
        #expect(try await Self.isQuiet(world))
        try await Self.tell(world, 3, id: id, at: World.now + 1, withdrawn: true)
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

    /// A text's verdict, told by each source.
    private static func judge(_ world: World, _ level: Verdict.Level) async throws {
        world.bus.state.withLock { $0.verdict = Verdict(level: level, reason: level == .safe ? nil : .selfHarm) }
        try await world.value("A text")
        let asked = SimilarTitles(user: World.ada, title: "A text")
        _ = try await world.service.similar(asked, id: .random())
        try await write(world, 1, level: level)
        try await tell(world, 1, withdrawn: level < .crisis)
    }

    /// The rows of verdicts as a thief without the key sees them.
    private static func shown(_ world: World) async throws -> [String] {
        try await world.store.read { transaction in
            let verdicts = try transaction.rows(
                "SELECT source, level, withdrawn, length(sealed) AS size FROM crises"
            ).map {
                "\(try $0["source"] as Int) \(try $0["level"] as Int) \(try $0["withdrawn"] as Int) \(try $0["size"] as Int? ?? 0)"
            }
            let texts = try transaction.rows("SELECT level, length(texts) AS size FROM abstractions").map {
                "\(try $0["level"] as Int) \(try $0["size"] as Int)"
            }
            let events = try transaction.rows("SELECT consumer, length(sealed) AS size FROM storage_outbox").map {
                "\(try $0["consumer"] as String) \(try $0["size"] as Int)"
            }
            return verdicts.sorted() + texts + events
        }
    }

    @Test("SEC-15 SCO-7: a crisis leaves the rows, numbers, events and lengths of any other verdict")
    func alike() async throws {
        let worlds = (try World(), try World())
        try await Self.judge(worlds.0, .crisis)
        try await Self.judge(worlds.1, .safe)
        let rows = try await Self.shown(worlds.0)
        #expect(rows.count == 7 && rows[0] == "1 0 0 61")
        #expect(try await Self.shown(worlds.1) == rows)
        #expect(try await Self.isQuiet(worlds.0))
        #expect(try await !Self.isQuiet(worlds.1))
        #expect(try await worlds.0.service.values(ValuesQuery(user: World.ada)).values[0].facts.level == .crisis)
    }

    @Test("SEC-15 SCO-7: verdicts that an earlier release reads are sealed with its last word")
    func upgraded() async throws {
        for level in [Verdict.Level.crisis, .caution, .safe] {
            let world = try World()
            let check = try world.store.masterKey.makeCheck(service: .goals, rows: .accepted)
            try await world.store.write { try $0.execute("UPDATE storage_meta SET key_check = ?", [check]) }
            try await Self.judge(world, level)
            // The earlier release takes each row that is not withdrawn for a crisis.
            let withdrawn = try await world.store.read {
                try $0.value(Int.self, "SELECT count(*) FROM crises WHERE withdrawn = 0 AND sealed IS NULL")
            }
            #expect(withdrawn == (level == .crisis ? 4 : 0))
            func expectVerdict() async throws {
                #expect(try await Self.isQuiet(world) == (level == .crisis))
                let value = try await world.service.values(ValuesQuery(user: World.ada)).values[0]
                #expect(value.facts.level == level)
                let told = try await world.store.read {
                    try AbstractionRows(user: World.ada, transaction: $0).crises(since: nil)
                }
                #expect(told.count == (level == .crisis ? 2 : 0))
            }
            try await expectVerdict()
            try await world.store.requireProofs(in: [], confirmed: nil, last: { try GoalsService.hideContent($0) })
            try await expectVerdict()
            let shown = try await world.store.read {
                try $0.value(
                    Int.self,
                    """
                    SELECT (SELECT count(*) FROM crises WHERE level <> 0 OR withdrawn <> 0 OR sealed IS NULL)
                        + (SELECT count(*) FROM abstractions WHERE level <> 1)
                    """)
            }
            #expect(shown == 0)
        }
    }

    @Test("SEC-15 SCO-7: the time of a verdict's row does not tell that an earlier crisis stays in effect")
    func times() async throws {
        let world = try World()
        let id = EntityID.random()
        let later = World.now + 60_000
        try await world.store.write { transaction in
            let rows = CrisisRows(user: World.ada, transaction: transaction)
            try rows.put(id, .own, revision: 1, at: World.now, level: .crisis, keepsCrisis: true)
            try rows.put(id, .own, revision: 2, at: later, level: .safe, keepsCrisis: true)
            #expect(try transaction.value(Milliseconds.self, "SELECT at FROM crises") == later)
            #expect(try rows.own(since: .min).map(\.at) == [World.now])
            #expect(try rows.own(since: later).isEmpty)
            let end = World.now + CrisisRows.duration
            #expect(try rows.isInEffect(at: end - 1))
            #expect(try !rows.isInEffect(at: end))
        }
    }

    @Test("SCO-7: a crisis in a text stays one when the text is changed, and a damaged verdict counts as one")
    func kept() async throws {
        let world = try World()
        world.bus.state.withLock { $0.verdict = Verdict(level: .crisis, reason: .selfHarm) }
        let id = try await world.value("A text")
        world.bus.state.withLock { $0.verdict = Verdict(level: .safe) }
        _ = try await world.service.save(
            SaveValue(
                user: World.ada, edited: EditedVersion(id: id, version: 1), content: ValueContent(title: "Another")),
            id: .random())
        #expect(try await Self.isQuiet(world))
        let other = try World()
        try await Self.write(other, 1, level: .safe)
        #expect(try await !Self.isQuiet(other))
        try await other.store.write { try $0.execute("UPDATE crises SET sealed = x'00'") }
        #expect(try await Self.isQuiet(other))
    }
}
