import Fixtures
import Messages
import Testing

@testable import Plans

@Suite struct CareTests {
    @Test(
        "PLN-10 Care decides before any target: no plan, a reason with the country, and no number",
        arguments: CareNotice.Reason.names.map(\.value))
    func care(reason: CareNotice.Reason) async throws {
        let world = try World()
        try await world.zone("Europe/Berlin")
        try await world.body()
        let plan = try #require(try await world.generate().plan)
        try await world.body(revision: 2) { body in
            switch reason {
            case .underage: body.birthday = World.today.advanced(by: -17 * 365)
            case .pregnantOrNursing: body.isPregnantOrNursing = true
            case .underweight: (body.weightKilograms, body.targetKilograms) = (59, 61)
            case .targetUnderweight: body.targetKilograms = 59
            default:
                body.sex = .male
                body.birthday = Day(year: 1950, month: 1, day: 1)
                (body.heightCentimetres, body.weightKilograms, body.targetKilograms) = (150, 50, 48)
                body.activity = .sedentary
            }
        }
        let reply = try await world.generate()
        #expect(reply.plan == nil)
        #expect(reply.previousTargets == nil)
        #expect(reply.changes.isEmpty)
        #expect(!reply.recomputed)
        #expect(reply.care == CareNotice(reason: reason, country: "DE"))
        #expect(try await world.current().care?.reason == reason)
        // The plan with a deficit is over, and others hear of it.
        let history = try await world.history()
        #expect(history.map(\.plan.id) == [plan.id] && history[0].plan.status == .replaced)
        let told = try await world.told()
        #expect(told?.plan == nil)
        #expect(told?.care?.reason == reason)
        // Asking again tells nobody anything new.
        let count = world.events.count
        _ = try await world.generate()
        #expect(world.events.count == count)
        try await world.body(revision: 3)
        let after = try await world.generate()
        #expect(after.care == nil)
        #expect(after.recomputed)
        #expect(after.previousTargets == plan.targets)
    }

    @Test("PLN-10 A plan ends with the profile or weight for which care speaks; past numbers are not shown meanwhile")
    func ends() async throws {
        let world = try World()
        try await world.body()
        try await world.generate()
        // An incomplete profile, for which nothing can be computed.
        try await world.body(revision: 2) { ($0.isPregnantOrNursing, $0.activity) = (true, nil) }
        let reply = try await world.current()
        #expect(reply.plan == nil)
        #expect(reply.care?.reason == .pregnantOrNursing)
        let told = try await world.told()
        #expect(told?.plan == nil)
        #expect(told?.care?.reason == .pregnantOrNursing)
        #expect(try await world.history().map(\.plan.status) == [.replaced])
        #expect(try await world.history().allSatisfy { $0.plan.targets == nil && $0.adherence == nil })
        let range = PlanCourse(user: World.ada, from: World.today, through: World.today)
        #expect(try await world.service.course(range).days.isEmpty)
        try await world.body(revision: 3)
        #expect(try await world.generate().plan?.targets != nil)
        // A body mass index of 18.2; no body loses so much in a day, so one reading waits for a second one.
        try await world.weigh(59, on: World.today.advanced(by: -1), at: World.now - World.day / 2)
        #expect(try await world.current().care == nil)
        try await world.weigh(59)
        #expect(try await world.current().care?.reason == .underweight)
    }

    @Test("PLN-10 A verdict of disordered eating hides every number until the person asks for them")
    func hidden() async throws {
        let world = try World()
        try await world.body()
        let before = try #require(try await world.generate().plan)
        try await world.generate(force: true)
        try await world.eat(2_000, on: World.today)
        let entry = EntityID.random()
        try await world.journal(entry)
        for reply in [
            try await world.current(), try await world.generate(), try await world.generate(force: true),
        ] {
            #expect(reply.numbersHidden)
            #expect(reply.hiddenForCare)
            #expect(!reply.isNews)
            let plan = try #require(reply.plan)
            #expect(plan.targets == nil)
            #expect(plan.energy == nil)
            #expect(plan.inputs == nil)
            #expect(plan.reasons.isEmpty)
            #expect(reply.previousTargets == nil)
            #expect(reply.changes.isEmpty)
            #expect(reply.weeksMoved == nil)
        }
        #expect(try await world.history().allSatisfy { $0.plan.targets == nil && $0.adherence == nil })
        let range = PlanCourse(user: World.ada, from: World.today, through: World.today)
        let course = try await world.service.course(range)
        #expect(course.days.isEmpty)
        #expect(course.numbersHidden)
        let told = try await world.told()
        #expect(told?.numbersHidden == true)
        #expect(told?.plan?.targets == nil)
        #expect(told?.plan?.inputs == nil)

        // The entry is gone: the numbers stay away until they are asked for.
        try await world.journal(entry, revision: 2, deleted: true)
        #expect(try await world.current().numbersHidden)
        let shown = try await world.service.show(ShowNumbers(user: World.ada, shown: true), id: .random())
        #expect(!shown.numbersHidden)
        #expect(try await world.current().plan?.targets == before.targets)
        #expect(try await world.service.course(range).days.first?.kilocalories == 2_000)
        #expect(try await world.told()?.plan?.targets == before.targets)
    }

