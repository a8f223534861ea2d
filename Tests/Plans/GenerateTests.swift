import Fixtures
import Messages
import Testing

@testable import Plans

@Suite struct GenerateTests {
    @Test("PLN-1 An incomplete profile is refused, and every missing value is named")
    func incomplete() async throws {
        let world = try World()
        let all = await wrongFields { try await world.generate() }
        #expect(
            all == [
                "body.sex": .needed, "body.birthday": .needed, "body.heightCentimetres": .needed,
                "body.weightKilograms": .needed, "body.aim": .needed, "body.activity": .needed,
            ])
        try await world.body {
            $0.targetKilograms = nil
            $0.birthday = nil
        }
        #expect(
            await wrongFields { try await world.generate() }
                == ["body.birthday": .needed, "body.targetKilograms": .needed])
        // To keep a weight takes no target; a weight may come from a scale.
        try await world.body(revision: 2) {
            $0.targetKilograms = nil
            $0.weightKilograms = nil
            $0.aim = .maintain
        }
        #expect(await wrongFields { try await world.generate() } == ["body.weightKilograms": .needed])
        try await world.weigh(80)
        #expect(try await world.generate().plan?.targets?.kilocalories == 2759)
    }

    @Test("PLN-2 PLN-3 PLN-5 The first plan has the targets of the formulas, a week of seven days and four reasons")
    func first() async throws {
        let world = try World()
        try await world.zone("Pacific/Auckland")
        try await world.body()
        let reply = try await world.generate()
        let plan = try #require(reply.plan)
        #expect(reply.recomputed)
        #expect(reply.previousTargets == nil)
        #expect(reply.changes.isEmpty)
        #expect(reply.care == nil)
        let energy = try #require(plan.energy)
        #expect(energy.bmr == 1780)
        #expect(energy.tdee == 2759)
        #expect(energy.tdeeLow < 2759)
        #expect(energy.tdeeHigh > 2759)
        #expect(energy.source == .formula)
        #expect(energy.equation == .mifflinStJeor)
        #expect(
            plan.targets
                == PlannedTargets(
                    kilocalories: 2259, proteinGrams: 176, waterMillilitres: 2800, weeklyKilograms: -0.5,
                    estimatedWeeks: 11, projectedDay: World.today.advanced(by: 1 + 77)))
        // In Auckland it is Thursday already.
        #expect(plan.weekStart == World.today.advanced(by: 1))
        #expect(plan.weekEnd == World.today.advanced(by: 7))
        #expect(plan.status == .active)
        #expect(plan.occasion == .first)
        #expect(plan.computedAt == World.now)
        #expect(plan.reasons.map(\.target) == [.calories, .protein, .water, .weeklyRate])
        #expect(plan.reasons.allSatisfy { !$0.numbers.isEmpty && !$0.sources.isEmpty })
        #expect(world.events == [PlanUpdated.type])
        let told = try await world.told()
        #expect(told?.plan == plan)
        #expect(told?.revision == 1)
        #expect(told?.numbersHidden == false)
    }

    @Test("PLN-5 A plan of the week is returned as is; forceRecompute returns the targets before")
    func cached() async throws {
        let world = try World()
        try await world.body()
        let first = try await world.generate()
        world.wait(6 * World.day)
        let again = try await world.generate()
        #expect(again.plan == first.plan)
        #expect(!again.recomputed)
        #expect(again.previousTargets == nil)
        let forced = try await world.generate(force: true)
        #expect(forced.recomputed)
        #expect(forced.plan?.id != first.plan?.id)
        #expect(forced.plan?.occasion == .forced)
        #expect(forced.previousTargets == first.plan?.targets)
        #expect(try await world.current().plan == forced.plan)
        world.wait(7 * World.day)
        let next = try await world.generate()
        #expect(next.recomputed)
        #expect(next.plan?.occasion == .first)
        let history = try await world.history()
        #expect(history.map(\.plan.status) == [.active, .completed, .replaced])
        #expect(history.map(\.plan.id) == [next, forced, first].compactMap(\.plan?.id))
    }

    @Test("PLN-5 A computation that gives the active plan again adds none; a change by hand and a new week do")
    func equal() async throws {
        let world = try World()
        try await world.body { $0.weightAt = World.now - 1_000 }
        let first = try #require(try await world.generate().plan)
        let events = world.events.count
        for _ in 0..<5 {
            let forced = try await world.generate(force: true)
            #expect(forced.recomputed)
            #expect(forced.plan == first)
            #expect(forced.changes.isEmpty)
            #expect(forced.previousTargets == first.targets)
        }
        #expect(try await world.history().count == 1 && world.events.count == events)
        // The same weight stated again on the same day: the plan stays, and is up to date.
        try await world.body(revision: 2) { $0.weightAt = World.now }
        #expect(try await world.current().isStale)
        let confirmed = try await world.generate()
        #expect(confirmed.recomputed)
        #expect(confirmed.plan?.id == first.id)
        #expect(confirmed.plan?.targets == first.targets)
        #expect(confirmed.plan?.inputs?.weightAt == World.now)
        #expect(confirmed.plan?.revision == 2)
        #expect(try await !world.current().isStale)
        #expect(try await world.history().count == 1)
        let request = AdjustPlan(user: World.ada, plan: first.id, kilocalories: 2_300)
        _ = try await world.service.adjust(request, id: .random())
        let back = try await world.generate(force: true)
        #expect(back.plan?.id != first.id)
        #expect(back.plan?.targets == first.targets)
        #expect(back.previousTargets?.kilocalories == 2_300)
        world.wait(8 * World.day)
        #expect(try await world.generate().plan?.occasion == .first)
        #expect(try await world.history().count == 3)
    }

    @Test("PLN-5 A changed profile recomputes; changes over 50 kcal or 10 g are significant, and the date moves")
    func profileChanged() async throws {
        let world = try World()
        try await world.body()
        let first = try await world.generate()
        try await world.body(revision: 2) { $0.activity = .light }
        #expect(try await world.current().isStale)
        let next = try await world.generate()
        #expect(next.recomputed)
        #expect(next.plan?.occasion == .profileChanged)
        #expect(next.previousTargets == first.plan?.targets)
        let energy = try #require(next.changes.first { $0.target == .calories })
        #expect(energy.old == 2259)
        #expect(energy.new == (1780 * 1.375 - 500).rounded())
        #expect(energy.isSignificant)
        #expect(next.changes.contains { $0.target == .protein } == false)
        try await world.body(revision: 3) {
            $0.activity = .light
            $0.targetKilograms = 70
        }
        let later = try await world.generate()
        #expect(later.changes.isEmpty)
        #expect(later.weeksMoved == 11)
        #expect(try await world.current().isStale == false)
        // The same revision sent again changes nothing.
        try await world.body(revision: 3)
        #expect(try await world.generate().recomputed == false)
    }

    @Test("PLN-5 A newer weight from ingestion recomputes; an older one, one of the future and a repeated one do not")
    func newWeight() async throws {
        let world = try World()
        try await world.body()
        try await world.generate()
        try await world.weigh(90, on: World.today.advanced(by: -10), at: World.now - 10 * World.day)
        try await world.weigh(90, on: World.today.advanced(by: 30), at: World.now + 30 * World.day)
        #expect(try await world.generate().recomputed == false)
        try await world.weigh(79)
        let next = try await world.generate()
        #expect(next.recomputed)
        #expect(next.plan?.occasion == .newWeight)
        #expect(next.plan?.inputs?.kilograms == 79)
        #expect(next.plan?.inputs?.isMeasured == true)
        let energy = try #require(next.changes.first { $0.target == .calories })
        #expect(energy.new - energy.old == -15 || energy.new - energy.old == -16)
        #expect(!energy.isSignificant)
        try await world.weigh(79)
        #expect(try await world.generate().recomputed == false)
        // A later statement counts more than the scale.
        try await world.body(revision: 2) {
            $0.weightKilograms = 78
            $0.weightAt = World.now + 1
        }
        #expect(try await world.generate().plan?.inputs?.kilograms == 78)
        // Without the statement the deleted reading leaves the one before it.
        try await world.body(revision: 3) { $0.weightKilograms = nil }
        #expect(try await world.generate().plan?.inputs?.kilograms == 79)
        try await world.weigh(nil, revision: 2)
        #expect(try await world.generate().plan?.inputs?.kilograms == 90)
    }

    @Test("PLN-5 A profile that was just changed counts before its event arrives, and the event changes nothing more")
    func carried() async throws {
        let world = try World()
        func ask(_ body: BodyProfile) async throws -> PlanReply {
            try await world.service.generate(GeneratePlan(user: World.ada, body: body), id: .random())
        }
        #expect(await code { _ = try await ask(BodyProfile(user: World.ada)) } == .invalid)
        var body = World.body()
        #expect(try await ask(body).recomputed)
        body.revision = 2
        body.activity = .light
        #expect(try await ask(body).plan?.occasion == .profileChanged)
        try await world.tell(body)
        #expect(try await world.generate().recomputed == false)
        // An older one is not taken back.
        #expect(try await ask(World.body()).recomputed == false)
        #expect(await code { _ = try await ask(World.body(of: World.ben)) } == .invalid)
    }

    @Test("PLN-4 A value behind an implausible result is named, and the plan before it stays")
    func implausible() async throws {
        let world = try World()
        try await world.body()
        let first = try await world.generate()
        try await world.body(revision: 2) {
            $0.weightKilograms = 31
            $0.heightCentimetres = 55
            $0.targetKilograms = 32
            $0.aim = .gain
            $0.birthday = Day(year: 1930, month: 1, day: 1)
        }
        var failure: ServiceError?
        do { try await world.generate() } catch { failure = error as? ServiceError }
        let field = try #require(failure?.fields.first)
        #expect(failure?.code == .invalid)
        #expect(field.code == .implausible)
        #expect(field.field.hasPrefix("body."))
        #expect(field.low != nil)
        #expect(field.high != nil)
        #expect(try await world.current().plan == first.plan)
    }

    @Test("PLN-3 The floor is applied and said so")
    func floor() async throws {
        let world = try World()
        try await world.body {
            $0.sex = .female
            $0.heightCentimetres = 160
            $0.weightKilograms = 65
            $0.targetKilograms = 60
            $0.activity = .sedentary
        }
        let reply = try await world.generate()
        #expect(reply.plan?.floorApplied == true)
        #expect(reply.plan?.targets?.kilocalories == 1200)
        #expect(reply.plan?.reasons.first?.numbers["floor"] == 1200)
    }

    @Test("PLN-5 Requests at the same time compute one plan")
    func together() async throws {
        let world = try World()
        try await world.body()
        let replies = try await withThrowingTaskGroup(of: PlanReply.self) { group in
            for _ in 0..<8 { group.addTask { try await world.generate() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(replies.map(\.plan?.id)).count == 1)
        #expect(replies.filter(\.recomputed).count == 1)
        #expect(try await world.history().count == 1)
    }

    @Test("COM-6 A repeated request has the first answer, also for a forced computation")
    func repeated() async throws {
        let world = try World()
        try await world.body()
        try await world.generate()
        world.wait(World.day)
        let id = RequestID.random()
        let request = GeneratePlan(user: World.ada, forceRecompute: true)
        let first = try await world.service.generate(request, id: id)
        #expect(try await world.service.generate(request, id: id) == first)
        #expect(try await world.history().count == 2)
    }

    @Test("PLN-8 Without a plan there is none; another person's plan is not seen")
    func none() async throws {
        let world = try World()
        try await world.body()
        try await world.generate()
        #expect(await code { _ = try await world.current(of: World.ben) } == .notFound)
        #expect(try await world.history(of: World.ben).isEmpty)
        #expect(try await world.told(of: World.ben) == nil)
    }
}
