import Foundation
import Messages
import Testing

@testable import API

/// What goes with what, over a bus of closures.
@Suite struct TogetherPageTests {
    @Test("WEB: What goes with what compares only the tags that a person has, over a year, and says when it cannot")
    func together() async throws {
        try await FeatureWorld.run { world in
            let now = world.application.accounts.now()
            let today = Day(number: Int32(now / 86_400_000))
            // Nobody answers for the tags.
            #expect(try await world.open("/together").status.code >= 500)
            world.bus.on(DayTagsQuery.self) { request in
                let days = (0..<60).map { request.through.advanced(by: -2 - $0 * 6) }.sorted()
                return DayTagsQuery.Reply(
                    days: days.filter { $0 >= request.from }.map { DayTags(day: $0, tags: ["Late <shift>"]) },
                    known: ["late <shift>", "sauna"])
            }
            world.bus.on(DayContextsQuery.self) { request in
                let noted = DayContext(day: request.through.advanced(by: -3), flags: [.travel])
                return DayContextsQuery.Reply(days: [noted], lasting: [])
            }
            world.bus.on(MetricsQuery.self) { request in
                let days = (request.from...request.through).enumerated().map { index, day -> DailyMetrics in
                    var metrics = DailyMetrics(day: day)
                    // The nights after the tagged days are two hours shorter.
                    let isAfter = day.distance(to: request.through) % 6 == 1
                    metrics.sleep = MetricValue(25_200 + Double(index * 37 % 11) * 300 - (isAfter ? 7_200 : 0), .total)
                    return metrics
                }
                return MetricsQuery.Reply(days: days)
            }
            let page = try await world.open("/together")
            #expect(page.status == .ok)
            for text in ["late &lt;shift&gt;", "Sleep, night after", "metric=sleep", "travel", "1 of 10 days yet"] {
                #expect(page.text.contains(text), "\(text)")
            }
            #expect(!page.text.contains("sauna") && !page.text.contains(">alcohol<"))
            let asked = try #require(world.bus.sent(MetricsQuery.self).last)
            #expect(asked.from.distance(to: asked.through) == 365 && asked.through >= today.advanced(by: -1))
            #expect(try await world.open("/look-back").text.contains("href=\"/together\""))
        }
    }

    @Test("WEB: A trend of earlier days asks for these, is not compared with today's usual, and leads back")
    func earlierTrend() async throws {
        try await FeatureWorld.run { world in
            world.bus.on(MetricsQuery.self) { request in
                let days = (request.from...request.through).map { day -> DailyMetrics in
                    var metrics = DailyMetrics(day: day)
                    metrics.sleep = MetricValue(25_200, .total)
                    return metrics
                }
                return MetricsQuery.Reply(days: days)
            }
            let last = try #require(Day("2024-06-30"))
            let page = try await world.open("/trends?metric=sleep&range=month&until=\(last)")
            #expect(page.status == .ok)
            for text in ["until=2024-05-31", "until=2024-07-30", "/breakdown?day=2024-06-30", "in hours (h)"] {
                #expect(page.text.contains(text), "\(text)")
            }
            let asked = world.bus.sent(MetricsQuery.self)
            #expect(asked.map(\.through).max() == last)
            // Journal entries are asked for by day, for the days shown alone.
            let written = try #require(world.bus.sent(JournalDaysQuery.self).first)
            #expect(written.through == last && written.from.distance(to: last) == 29)
            #expect(world.bus.sent(JournalQuery.self).isEmpty)
            #expect(try await world.open("/trends?until=soon").status == .badRequest)
            // A later day than today is today.
            #expect(try await !world.open("/trends?metric=sleep&until=2190-01-01").text.contains("until=2190"))
        }
    }
}
