import Logging
import Messages
import Testing

@testable import Goals
@testable import Storage

/// Energy, protein and water of days as actions: a goal counts what a plan aims at.
@Suite struct IntakeRuleTests {
    private func intake(
        _ day: Int, revision: UInt64 = 1, kilocalories: Double? = nil, protein: Double? = nil, water: Double? = nil
    ) -> IntakeRecorded {
        IntakeRecorded(
            user: World.ada, revision: revision, day: World.start.advanced(by: day), kilocalories: kilocalories,
            proteinGrams: protein, waterMillilitres: water)
    }

    @Test(
        "GOL-6: a day's energy, protein and water become actions in kcal, grams and ml, and count for a plan's target")
    func kinds() async throws {
        let feed = try HealthFeed()
        let world = feed.world
        let (energy, grams) = (try await world.measure("kcal", .count), try await world.measure("g", .mass))
        let (kilograms, water) = (try await world.measure("kg", .mass), try await world.measure("ml", .count))
        // The protein of a plan's ten weeks, 165 g a day.
        let goal = try await feed.goal(grams, 165 * 70)
        try await feed.rule(.kilocalories, title: "Ate", measure: energy)
        try await feed.rule(.protein, title: "Protein", measure: grams, goal: goal)
        try await feed.rule(.protein, title: "Protein in kg", measure: kilograms)
        try await feed.rule(.water, title: "Drank", measure: water)
        try await feed.deliver(intake(0, kilocalories: 1_950, protein: 165.3, water: 2_600), intake(1, protein: 0.1))
        #expect(
            try await Set(feed.actions()) == [
                "0 Ate 1950.0", "0 Protein 165.3", "0 Protein in kg 0.1653", "0 Drank 2600.0", "1 Protein 0.1",
                "1 Protein in kg 0.0001",
            ])
        let stored = try await world.service.actions(ActionsQuery(user: World.ada, goal: goal)).actions
        #expect(stored.allSatisfy { $0.content.duration == 0 })
        let progress = try await world.service.goals(GoalsQuery(user: World.ada, goal: goal)).goals[0].progress
        #expect(progress == [TargetProgress(measure: grams, sum: 165.4, target: 11_550, contributions: 2)])
    }

    @Test("GOL-6: a restated day changes its actions, a day without intake takes them along, a replay changes nothing")
    func restated() async throws {
        let feed = try HealthFeed()
        let energy = try await feed.world.measure("kcal", .count)
        try await feed.rule(.kilocalories, title: "Ate", measure: energy)
        try await feed.deliver(intake(0, kilocalories: 900), intake(0, revision: 2, kilocalories: 1_800))
        #expect(try await feed.actions() == ["0 Ate 1800.0"])
        try await feed.deliver(intake(0, kilocalories: 900))
        #expect(try await feed.actions() == ["0 Ate 1800.0"])
        try await feed.deliver(intake(0, revision: 3))
        #expect(try await feed.actions().isEmpty)
        #expect(try await feed.states() == ["empty": 1])
    }

    @Test("GOL-2: energy is counted in kcal and water in ml only, because counts do not convert; protein is a mass")
    func units() async throws {
        let feed = try HealthFeed()
        let (glasses, kcal) = (
            try await feed.world.measure("glasses", .count), try await feed.world.measure("kcal", .count)
        )
        for (kind, measure) in [
            (HealthRecordKind.water, glasses), (.kilocalories, glasses), (.water, kcal), (.protein, kcal),
        ] {
            let wrong = await wrongFields { _ = try await feed.rule(kind, title: "x", measure: measure) }
            #expect(wrong == ["measure": .unitMismatch], "\(kind)")
        }
        try await feed.rule(.kilocalories, title: "Ate", measure: kcal)
        #expect(
            await wrongFields {
                try MeasureValidator.form(MeasureContent(title: "x", unit: "kcal", kind: .mass, factor: 1))
            } == ["unit": .unitMismatch])
    }

    @Test("GOL-6: rules and records of the release before are kept, in every state, and intake comes beside them")
    func migrated() async throws {
        let world = try World()
        let old = try Store(
            path: world.directory + "/old.sqlite", service: .goals,
            key: try MasterKey.loadOrCreate(path: world.directory + "/master.key"),
            migrations: Array(Schema.migrations.prefix(6)))
        // The present code asks whether numbers are away; that release had no such table.
        try await old.write { try $0.execute("CREATE TABLE numbers (user BLOB NOT NULL PRIMARY KEY, sealed BLOB)") }
        let now: @Sendable () -> Milliseconds = { World.now }
        let before = HealthFeed.service(old, world.bus, now: now)
        let steps = try await goals(old, world).save(
            SaveMeasure(user: World.ada, content: MeasureContent(title: "Steps", unit: "steps", kind: .count)),
            id: .random()
        ).measure.facts.id
        let rule = HealthRuleContent(kind: .steps, least: 5, title: "Walked", measure: steps)
        _ = try await before.save(SaveHealthRule(user: World.ada, content: rule), id: .random())
        try await HealthFeed.receive(
            [
                HealthFeed.numbered(HealthFeed.totals(0, steps: 8_000, sleep: 27_000), 1),
                // More than an action can have.
                HealthFeed.numbered(HealthFeed.totals(1, steps: 1e13), 2),
                HealthFeed.numbered(HealthFeed.workout(1), 3), HealthFeed.numbered(HealthFeed.totals(2, steps: 7), 4),
                HealthFeed.numbered(HealthFeed.totals(2, revision: 2), 5),
            ], before)
        let rules = try await before.rules(HealthRulesQuery(user: World.ada)).rules
        let records = try await before.staged(StagedHealthQuery(user: World.ada))
        #expect(Set(records.counts.keys) == ["parsed", "unmatched", "failed", "empty"])
        try await old.write { try $0.execute("DROP TABLE numbers") }
        try old.close()

        let store = try Store(
            path: world.directory + "/old.sqlite", service: .goals,
            key: try MasterKey.loadOrCreate(path: world.directory + "/master.key"), migrations: Schema.migrations)
        let after = HealthFeed.service(store, world.bus, now: now)
        #expect(try await after.rules(HealthRulesQuery(user: World.ada)).rules == rules)
        #expect(try await after.staged(StagedHealthQuery(user: World.ada)) == records)
        #expect(try await store.read { try $0.value(String.self, "PRAGMA integrity_check") } == "ok")
        #expect(try await store.read { try $0.rows("PRAGMA foreign_key_check").count } == 0)
        try await HealthFeed.receive([HealthFeed.numbered(intake(3, kilocalories: 1_900), 6)], after)
        #expect(try await after.staged(StagedHealthQuery(user: World.ada, kind: .kilocalories)).records.count == 1)
        // A rule still goes with its abstraction.
        _ = try await after.delete(
            DeleteHealthRule(user: World.ada, rule: rules[0].facts.id, version: nil), id: .random())
        #expect(try await store.read { try $0.value(Int.self, "SELECT count(*) FROM health_rules") } == 0)
    }

    private func goals(_ store: Store, _ world: World) -> GoalsService {
        GoalsService(
            store: store, bus: world.bus, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            now: { World.now })
    }
}
