import Foundation
import LocalTime
import Localization
import Messages
import Pages
import Testing

@testable import API

/// When the weekly letter is on Today, on its pages and in JSON; read marks are in a real store.
@Suite struct PeriodLetterPageTests {
    /// The week whose letter is current. Its weekday is set so that it ended some days ago.
    private func week(_ world: FeatureWorld, endedAgo days: Int = 1) async throws -> LetterPeriod {
        var profile = try await world.application.profiles.profile(world.user)
        let local = profile.localTime(at: Milliseconds(Date().timeIntervalSince1970 * 1000))
        let last = local.day.advanced(by: -days)
        let weekday = last.monday.distance(to: last) + 1
        profile.display = Display(letterDay: Int32(weekday))
        _ = try await world.application.profiles.set(.random(), profile)
        let reader = Reader(
            DisplaySettings(language: .english, region: "GB"), today: local.day, minute: Int(local.hour) * 60)
        return LetterPeriod.week(on: weekday, for: reader)
    }

    /// A world in which every day has sleep and steps.
    private func run(
        withheld: Int? = nil, _ body: @escaping @Sendable (FeatureWorld, LetterPeriod) async throws -> Void
    ) async throws {
        try await FeatureWorld.run { world in
            let week = try await week(world)
            world.bus.on(MetricsQuery.self) { query in
                MetricsQuery.Reply(
                    days: (query.from...query.through).map { day in
                        var metrics = DailyMetrics(day: day)
                        metrics.sleep = MetricValue(25_000 + Double(day.number % 7) * 600, .asleep, device: 1)
                        metrics.steps = MetricValue(6_000 + Double(day.number % 7) * 100, .total)
                        return metrics
                    })
            }
            world.bus.on(ScoreHistory.self) { query in
                ScoreHistory.Reply(
                    scores: (query.from...query.through).map { day in
                        let isHard = withheld.map { day == week.last.advanced(by: -$0) } ?? false
                        return ScoreReport(day: day, status: isHard ? .withheld : .final)
                    })
            }
            try await body(world, week)
        }
    }

    private func isOnToday(_ world: FeatureWorld, _ address: String) async throws -> Bool {
        try await world.open("/").text.contains("href=\"\(address)\"")
    }

    @Test("WEB-4 The letter about the week is on Today until it was opened, and on the page of letters after that")
    func read() async throws {
        try await run { world, week in
            #expect(try await isOnToday(world, week.address))
            // What was noted of the nights is noted once.
            let first = world.bus.count
            #expect(try await isOnToday(world, week.address))
            let unread = world.bus.count - first
            let page = try await world.open(week.address)
            #expect(page.status == .ok)
            #expect(page.text.contains("A letter about your week"))
            let second = world.bus.count
            #expect(try await !isOnToday(world, week.address))
            #expect(world.bus.count - second == unread, "an unread letter adds no request to Today")
            // An older one does not take the mark back.
            #expect(try await world.open(week.previous.address).status == .ok)
            #expect(try await !isOnToday(world, week.address))
            world.bus.on(LettersQuery.self) { _ in LettersQuery.Reply(letters: []) }
            let list = try await world.open("/letters").text
            #expect(list.contains(week.address) && list.contains(week.previous.address))
            #expect(list.contains("/letters/month/") && list.contains("/letters/year/"))
            for span in ["month", "year"] {
                let answer = try await world.open("/letters/\(span)/\(week.last.advanced(by: -1))")
                #expect(answer.status == .ok)
            }
            let others = ["week/2999-01-01", "week/2026-02-30", "decade/\(week.last)"]
            for other in others { #expect(try await world.open("/letters/\(other)").status == .notFound) }
        }
    }

    @Test("WEB-4 A letter about the week that is not opened is on Today for three days after the week")
    func unread() async throws {
        try await run { world, _ in
            for (days, isShown) in [(3, true), (4, false), (6, false)] {
                let week = try await week(world, endedAgo: days)
                #expect(try await isOnToday(world, week.address) == isShown, "\(days) days ago")
                world.bus.on(LettersQuery.self) { _ in LettersQuery.Reply(letters: []) }
                #expect(try await world.open("/letters").text.contains(week.address))
            }
        }
    }

    @Test("WEB-4 A letter about an import goes before that of the week, and is gone once it was opened too")
    func imported() async throws {
        try await run { world, week in
            let letter = Letter(
                id: .random(), at: Milliseconds(Date().timeIntervalSince1970 * 1000) - 1_000, first: week.first,
                last: week.last)
            world.bus.on(LettersQuery.self) { _ in LettersQuery.Reply(letters: [letter]) }
            world.bus.on(LetterQuery.self) { _ in letter }
            #expect(try await isOnToday(world, "/letters/\(letter.id)"))
            _ = try await world.open("/letters/\(letter.id)")
            #expect(try await !isOnToday(world, "/letters/\(letter.id)"))
            #expect(try await isOnToday(world, week.address))
        }
    }

    @Test(
        "WEB-4 Without scoring, which knows of a crisis, there is no letter; in the settings it can be moved or left out"
    )
    func without() async throws {
        try await run { world, week in
            var profile = try await world.application.profiles.profile(world.user)
            profile.display = Display(letterDay: 0)
            profile = try await world.application.profiles.set(.random(), profile)
            #expect(try await !world.open("/").text.contains("/letters/week/"))
            let settings = try await world.open("/settings/you").text
            #expect(settings.contains("name=\"letterDay\"") && settings.contains("<option value=\"0\" selected>"))
            let yesterday = week.last.advanced(by: -1)
            profile.display = Display(letterDay: Int32(yesterday.monday.distance(to: yesterday) + 1))
            profile = try await world.application.profiles.set(.random(), profile)
            #expect(try await world.open("/").text.contains("/letters/week/"))
            profile.display = Display(letterDay: 8)
            await #expect(throws: ServiceError.self) {
                _ = try await world.application.profiles.set(.random(), profile)
            }
            world.bus.on(ScoreHistory.self) { _ in throw ServiceError(.unavailable, "away") }
            #expect(try await world.open(week.address).status != .ok)
        }
    }

    @Test("WEB-10 letters about periods in JSON: for sessions only, without facts after a crisis")
    func json() async throws {
        try await run(withheld: 2) { world, week in
            let hard = try await world.call(.get, "/v1\(week.address)")
            #expect(hard.status == .ok)
            #expect((hard.json["facts"] as? [Any])?.isEmpty == true && hard.json["question"] == nil)
            let before = try await world.call(.get, "/v1\(week.previous.address)")
            #expect(((before.json["facts"] as? [Any])?.count ?? 0) >= 2)
            #expect(before.json["span"] as? String == "week" && before.json["question"] is String)
            #expect(try await world.call(.get, "/v1/letters/weeks").status == .ok)
            for caller in [Caller.reader, .ingester] {
                #expect(try await world.call(.get, "/v1/letters/weeks", as: caller).status == .forbidden)
                #expect(try await world.call(.get, "/v1\(week.address)", as: caller).status == .forbidden)
            }
            #expect(try await world.call(.get, "/v1/letters/week/2999-01-01").status == .notFound)
        }
    }
}
