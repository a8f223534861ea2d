import Fixtures
import Foundation
import Messages
import Testing

/// The example person through real processes.
@Suite(.serialized) struct DemoTests {
    @Test(
        "WEB first five minutes OWN-3: pulsum demo makes two years, the set-up link stays, --remove leaves nothing",
        .timeLimit(.minutes(8)))
    func demo() async throws {
        try await Stack.run { stack in
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
            let course = try await stack.bus.request(
                PlanCourse(user: example.user, from: today.advanced(by: -97), through: today)
            ).days
            #expect(course.filter { $0.kilograms != nil }.count > 35)
            #expect(course.filter { $0.kilocalories != nil }.count > 70)
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

            // The set-up goes on, and somebody who is signed in may look around as well, nobody else.
            let ada = Browser(stack.url)
            let made = try await ada.submit(
                "/welcome",
                [
                    ("name", "Ada"), ("password", "correct horse battery"), ("timeZone", "UTC"),
                    ("code", try stack.setUpCode()),
                ])
            #expect(made.status == 200 && made.text.contains("action=\"/example\""), "\(made.text.prefix(300))")
            #expect(try await Browser(stack.url).submit("/example", []).status == 403)
            let session = ada.cookies
            #expect(try await ada.submit("/example", []).text.contains("pulsum demo --remove"))
            ada.cookies = session
            #expect(try await ada.get("/").text.contains("action=\"/sign-in\""))
        }
    }
}
