import Fixtures
import Messages
import Storage
import Synchronization
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// The difference of two full exports, the only place where deletions are visible in files.
@Suite(.tags(.processes)) struct DifferenceTests {
    private func steps(_ day: Int, _ hour: Int, _ count: Int, source: String = "Watch") -> String {
        let date = "2024-05-\(day < 10 ? "0" : "")\(day) \(hour < 10 ? "0" : "")\(hour)"
        return
            #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="\#(source)" unit="count" startDate="\#(date):00:00 +0200" endDate="\#(date):10:00 +0200" value="\#(count)"/>"#
    }

    private func export(_ made: String, _ records: String) -> String {
        "<HealthData>\n<ExportDate value=\"\(made) +0200\"/>\(records)</HealthData>"
    }

    private func replacing(_ workshop: Workshop, _ xml: String) async throws -> ImportStatus {
        let job = try await workshop.upload(Array(xml.utf8))
        _ = try await workshop.service.start(StartImport(user: workshop.user, job: job, replace: true))
        try await workshop.worker.drain()
        return try await workshop.service.query(ImportQuery(user: workshop.user, job: job))
    }

    private func totals(_ workshop: Workshop) async throws -> [String: Double] {
        Dictionary(
            uniqueKeysWithValues: try await workshop.metrics().compactMap { day in
                day.steps.map { (day.day.description, $0.value) }
            })
    }

    private var all: String { (1...9).map { steps($0, 9, 100) + steps($0, 15, 10 * $0) }.joined() }

    @Test("ING-3 A transaction that deletes receives the whole number, so that one that runs again counts once")
    func counts() async throws {
        let workshop = try Workshop()
        _ = try await workshop.importing(export("2024-05-10 10:00:00", all))
        let status = ImportStatus(job: .random(), fileName: "export.xml", phase: .reading)
        let job = ImportJob(user: workshop.user, job: status.job, created: 0, status: status)
        let counts = try await workshop.store.write { transaction in
            let counts = Mutex<[Int64]>([])
            let difference = ExportDifference(steps: .together(transaction), job: job)
            try difference.bury(before: utc("2024-06-01 00:00:00"), stopped: { false }) { count, _ in
                counts.withLock { $0.append(count) }
            }
            return counts.withLock { $0 }
        }
        #expect(counts == [18])
        workshop.scratch.remove()
    }

    @Test("ING-3 Samples gone from the second export go on request, and only their days are published again")
    func gone() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        _ = try await workshop.importing(export("2024-05-10 10:00:00", all))
        let (before, revisions, events) = (
            try await workshop.metrics(), try await workshop.revisions(), try await workshop.events()
        )
        let second =
            (1...9).filter { $0 != 4 }.map { steps($0, 9, 100) + steps($0, 15, 10 * $0) }.joined() + steps(4, 9, 100)
        // Without the request nothing is deleted.
        let plain = try await workshop.importing(export("2024-05-11 10:00:00", second))
        #expect((plain.samplesNew, plain.samplesRemoved, plain.daysChanged) == (0, nil, 0))
        #expect(try await workshop.metrics() == before)
        let status = try await replacing(workshop, export("2024-05-11 10:00:00", second))
        #expect((status.phase, status.samplesNew, status.samplesRemoved, status.daysChanged) == (.done, 0, 1, 1))
        let after = try await workshop.metrics()
        #expect(zip(before, after).filter { $0 != $1 }.map { $1.day } == [try #require(Day("2024-05-04"))])
        #expect(after[3].steps?.value == 100)
        #expect(zip(revisions, try await workshop.revisions()).map { $1 - $0 } == [0, 0, 0, 1, 0, 0, 0, 0, 0])
        #expect(try await workshop.events() == events + 1)
        // Repeating it deletes nothing more.
        let again = try await replacing(workshop, export("2024-05-11 10:00:00", second))
        #expect((again.samplesRemoved, again.daysChanged) == (0, 0))
        workshop.scratch.remove()
    }

    @Test("ING-3 A deleted sample returns with a later export and not with an older one")
    func tombstones() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        let (old, new) = (
            export("2024-05-10 10:00:00", steps(3, 9, 100) + steps(3, 15, 30)),
            export("2024-05-12 10:00:00", steps(3, 9, 100))
        )
        _ = try await workshop.importing(old)
        #expect(try await replacing(workshop, new).samplesRemoved == 1)
        #expect(try await workshop.importing(old).samplesNew == 0)
        #expect(try await replacing(workshop, old).samplesRemoved == 0)
        #expect(try await totals(workshop) == ["2024-05-03": 100])
        // Restored on the phone: a later export contains it again.
        #expect(
            try await workshop.importing(export("2024-05-13 10:00:00", steps(3, 9, 100) + steps(3, 15, 30))).samplesNew
                == 1)
        #expect(try await totals(workshop) == ["2024-05-03": 130])
        workshop.scratch.remove()
    }

    @Test("ING-3 Samples that no export named, that are newer than the export or that a device vouches for stay")
    func kept() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        _ = try await workshop.importing(
            export("2024-05-10 10:00:00", steps(3, 9, 100) + steps(5, 9, 50) + steps(9, 9, 7)))
        _ = try await workshop.importing(
            "kind,start,end,value,unit,source\nsteps,2024-05-03T18:00:00Z,2024-05-03T18:10:00Z,11,count,Pedometer\n")
        let start = utc("2024-05-05 07:00:00")
        let anchored = AnchoredSample(
            id: EntityID(high: 1, low: 1), start: start, end: start + 600, value: 50, unit: "count", source: "Watch")
        _ = try await workshop.service.ingest(
            IngestSamples(
                user: workshop.user, device: "phone", kind: "steps", anchor: "", newAnchor: "a", samples: [anchored],
                deleted: []))
        try await workshop.worker.drain()
        // Exported before the sample of the 9th.
        let status = try await replacing(workshop, export("2024-05-08 10:00:00", ""))
        #expect(status.samplesRemoved == 1)
        #expect(try await totals(workshop) == ["2024-05-03": 11, "2024-05-05": 50, "2024-05-09": 7])
        workshop.scratch.remove()
    }

    @Test("ING-3 A damaged export, or a file that is none, removes nothing and says so", arguments: [0, 1, 2])
    func refused(which: Int) async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        _ = try await workshop.importing(export("2024-05-10 10:00:00", all))
        let before = try await workshop.metrics()
        let file = [
            String(export("2024-05-11 10:00:00", steps(3, 9, 100)).dropLast(13)),
            "<HealthData>\(steps(3, 9, 100))</HealthData>",
            "kind,start,end,value,unit,source\n",
        ][which]
        let status = try await replacing(workshop, file)
        #expect(status.phase == .failed)
        #expect(status.problem != nil)
        #expect(status.samplesRemoved == nil)
        #expect(try await workshop.metrics() == before)
        let left = try await workshop.store.read { try $0.value(Int.self, "SELECT COUNT(*) FROM seen") }
        #expect(left == 0)
        workshop.scratch.remove()
    }

    @Test("ING-3 Replacing after any history ends in what the export alone says", arguments: [1, 2, 3])
    func equalsFresh(seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let records = (1...9).flatMap { day in
            (8..<20).map { steps(day, $0, 10 + day + $0, source: $0 % 3 == 0 ? "Phone" : "Watch") }
        }
        let workshop = try Workshop()
        try await workshop.profile()
        for made in 10...12 {
            _ = try await workshop.importing(
                export("2024-05-\(made) 10:00:00", records.filter { _ in Bool.random(using: &random) }.joined()))
        }
        let last = export("2024-05-13 10:00:00", records.filter { _ in Bool.random(using: &random) }.joined())
        #expect(try await replacing(workshop, last).phase == .done)
        let fresh = try Workshop()
        try await fresh.profile()
        _ = try await fresh.importing(last)
        #expect(try await workshop.metrics() == (try await fresh.metrics()))
        #expect(try await workshop.chunks() == (try await fresh.chunks()))
        workshop.scratch.remove()
        fresh.scratch.remove()
    }
}
