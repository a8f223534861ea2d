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

            #expect(try await stack.pulsum("demo").status != 0)
            let removed = try await stack.pulsum("demo", "--remove")
            #expect(removed.status == 0 && removed.output.contains("Erased"), "\(removed.errors)")
            #expect(try await stack.bus.request(ListAccounts()).accounts.isEmpty)
        }
    }
}
