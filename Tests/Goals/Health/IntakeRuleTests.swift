import Fixtures
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

    @Test("GOL-2: energy takes a measure of energy, water one of volume, protein a mass; a thing counted fits none")
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
        try await feed.rule(.kilocalories, title: "Ate kJ", measure: try await feed.world.measure("kJ", .energy))
        try await feed.rule(.water, title: "Drank", measure: try await feed.world.measure("l", .volume))
        try await feed.deliver(intake(0, kilocalories: 1_950, water: 2_600))
        #expect(try await Set(feed.actions()) == ["0 Ate 1950.0", "0 Ate kJ 8158.8", "0 Drank 2.6"])
        #expect(
            await wrongFields {
                try MeasureValidator.form(MeasureContent(title: "x", unit: "kcal", kind: .mass, factor: 1))
            } == ["unit": .unitMismatch])
    }

    /// What the release before wrote of a person with a rule and records in every state.
    private struct Earlier: Sendable {
        var rules: [StoredHealthRule]
        var records: [StagedRecord]
        var counts: [String: Int64]
        /// By unit.
        var measures: [String: EntityID]
    }

    /// Writes as the release before did, which knew energy and volume as counts.
    private func earlier(_ store: Store) async throws -> Earlier {
        try await store.write { transaction in
            let (user, now) = (World.ada, World.now)
            let abstractions = AbstractionRows(user: user, transaction: transaction)
            var measures: [String: EntityID] = [:]
            for unit in ["steps", "kcal", "ml", "l"] {
                let id = EntityID.random()
                var texts = StoredTexts(title: "In \(unit)", detailedDescription: nil, freeformNotes: nil)
                texts.unit = unit
                try abstractions.add(id, texts, now: now)
                try transaction.execute(
                    "INSERT INTO measures (user, id, kind, factor) VALUES (?, ?, 1, 1.0)", [user, id])
                measures[unit] = id
            }
            let rule = HealthRuleContent(
                kind: .steps, least: 5, title: "Walked", measure: try #require(measures["steps"]))
            let (id, rows) = (EntityID.random(), HealthRuleRows(user: user, transaction: transaction))
            try abstractions.add(
                id, StoredTexts(title: rule.title, detailedDescription: nil, freeformNotes: nil), now: now)
            try rows.add(id, rule)
            let facts = RuleFacts(
                id: id, content: rule, level: .safe, measure: MeasureFacts(kind: .count, factor: 1))
            let staged = StagedRows(user: user, transaction: transaction)
            // Of the second day more than an action can have; the third is empty again.
            let days = [
                HealthFeed.totals(0, steps: 8_000, sleep: 27_000), HealthFeed.totals(1, steps: 1e13),
                HealthFeed.totals(2, steps: 900), HealthFeed.totals(2, revision: 2),
            ]
            for state in days.flatMap(HealthState.states) + [HealthState(HealthFeed.workout(1))] {
                try staged.put(state, now: now)
                try staged.set(RecordReading(state, [facts]), state.id)
            }
            return Earlier(
                rules: try rows.list(), records: try staged.all(after: nil, limit: 100), counts: try staged.counts(),
                measures: measures)
        }
    }

    @Test("GOL-6: rules and records of the release before are kept, in every state, and intake comes beside them")
    func migrated() async throws {
        let world = try World()
        let old = try Store(
            path: world.directory + "/old.sqlite", service: .goals,
            key: try MasterKey.loadOrCreate(path: world.directory + "/master.key"),
            migrations: Array(Schema.migrations.prefix(6)))
        let before = try await earlier(old)
        #expect(Set(before.counts.keys) == ["parsed", "unmatched", "failed", "empty"])
        try old.close()

        let store = try Store(
            path: world.directory + "/old.sqlite", service: .goals,
            key: try MasterKey.loadOrCreate(path: world.directory + "/master.key"), migrations: Schema.migrations)
        try await MeasureRows.classify(store)
        let after = HealthFeed.service(store, world.bus, now: { World.now })
        #expect(try await after.rules(HealthRulesQuery(user: World.ada)).rules == before.rules)
        #expect(try await after.staged(StagedHealthQuery(user: World.ada)).counts == before.counts)
        #expect(
            try await store.read { try StagedRows(user: World.ada, transaction: $0).all(after: nil, limit: 100) }
                == before.records)
        #expect(try await store.read { try $0.value(String.self, "PRAGMA integrity_check") } == "ok")
        #expect(try await store.read { try $0.rows("PRAGMA foreign_key_check").count } == 0)
        try await HealthFeed.receive([HealthFeed.numbered(intake(3, kilocalories: 1_900), 1)], after)
        #expect(try await after.staged(StagedHealthQuery(user: World.ada, kind: .kilocalories)).records.count == 1)
        // Measures in which the targets of plans were counted take the quantity of their unit.
        let measures = try await goals(store, world).measures(MeasuresQuery(user: World.ada)).measures
        let kinds = before.measures.mapValues { id in measures.first { $0.facts.id == id }?.content.kind }
        #expect(kinds == ["steps": .count, "kcal": .energy, "ml": .volume, "l": .count])
        let rule = HealthRuleContent(
            kind: .kilocalories, title: "Ate", measure: try #require(before.measures["kcal"]))
        _ = try await after.save(SaveHealthRule(user: World.ada, content: rule), id: .random())
        let eaten = try await goals(store, world).actions(ActionsQuery(user: World.ada)).actions
        #expect(eaten.first { $0.content.title == "Ate" }?.content.measurements.first?.value == 1_900)
        // A rule still goes with its abstraction.
        _ = try await after.delete(
            DeleteHealthRule(user: World.ada, rule: before.rules[0].facts.id, version: nil), id: .random())
        #expect(try await store.read { try $0.value(Int.self, "SELECT count(*) FROM health_rules") } == 1)
    }

    private func goals(_ store: Store, _ world: World) -> GoalsService {
        GoalsService(
            store: store, bus: world.bus, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            now: { World.now })
    }
}
