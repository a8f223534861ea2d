import Messages
import Questions
import Testing

@testable import Coaching

/// The coach knows the person's plan from plans, and answers for its reasons.
@Suite struct PlanReasonTests {
    private func plan(_ kilocalories: Int32 = 2_000, isHidden: Bool = false) -> Plan {
        Plan(
            id: EntityID(high: 1, low: 1), revision: 1, weekStart: World.day, weekEnd: World.day.advanced(by: 6),
            status: .active, occasion: .first, computedAt: World.at, floorApplied: false, paceLimited: false,
            targets: isHidden
                ? nil
                : PlannedTargets(
                    kilocalories: kilocalories, proteinGrams: 165, waterMillilitres: 2_600, weeklyKilograms: -0.5),
            energy: isHidden
                ? nil
                : PlanEnergy(
                    bmr: 1_800, tdee: 2_500, tdeeLow: 2_200, tdeeHigh: 2_800, source: .formula,
                    equation: .mifflinStJeor, days: 0),
            inputs: isHidden
                ? nil
                : PlanInputs(
                    sex: .male, ageYears: 40, heightCentimetres: 180, kilograms: 75, weightAt: World.at,
                    isMeasured: true, targetKilograms: 70, aim: .lose, activity: .light, bodyFatPercent: nil),
            reasons: [])
    }

    private func hear(
        _ world: World, _ revision: UInt64, _ plan: Plan?, care: CareNotice? = nil, hidden: Bool = false
    ) async throws {
        let event = PlanUpdated(user: world.user, revision: revision, plan: plan, care: care, numbersHidden: hidden)
        try await world.store.write { [coaching = world.coaching] in try coaching.apply(event, $0) }
    }

