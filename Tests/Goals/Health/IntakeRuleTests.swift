import Messages
import Testing

@testable import Goals

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
}
