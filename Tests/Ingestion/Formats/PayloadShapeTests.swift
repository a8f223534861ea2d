import Fixtures
import LocalTime
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// A field means what the payload shows: hours asleep next to stages, and the time that a metric's values cover.
@Suite(.tags(.processes)) struct PayloadShapeTests {
    private static func night(_ fields: String) throws -> Double? {
        let text = """
            {"data":{"metrics":[{"name":"sleep_analysis","units":"hr","data":[{\(fields),"date":"2024-02-06 00:00:00 +0100"}]}]}}
            """
        var batch = SampleBatch()
        let reader = try HealthAutoExportReader(
            MemoryBytes(Array(text.utf8)), now: 1_800_000_000,
            calendar: LocalCalendar([ZonePeriod(since: 0, zone: "Europe/Berlin")]))
        while !reader.isFinished { try reader.read(elements: 100, into: &batch) }
        return batch.samples[.sleepTotal]?.first.map { ($0.value / 36).rounded() / 100 }
    }

    private static let span = #""sleepStart":"2024-02-05 23:00:00 +0100","sleepEnd":"2024-02-06 07:00:00 +0100""#

    @Test(
        "ING-2 Stages count where there are stages; another telling of the same hours is not added to them",
        arguments: [
            // `asleep` just below, at and just above the sum of the stages.
            (#""asleep":6.75,"core":4.1,"deep":1.2,"rem":1.5"#, 6.8),
            (#""asleep":6.8,"core":4.1,"deep":1.2,"rem":1.5"#, 6.8),
            (#""asleep":7.1,"core":4.1,"deep":1.2,"rem":1.5"#, 7.1),
            (#""asleep":6,"core":4.1,"deep":1.2,"rem":1.5"#, 6.8),
            // Sleep without a stage.
            (#""asleep":0.5,"core":4.1,"deep":1.2,"rem":1.5"#, 7.3),
            (#""asleep":3,"core":2,"deep":1,"rem":0.5"#, 3.5),
            (#""asleep":0.5,"core":4.1,"deep":1.2,"rem":1.5,"totalSleep":7.3"#, 7.3),
            (#""asleep":6.7,"core":4.1,"deep":1.2,"rem":1.5,"totalSleep":6.8"#, 6.8),
            (#""asleep":0,"core":4.1,"deep":1.2,"rem":1.5,"totalSleep":6.8"#, 6.8),
        ])
    func stages(_ fields: String, hours: Double) throws {
        #expect(try Self.night(fields) == hours)
        #expect(try Self.night("\(fields),\(Self.span)") == hours)
        #expect(try Self.night("\(fields),\"inBed\":8") == hours)
    }

    @Test("ING-2 A night of stages is never refused for its asleep, and nothing exceeds the span")
    func within() throws {
        var random = SplitMix(seed: 91)
        for _ in 0..<1000 {
            func part(_ most: Double) -> Double { (Double.random(in: 0...most, using: &random) * 100).rounded() / 100 }
            let (core, deep, rem) = (0.1 + part(4), part(1.5), part(2))
            let staged = core + deep + rem
            let asleep = (part(1) > 0.5 ? part(staged) : staged * (0.9 + part(0.2)))
            let hours = try Self.night(
                #""asleep":\#(asleep),"core":\#(core),"deep":\#(deep),"rem":\#(rem),\#(Self.span)"#)
            let told = try #require(hours)
            #expect(told <= 8 && told >= staged - 0.01, "\(asleep) beside \(staged): \(told)")
        }
        #expect(try Self.night(#""asleep":0,"core":8.01,\#(Self.span)"#) == 8)
    }

    // MARK: Grain

    private static func post(_ metrics: [(name: String, unit: String, values: [(String, Double)])]) -> String {
        let parts = metrics.map { metric in
            let points = metric.values.map { #"{"date":"\#($0.0)","qty":\#($0.1),"source":"W"}"# }
            return
                #"{"name":"\#(metric.name)","units":"\#(metric.unit)","data":[\#(points.joined(separator: ","))]}"#
        }
        return #"{"data":{"metrics":[\#(parts.joined(separator: ","))]}}"#
    }

    /// The middle of three days has no midnight.
    private static let zones: [(zone: String, dates: [String])] = [
        ("America/Santiago", ["2025-09-06 00:00:00 -0400", "2025-09-07 01:00:00 -0300", "2025-09-08 00:00:00 -0300"]),
        ("Africa/Cairo", ["2025-04-24 00:00:00 +0200", "2025-04-25 01:00:00 +0300", "2025-04-26 00:00:00 +0300"]),
        ("Asia/Beirut", ["2025-03-29 00:00:00 +0200", "2025-03-30 01:00:00 +0300", "2025-03-31 00:00:00 +0300"]),
    ]

    @Test(
        "ING-2 A day that begins at 01:00 is a day, whatever the profile's zone; HRV and steps of all days stay",
        arguments: zones.indices)
    func noMidnight(_ index: Int) async throws {
        let (zone, dates) = Self.zones[index]
        let text = Self.post([
            ("step_count", "count", Array(zip(dates, [8000, 9000, 7000]))),
            ("heart_rate_variability", "ms", Array(zip(dates, [40, 50, 60]))),
        ])
        let table =
            "Date,Step Count (count),Heart Rate Variability (ms)\n"
            + zip(dates, [(8000, 40), (9000, 50), (7000, 60)]).map { date, values in
                "\(date.dropLast(6)),\(values.0),\(values.1)\n"
            }.joined()
        for text in [text, table] {
            let workshop = try Workshop()
            try await workshop.profile(zone: zone)
            _ = try await workshop.importing(Array(text.utf8))
            let days = try await workshop.metrics()
            #expect(days.map(\.steps?.value) == [8000, 9000, 7000])
            #expect(days.map(\.hrv?.value) == [40, 50, 60])
            #expect(days.allSatisfy { $0.hrv?.derivation == .daily })
            workshop.scratch.remove()
        }
        let away = try Workshop()
        try await away.profile(zone: "Europe/Berlin")
        _ = try await away.importing(Array(text.utf8))
        #expect(try await away.metrics().map(\.hrv?.value) == [40, 50, 60])
        away.scratch.remove()
    }

    @Test("ING-2 One odd row decides for its own day only, by post and table")
    func oddRow() async throws {
        let days = (1...9).map { "2024-02-0\($0) 00:00:00" }
        for odd in ["2024-02-10 01:00:00", "2024-02-10 13:27:41", "2024-02-10 07:30:00"] {
            let dates = days + [odd]
            let post = Self.post([
                ("step_count", "count", dates.map { ("\($0) +0100", 5000) }),
                ("heart_rate_variability", "ms", dates.map { ("\($0) +0100", 50) }),
            ])
            let table =
                "Date,Step Count (count),Heart Rate Variability (ms)\n" + dates.map { "\($0),5000,50\n" }.joined()
            for text in [post, table] {
                let workshop = try Workshop()
                try await workshop.profile()
                _ = try await workshop.importing(Array(text.utf8))
                let metrics = try await workshop.metrics()
                #expect(metrics.prefix(9).compactMap(\.hrv?.value) == Array(repeating: 50, count: 9), "\(odd)")
                #expect(metrics.map(\.steps?.value) == Array(repeating: 5000, count: 10), "\(odd)")
                workshop.scratch.remove()
            }
        }
    }

    @Test("ING-2 Hours stay hours: the first hour of the day in progress is no day")
    func hours() throws {
        var grains = MetricGrains()
        let calendar = LocalCalendar([ZonePeriod(since: 0, zone: "Europe/Berlin")])
        let midnight = utc("2024-02-05 23:00:00")
        for hour in -24...0 { grains.see(midnight + Int64(hour) * 3600, offset: 3600, calendar) }
        grains.settle()
        let day = MetricGrains.day(midnight, 3600)
        #expect(grains.grain(on: day) == 3600 && grains.grain(on: day - 1) == 3600 && grains.grain(on: day + 1) == 0)
        #expect(grains.daily.isEmpty)
    }
}
