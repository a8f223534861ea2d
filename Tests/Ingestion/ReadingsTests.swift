import Fixtures
import Foundation
import LocalTime
import Messages
import Statistics
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// The readings behind a day's metrics.
@Suite(.tags(.processes)) struct ReadingsTests {
    private static let export = Result {
        try ExportGenerator(seed: 9, days: 12, endingOn: Day(number: 19_900), recordsPerDay: 60).xml()
    }

    private func readings(
        _ workshop: Workshop, _ metric: String, _ day: Day, _ cursor: String? = nil, limit: Int32? = nil
    ) async throws -> ReadingsQuery.Reply {
        try await workshop.service.readings(
            ReadingsQuery(user: workshop.user, day: day, metric: metric, cursor: cursor, limit: limit))
    }

    @Test("ING-10 ING-15 the readings of a value are as many as it was computed from, and make it")
    func behind() async throws {
        let workshop = try Workshop()
        try await workshop.importing(try Self.export.get())
        var compared = Set<String>()
        for day in try await workshop.metrics() {
            for metric in SignalTable.metrics {
                guard let value = metric.value(day) else {
                    #expect(try await readings(workshop, metric.key, day.day).value == nil)
                    continue
                }
                let reply = try await readings(workshop, metric.key, day.day, limit: 500)
                #expect(reply.value == value)
                if value.imputed {
                    #expect(reply.total == 0)
                    continue
                }
                guard metric.key != "sleepDebt" else { continue }
                #expect(reply.total == value.samples, "\(metric.key) \(value.derivation)")
                #expect(reply.sources.reduce(0) { $0 + $1.readings } == reply.total)
                compared.insert(metric.key)
                guard reply.next == nil else { continue }
                switch metric.key {
                case "hrv", "rmssd": #expect(Statistics.median(reply.readings.map(\.value)) == value.value)
                case "respiratoryRate":
                    let sum = reply.readings.reduce(0) { $0 + $1.value }
                    #expect(abs(sum / Double(reply.readings.count) - value.value) < 1e-9)
                default: break
                }
            }
        }
        #expect(compared.isSuperset(of: ["hrv", "sleep", "steps", "nocturnalHeartRate", "restingHeartRate"]))
        workshop.scratch.remove()
    }

    @Test("ING-6 the pages of readings together are all of them, once, with source, time and arrival")
    func pages() async throws {
        let workshop = try Workshop()
        let job = try await workshop.importing(try Self.export.get()).job
        let user = workshop.user
        let imported = try await workshop.store.read { try ImportRows(user: user, transaction: $0).job(job) }
        let created = try #require(imported).created
        let days = try await workshop.metrics()
        let day = try #require(days.last { ($0.steps?.samples ?? 0) > 3 }).day
        let all = try await readings(workshop, "steps", day, limit: 500)
        var (found, cursor) = ([Reading](), String?.none)
        repeat {
            let page = try await readings(workshop, "steps", day, cursor, limit: 2)
            #expect(page.readings.count <= 2)
            #expect(page.total == all.total)
            found += page.readings
            cursor = page.next
        } while cursor != nil
        #expect(found == all.readings)
        #expect(found.count == Int(all.total))
        #expect(found.allSatisfy { $0.arrived == created && !$0.source.isEmpty && $0.unit == "count" })
        #expect(found == found.sorted { $0.start < $1.start })
        // A batch that brings others later moves their arrival, and removes none.
        let start = Int64(day.number) * 86_400 + 43_200
        _ = try await workshop.service.ingest(
            IngestSamples(
                user: workshop.user, device: "phone", kind: "steps", anchor: "", newAnchor: "a",
                samples: [
                    AnchoredSample(
                        id: .random(), start: start, end: start + 1, value: 7, unit: "count", source: "Band")
                ], deleted: []))
        try await workshop.worker.drain()
        let later = try await readings(workshop, "steps", day, limit: 500)
        #expect(later.total == all.total + 1)
        #expect(later.sources.contains { $0.name == "Band" })
        #expect(later.readings.contains { $0.arrived ?? 0 > created })
        for (metric, cursor, limit) in [("pulse", nil, 5), ("steps", "x", 5), ("steps", nil, 501), ("steps", nil, 0)]
            as [(String, String?, Int32)]
        {
            await #expect(throws: ServiceError.self) { try await readings(workshop, metric, day, cursor, limit: limit) }
        }
        workshop.scratch.remove()
    }

    @Test("ING-13 a sample that an earlier release stored has no arrival")
    func older() async throws {
        let workshop = try Workshop()
        let source = SampleSource(name: "Watch", model: "Watch")
        let start = Int64(19_900) * 86_400 + 43_200
        try await workshop.store.write { [user = workshop.user] transaction in
            try CatalogRows(user: user, transaction: transaction).describe(source.id, CatalogEntry(source: source))
            try SampleRows(user: user, transaction: transaction).store(
                [Sample(start: start, end: start + 60, value: 50, source: source.id)], .steps, 19_900)
        }
        try await workshop.worker.drain()
        let reply = try await readings(workshop, "steps", Day(number: 19_900))
        #expect(reply.readings.map(\.value) == [50] && reply.readings[0].arrived == nil)
        #expect(reply.sources == [ReadingSource(name: "Watch", readings: 1)])
        workshop.scratch.remove()
    }
}
