import Fixtures
import Messages
import Storage
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// COM-1: instants are reliable, written wall-clock times are not. The zone of a day is the sample's, the user's
/// history's or the export's, in this order, and each day records which.
@Suite(.tags(.processes)) struct ZoneTests {
    private func sleep(_ start: String, _ end: String, zone: String? = nil) -> String {
        let inside = zone.map { #"><MetadataEntry key="HKTimeZone" value="\#($0)"/></Record>"# } ?? "/>"
        return
            #"<Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" startDate="\#(start)" endDate="\#(end)" value="HKCategoryValueSleepAnalysisAsleepCore"\#(inside)"#
    }

    private func steps(_ start: String, _ end: String, _ count: Int) -> String {
        #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" startDate="\#(start)" endDate="\#(end)" value="\#(count)"/>"#
    }

    private func workshop(_ periods: [ZonePeriod], revision: UInt64 = 1) async throws -> Workshop {
        let workshop = try Workshop()
        try await profile(workshop, periods, revision)
        return workshop
    }

    private func profile(_ workshop: Workshop, _ periods: [ZonePeriod], _ revision: UInt64) async throws {
        let user = workshop.user
        let profile = Profile(
            user: user, revision: revision, timeZones: periods, country: "DE", sourceOrder: [])
        try await workshop.store.write { try RuleRows(user: user, transaction: $0).apply(profile) }
        try await workshop.worker.drain()
    }

    private func day(_ workshop: Workshop, _ text: String) async throws -> DailyMetrics? {
        let day = try #require(Day(text))
        return try await workshop.metrics().first { $0.day == day }
    }

    @Test("COM-1 Each day says which zone it is of and where that came from")
    func origins() async throws {
        let berlin = ZonePeriod(since: 0, zone: "Europe/Berlin")
        let night = sleep("2024-02-05 23:00:00 +0200", "2024-02-06 06:00:00 +0200")
        let named = sleep("2024-02-06 23:00:00 +0200", "2024-02-07 06:00:00 +0200", zone: "Asia/Tokyo")
        let known = try await workshop([berlin])
        _ = try await known.importing(document(night + named))
        #expect(try await day(known, "2024-02-06")?.zone == ZoneNote("Europe/Berlin", .history))
        #expect(try await day(known, "2024-02-06")?.sleepZone == ZoneNote("Europe/Berlin", .history))
        #expect(try await day(known, "2024-02-07")?.zone == ZoneNote("Europe/Berlin", .history))
        #expect(try await day(known, "2024-02-07")?.sleepZone == ZoneNote("Asia/Tokyo", .sample))
        let unknown = try Workshop()
        _ = try await unknown.importing(document(night))
        #expect(try await day(unknown, "2024-02-06")?.zone == ZoneNote("+02:00", .export))
        let bare = try Workshop()
        _ = try await bare.importing("kind,start,end,value,unit,source\nsteps,2024-02-06T10:00:00Z,,5,count,X\n")
        #expect(try await day(bare, "2024-02-06")?.zone == ZoneNote("+00:00", .assumed))
        for workshop in [known, unknown, bare] { workshop.scratch.remove() }
    }

    @Test("COM-1 An export made in summer says winter nights an hour late; the instants count, not the clock it shows")
    func summerExport() async throws {
        // All dates carry +0200: 00:20 to 07:30 there was 23:20 to 06:30 local time. Steps at 00:30 there belong to the
        // day before.
        let workshop = try await workshop([ZonePeriod(since: 0, zone: "Europe/Berlin")])
        _ = try await workshop.importing(
            document(
                sleep("2024-01-10 00:20:00 +0200", "2024-01-10 07:30:00 +0200")
                    + steps("2024-01-11 00:30:00 +0200", "2024-01-11 00:40:00 +0200", 70)))
        #expect(try await day(workshop, "2024-01-10")?.sleep?.value == 7 * 3600 + 600)
        #expect(try await day(workshop, "2024-01-10")?.steps?.value == 70)
        #expect(try await day(workshop, "2024-01-11") == nil)
        workshop.scratch.remove()
    }

    @Test(
        "COM-1 A flight: days before it are of the old zone, those after of the new, and the night aboard of where it ended"
    )
    func flight() async throws {
        // Landed in Tokyo on 2024-02-06 at 02:00 UTC (11:00 there).
        let landing = Milliseconds(utc("2024-02-06 02:00:00")) * 1000
        let workshop = try await workshop([
            ZonePeriod(since: 0, zone: "Europe/Berlin"), ZonePeriod(since: landing, zone: "Asia/Tokyo"),
        ])
        _ = try await workshop.importing(
            document(
                // 21:00 UTC on the 5th: 22:00 in Berlin that evening.
                steps("2024-02-05 21:00:00 +0000", "2024-02-05 21:10:00 +0000", 100)
                    + sleep("2024-02-05 22:00:00 +0000", "2024-02-06 01:30:00 +0000", zone: "Asia/Tokyo")
                    // 16:00 UTC on the 6th: 01:00 on the 7th in Tokyo.
                    + steps("2024-02-06 16:00:00 +0000", "2024-02-06 16:10:00 +0000", 200)))
        #expect(try await day(workshop, "2024-02-05")?.steps?.value == 100)
        #expect(try await day(workshop, "2024-02-06")?.sleep?.value == 3.5 * 3600)
        #expect(try await day(workshop, "2024-02-06")?.sleepZone == ZoneNote("Asia/Tokyo", .sample))
        #expect(try await day(workshop, "2024-02-07")?.steps?.value == 200)
        #expect(try await day(workshop, "2024-02-07")?.zone == ZoneNote("Asia/Tokyo", .history))
        workshop.scratch.remove()
    }

    @Test("COM-1 Moving to another zone leaves past days where they were; only changing the history itself moves them")
    func moved() async throws {
        let berlin = ZonePeriod(since: 0, zone: "Europe/Berlin")
        let workshop = try await workshop([berlin])
        _ = try await workshop.importing(
            document(
                steps("2024-02-05 23:30:00 +0100", "2024-02-05 23:40:00 +0100", 50)
                    + sleep("2024-02-05 23:50:00 +0100", "2024-02-06 07:00:00 +0100")))
        let (before, events) = (try await workshop.metrics(), try await workshop.events())
        let later = ZonePeriod(since: Milliseconds(utc("2024-03-01 00:00:00")) * 1000, zone: "America/Los_Angeles")
        try await profile(workshop, [berlin, later], 2)
        #expect(try await workshop.metrics() == before)
        #expect(try await workshop.events() == events)
        try await profile(workshop, [ZonePeriod(since: 0, zone: "Asia/Tokyo")], 3)
        #expect(try await day(workshop, "2024-02-06")?.steps?.value == 50)
        #expect(try await workshop.events() > events)
        workshop.scratch.remove()
    }
}
