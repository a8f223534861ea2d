import HTTPTypes
import Messages
import Testing

@testable import API

/// The form of the body profile with values that arrived, over a bus of closures.
@Suite struct BodyOfferTests {
    private static let birthday = Day(year: 1988, month: 5, day: 4)
    /// 1 June 2024, 08:00 UTC.
    private static let exported: Milliseconds = 1_717_228_800_000
    private static let arrived = ArrivedBody(
        sex: .female, birthday: birthday, exported: exported, kilograms: 72.345, weighed: exported - 86_400_000)

    private static func world(
        areAway: Bool = false, _ body: @escaping @Sendable (FeatureWorld) async throws -> Void
    ) async throws {
        try await FeatureWorld.run { world in
            world.bus.on(PlanNumbers.self) { _ in PlanNumbers.Reply(numbersHidden: areAway, revision: 1) }
            world.bus.on(LatestArrival.self) { request in
                LatestArrival.Reply(at: exported, body: request.withBody == true ? arrived : nil)
            }
            try await body(world)
        }
    }

    /// The text of a field.
    private static func value(_ name: String, _ page: String) throws -> String? {
        let field = try Regex("name=\"\(name)\"[^>]* value=\"([^\"]*)\"", as: (Substring, Substring).self)
        return page.firstMatch(of: field).map { String($0.1) }
    }

    /// The fields as the page has them.
    private static func fields(_ page: String) throws -> [String: String] {
        var fields = ["sex": page.contains("<option value=\"female\" selected") ? "female" : ""]
        for name in ["birthday", "weightStones", "weight", "revision"] { fields[name] = try value(name, page) }
        return fields
    }

