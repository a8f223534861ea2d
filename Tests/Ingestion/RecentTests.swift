import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// The early pass over a large export: its last days, filtered while it is unpacked.
@Suite(.tags(.processes)) struct RecentTests {
    private static let export = Result {
        try ExportGenerator(seed: 21, days: 260, endingOn: Day(number: 19_900), recordsPerDay: 12).xml()
    }

    private func everything(_ stream: any ByteStream, step: Int = 5000) throws -> [UInt8] {
        var (all, buffer) = ([UInt8](), [UInt8](repeating: 0, count: step))
        while true {
            let got = try buffer.withUnsafeMutableBytes(stream.read)
            if got == 0 { return all }
            all += buffer[..<got]
        }
    }

    @Test("ING-8 The last days of an export are the same samples as those of the whole", arguments: [3, 1000, 1 << 20])
    func filtered(size: Int) throws {
        let xml = try Self.export.get()
        let days = 50
        // 1,000 bytes: longer than any line, shorter than two.
        let filtered = try everything(RecentRecords(Drip(xml, size: size), days: days, capacity: 8192), step: size)
        #expect(filtered.count < xml.count / 3)
        let (some, all) = (try readAll(Drip(filtered, size: 1 << 16)), try readAll(Drip(xml, size: 1 << 16)))
        let from = Int64(19_900 - days + 1) * 86_400
        let held = SampleKind.metrics.filter { all.samples[$0] != nil }
        #expect(Set(held).isSuperset(of: [.heartRate, .heartRateVariability, .respiratoryRate, .sleep, .steps]))
        for kind in held {
            let wanted = (all.samples[kind] ?? []).filter { $0.end >= from }
            #expect(wanted.count > 20)
            #expect(Set(some.samples[kind] ?? []).isSuperset(of: wanted), "\(kind)")
            #expect(Set(all.samples[kind] ?? []).isSuperset(of: some.samples[kind] ?? []), "\(kind)")
        }
        #expect(some.samples[.activeEnergy] == nil && some.samples[.workout] == nil)
    }

    @Test("ING-8 A file without lines or without its date is left to the whole reading")
    func unusable() throws {
        let steps =
            #"<Record type="HKQuantityTypeIdentifierStepCount" startDate="2024-01-01 00:00:00 +0000" endDate="2024-01-01 00:00:00 +0000"/>"#
        #expect(throws: RecentRecords.Unusable.self) {
            try everything(RecentRecords(Drip(Array("<HealthData>\n\(steps)\n</HealthData>".utf8), size: 50), days: 10))
        }
        let long =
            "<HealthData><ExportDate value=\"2024-01-01 00:00:00 +0000\"/>" + String(repeating: steps, count: 100)
        #expect(throws: RecentRecords.Unusable.self) {
            try everything(RecentRecords(Drip(Array(long.utf8), size: 500), days: 10, capacity: 4096))
        }
    }

    @Test("ING-8 The last 30 days are published before the whole was read, and are what they stay")
    func first() async throws {
        let (xml, scratch) = (try Self.export.get(), try Scratch())
        let whole = try Workshop()
        let expected = try await whole.importing(xml)
        let workshop = try Workshop(scratch: scratch, pace: .init(large: 1000))
        let status = try await workshop.importing(xml)
        #expect(try await workshop.metrics() == (try await whole.metrics()))
        #expect(try await workshop.chunks() == (try await whole.chunks()))
        #expect(
            (status.samplesRead, status.samplesNew, status.daysChanged) == (
                expected.samplesRead, expected.samplesNew, expected.daysChanged
            ))
        #expect(try await workshop.revisions().allSatisfy { $0 == 1 })
        let (rows, user) = (
            try await workshop.store.read {
                try $0.rows("SELECT day FROM metrics ORDER BY rowid").map { try ($0["day"] as Day).number }
            }, workshop.user
        )
        let recent = rows.prefix { $0 > 19_900 - 30 }
        #expect(recent.count >= 29)
        // Stopped right after the early pass: only the recent days exist; the rest follows.
        let stopped = try Workshop(pace: .init(large: 1000))
        let job = try await stopped.upload(xml)
        _ = try await stopped.service.start(StartImport(user: stopped.user, job: job))
        var shown = 0
        for looks in [1, 4, 16, 40, 80, 160, 320] where shown == 0 {
            try await stopped.die(job, after: looks, pace: .init(pending: 2000, page: 8, elements: 500, large: 1000))
            shown = try await stopped.metrics().count
        }
        #expect((25...31).contains(shown), "\(shown)")
        try await stopped.worker.drain()
        #expect(try await stopped.metrics() == (try await whole.metrics()))
        _ = user
        for workshop in [whole, workshop, stopped] { workshop.scratch.remove() }
    }

    @Test(
        "ING-1 Reading ahead hands on every byte and every error, and ends with its reader",
        arguments: [1, 7, 64, 4096])
    func ahead(size: Int) throws {
        let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        #expect(try everything(ReadAhead(Drip(bytes, size: 999), slots: 3, bytes: 512), step: size) == bytes)
        struct Broken: Error {}
        final class Breaking: ByteStream {
            var left = 3
            func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
                left -= 1
                if left < 0 { throw Broken() }
                return 1
            }
        }
        #expect(throws: Broken.self) { try everything(ReadAhead(Breaking(), slots: 2, bytes: 16), step: size) }
        // Abandoned half-way: the reader's thread ends too.
        for _ in 0..<20 {
            let reader = ReadAhead(Drip(bytes, size: 999), slots: 2, bytes: 64)
            var buffer = [UInt8](repeating: 0, count: 10)
            #expect(try buffer.withUnsafeMutableBytes(reader.read) == 10)
        }
    }
}
