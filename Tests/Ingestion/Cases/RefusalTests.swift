import Fixtures
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// What foreign, damaged and oversize files end as (ING-7).
@Suite(.tags(.processes)) struct RefusalTests {
    private func importing(_ bytes: [UInt8]) async throws -> ImportStatus {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        try await workshop.profile()
        return try await workshop.importing(bytes)
    }

    private static let header = "kind,start,end,value,unit,source"
    private static let row = "steps,2026-05-11T10:00:00+02:00,2026-05-11T11:00:00+02:00,1234,count,W"

    @Test(
        "ING-7 A file that is not read is refused with what can be read, or what to do",
        arguments: [
            ("wrongEncoding", "\u{feff}" + header + "\n" + row, true),
            ("wrongSeparator", (header + "\n" + row).replacing(",", with: ";"), false),
            ("wrongSeparator", (header + "\n" + row).replacing(",", with: "\t"), false),
            ("wrongSeparator", "Date;Step Count (count)\n11.05.2026 00:00;1234\n", false),
            ("nothingRead", header + "\n" + row.replacing("1234", with: "\"1234,0\""), false),
            ("nothingRead", "Date,Move Minutes count,Step count\n2026-05-11,62,7012\n", false),
            ("notAHealthExport", "Datum,\"Gewicht (kg)\"\n\"2026-05-11 07:12:33\",\"72,41\"\n", false),
            ("notAHealthExport", "Cycle start time,Recovery score %\n2026-05-10 23:01:00,61\n", false),
        ])
    func refused(_ file: (code: String, text: String, isUTF16: Bool)) async throws {
        let bytes =
            file.isUTF16
            ? file.text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
            : Array(file.text.utf8)
        let status = try await importing(bytes)
        #expect(status.phase == .failed)
        #expect(status.problem?.code == file.code)
    }

    @Test("ING-7 A post that is no JSON says to choose JSON")
    func post() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        for text in [
            "--B\r\nContent-Type: text/csv\r\n\r\nDate,Step Count (count)\r\n--B--", "Type,Start,End\nRun,1,2\n",
        ] {
            let status = try await workshop.upload(post: text)
            #expect(status.problem?.code == "notJSON")
        }
    }

    @Test("ING-4 Rows that end with a carriage return alone are read")
    func rows() async throws {
        let status = try await importing(Array("\(Self.header)\r\(Self.row)\r".utf8))
        #expect(status.phase == .done)
        #expect(status.taken == ["steps": 1])
    }

    @Test("ING-1 A record with spaces in names of its attributes is left out and named, the rest is read")
    func spaces() async throws {
        func steps(_ count: Int, _ hour: Int) -> String {
            #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="W" unit="count" startDate="2026-05-11 \#(hour):00:00 +0200" endDate="2026-05-11 \#(hour):30:00 +0200" value="\#(count)"/>"#
        }
        let damaged =
            #"<Record type="HKQuantityTypeIdentifierBodyMass" source="S" unit="kg" startDate="20150616071820-0700" Scale App Version="2.6.0" Modified Date="2015-06-16 14:19:08 +0000" value="70"/>"#
        let text = document(steps(1_000, 10) + damaged + steps(234, 11))
        let status = try await importing(Array(text.utf8))
        #expect(status.phase == .done)
        #expect(status.taken == ["steps": 2])
        #expect(status.quarantined == ["badRow": 1])
        let place = try #require(
            text.utf8.firstRange(of: Array("<Record type=\"HKQuantityTypeIdentifierBodyMass".utf8)))
        let offset = text.utf8.distance(from: text.utf8.startIndex, to: place.lowerBound)
        #expect(status.skipped == [SkippedPart(place: "byte \(offset)", reason: "badRow")])
    }

    @Test("ING-1 A large attribute that is not needed costs nothing, wherever it stands", arguments: [0, 700_000])
    func large(before: Int) async throws {
        let blob = String(repeating: "A", count: 3_000_000)
        let filler = String(repeating: " ", count: before)
        let run =
            #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="App" startDate="2026-05-11 18:00:00 +0200" endDate="2026-05-11 18:30:00 +0200"><MetadataEntry key="com.app.blob" value="\#(blob)"/></Workout>"#
        let status = try await importing(Array(document(filler + run + run.replacing("18:", with: "20:")).utf8))
        #expect(status.phase == .done)
        #expect(status.quarantined == [:])
        #expect(status.taken == ["workout": 2])
    }
}
