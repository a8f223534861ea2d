import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// The example person through real processes.
@Suite(.serialized, .tags(.processes)) struct DemoTests {
    @Test(
        "WEB first five minutes OWN-3: pulsum demo makes two years, the set-up link stays, --remove leaves nothing",
        .timeLimit(.minutes(8)), .tags(.sharedStack))
    func demo() async throws {
        try await Stack.shared { stack in
            let made = try await stack.pulsum("demo", "--language", "en")
            #expect(made.status == 0, "\(made.errors)")
            let example = try #require(
                try await stack.bus.request(ListAccounts()).accounts.first { $0.isExample == true })
            let password = try #require(
                made.output.split(separator: "\n").first { $0.hasPrefix("Password") }?.split(separator: " ").last)

            let stranger = Browser(stack.url)
            #expect(try await stranger.get("/v1/setup").json["needsAccount"] as? Bool == true)
            let signedIn = try await stranger.post(
                "/v1/sessions", ["name": example.name, "password": String(password)])
            #expect(signedIn.status == 201, "\(signedIn.text)")
            #expect(try await stranger.get("/journal").text.contains("pulsum demo --remove"))

            let today = Day(number: Int32(Date().timeIntervalSince1970 / 86_400))
            let days = try await stack.bus.request(
                MetricsQuery(user: example.user, from: today.advanced(by: -399), through: today)
            ).days
            #expect(days.filter { $0.hrv != nil && $0.sleep != nil && $0.steps != nil }.count > 360)
            let entries = try await stack.bus.request(JournalMonthsQuery(user: example.user)).months
            #expect(entries.count >= 20)

            let plan = try #require(try await stack.bus.request(CurrentPlan(user: example.user)).plan)
            #expect(plan.targets != nil && plan.inputs?.isMeasured == true && plan.inputs?.aim == .lose)
            // Plans hear of the days of an import one after the other.
            try await eventually("plans have the weights and meals of the import") {
                let course = try await stack.bus.request(
                    PlanCourse(user: example.user, from: today.advanced(by: -97), through: today)
                ).days
                let (weights, meals) = (course.count { $0.kilograms != nil }, course.count { $0.kilocalories != nil })
                return weights > 35 && meals > 70 ? () : nil
            }
            try await goals(of: example.user, stack, stranger)
            // Numbers of an English page are English ones, also of a person in Germany.
            let sentence = try await stranger.get("/plan").text
            #expect(sentence.contains(/\d,\d{3}\u{202F}kcal/) && !sentence.contains(/\d\.\d{3}\u{202F}kcal/))
            for page in ["/plan", "/trends"] {
                let text = try await stranger.get(page).text
                #expect(text.contains("weight-table") && text.contains("intake-table"), "\(page)")
            }

            #expect(try await stack.pulsum("demo").status != 0)
            let removed = try await stack.pulsum("demo", "--remove")
            #expect(removed.status == 0 && removed.output.contains("Erased"), "\(removed.errors)")
            #expect(try await stack.bus.request(ListAccounts()).accounts.isEmpty)
        }
    }

    /// Goals, terms, actions, values and reviews of the example, as the bus and the pages have them.
    private func goals(of user: UserID, _ stack: Stack, _ browser: Browser) async throws {
        let (bus, now) = (stack.bus, Milliseconds(Date().timeIntervalSince1970 * 1000))
        let terms = try await bus.request(TermsQuery(user: user)).terms
        #expect(terms.map(\.content.status) == [.active, .completed] && terms.last?.reflection?.isEmpty == false)
        let running = try #require(terms.first)
        let begins = running.content.start
        // Actions from health records, safety's judgements and sums follow in the background.
        let counts = try await eventually("the records of the term", within: .seconds(120)) { () -> [Int]? in
            let actions = try await bus.request(ActionsQuery(user: user, from: begins, limit: 1_000)).actions
            let counts = running.content.goals.map { goal in
                actions.filter { $0.content.contributions.contains { $0.goal == goal } }.count
            }
            return counts[0] >= 35 && counts[1] > 10 && counts[2] > 10 ? counts : nil
        }
        #expect(counts.allSatisfy { $0 > 5 && $0 < 60 }, "\(counts)")
        _ = try await eventually("the judgement of all texts", within: .seconds(120)) { () -> Bool? in
            let facts =
                try await bus.request(TermsQuery(user: user)).terms.map(\.facts)
                + bus.request(GoalsQuery(user: user)).goals.map(\.facts)
                + bus.request(ValuesQuery(user: user)).values.map(\.facts)
                + bus.request(ActionsQuery(user: user, limit: 1_000)).actions.map(\.facts)
            return facts.allSatisfy { $0.level == .safe } ? true : nil
        }
        #expect(try await bus.request(HealthRulesQuery(user: user)).rules.count == 3)
        // The week begins in the person's zone, east of UTC.
        let today = max(Day(number: Int32(now / 86_400_000)), begins.advanced(by: 35))
        let overview = try await bus.request(GoalsOverview(user: user, asOf: AsOf(at: now, today: today)))
        #expect(overview.term?.week == 6 && overview.term?.weeks == 10 && overview.values.count == 3)
        #expect(overview.values.allSatisfy { $0.actions > 0 })
        for (page, words) in [
            ("/goals", ["Walk 560,000 steps", "Know the concert programme by heart"]),
            ("/terms", ["Strong and in tune", "Back outside"]), ("/actions", ["Choir rehearsal", "Steps"]),
            ("/values", ["Making music"]), ("/review", ["Being well in my body"]),
        ] {
            let text = try await browser.get(page).text
            for word in words { #expect(text.contains(word), "\(page): \(word)") }
        }
        let closed = try #require(terms.last)
        #expect(try await browser.get("/terms/\(closed.facts.id)").text.contains("ended with five kilometres"))
    }

    @Test(
        "WEB first five minutes: the door “look around” opens on this machine only, with and without accounts",
        .timeLimit(.minutes(8)))
    func door() async throws {
        try await Stack.run(environment: ["PULSUM_TRUSTED_PROXIES": "127.0.0.1"]) { stack in
            let elsewhere = Browser(
                stack.url, headers: ["X-Forwarded-For": "203.0.113.7", "Accept": "text/html"])
            #expect(try await !elsewhere.get("/welcome").text.contains("action=\"/example\""))
            #expect(try await elsewhere.submit("/example", []).status == 403)

            let visitor = Browser(stack.url)
            #expect(try await visitor.get("/welcome").text.contains("action=\"/example\""))
            let opened = try await visitor.submit("/example", [])
            #expect(opened.status == 200 && opened.text.contains("pulsum demo --remove"))
            #expect(try await visitor.get("/v1/setup").json["needsAccount"] as? Bool == true)
            _ = try await eventually("the example's rings", within: .seconds(180)) { () -> Bool? in
                try await visitor.get("/").text.contains("ring-earlier") ? true : nil
            }

            // The set-up goes on, and a person who is signed in may look around as well, nobody else.
            let ada = Browser(stack.url)
            let made = try await ada.submit(
                "/welcome",
                [
                    ("name", "Ada"), ("password", "correct horse battery"), ("timeZone", "UTC"),
                    ("code", try stack.setUpCode()),
                ])
            #expect(made.status == 200 && made.text.contains("action=\"/example\""), "\(made.text.prefix(300))")
            #expect(try await Browser(stack.url).submit("/example", []).status == 403)
            // The browser keeps her session, and a button leads back to it.
            let session = ada.cookies
            let around = try await ada.submit("/example", [])
            #expect(around.text.contains("pulsum demo --remove") && around.text.contains("action=\"/example/leave\""))
            #expect(around.text.contains("href=\"/goals\""))
            let looking = ada.cookies
            let back = try await ada.submit("/example/leave", [])
            #expect(back.status == 200 && !back.text.contains("pulsum demo --remove"))
            #expect(try await ada.get("/v1/me").json["name"] as? String == "Ada")
            // The example's session has ended; without a kept one, leaving changes nothing.
            ada.cookies = looking.filter { $0.key != "pulsum_own" }
            #expect(try await ada.get("/").text.contains("action=\"/sign-in\""))
            // Signing out while looking around ends both.
            ada.cookies = session
            _ = try await ada.submit("/example", [])
            _ = try await ada.submit("/sign-out", [])
            ada.cookies = session
            #expect(try await ada.get("/").text.contains("action=\"/sign-in\""))
        }
    }
}
