import CrisisCards
import Foundation
import Messages
import Storage
import Testing

@testable import Safety

@Suite struct SafetyPlanTests {
    private let user = UserID.random()
    private let plan = SafetyPlan(
        warningSigns: ["I stop answering"], ownSteps: ["Walk the dog", "Music"], places: ["The library"],
        people: [SafetyPlan.Contact(name: "Quetzalcanary", phone: "+49 30 1234567")], reasons: ["The dog"])

    private func withPlans(_ body: (SafetyPlans, Store, _ folder: String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "plans-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try Store(
            path: folder + "/safety.sqlite", service: .safety,
            key: try MasterKey.loadOrCreate(path: folder + "/master.key"), migrations: Schema.migrations)
        try await body(SafetyPlans(store: store), store, folder)
    }

    @Test(
        "SAF-4 SEN-6 A plan is kept sealed, comes back as it was, and is exported; who has none gets the empty one and the guide"
    )
    func keeps() async throws {
        try await withPlans { plans, _, folder in
            let none = try await plans.plan(SafetyPlanQuery(user: user, language: "en"))
            #expect(none.plan == SafetyPlan())
            #expect(none.guide.sections.count == 7)
            #expect(try await plans.export(user).files.isEmpty)

            #expect(try await plans.set(SetSafetyPlan(user: user, plan: plan), id: .random()).revision == 1)
            var kept = plan
            kept.revision = 1
            #expect(try await plans.plan(SafetyPlanQuery(user: user, language: "en")).plan == kept)
            #expect(try await plans.plan(SafetyPlanQuery(user: .random(), language: "en")).plan == SafetyPlan())
            let file = try #require(try await plans.export(user).files.first)
            #expect(file.name == "safety/safety-plan.json")
            #expect(try JSONDecoder().decode(SafetyPlan.self, from: Data(file.content)) == kept)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
                #expect(bytes.range(of: Data("Quetzalcanary".utf8)) == nil, "\(name)")
                #expect(bytes.range(of: Data("Walk the dog".utf8)) == nil, "\(name)")
            }
        }
    }

    @Test("A change to an old plan is refused, a retry of one that was kept gets its answer again")
    func conflicts() async throws {
        try await withPlans { plans, _, _ in
            let id = RequestID.random()
            for _ in 1...2 {
                let reply = try await plans.set(SetSafetyPlan(user: user, plan: plan), id: id)
                #expect(reply.revision == 1)
            }
            let error = await #expect(throws: ServiceError.self) {
                try await plans.set(SetSafetyPlan(user: user, plan: plan), id: .random())
            }
            #expect(error?.code == .conflict)
        }
    }

    @Test("OWN-1 An erased person's plan is gone and stays closed")
    func erases() async throws {
        try await withPlans { plans, store, _ in
            _ = try await plans.set(SetSafetyPlan(user: user, plan: plan), id: .random())
            #expect(try await store.erase(user) > 0)
            #expect(try await store.read { try $0.value(Int.self, "SELECT count(*) FROM plans") } == 0)
            let error = await #expect(throws: ServiceError.self) {
                try await plans.set(SetSafetyPlan(user: user, plan: plan), id: .random())
            }
            #expect(error?.code == .erased)
        }
    }

    @Test("A plan has limits, and what is wrong is named without its content")
    func limits() throws {
        try SafetyPlans.check(plan)
        let long = String(repeating: "a", count: SafetyPlans.maximumCharacters + 1)
        let bad: [(SafetyPlan, String)] = [
            (SafetyPlan(warningSigns: ["  "]), "warningSigns"), (SafetyPlan(ownSteps: [long]), "ownSteps"),
            (SafetyPlan(places: .init(repeating: "a", count: SafetyPlans.maximumEntries + 1)), "places"),
            (SafetyPlan(people: [.init(name: "", phone: "1")]), "people"),
            (SafetyPlan(professionals: [.init(name: "Dr", phone: long)]), "phone number"),
        ]
        for (plan, field) in bad {
            let error = try #require(throws: ServiceError.self) { try SafetyPlans.check(plan) }
            #expect(error.code == .invalid)
            #expect(error.message.contains(field))
            #expect(!error.message.contains("aaa"))
        }
    }

    @Test(
        "SAF-4 SAF-5 Exercise and plan are offered on the cards of one's own bad hours, in the person's language, and nowhere in the way"
    )
    func offered() {
        for inGerman in [false, true] {
            func card(_ reason: Verdict.Reason) -> CrisisCard {
                CrisisCardWriter.card(country: "DE", reason: reason, inGerman: inGerman)
            }
            for reason in [Verdict.Reason.selfHarm, .harmToOthers, .distress] {
                #expect(card(reason).exercise == SafetyPlanGuide.exercise(inGerman: inGerman))
                #expect(card(reason).plan == SafetyPlanGuide.offer(inGerman: inGerman))
            }
            // A violent person may read the device that holds the plan.
            #expect(card(.abuseOrDanger).exercise != nil)
            #expect(card(.abuseOrDanger).plan == nil)
            for reason in [Verdict.Reason.medicalEmergency, .concernForOthers] {
                #expect(card(reason).exercise == nil)
                #expect(card(reason).plan == nil)
            }
        }
    }

    @Test(
        "SAF-5 The guide's words are safe to read: every field has its section, with sources, in both languages, no method and nothing inevitable"
    )
    func words() throws {
        let fields = Set(
            try #require(try JSONSerialization.jsonObject(with: JSONEncoder().encode(SafetyPlan())) as? [String: Any])
                .keys
        ).subtracting([
            "revision"
        ])
        let english = [
            "suicid", "kill", "overdos", "pill", "weapon", "gun", "knife", "rope", "jump", "die", "dead", "commit",
        ]
        let german = ["selbstmord", "suizid", "tablette", "waffe", "messer", "sterben", "umbringen", "töten", "tod"]
        for (guide, harmful) in [
            (SafetyPlanGuide.guide(inGerman: false), english), (SafetyPlanGuide.guide(inGerman: true), german),
        ] {
            #expect(Set(guide.sections.map(\.field)) == fields)
            #expect(guide.sections.count == fields.count)
            #expect(guide.sources.count == 2)
            #expect(guide.sources.allSatisfy { $0.hasPrefix("https://doi.org/10.") })
            #expect(guide.exercise.source.hasPrefix("https://"))
            let text =
                [guide.title, guide.introduction] + guide.sections.flatMap { [$0.title, $0.hint] }
                + guide.exercise.steps
            let words = text.joined(separator: " ").lowercased().split { !$0.isLetter }
            for word in harmful { #expect(!words.contains { $0.hasPrefix(word) }, "\(word)") }
        }
        #expect(SafetyPlanGuide.guide(inGerman: true).title != SafetyPlanGuide.guide(inGerman: false).title)
    }
}
