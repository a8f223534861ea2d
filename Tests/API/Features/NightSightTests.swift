import Bus
import Foundation
import LocalTime
import Messages
import Testing

@testable import API

/// Which pages and routes say to scoring that a night's measurements were shown.
@Suite struct NightSightTests {
    private static var today: Day {
        LocalCalendar.utc.day(millisecond: Milliseconds(Date().timeIntervalSince1970 * 1000))
    }

    private func metrics(_ offset: Int, heartRate: Double? = 52) -> DailyMetrics {
        var metrics = DailyMetrics(day: Self.today.advanced(by: -offset))
        metrics.sleep = MetricValue(27_000, .total)
        metrics.nocturnalHeartRate = heartRate.map { MetricValue($0, .asleep, device: 1) }
        return metrics
    }

    /// A world whose scoring takes notes.
    private func run(_ body: @escaping @Sendable (FeatureWorld) async throws -> Void) async throws {
        try await FeatureWorld.run { world in
            world.bus.on(NoteNightSeen.self) { _ in Empty() }
            try await body(world)
        }
    }

    private func noted(_ world: FeatureWorld) -> [Day] { world.bus.sent(NoteNightSeen.self).map(\.day) }

    @Test("SCO-8 measurements that a session reads count as seen, once; those that a token reads do not")
    func json() async throws {
        try await run { world in
            let days = [metrics(9), metrics(1), metrics(0, heartRate: nil)]
            world.bus.on(MetricsQuery.self) { _ in MetricsQuery.Reply(days: days) }
            _ = try await world.call(.get, "/v1/metrics", as: .reader)
            #expect(noted(world) == [])
            for _ in 0..<2 { #expect(try await world.call(.get, "/v1/metrics").status == .ok) }
            #expect(noted(world) == [Self.today.advanced(by: -1)])
        }
    }

    @Test("SCO-8 the night's page counts, that of another metric and an empty one do not")
    func readings() async throws {
        try await run { world in
            let reading = Reading(kind: "sleep", start: 0, end: 60_000, value: 5, unit: "", source: "Watch")
            world.bus.on(ReadingsQuery.self) { query in
                ReadingsQuery.Reply(
                    value: nil, readings: query.metric == "steps" || query.day == Self.today ? [reading] : [])
            }
            for path in ["metric=steps", "metric=hrv&day=\(Self.today.advanced(by: -1))"] {
                _ = try await world.open("/readings?\(path)")
            }
            #expect(noted(world) == [])
            _ = try await world.open("/readings?metric=sleep")
            #expect(noted(world) == [Self.today])
        }
    }

    @Test("SCO-8 a trend of the night counts; a night that scoring did not note is noted when it is shown again")
    func trends() async throws {
        try await FeatureWorld.run { world in
            let days = [metrics(1), metrics(0)]
            world.bus.on(MetricsQuery.self) { _ in MetricsQuery.Reply(days: days) }
            _ = try await world.open("/trends?metric=steps")
            #expect(noted(world) == [])
            world.bus.on(NoteNightSeen.self) { note in
                guard note.day == Self.today else { throw ServiceError(.unavailable, "away") }
                return Empty()
            }
            for _ in 0..<2 { _ = try await world.open("/trends?metric=nocturnalHeartRate&range=week") }
            let yesterday = Self.today.advanced(by: -1)
            #expect(noted(world) == [yesterday, Self.today, yesterday])
        }
    }

    @Test("SCO-8 a covered night on Today is not seen; shown by a tap it is")
    func today() async throws {
        try await run { world in
            let night = metrics(0)
            world.bus.on(MetricsQuery.self) { _ in MetricsQuery.Reply(days: [night]) }
            world.bus.on(CheckInsQuery.self) { _ in .init(checkIns: []) }
            world.bus.on(RecentDays.self) { _ in
                var part = Contribution(signal: .nocturnalHeartRate, weight: -0.1)
                (part.value, part.missing) = (52, false)
                return RecentDays.Reply(
                    days: [
                        ScoredDay(
                            report: ScoreReport(day: Self.today, status: .provisional, score: 60), contributions: [part]
                        )
                    ], scores: [60], sensorDays: 7, sensorDaysNeeded: 7)
            }
            #expect(try await world.open("/").text.contains("/?number=shown"))
            #expect(noted(world) == [])
            _ = try await world.open("/?number=shown")
            #expect(noted(world) == [Self.today])
        }
    }

    @Test(
        "SCO-8 a suggestion that names a measurement of the night counts on its pages; on Today only its caution does")
    func suggestions() async throws {
        for (why, caution, days) in [
            (Signal.hrv, nil, [false, true, true]), (nil, .nocturnalHeartRate, [true, true, true]),
            (.steps, .sleepDebt, [false, false, false]),
        ] as [(Signal?, Signal?, [Bool])] {
            for (path, counts) in zip(["/", "/coach", "/suggestions/m"], days) {
                try await run { world in
                    var card = Card(
                        moment: "m", title: "Walk", body: "b", caution: caution.map { _ in "Careful." }, badge: .strong,
                        sourceURL: nil, estimatedSeconds: nil)
                    (card.whySignal, card.cautionSignal) = (why, caution)
                    card.why = why.map { _ in "A reason." }
                    var reply = CardsQuery.Reply(cards: [card])
                    reply.today = DaySuggestion(card: card)
                    let (found, cards) = (card, reply)
                    world.bus.on(CardsQuery.self) { _ in cards }
                    world.bus.on(CardQuery.self) { _ in found }
                    world.bus.on(CheckInsQuery.self) { _ in .init(checkIns: []) }
                    let page = try await world.open(path).text
                    #expect(page.contains("Walk") && page.contains("Careful.") == (caution != nil), "\(path)")
                    #expect(page.contains("A reason.") == (why != nil && (path != "/" || why == .steps)), "\(path)")
                    #expect(noted(world) == (counts ? [Self.today] : []), "\(path) \(why as Any)")
                }
            }
        }
    }

    @Test("SCO-4 a form that waited is as old as its browser's clock says it waited, whatever that clock shows")
    func clocks() async throws {
        try await FeatureWorld.run { world in
            world.bus.on(SubmitCheckIn.self) { CheckIn(id: .random(), day: $0.day, at: $0.at, energy: $0.energy) }
            let now = Milliseconds(Date().timeIntervalSince1970 * 1000)
            let (hour, year) = (3_600_000 as Milliseconds, 366 * 86_400_000 as Milliseconds)
            func age(written: Milliseconds, sent: Milliseconds?) async throws -> Milliseconds? {
                let count = world.bus.sent(SubmitCheckIn.self).count
                _ = try await world.submit(
                    "/check-ins", ["energy": "4", "written": "\(written)"], sent: sent.map { "\($0)" })
                let requests = world.bus.sent(SubmitCheckIn.self)
                return requests.count > count ? requests.last.map { now - $0.at } : nil
            }
            for clock in [now, now + 5 * hour, now - 5 * hour, 0] {
                let found = try #require(try await age(written: clock - hour, sent: clock))
                #expect(abs(found - hour) < 60_000, "\(clock)")
            }
            // One of an earlier release says nothing; a clock that was set back meanwhile gives no age.
            #expect(abs(try #require(try await age(written: now - hour, sent: nil)) - hour) < 60_000)
            #expect(abs(try #require(try await age(written: now, sent: now - hour))) < 60_000)
            for (written, sent) in [(now - year - hour, now), (.min, now), (.max, .min)] {
                #expect(try await age(written: written, sent: sent) == nil)
            }
        }
    }
}
