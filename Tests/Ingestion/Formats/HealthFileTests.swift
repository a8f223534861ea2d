import Fixtures
import HealthFormats
import Messages
import TestTraits
import Testing

@testable import Ingestion

/// The public entry of `HealthFormats`.
@Suite(.tags(.processes)) struct HealthFileTests {
    @Test("ING-10 a health export read without the service has the same days as its import")
    func days() async throws {
        let xml = try ExportGenerator(seed: 9, days: 30, endingOn: Day(number: 19_900), recordsPerDay: 60).xml()
        let workshop = try Workshop()
        try await workshop.profile(zone: "Europe/Berlin")
        try await workshop.importing(xml)
        let imported = try await workshop.metrics()
        let read = try HealthFile.days(ofHealthExport: xml, zone: "Europe/Berlin", now: 1_800_000_000)
        #expect(read.map(\.day) == imported.map(\.day))
        #expect(read.count > 20)
        for metric in SignalTable.metrics {
            #expect(read.map { metric.value($0)?.value } == imported.map { metric.value($0)?.value }, "\(metric.key)")
        }
        workshop.scratch.remove()
    }

    @Test("ING-7 a damaged file is refused with its problem")
    func damaged() {
        #expect(throws: ImportProblem.self) {
            try HealthFile.days(ofHealthExport: Array("PK no archive".utf8), zone: "UTC", now: 0)
        }
        #expect(throws: ImportProblem.self) {
            try HealthFile.days(ofHealthExport: Array("<HealthData><Rec".utf8), zone: "UTC", now: 0)
        }
    }
}
