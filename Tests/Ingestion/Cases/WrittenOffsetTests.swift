import Fixtures
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// The UTC offset that a night was written with (COM-1, ING-13).
@Suite(.tags(.processes)) struct WrittenOffsetTests {
    private func nights(_ workshop: Workshop) async throws -> [String: Double] {
        try await workshop.metrics().reduce(into: [:]) { nights, day in
            if let sleep = day.sleep { nights["\(day.day)"] = sleep.value }
        }
    }

    private func within(_ body: (Workshop) async throws -> Void) async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        try await workshop.profile()
        try await body(workshop)
    }

    private func post(stages: [(start: String, end: String)]) -> String {
        let rows = stages.map {
            #"{"startDate":"\#($0.start)","endDate":"\#($0.end)","qty":1,"value":"Core","source":"Watch"}"#
        }
        return sleep(rows)
    }

    private func post(total hours: Double, date: String, _ start: String, _ end: String) -> String {
        sleep([
            #"{"date":"\#(date)","totalSleep":\#(hours),"sleepStart":"\#(start)","sleepEnd":"\#(end)","source":"Watch"}"#
        ])
    }

    private func sleep(_ rows: [String]) -> String {
        #"{"data":{"metrics":[{"name":"sleep_analysis","units":"hr","data":[\#(rows.joined(separator: ","))]}]}}"#
    }

    @Test("COM-1 A night far from home belongs to the morning there, by post, total, table and export")
    func far() async throws {
        let (start, end) = ("2026-05-10 23:00:00 -1000", "2026-05-11 07:00:00 -1000")
        let rfc = ("2026-05-10T23:00:00-10:00", "2026-05-11T07:00:00-10:00")
        let night = ["2026-05-11": 28_800.0]
        try await within { workshop in
            _ = try await workshop.post(post(stages: [(start, end)]))
            #expect(try await nights(workshop) == night)
            #expect(try await workshop.metrics().first?.sleepZone == ZoneNote("-10:00", .sample))
        }
        try await within { workshop in
            _ = try await workshop.post(post(total: 8, date: "2026-05-11 00:00:00 -1000", start, end))
            #expect(try await nights(workshop) == night)
        }
        let table = "kind,start,end,value,unit,source\nsleep,\(rfc.0),\(rfc.1),core,,Watch\n"
        try await within { workshop in
            _ = try await workshop.importing(table)
            #expect(try await nights(workshop) == night)
            // Pulsum's own export brings it back.
            let exported = try await workshop.exportedSamples()
            try await within { other in
                _ = try await other.importing(exported)
                #expect(try await nights(other) == night)
            }
        }
        try await within { workshop in
            _ = try await workshop.importing(
                document(
                    #"<Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" startDate="\#(start)" endDate="\#(end)" value="HKCategoryValueSleepAnalysisAsleepCore"><MetadataEntry key="HKTimeZone" value="Pacific/Honolulu"/></Record>"#
                ))
            #expect(try await nights(workshop) == night)
        }
    }

    @Test("COM-1 A night that a phone sends again with the offset of another place keeps its day, in any order")
    func relabelled() async throws {
        // Until 05:30 in Berlin, which is 17:30 of the day before in Honolulu; and until 07:00 in Honolulu, which is
        // 19:00 in Berlin.
        let home = [
            post(stages: [("2026-05-08 22:30:00 +0200", "2026-05-09 05:30:00 +0200")]),
            post(stages: [("2026-05-08 10:30:00 -1000", "2026-05-08 17:30:00 -1000")]),
        ]
        let away = [
            post(stages: [("2026-05-10 23:00:00 -1000", "2026-05-11 07:00:00 -1000")]),
            post(stages: [("2026-05-11 11:00:00 +0200", "2026-05-11 19:00:00 +0200")]),
        ]
        for isReversed in [false, true] {
            try await within { workshop in
                for text in isReversed ? home.reversed() : home { _ = try await workshop.post(text) }
                #expect(try await nights(workshop) == ["2026-05-09": 25_200])
                for text in isReversed ? away.reversed() : away { _ = try await workshop.post(text) }
                #expect(try await nights(workshop) == ["2026-05-09": 25_200, "2026-05-11": 28_800])
            }
        }
        try await within { workshop in
            _ = try await workshop.post(
                post(
                    total: 8, date: "2026-05-11 00:00:00 -1000", "2026-05-10 23:00:00 -1000",
                    "2026-05-11 07:00:00 -1000")
            )
            _ = try await workshop.post(
                post(
                    total: 8, date: "2026-05-11 00:00:00 +0200", "2026-05-11 11:00:00 +0200",
                    "2026-05-11 19:00:00 +0200")
            )
            #expect(try await nights(workshop) == ["2026-05-11": 28_800])
        }
    }

    @Test("ING-13 A main sleep of shift workers belongs to the day of its waking, also after 18:00")
    func shifts() async throws {
        try await within { workshop in
            let status = try await workshop.post(
                post(stages: [
                    ("2026-05-11 08:00:00 +0200", "2026-05-11 15:30:00 +0200"),
                    ("2026-05-12 11:00:00 +0200", "2026-05-12 18:40:00 +0200"),
                    ("2026-05-13 23:00:00 +0200", "2026-05-14 06:00:00 +0200"),
                    // Evening naps, and a second long sleep of a day stay where they were.
                    ("2026-05-14 17:15:00 +0200", "2026-05-14 18:10:00 +0200"),
                    ("2026-05-14 23:00:00 +0200", "2026-05-15 06:00:00 +0200"),
                    ("2026-05-15 14:00:00 +0200", "2026-05-15 18:30:00 +0200"),
                ]))
            #expect(status.quarantined == [:])
            #expect(
                try await nights(workshop) == [
                    "2026-05-11": 27_000, "2026-05-12": 27_600, "2026-05-14": 25_200, "2026-05-15": 28_500,
                    "2026-05-16": 16_200,
                ])
        }
    }
}