    @Test("PLN-6 “why 2,000?” is answered from the plan's own reasons, on this machine, in the message's language")
    func reasons() async throws {
        let world = try await World()
        try await hear(world, 1, plan())
        let calories = try await world.say("why 2,000?", country: "IE")
        #expect(calories.source == .composed)
        #expect(calories.gate == "numbers")
        #expect(calories.kind == "cause")
        #expect(
            calories.coachReply.contains("2,000\u{202F}kcal a day is 500\u{202F}kcal less"), "\(calories.coachReply)")
        let protein = try await world.say("why so much protein?", country: "IE")
        #expect(protein.coachReply.contains("165\u{202F}g of protein"), "\(protein.coachReply)")
        let german = try await world.say("Warum 2000 kcal?", country: "DE")
        #expect(german.coachReply.contains("2.000\u{202F}kcal am Tag"), "\(german.coachReply)")
        #expect(german.language == "de")
        // A message about something else is answered as before.
        let sleep = try await world.say("How did I sleep this week?")
        #expect(!sleep.coachReply.contains("kcal"))
    }

    @Test("PLN-6 a later plan counts, an older event and a replay change nothing, and a restored producer starts anew")
    func revisions() async throws {
        let world = try await World()
        try await hear(world, 2, plan(2_100))
        try await hear(world, 1, plan(2_000))
        #expect(try await world.say("why so few calories?", country: "IE").coachReply.contains("2,100"))
        try await hear(world, 3, plan(1_900))
        #expect(try await world.say("why so few calories?", country: "IE").coachReply.contains("1,900"))
        try await world.store.write { [coaching = world.coaching, user = world.user] in
            try coaching.resetProducer(.plans, user, $0)
        }
        try await hear(world, 1, plan(2_000))
        #expect(try await world.say("why so few calories?", country: "IE").coachReply.contains("2,000"))
    }

    @Test(
        "PLN-10 while numbers are put away the coach names none, and without a plan on purpose it says so",
        arguments: ["why so few calories?", "Why so much protein?", "warum nur 2000 kcal?", "why 165 g of protein?"])
    func hidden(_ question: String) async throws {
        let world = try await World()
        try await hear(world, 1, plan(isHidden: true), hidden: true)
        let reply = try await world.say(question)
        #expect(!reply.coachReply.contains { $0.isNumber }, "\(reply.coachReply)")
        #expect(reply.gate == "numbers")
        #expect(reply.source == .fixed)
        // Numbers that a producer would send by mistake are not named either.
        try await hear(world, 2, plan(), hidden: true)
        #expect(try await !world.say(question).coachReply.contains { $0.isNumber })
        try await hear(world, 3, nil, care: CareNotice(reason: .underweight, country: "DE"))
        let care = try await world.say(question)
        #expect(!care.coachReply.contains { $0.isNumber }, "\(care.coachReply)")
        #expect(care.coachReply.contains("purpose") || care.coachReply.contains("Absicht"))
    }

    @Test(
        "PLN-10 earlier answers with numbers of the plan are shown without them while these are away, others stay",
        arguments: [("why 2,000?", "IE"), ("Warum 2000 kcal?", "DE")])
    func conversation(_ question: String, _ country: String) async throws {
        let world = try await World()
        try await hear(world, 1, plan())
        let id = RequestID.random()
        let told = try await world.say(question, country: country, id: id)
        #expect(told.namesPlan == true)
        #expect(told.coachReply.contains("kcal"))
        let other = try await world.say("Thanks a lot!", at: World.at + 60_000)
        #expect(other.namesPlan == nil)
        func replies() async throws -> [ChatReply] {
            let query = ConversationQuery(user: world.user, at: World.at + 120_000)
            return try await world.coaching.conversation(query).turns.map(\.reply)
        }
        let before = try await replies()
        #expect(before.map(\.coachReply) == [told.coachReply, other.coachReply])
        try await hear(world, 2, plan(isHidden: true), hidden: true)
        let away = try await replies()
        #expect(away[1] == before[1])
        #expect(!away[0].coachReply.contains { $0.isNumber } && away[0].namesPlan == nil, "\(away[0].coachReply)")
        #expect(away[0].language == told.language && away[0].source == .fixed)
        // The same request sent again is answered with what may be shown now.
        let again = try await world.say(question, country: country, id: id)
        #expect(again.coachReply == away[0].coachReply)
        let page = try await world.coaching.export(world.user, nil)
        let exported = page.files.first { $0.name == "coaching/conversation.json" }.map {
            String(decoding: $0.content, as: UTF8.self)
        }
        #expect(exported?.contains("kcal") == true, "the person's own copy is whole")
        // Support instead of a plan hides past numbers too.
        try await hear(world, 3, nil, care: CareNotice(reason: .underweight, country: country))
        #expect(try await replies()[0].coachReply.contains { $0.isNumber } == false)
        try await hear(world, 4, plan())
        #expect(try await replies() == before)
    }

    @Test("PLN-10 an answer that an earlier release kept without a mark is known by its gate and its missing question")
    func unmarked() async throws {
        let world = try await World()
        try await hear(world, 1, plan(isHidden: true), hidden: true)
        var kept = ChatReply(coachReply: "2,000 kcal a day.", source: .composed, level: .safe, gate: "numbers")
        (kept.kind, kept.language) = ("cause", "en")
        let known = try await world.store.read { [user = world.user] in
            try PlanRows(user: user, transaction: $0).latest()
        }
        let turn = StoredTurn(turn: ChatTurn(at: World.at, text: "why?", reply: kept), question: nil, reason: nil)
        #expect(!turn.shown(known).turn.reply.coachReply.contains { $0.isNumber })
        var asked = turn
        asked.question = QuestionNote(Question(.cause, [.score], language: .english))
        #expect(asked.shown(known) == asked, "why the score is what it is has no number of food")
        #expect(turn.shown(nil).turn.reply.coachReply == kept.coachReply)
    }

    @Test("PLN-6 without a plan nothing changes; the export has the plan")
    func without() async throws {
        let world = try await World()
        let reply = try await world.say("why so few calories?")
        #expect(!reply.coachReply.contains("kcal a day"))
        func files() async throws -> [String: String] {
            let page = try await world.coaching.export(world.user, nil)
            return Dictionary(
                uniqueKeysWithValues: page.files.map { ($0.name, String(decoding: $0.content, as: UTF8.self)) })
        }
        #expect(try await files()["coaching/plan.json"] == nil)
        try await hear(world, 1, plan(2_345))
        #expect(try await files()["coaching/plan.json"]?.contains("2345") == true)
    }
}
