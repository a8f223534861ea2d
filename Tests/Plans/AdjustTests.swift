import Fixtures
import Messages
import Testing

@testable import Plans

@Suite struct AdjustTests {
    private func adjust(
        _ world: World, _ plan: Plan, revision: UInt64? = nil, _ kilocalories: Int32? = nil, protein: Int32? = nil,
        water: Int32? = nil
    ) async throws -> PlanReply {
        let request = AdjustPlan(
            user: World.ada, plan: plan.id, revision: revision, kilocalories: kilocalories, proteinGrams: protein,
            waterMillilitres: water)
        return try await world.service.adjust(request, id: .random())
    }

    @Test("PLN-5 Targets by hand replace the computed ones, move rate and date, and can be taken back")
    func adjusted() async throws {
        let world = try World()
        try await world.body()
        let plan = try #require(try await world.generate().plan)
        let changed = try #require(try await adjust(world, plan, revision: 1, 2_400, protein: 150).plan)
        #expect(changed.id == plan.id)
        #expect(changed.revision == 2)
        #expect(changed.occasion == .adjusted)
        #expect(changed.computedTargets == plan.targets)
        let targets = try #require(changed.targets)
        #expect(targets.kilocalories == 2_400)
        #expect(targets.proteinGrams == 150)
        #expect(targets.waterMillilitres == 2_800)
        // 359 kcal less a day are 0.33 kg a week: 15.3 weeks for 5 kg.
        #expect(targets.weeklyKilograms == -0.3)
        #expect(targets.estimatedWeeks == 16)
        #expect(changed.reasons.first?.numbers["kilocalories"] == 2_400)
        #expect(try await world.told()?.plan == changed)
        let back = try #require(try await adjust(world, plan).plan)
        #expect(back.targets == plan.targets)
        #expect(back.computedTargets == nil)
        #expect(back.revision == 3)
        #expect(back.reasons == plan.reasons)
    }

    @Test("PLN-4 PLN-10 Every target outside its limits is named with them, and nothing changes")
    func limits() async throws {
        let world = try World()
        try await world.body()
        let plan = try #require(try await world.generate().plan)
        var failure: ServiceError?
        do {
            _ = try await adjust(world, plan, 1_400, protein: 400, water: 12_000)
        } catch { failure = error as? ServiceError }
        let fields = failure?.fields ?? []
        #expect(fields.map(\.field) == ["kilocalories", "proteinGrams", "waterMillilitres"])
        #expect(fields.allSatisfy { $0.code == .outOfRange && $0.low ?? 0 > 0 && $0.high ?? 0 > 0 })
        // At most 750 kcal less than the expenditure, and no surplus.
        #expect(fields.first?.low == 2_009)
        #expect(fields.first?.high == 2_759)
        #expect(try await world.current().plan == plan)
        #expect(await wrongFields { _ = try await adjust(world, plan, 2_800) } == ["kilocalories": .outOfRange])
    }

    @Test("PLN-9 An edit of an older state or of a plan that is over is refused")
    func stale() async throws {
        let world = try World()
        try await world.body()
        let plan = try #require(try await world.generate().plan)
        _ = try await adjust(world, plan, 2_400)
        #expect(await code { _ = try await adjust(world, plan, revision: 1, 2_300) } == .conflict)
        try await world.generate(force: true)
        #expect(await code { _ = try await adjust(world, plan, 2_300) } == .notFound)
    }
}