    @Test("PLN-1 PLN-9 What arrived is offered with where it comes from, and kept once the person saves it")
    func offered() async throws {
        try await Self.world { world in
            let page = try await world.open("/plan/profile").text
            #expect(page.matches(of: /From your Apple Health export of 1 Jun 2024; not saved yet\./).count == 2)
            #expect(page.contains("Your latest reading, of 31 May 2024; not saved yet."))
            let fields = try Self.fields(page)
            #expect(fields["sex"] == "female" && fields["birthday"] == "4/5/1988")
            #expect(fields["weightStones"] == "11" && fields["weight"] == "5.5")
            let profiles = world.application.profiles
            #expect(try await profiles.body(world.user) == BodyProfile(user: world.user), "showing it saves nothing")
            #expect(try await world.submit("/plan/profile", fields).status == .seeOther)
            let saved = try await profiles.body(world.user)
            #expect(saved.sex == .female && saved.birthday == Self.birthday)
            #expect(saved.weightKilograms == 72.345 && saved.weightAt == Self.arrived.weighed)
            #expect(try await !world.open("/plan/profile").text.contains("not saved yet"))
            #expect(
                world.bus.sent(LatestArrival.self).count { $0.withBody == true } == 2,
                "a profile that has all of it asks for nothing")
        }
    }

    @Test("PLN-1 What the person cleared or typed over is not saved, and what they stated is never replaced")
    func refused() async throws {
        try await Self.world { world in
            var fields = try Self.fields(try await world.open("/plan/profile").text)
            fields.merge(["sex": "", "birthday": "", "weightStones": "12", "weight": "0"]) { $1 }
            #expect(try await world.submit("/plan/profile", fields).status == .seeOther)
            let profiles = world.application.profiles
            var saved = try await profiles.body(world.user)
            #expect(saved.sex == nil && saved.birthday == nil)
            #expect(saved.weightKilograms.map { abs($0 - 76.204) < 0.001 } == true)
            #expect(try #require(saved.weightAt) > Self.exported)
            let cleared = try await world.open("/plan/profile").text
            #expect(!cleared.contains("not saved yet") && !cleared.contains("<option value=\"female\" selected"))
            #expect(try Self.value("birthday", cleared)?.isEmpty == true)
            saved.sex = .male
            saved.birthday = Day(year: 1990, month: 1, day: 2)
            _ = try await profiles.set(.random(), body: saved, of: world.user)
            let page = try await world.open("/plan/profile").text
            #expect(page.contains("<option value=\"male\" selected") && !page.contains("not saved yet"))
            #expect(try Self.value("birthday", page) == "2/1/1990")
            #expect(try Self.value("weightStones", page) == "12")
        }
    }

    @Test("PLN-1 What the person saved empty is not offered again, not even after a save that does not know of it")
    func cleared() async throws {
        try await Self.world { world in
            var fields = try Self.fields(try await world.open("/plan/profile").text)
            fields.merge(["sex": "", "birthday": "", "weightStones": "", "weight": ""]) { $1 }
            #expect(try await world.submit("/plan/profile", fields).status == .seeOther)
            #expect(try await !world.open("/plan/profile").text.contains("not saved yet"))
            let profiles = world.application.profiles
            var saved = try await profiles.body(world.user)
            #expect(saved == BodyProfile(user: world.user, revision: 1, isFormSaved: true))
            saved.isFormSaved = nil
            saved.heightCentimetres = 170
            _ = try await profiles.set(.random(), body: saved, of: world.user)
            #expect(try await profiles.body(world.user).isFormSaved == true)
            #expect(try await !world.open("/plan/profile").text.contains("not saved yet"))
        }
    }

    @Test("PLN-1 A form that was refused still says where the values come from that are as they were offered")
    func again() async throws {
        try await Self.world { world in
            var fields = try Self.fields(try await world.open("/plan/profile").text)
            fields["height"] = "tall"
            let refused = try await world.submit("/plan/profile", fields)
            #expect(refused.status == .badRequest && refused.text.contains("value=\"tall\""))
            #expect(refused.text.matches(of: /From your Apple Health export of 1 Jun 2024/).count == 2)
            #expect(refused.text.contains("Your latest reading, of 31 May 2024"))
            fields.merge(["sex": "male", "birthday": "", "weightStones": "12"]) { $1 }
            let typed = try await world.submit("/plan/profile", fields)
            #expect(typed.status == .badRequest && !typed.text.contains("not saved yet"))
        }
    }

    @Test("PLN-10 While numbers are away no weight is offered, and none is saved with the form")
    func away() async throws {
        try await Self.world(areAway: true) { world in
            let page = try await world.open("/plan/profile").text
            let fields = try Self.fields(page)
            #expect(fields["sex"] == "female" && fields["birthday"] == "4/5/1988")
            #expect(fields["weightStones"]?.isEmpty == true && fields["weight"]?.isEmpty == true)
            #expect(!page.contains("Your latest reading"))
            let sent = fields.merging(["away": "1"]) { $1 }
            #expect(try await world.submit("/plan/profile", sent).status == .seeOther)
            let saved = try await world.application.profiles.body(world.user)
            #expect(saved.sex == .female && saved.weightKilograms == nil && saved.weightAt == nil)
        }
    }

    @Test("PLN-10 A form that showed a weight shows none again once numbers are away")
    func putAway() async throws {
        try await Self.world { world in
            var fields = try Self.fields(try await world.open("/plan/profile").text)
            #expect(fields["weight"] == "5.5")
            world.bus.on(PlanNumbers.self) { _ in PlanNumbers.Reply(numbersHidden: true, revision: 2) }
            fields["birthday"] = "tomorrow"
            let again = try await world.submit("/plan/profile", fields)
            #expect(again.status == .badRequest)
            #expect(try Self.value("weight", again.text)?.isEmpty == true)
            #expect(try Self.value("weightStones", again.text)?.isEmpty == true)
        }
    }

    @Test("PLN-1 Without ingestion the form comes without an offer")
    func unanswered() async throws {
        try await FeatureWorld.run { world in
            world.bus.on(PlanNumbers.self) { _ in PlanNumbers.Reply(numbersHidden: false, revision: 1) }
            let page = try await world.open("/plan/profile")
            #expect(page.status == .ok && !page.text.contains("not saved yet"))
            #expect(try await world.submit("/plan/profile", ["revision": "0", "sex": "male"]).status == .seeOther)
            // What was never offered is not answered.
            #expect(try await world.application.profiles.body(world.user).isFormSaved == nil)
        }
    }
}
