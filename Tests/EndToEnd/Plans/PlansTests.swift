import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// Plans through real processes: over HTTP, by the command line, exported and erased.
@Suite(.serialized, .tags(.processes, .sharedStack)) struct PlansTests {
    /// A man of 30 with 75 kg, whose body fat makes the resting rate 1,800 kcal; the activity factor is 1.375.
    private static func body(_ more: [String: Any] = [:]) -> [String: Any] {
        let day = World.today().components
        return [
            "sex": "male", "birthday": "\(day.year - 30)-01-01", "heightCentimetres": 180, "weightKilograms": 75,
            "targetKilograms": 70, "aim": "lose", "activity": "light",
            // Katch–McArdle: 370 + 21.6 × 75 × (1 − fat) = 1,800.
            "bodyFatPercent": 100 - (1_800.0 - 370) / 21.6 / 75 * 100,
        ].merging(more) { $1 }
    }

    /// Replaces the body profile.
    private func put(_ browser: Browser, _ body: [String: Any]) async throws -> Browser.Answer {
        var profile = try await browser.get("/v1/profile").json
        let stored = try #require(profile["body"] as? [String: Any])
        profile["body"] = body.merging(["user": stored["user"] ?? "", "revision": stored["revision"] ?? 0]) { $1 }
        return try await browser.put("/v1/profile", profile)
    }

    private func generate(
        _ browser: Browser, force: Bool = false, language: String = "en"
    ) async throws -> Browser.Answer {
        try await browser.post(
            "/v1/plans/generate", ["forceRecompute": force], headers: ["Accept-Language": language])
    }

    private func plan(_ answer: Browser.Answer) throws -> [String: Any] {
        try #require(answer.json["plan"] as? [String: Any], "\(answer.text)")
    }

    private func targets(_ answer: Browser.Answer) throws -> [String: Any] {
        try #require(try plan(answer)["targets"] as? [String: Any])
    }

    /// Puts a body profile that is accepted.
    private func changed(_ browser: Browser, _ body: [String: Any]) async throws {
        let answer = try await put(browser, body)
        #expect(answer.status == 200, "\(answer.text)")
    }

    @Test(
        "PLN-1 PLN-3 PLN-5 PLN-8: from an incomplete profile to a plan, its cache, a new one and its problems over HTTP",
        .timeLimit(.minutes(3)))
    func http() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url)
            #expect(try await stack.setUp(browser, "Ada", ["country": "DE"]).status == 201)
            let none = try await browser.get("/v1/plans/current")
            #expect(none.status == 404 && none.json["code"] as? String == "plan-not-found")
            let incomplete = try await generate(browser, language: "de")
            #expect(incomplete.status == 400 && incomplete.json["code"] as? String == "onboarding-incomplete")
            let missing = incomplete.json["fields"] as? [[String: Any]] ?? []
            #expect(
                missing.compactMap { $0["field"] as? String } == [
                    "body.sex", "body.birthday", "body.heightCentimetres", "body.weightKilograms", "body.aim",
                    "body.activity",
                ])
            #expect(missing.allSatisfy { $0["sentence"] as? String == "Trag das ein; ein Plan braucht es." })
            #expect(
                (incomplete.json["recoverySuggestion"] as? String)?.contains("Profil") == true
                    && incomplete.json["isRetryable"] as? Bool == false)

            let wrong = try await put(browser, Self.body(["weightKilograms": 12, "birthday": "2199-01-01"]))
            #expect(wrong.status == 400)
            let named = (wrong.json["fields"] as? [[String: Any]] ?? []).compactMap { $0["field"] as? String }
            #expect(named == ["body.weightKilograms", "body.birthday"])

            try await changed(browser, Self.body())
            let first = try await generate(browser)
            #expect(first.status == 200 && first.json["recomputed"] as? Bool == true, "\(first.text)")
            let energy = try #require(try plan(first)["energy"] as? [String: Any])
            #expect((energy["bmr"] as? Double).map { abs($0 - 1_800) < 1e-6 } == true)
            #expect((energy["tdee"] as? Double).map { abs($0 - 2_475) < 1e-6 } == true)
            var targets = try targets(first)
            #expect(targets["calories"] as? Int == 1_975 && targets["protein"] as? Int == 165)
            #expect(targets["water"] as? Int == 2_600 && targets["weeklyRate"] as? Double == -0.5)
            #expect(targets["estimatedWeeks"] as? Int == 11 && targets["projectedDate"] is String)
            let name = try #require(try plan(first)["name"] as? String)
            #expect(name.hasPrefix("Weekly Plan - week of "))
            let why = try #require(try plan(first)["whyItWorks"] as? [String: [String: Any]])
            #expect(Set(why.keys) == ["calories", "protein", "water", "weeklyRate"])
            for (_, reason) in why {
                let science = reason["science"] as? [String: Any]
                #expect(
                    (reason["title"] as? String)?.isEmpty == false && !((science?["sources"] as? [Any]) ?? []).isEmpty)
            }
            #expect((why["calories"]?["explanation"] as? String)?.contains("2,475") == true)

            let again = try await generate(browser)
            #expect(again.json["recomputed"] as? Bool == false && again.json["previousTargets"] == nil)
            #expect(try plan(again)["id"] as? String == plan(first)["id"] as? String)
            let forced = try await generate(browser, force: true)
            #expect(forced.json["recomputed"] as? Bool == true)
            #expect((forced.json["previousTargets"] as? [String: Any])?["calories"] as? Int == 1_975)

            try await changed(browser, Self.body(["aim": "gain", "targetKilograms": 80]))
            let gain = try await generate(browser)
            targets = try self.targets(gain)
            #expect(targets["calories"] as? Int == 2_875 && targets["protein"] as? Int == 180)
            #expect(targets["weeklyRate"] as? Double == 0.4)
            #expect((gain.json["adjustment"] as? String)?.isEmpty == false)
            let history = try await browser.get("/v1/plans/history").json["plans"] as? [[String: Any]] ?? []
            #expect(
                history.compactMap { ($0["plan"] as? [String: Any])?["status"] as? String } == [
                    "active", "replaced",
                ], "the forced computation gave the same plan")

            // A stale edit of the profile is refused; the settings stay as they are too.
            var stale = try await browser.get("/v1/profile").json
            try await changed(browser, Self.body(["weightKilograms": 76]))
            stale["country"] = "AT"
            #expect(try await browser.put("/v1/profile", stale).status == 409)
            #expect(try await browser.get("/v1/profile").json["country"] as? String == "DE")
        }
    }

    /// A goal in kilocalories.
    private func eatingGoal(_ browser: Browser) async throws -> String {
        func id(_ answer: Browser.Answer, _ name: String) throws -> String {
            let facts = (answer.json[name] as? [String: Any])?["facts"] as? [String: Any]
            return try #require(facts?["id"] as? String, "\(answer.text)")
        }
        let measure = try id(
            try await browser.post("/v1/measures", ["title": "Energy", "unit": "kcal", "kind": "count"]), "measure")
        return try id(
            try await browser.post(
                "/v1/goals",
                [
                    "title": "Eat well", "start": "\(World.today())", "target": "\(World.today().advanced(by: 60))",
                    "targets": [["measure": measure, "value": 126_315]], "relevance": [], "milestones": [],
                    "obligations": [], "terms": [],
                ]), "goal")
    }

    /// While numbers are away, others than plans show none either (PLN-10).
    private func elsewhere(_ stack: Stack, _ browser: Browser, _ user: UserID, _ goal: String) async throws {
        let before = try await stack.bus.request(BodyProfileQuery(user: user))
        #expect(before.weightKilograms == 75 && before.targetKilograms == 70)
        let profile = try await browser.get("/v1/profile")
        #expect(profile.json["numbersHidden"] as? Bool == true, "\(profile.text)")
        for name in ["weightKilograms", "weightAt", "targetKilograms", "bodyFatPercent"] {
            #expect(!profile.text.contains("\"\(name)\""), "\(profile.text)")
        }
        // A client that sends back what it got loses nothing.
        let put = try await browser.put("/v1/profile", profile.json)
        #expect(put.status == 200 && put.json["numbersHidden"] as? Bool == true, "\(put.text)")
        #expect(try await stack.bus.request(BodyProfileQuery(user: user)) == before)
        let told = try await stack.pulsum("plan", "set", "--user", "Ada")
        #expect(told.status == 0 && told.output.contains("put away") && !told.output.contains("kg"), "\(told)")
        let shown = try await eventually("goals hear of it") { () -> Browser.Answer? in
            let shown = try await browser.get("/v1/goals/\(goal)")
            return shown.json["numbersHidden"] as? Bool == true ? shown : nil
        }
        let amount = /126.?315/
        #expect(!shown.text.contains(amount) && shown.text.contains("Eat well"))
        for page in ["/goals", "/goals/\(goal)", "/plan/profile"] {
            let text = try await browser.get(page).text
            #expect(!text.contains(amount) && !text.contains("value=\"75\""), "\(page)")
        }
        let listed = try await stack.pulsum("goals", "show", goal, "--user", "Ada")
        #expect(listed.status == 0 && listed.output.contains("put away"), "\(listed)")
        #expect(!listed.output.contains(amount), "\(listed)")
    }

    @Test(
        "PLN-8 PLN-9 PLN-10: floors, care, numbers away, changes by hand, the limit of requests, the command line, erasing",
        .timeLimit(.minutes(4)))
    func care() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url)
            let account = try await stack.setUp(browser, "Ada", ["country": "DE"])
            let user = try #require((account.json["user"] as? String).flatMap { UserID($0) })
            let small: [String: Any] = [
                "sex": "female", "birthday": "1996-01-01", "heightCentimetres": 160, "weightKilograms": 65,
                "targetKilograms": 60, "aim": "lose", "activity": "sedentary",
            ]
            try await changed(browser, small)
            let floor = try await generate(browser)
            #expect(try plan(floor)["floorApplied"] as? Bool == true)
            #expect(try targets(floor)["calories"] as? Int == 1_200)

            try await changed(browser, small.merging(["targetKilograms": 45]) { $1 })
            let care = try await generate(browser, language: "de")
            let notice = try #require(care.json["care"] as? [String: Any], "\(care.text)")
            #expect(
                care.status == 200 && care.json["plan"] == nil && notice["reason"] as? String == "targetUnderweight")
            #expect(
                (notice["resources"] as? [Any])?.isEmpty == false && (notice["message"] as? String)?.isEmpty == false)

            try await changed(browser, Self.body())
            let plan = try plan(try await generate(browser))
            let id = try #require(plan["id"] as? String)
            let refused = try await browser.put("/v1/plans/adjustment", ["plan": id, "kilocalories": 900])
            let fields = refused.json["fields"] as? [[String: Any]] ?? []
            #expect(refused.status == 400 && fields.first?["field"] as? String == "kilocalories")
            let adjusted = try await browser.put(
                "/v1/plans/adjustment", ["plan": id, "revision": 1, "kilocalories": 2_100])
            #expect(try targets(adjusted)["calories"] as? Int == 2_100)
            #expect(
                try await browser.put("/v1/plans/adjustment", ["plan": id, "revision": 1, "kilocalories": 2_050])
                    .status == 409)

            let goal = try await eatingGoal(browser)
            let journal = try await browser.post(
                "/v1/journal", ["text": "I have been starving myself."])
            #expect(journal.status == 201)
            try await eventually("the verdict puts numbers away") {
                let away = try await stack.bus.request(CurrentPlan(user: user))
                return away.hiddenForCare && away.plan?.targets == nil ? () : nil
            }
            let away = try await browser.get("/v1/plans/current")
            #expect(away.json["numbersHidden"] as? Bool == true && away.json["plan"] is [String: Any])
            for name in ["calories", "kilograms", "tdee", "whyItWorks", "previousTargets"] {
                #expect(!away.text.contains("\"\(name)\""), "\(away.text)")
            }
            try await elsewhere(stack, browser, user, goal)
            #expect(try await browser.put("/v1/plans/numbers", ["shown": true]).json["numbersHidden"] as? Bool == false)
            #expect(try targets(try await browser.get("/v1/plans/current"))["calories"] as? Int == 2_100)

            let shown = try await stack.pulsum("plan", "--user", "Ada")
            #expect(shown.status == 0 && shown.output.contains("2100 kcal, 165 g protein"), "\(shown)")
            let set = try await stack.pulsum("plan", "set", "--weight", "187.39lb", "--user", "Ada")
            #expect(set.status == 0 && set.output.contains("85.0 kg"), "\(set)")
            let made = try await stack.pulsum("plan", "generate", "--user", "Ada")
            #expect(made.status == 0 && made.output.contains("Adjusted since the plan before"), "\(made)")

            // The limit holds in every process of the API, because the count is in its database.
            var last: Browser.Answer?
            for _ in 0..<21 where last?.status != 429 { last = try await browser.get("/v1/plans/current") }
            let limited = try #require(last)
            #expect(limited.status == 429 && limited.json["code"] as? String == "rate-limited", "\(limited.text)")
            #expect(limited.json["isRetryable"] as? Bool == true)
            #expect(limited.retryAfter.map { (1...60).contains($0) } == true)
            #expect(try await browser.get("/v1/profile").status == 200)

            let archive = stack.scratch.file("ada.zip")
            #expect(try await stack.pulsum("export", archive, "--user", "Ada").status == 0)
            let print =
                "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(z.read('plans/plans.json').decode(), z.read('api/body.json').decode())"
            let exported = try await Executable.run("/usr/bin/env", ["python3", "-c", print, archive])
            #expect(exported.output.contains("\"kilocalories\":2100") && exported.output.contains("bodyFatPercent"))
            let report = try await eventually("every service has erased") { () -> StartErase.Reply? in
                let report = try await stack.bus.request(StartErase(user: user))
                return report.done ? report : nil
            }
            #expect(report.services.contains { $0.service == .plans && $0.done && $0.rows > 0 })
            await #expect(throws: ServiceError.self) { try await stack.bus.request(CurrentPlan(user: user)) }
        }
    }
}
