import Fixtures
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// An import names the kinds of which it took nothing (ING-7).
@Suite(.tags(.processes)) struct LostKindTests {
    private func within(_ body: (Workshop) async throws -> Void) async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        try await body(workshop)
    }

    @Test("ING-7 A kind of which every record was rejected is named with their number, by post, table and export")
    func lost() async throws {
        func post(_ units: String) -> String {
            """
            {"data": {"metrics": [
            {"name": "heart_rate_variability", "units": "\(units)", "data": [
            {"date": "2026-05-11 03:00:00 +0200", "qty": 40, "source": "W"},
            {"date": "2026-05-12 03:00:00 +0200", "qty": 41, "source": "W"}]},
            {"name": "step_count", "units": "count", "data": [
            {"date": "2026-05-11 10:00:00 +0200", "qty": 40, "source": "W"},
            {"date": "yesterday", "qty": 41, "source": "W"}]}]}}
            """
        }
        try await within { workshop in
            let status = try await workshop.post(post("bananas"))
            #expect(status.phase == .done)
            #expect(status.lost == ["heartRateVariability": 2])
            // Later posts fold into one entry; a kind that one of them brought is not lost.
            #expect(try await workshop.post(post("ms")).lost == [:])
        }
        try await within { workshop in
            let table = "kind,start,end,value,unit,source\n"
            let status = try await workshop.importing(
                table
                    + "steps,2026-05-11T10:00:00Z,,5,count,W\nsleep,2026-05-11T01:00:00Z,2026-05-11T05:00:00Z,nap,stage,W\n"
            )
            #expect(status.lost == ["sleep": 1])
        }
        try await within { workshop in
            func record(_ type: String, _ unit: String, _ value: String) -> String {
                #"<Record type="HKQuantityTypeIdentifier\#(type)" sourceName="W" unit="\#(unit)" startDate="2024-02-06 10:00:00 +0200" endDate="2024-02-06 10:00:00 +0200" value="\#(value)"/>"#
            }
            let status = try await workshop.importing(
                document(
                    record("BodyMass", "kg", "7.25") + record("BodyMass", "kg", "301") + record("Height", "cm", "170")
                        + record("RestingHeartRate", "count/min", "999")))
            #expect(status.lost == ["bodyMass": 2, "restingHeartRate": 1])
            #expect(status.quarantined == ["outOfRange": 3])
            #expect(status.taken == ["height": 1])
        }
    }
}
