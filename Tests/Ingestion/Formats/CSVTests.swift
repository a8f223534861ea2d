import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

@Suite(.tags(.processes)) struct CSVTests {
    private func read(_ text: String, size: Int = 7) throws -> (reader: CSVReader, batch: SampleBatch) {
        var batch = SampleBatch()
        let reader = CSVReader(Drip(Array(text.utf8), size: size), now: 1_800_000_000)
        while !reader.isFinished { try reader.read(elements: 3, into: &batch) }
        return (reader, batch)
    }

    @Test("ING-4 Rows become samples; a bad row is named by its line and the rest imports")
    func rows() throws {
        let (reader, batch) = try read(
            """
            kind,start,end,value,unit,source\r
            heartRate,2024-01-02T03:04:05Z,2024-01-02T03:04:05Z,61,count/min,"Anna's ""old"" watch, left\nwrist"\r
            steps,2024-01-02T03:04:05+01:00,2024-01-02T03:06:05+01:00,120,count,Phone
            steps,2024-01-02T03:04:05Z,2024-01-02T03:06:05Z,many,count,Phone
            bodyMass,2024-01-02 03:04:05 +0000,,150,lb,Scale
            bodyMass,2024-01-02T03:04:05Z,,70,stone,Scale
            heartRate,2024-01-02T03:04:05Z
            heartRate,yesterday,,60,count/min,X
            heartRate,2024-01-02T03:04:05Z,2024-01-02T03:04:04Z,60,count/min,X
            heartRate,2024-01-02T03:04:05Z,,600,count/min,X
            mood,2024-01-02T03:04:05Z,,1,,X

            sleep,2024-01-02T01:00:00Z,2024-01-02T02:00:00Z,deep,,X
            sleep,2024-01-02T02:00:00Z,2024-01-02T03:00:00Z,5.0,stage,X
            sleep,2024-01-02T03:00:00Z,2024-01-02T04:00:00Z,asleepUnspecified,stage,X
            sleep,2024-01-02T04:00:00Z,2024-01-02T05:00:00Z,inBed,stage,X
            HKQuantityTypeIdentifierHeartRateVariabilitySDNN,2024-01-02T01:00:00Z,2024-01-02T01:01:00Z,0.05,s,X
            """)
        #expect(batch.samples[.heartRate]?.map(\.value) == [61])
        #expect(batch.sources.values.contains { $0.name == "Anna's \"old\" watch, left\nwrist" })
        #expect(
            batch.samples[.steps]?.first.map { $0.end - $0.start == 120 && $0.start == utc("2024-01-02 02:04:05") }
                == true)
        #expect(batch.samples[.bodyMass]?.first.map { abs($0.value - 68.038_855_5) < 1e-9 } == true)
        #expect(batch.samples[.sleep]?.map(\.value) == [4, 5, 1, 0])
        #expect(batch.samples[.heartRateVariability]?.map(\.value) == [50])
        #expect(
            reader.skipped == [
                SkippedPart(place: "line 5", reason: "badValue"), SkippedPart(place: "line 7", reason: "wrongUnit"),
                SkippedPart(place: "line 8", reason: "badRow"), SkippedPart(place: "line 9", reason: "badDate"),
                SkippedPart(place: "line 10", reason: "endBeforeStart"),
                SkippedPart(place: "line 11", reason: "outOfRange"),
            ])
        #expect(reader.unknownKinds == ["mood": 1])
        #expect(reader.samplesRead == 14)
    }

    @Test("ING-4 A source name that a spreadsheet would compute comes back as it was, as does one with an apostrophe")
    func formulas() throws {
        let names = ["=1+1", "@x", "-Watch", "'=1", "'tis my watch", "Watch"]
        var table = TableWriter(.archive)
        table.append(["kind", "start", "end", "value", "unit", "source"].map(TableCell.plain))
        for (number, name) in names.enumerated() {
            let instant = "2024-01-0\(number + 1)T03:04:05Z"
            table.append(
                [
                    .plain("heartRate"), .plain(instant), .plain(instant), .number(61), .plain("count/min"),
                    .text(name),
                ])
        }
        let text = String(decoding: table.bytes, as: UTF8.self)
        #expect(!text.contains(",=1+1"))
        let (_, batch) = try read(text)
        #expect(Set(batch.sources.values.map(\.name)) == Set(names))
    }

    @Test("ING-4 Columns may stand in any order, a header must be there")
    func header() throws {
        let (_, batch) = try read(
            "\u{feff}source,unit,value,end,start,kind,note\nX,count/min,60,,2024-01-02T03:04:05Z,heartRate,hello\n",
            size: 1000)
        #expect(batch.count == 1)
        #expect(throws: ImportProblem.self) { try read("kind,start,end\nsteps,1,2\n") }
        #expect(!CSVReader.isHeader(Array("heartRate,2024".utf8)))
        #expect(throws: ImportProblem.self) { try read("kind,start,end,value,unit,source\n\"steps,2024") }
    }

    @Test("ING-4 What Pulsum exported imports again without a sample more")
    func roundTrip() async throws {
        let workshop = try Workshop()
        _ = try await workshop.importing(
            ExportGenerator(seed: 4, days: 3, endingOn: Day(number: 19_900), recordsPerDay: 20).xml())
        let (before, metrics) = (try await workshop.chunks(), try await workshop.metrics())
        let csv = try await workshop.exportedSamples()
        let status = try await workshop.importing(csv)
        #expect(status.phase == .done)
        #expect(status.samplesNew == 0)
        #expect(status.daysChanged == 0)
        let kinds = String(decoding: csv, as: UTF8.self).split(separator: "\n").dropFirst().compactMap {
            SampleKind(named: $0.prefix { $0 != "," })
        }
        #expect(kinds.count == before.reduce(0) { $0 + $1.count })
        #expect(status.samplesRead == kinds.count { !$0.isPart })
        #expect(try await workshop.chunks() == before)
        // In reverse order: a source known by name only is replaced by the described one.
        let fresh = try Workshop()
        _ = try await fresh.importing(csv)
        _ = try await fresh.importing(
            ExportGenerator(seed: 4, days: 3, endingOn: Day(number: 19_900), recordsPerDay: 20).xml())
        #expect(try await fresh.chunks() == before)
        #expect(try await fresh.metrics() == metrics)
        workshop.scratch.remove()
        fresh.scratch.remove()
    }

    @Test(
        "ING-2 Dates as phones write them",
        arguments: [
            ("2024-02-06 14:30:00 +0100", 1_707_226_200), ("2024-02-06T13:30:00Z", 1_707_226_200),
            ("2024-02-06T14:30:00.250+01:00", 1_707_226_200),
            ("2024-02-06 2:30:00\u{202f}PM +0100", 1_707_226_200), ("2024-02-06 2:30:00 pm +0100", 1_707_226_200),
            ("1707226200.5", 1_707_226_200),
            ("1707226200000", 1_707_226_200), ("2024-02-06 12:00:00 AM -0330", 1_707_190_200),
            ("2024-02-06 14:30 GMT+1", 1_707_226_200),
        ])
    func dates(text: String, expected: Int64) {
        guard case .instant(let instant, _)? = DateText(text) else {
            Issue.record("\(text) was not read")
            return
        }
        #expect(instant == expected)
    }

    @Test("ING-2 Malformed dates are rejected")
    func noDates() {
        for text in [
            "", "today", "2024-13-01 00:00:00 +0000", "2024-02-06 25:00:00 +0000", "2024-02-06 14:30:00",
            "2024-02-06 13:00:00 PM +0000", "nan", "1e300",
        ] {
            #expect(DateText(text) == nil, "\(text)")
        }
        #expect(DateText("2024-02-06") == .day(Day(number: 19_759)))
    }
}
