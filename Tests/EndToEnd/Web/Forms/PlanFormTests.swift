import Fixtures
import Foundation
import TestTraits
import Testing

/// The forms of the pages of plans, sent as a browser without script sends them.
@Suite(.serialized, .tags(.processes, .sharedStack)) struct PlanFormTests {
    private static let profile = [
        ("sex", "male"), ("birthday", "1985-03-01"), ("height", "180"), ("weight", "92"), ("target", "85"),
        ("aim", "lose"), ("activity", "light"),
    ]

    private func found(_ pattern: String, _ page: Browser.Answer) throws -> String {
        let match = try Regex(pattern, as: (Substring, Substring).self).firstMatch(in: page.text)
        return try #require(match.map { String($0.1) }, "\(pattern)")
    }

    /// The stored weight in kg.
    private func weight(_ browser: Browser) async throws -> Double? {
        let body = try await browser.get("/v1/profile").json["body"] as? [String: Any]
        return body?["weightKilograms"] as? Double
    }

    @Test(
        "PLN-1 PLN-5 PLN-9 Without script: profile, plan, weight, a weight that is older than the stored one, by hand",
        .timeLimit(.minutes(5)))
    func forms() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url, headers: ["Accept-Language": "en-IE"])
            #expect(try await stack.setUp(browser).status == 201)
            #expect(try await browser.get("/plan").text.contains("Still missing:"))
            let refused = try await browser.submit("/plan/profile", [("revision", "0"), ("weight", "500")])
            #expect(refused.status == 400 && refused.text.contains("value=\"500\""))
            let saved = try await browser.submit("/plan/profile", [("revision", "0")] + Self.profile)
            #expect(saved.status == 200 && saved.text.contains("data-kind=\"plan\""))
            #expect(saved.text.contains("92.0\u{202F}kg"))
            let late = try await browser.submit("/plan/profile", [("revision", "0")] + Self.profile)
            #expect(late.status == 409 && late.text.contains("value=\"92\""), "what was typed is kept")

            let weighed = try await browser.submit("/plan/weight", [("weight", "91,4")])
            #expect(weighed.text.contains("Weight saved.") && weighed.text.contains("91.4\u{202F}kg"))
            let before = Int64(Date().timeIntervalSince1970 * 1000) - 3_600_000
            let asked = try await browser.submit(
                "/plan/weight", [("weight", "95"), ("written", "\(before)")])
            #expect(asked.status == 409 && asked.text.contains("Which one counts?"))
            #expect(try await weight(browser) == 91.4)
            let mine = try await browser.submit(
                "/plan/weight", [("weight", "95"), ("written", "\(before)"), ("replace", "1")])
            #expect(try await weight(browser) == 95 && mine.text.contains("95.0\u{202F}kg"))

            let page = try await browser.get("/plan")
            let plan = try found("name=\"plan\" value=\"([^\"]+)\"", page)
            let version = try found("name=\"version\" value=\"([0-9]+)\"", page)
            let low = try await browser.submit(
                "/plan/adjustment", [("plan", plan), ("version", version), ("kilocalories", "700")])
            #expect(low.status == 400 && low.text.contains("id=\"kilocalories-fault\""))
            let hidden = try await browser.submit("/plan/numbers", [("shown", "0")])
            #expect(hidden.text.contains("data-kind=\"away\"") && !hidden.text.contains("kcal"))
            #expect(try await browser.get("/plan/history").text.contains("put away"))
            // The form of the body profile shows none, and saved without them it keeps them (PLN-10).
            let away = try await browser.get("/plan/profile")
            #expect(away.text.contains("name=\"away\"") && !away.text.contains("value=\"95\""))
            let profile = Self.profile.filter { !["weight", "target", "activity"].contains($0.0) }
            let revision = try found("name=\"revision\" value=\"([0-9]+)\"", away)
            let kept = try await browser.submit(
                "/plan/profile", [("revision", revision), ("away", "1"), ("activity", "moderate")] + profile)
            #expect(kept.status == 200 && kept.text.contains("data-kind=\"away\""))
            #expect(try await weight(browser) == nil, "over HTTP none is shown either")
            let hiddenVersion = try await browser.get("/plan/version").text
            #expect(kept.text.contains("data-version=\"\(hiddenVersion)\""))
            let shown = try await browser.submit("/plan/numbers", [("shown", "1")])
            #expect(try await browser.get("/plan/version").text != hiddenVersion)
            #expect(try await weight(browser) == 95)
            #expect(shown.text.contains("data-kind=\"plan\""))
            let quiet = try await browser.submit("/plan/notice", [])
            #expect(!quiet.text.contains("name=\"announces\" value=\"1\" checked"))
            let history = try await browser.get("/plan/history").text
            #expect(history.contains("Two plans side by side"))
            // Recomputing is counted with the requests to plans (PLN-8), and an equal plan is no further one (PLN-5).
            var last: Browser.Answer?
            for _ in 0..<21 where last?.status != 429 { last = try await browser.submit("/plan/recompute", []) }
            #expect(last?.status == 429 && last?.retryAfter.map { (1...60).contains($0) } == true)
            let plans = /<li class="stack"><h3>/
            let after = try await browser.get("/plan/history").text
            #expect(after.matches(of: plans).count == history.matches(of: plans).count)
        }
    }
}