    @Test("PLN-10 An answered verdict that is told again hides nothing; a new verdict does")
    func answered() async throws {
        let world = try World()
        try await world.body()
        try await world.generate()
        let entry = EntityID.random()
        try await world.journal(entry, reason: .distress)
        #expect(try await world.current().numbersHidden == false)
        try await world.journal(entry, revision: 2)
        _ = try await world.service.show(ShowNumbers(user: World.ada, shown: true), id: .random())
        try await world.journal(entry, revision: 2)
        #expect(try await world.current().numbersHidden == false)
        // Sentiment was restored from an older copy and sends everything again.
        try await world.store.write { [service = world.service] in
            try service.resetProducer(.sentiment, World.ada, $0)
        }
        try await world.journal(entry, revision: 1)
        #expect(try await world.current().numbersHidden == false)
        // The person wrote on in this entry.
        try await world.journal(entry, revision: 3)
        #expect(try await world.current().hiddenForCare)
    }

    @Test("PLN-10 Numbers can be put away without any verdict, and computing goes on")
    func away() async throws {
        let world = try World()
        try await world.body()
        try await world.generate()
        let reply = try await world.service.show(ShowNumbers(user: World.ada, shown: false), id: .random())
        #expect(reply.numbersHidden)
        let hidden = try await world.generate(force: true)
        #expect(hidden.recomputed)
        #expect(hidden.numbersHidden)
        #expect(!hidden.hiddenForCare)
        #expect(hidden.plan?.targets == nil)
    }

    @Test("PLN-4 PLN-10 While numbers are away an implausible result names the value behind it without limits")
    func implausible() async throws {
        let world = try World()
        try await world.body()
        try await world.generate()
        _ = try await world.service.show(ShowNumbers(user: World.ada, shown: false), id: .random())
        try await world.body(revision: 2) {
            ($0.weightKilograms, $0.heightCentimetres, $0.targetKilograms, $0.aim) = (31, 55, 32, .gain)
            $0.birthday = Day(year: 1930, month: 1, day: 1)
        }
        func failure() async -> ServiceError? {
            do {
                try await world.generate()
                return nil
            } catch { return error as? ServiceError }
        }
        let field = try #require(await failure()?.fields.first)
        #expect(field.code == .implausible)
        #expect(field.field.hasPrefix("body."))
        #expect(field.low == nil)
        #expect(field.high == nil)
        _ = try await world.service.show(ShowNumbers(user: World.ada, shown: true), id: .random())
        let shown = try #require(await failure()?.fields.first)
        #expect(shown.field == field.field)
        #expect(shown.low != nil)
        #expect(shown.high != nil)
    }

    @Test("PLN-10 Whether numbers are away can be asked, with a revision that grows with every change")
    func asked() async throws {
        let world = try World()
        func state(of user: UserID = World.ada) async throws -> PlanNumbers.Reply {
            try await world.service.numbers(PlanNumbers(user: user))
        }
        #expect(try await state() == PlanNumbers.Reply(numbersHidden: false, revision: 0))
        try await world.body()
        try await world.generate()
        let computed = try await state()
        #expect(try await world.current().stateRevision == computed.revision && computed.revision > 0)
        try await world.journal(.random())
        let away = try await state()
        #expect(away.numbersHidden)
        #expect(away.revision > computed.revision)
        #expect(try await world.current().stateRevision == away.revision)
        _ = try await world.service.show(ShowNumbers(user: World.ada, shown: true), id: .random())
        let shown = try await state()
        #expect(!shown.numbersHidden)
        #expect(shown.revision > away.revision)
        #expect(try await world.told()?.revision == shown.revision)
        #expect(try await state(of: World.ben) == PlanNumbers.Reply(numbersHidden: false, revision: 0))
        _ = try await world.store.erase(World.ada)
        #expect(await code { _ = try await state() } == .erased)
    }
}
