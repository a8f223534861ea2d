import Messages
import TestTraits
import Testing

@testable import Plans

/// What a weight would change, before it is saved (PLN-9).
@Suite(.tags(.processes)) struct EstimateTests {
    private func estimate(
        _ world: World, of user: UserID = World.ada, _ change: (inout BodyProfile) -> Void
    ) async throws -> EstimatePlan.Reply {
        var body = World.body(of: user, revision: 2)
        change(&body)
        return try await world.service.estimate(EstimatePlan(user: user, body: body))
    }

    @Test("PLN-9 an estimate is the plan that follows, to the last number, and nothing is stored")
    func same() async throws {
        let world = try World()
        try await world.body()
        let first = try await world.generate()
        let events = world.events
        let estimated = try await estimate(world) { ($0.weightKilograms, $0.weightAt) = (78.5, World.now) }
        #expect(estimated.targets != nil && estimated.targets != first.plan?.targets)
        #expect(world.events == events)
        let current = try await world.service.current(CurrentPlan(user: World.ada))
        #expect(current.plan == first.plan)
        #expect(current.isStale == false)
        try await world.body(revision: 2) { ($0.weightKilograms, $0.weightAt) = (78.5, World.now) }
        #expect(try await world.generate().plan?.targets == estimated.targets)
    }

    @Test("PLN-2 PLN-9 a weight that no body reaches is estimated as one that waits")
    func waits() async throws {
        let world = try World()
        try await world.body()
        let first = try await world.generate()
        let estimated = try await estimate(world) { ($0.weightKilograms, $0.weightAt) = (180, World.now) }
        #expect(estimated.waitingWeight?.kilograms == 180)
        #expect(estimated.targets == first.plan?.targets)
    }

    @Test(
        "PLN-9 PLN-10 without a plan, with numbers away, where care asks for none and for another person there is no estimate"
    )
    func none() async throws {
        let world = try World()
        try await world.body()
        let lighter = { (body: inout BodyProfile) in (body.weightKilograms, body.weightAt) = (78, World.now) }
        #expect(try await estimate(world, lighter) == EstimatePlan.Reply())
        _ = try await world.generate()
        #expect(try await estimate(world, lighter).targets != nil)
        #expect(try await estimate(world) { $0.targetKilograms = 45 }.targets == nil)
        #expect(try await estimate(world) { $0.birthday = nil }.targets == nil)
        let body = World.body(of: World.ben, revision: 2)
        await #expect(throws: ServiceError.self) {
            try await world.service.estimate(EstimatePlan(user: World.ada, body: body))
        }
        _ = try await world.service.show(ShowNumbers(user: World.ada, shown: false), id: .random())
        #expect(try await estimate(world, lighter) == EstimatePlan.Reply())
    }
}
