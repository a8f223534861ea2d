import Fixtures
import Messages
import Storage
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

@Suite(.tags(.processes)) struct AnchorTests {
    private let noon = utc("2024-02-06 11:00:00")

    private func sample(_ id: UInt64, _ minute: Int64, _ value: Double, kind: String = "count") -> AnchoredSample {
        AnchoredSample(
            id: EntityID(high: 1, low: id), start: noon + minute * 60, end: noon + minute * 60 + 60, value: value,
            unit: kind, source: "Watch", model: "Watch")
    }

    private func send(
        _ workshop: Workshop, _ anchor: String, _ next: String, _ samples: [AnchoredSample] = [], gone: [UInt64] = [],
        device: String = "phone",
        kind: String = "steps"
    ) async throws -> IngestSamples.Reply {
        let reply = try await workshop.service.ingest(
            IngestSamples(
                user: workshop.user, device: device, kind: kind, anchor: anchor, newAnchor: next, samples: samples,
                deleted: gone.map { EntityID(high: 1, low: $0) }))
        try await workshop.worker.drain()
        return reply
    }

    private func steps(_ workshop: Workshop) async throws -> [Double] {
        try await workshop.metrics().compactMap(\.steps?.value)
    }

    @Test("WEB-10 The last arrival is that of a file that was read or of a batch, never of a file that was not")
    func latestArrival() async throws {
        let workshop = try Workshop()
        func latest() async throws -> Milliseconds? {
            try await workshop.service.latestArrival(LatestArrival(user: workshop.user)).at
        }
        #expect(try await latest() == nil)
        let csv = "kind,start,end,value,unit,source\nsteps,2026-02-06T09:02:00Z,2026-02-06T09:03:00Z,70,count,Phone\n"
        #expect(try await workshop.importing(csv).phase == .done)
        let file = try #require(try await latest())
        #expect(try await workshop.importing("not a file of health data").phase == .failed)
        #expect(try await latest() == file)
        #expect(try await send(workshop, "", "a", [sample(1, 0, 100)]).accepted)
        let batch = try #require(try await latest())
        let stored = try await workshop.service.anchors(AnchorsQuery(user: workshop.user)).anchors.map(\.at)
        #expect(batch >= file)
        #expect([batch] == stored)
        workshop.scratch.remove()
    }

    @Test(
        "ING-3 Batches go on from the stored anchor; one sent twice changes nothing, one from elsewhere is refused with the stored anchor"
    )
    func anchors() async throws {
        let workshop = try Workshop()
        #expect(
            try await send(workshop, "", "a", [sample(1, 0, 100), sample(2, 1, 50)])
                == .init(accepted: true, anchor: "a", added: 2))
        #expect(
            try await send(workshop, "", "a", [sample(1, 0, 100), sample(2, 1, 50)])
                == .init(accepted: true, anchor: "a"))
        let events = try await workshop.events()
        #expect(try await send(workshop, "x", "b", [sample(3, 2, 9)]) == .init(accepted: false, anchor: "a"))
        // A batch that would lead to the stored anchor is not thereby the batch that did.
        #expect(try await send(workshop, "x", "a", [sample(3, 2, 9)]) == .init(accepted: false, anchor: "a"))
        #expect(try await steps(workshop) == [150])
        #expect(try await workshop.events() == events)
        // Each pair of device and kind has its own anchor.
        #expect(
            try await send(workshop, "", "p", [sample(1, 0, 100)], device: "tablet")
                == .init(accepted: true, anchor: "p", added: 0))
        #expect(try await send(workshop, "", "q", [sample(9, 0, 60, kind: "count/min")], kind: "heartRate").added == 1)
        let stored = try await workshop.service.anchors(AnchorsQuery(user: workshop.user)).anchors
        #expect(
            stored.map { "\($0.device) \($0.kind) \($0.anchor)" } == [
                "phone heartRate q", "phone steps a", "tablet steps p",
            ])
        workshop.scratch.remove()
    }

    @Test("ING-3 Deleted samples disappear from every derived value, and no file brings them back")
    func deletions() async throws {
        let workshop = try Workshop()
        let file = document(
            #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" device="&lt;&lt;HKDevice: 0x1&gt;, name:W, model:Watch&gt;" unit="count" startDate="2024-02-06 12:00:00 +0100" endDate="2024-02-06 12:01:00 +0100" value="100"/>"#
        )
        _ = try await workshop.importing(file)
        #expect(try await send(workshop, "", "a", [sample(1, 0, 100), sample(2, 1, 50)]).added == 1)
        #expect(try await steps(workshop) == [150])
        #expect(try await send(workshop, "a", "b", gone: [1, 77]) == .init(accepted: true, anchor: "b", removed: 1))
        #expect(try await steps(workshop) == [50])
        #expect(try await workshop.importing(file).samplesNew == 0)
        #expect(try await steps(workshop) == [50])
        // An app that writes the same sample again under a new id adds a sample.
        #expect(
            try await send(workshop, "b", "c", [sample(3, 0, 100)], gone: [1])
                == .init(accepted: true, anchor: "c", added: 1))
        #expect(try await steps(workshop) == [150])
        // All samples are deleted: the day is published empty.
        #expect(try await send(workshop, "c", "d", gone: [2, 3]).removed == 2)
        #expect(try await steps(workshop) == [])
        workshop.scratch.remove()
    }

    @Test("ING-3 A deleted sample that an earlier release kept goes with the next sample of its day")
    func keptByEarlierRelease() async throws {
        let workshop = try Workshop()
        let user = workshop.user
        _ = try await send(workshop, "", "a", [sample(1, 0, 100), sample(2, 1, 50)])
        #expect(try await send(workshop, "a", "b", gone: [1]).removed == 1)
        // The same measurement with another import path's detail, as stored by a release that compared whole samples.
        let source = SampleSource(name: "Watch", model: "Watch", hardware: "Watch6,2")
        let dead = Sample(start: noon, end: noon + 60, value: 100, source: source.id)
        try await workshop.store.write { transaction in
            try CatalogRows(user: user, transaction: transaction).describe(source.id, CatalogEntry(source: source))
            let rows = SampleRows(user: user, transaction: transaction)
            let living = try rows.samples(.steps, dead.chunkDay...dead.chunkDay)
            try rows.store([dead] + living, .steps, dead.chunkDay)
        }
        try await workshop.worker.drain()
        #expect(try await steps(workshop) == [150])
        _ = try await workshop.importing(
            "kind,start,end,value,unit,source\nsteps,\(UTCDate.text(noon + 600)),\(UTCDate.text(noon + 660)),7,count,Watch\n"
        )
        #expect(try await steps(workshop) == [57])
        workshop.scratch.remove()
    }

    @Test(
        "ING-3 The upgrade of an earlier release's database removes samples that it kept behind their deletion, and its ids stay known"
    )
    func upgraded() async throws {
        let (scratch, user) = (try Scratch(), UserID.random())
        let source = SampleSource(name: "Watch", model: "Watch", hardware: "Watch6,2")
        let plain = SampleSource(name: "Watch", model: "Watch")
        let dead = Sample(start: noon, end: noon + 60, value: 100, source: source.id)
        let living = Sample(start: noon + 60, end: noon + 120, value: 50, source: plain.id)
        do {
            let older = try Store(
                path: scratch.file("ingestion.sqlite"), service: .ingestion,
                key: try MasterKey.loadOrCreate(path: scratch.file("master.key")),
                migrations: Array(Schema.migrations.prefix(4)))
            try await older.write { [noon] transaction in
                for source in [source, plain] {
                    try CatalogRows(user: user, transaction: transaction).describe(
                        source.id, CatalogEntry(source: source))
                }
                try SampleRows(user: user, transaction: transaction).store([dead, living], .steps, dead.chunkDay)
                var origins = Origins()
                origins.add(
                    EntityID(high: 1, low: 1), Sample(start: noon, end: noon + 60, value: 100, source: plain.id),
                    from: nil)
                origins.add(EntityID(high: 1, low: 2), living, from: nil)
                _ = origins.bury([EntityID(high: 1, low: 1)], by: nil)
                try transaction.execute(
                    "INSERT INTO origins (user, kind, day, sealed) VALUES (?, ?, ?, ?)",
                    [
                        user, Int(SampleKind.steps.rawValue), dead.chunkDay,
                        try transaction.seal(
                            origins, user: user, table: "origins", row: "\(SampleKind.steps.rawValue)/\(dead.chunkDay)"),
                    ])
                var day = DailyMetrics(day: Day(number: dead.chunkDay))
                day.steps = MetricValue(150, .total, device: source.id)
                _ = try MetricsRows(user: user, transaction: transaction).put(day)
                try transaction.execute("DELETE FROM dirty")
            }
        }
        let workshop = try Workshop(user: user, scratch: scratch)
        try await workshop.worker.drain()
        #expect(try await workshop.chunks() == [[living]])
        #expect(try await steps(workshop) == [50])
        let events = try await workshop.events()
        try await workshop.worker.drain()
        #expect(try await workshop.events() == events)
        // A batch that extends a row of the earlier release keeps its ids.
        #expect(try await send(workshop, "", "a", [sample(3, 2, 5)]).added == 1)
        #expect(try await send(workshop, "a", "b", gone: [2]).removed == 1)
        #expect(try await steps(workshop) == [5])
        scratch.remove()
    }

    @Test("ING-3 Ids of a row that waits for its index are found after a batch was added to it")
    func addedToOlderRow() async throws {
        let workshop = try Workshop()
        _ = try await send(workshop, "", "a", [sample(1, 0, 100)])
        try await workshop.store.write { transaction in
            try transaction.execute("DELETE FROM origin_ids")
            try transaction.execute("UPDATE origins SET indexed = 0")
        }
        _ = try await workshop.service.ingest(
            IngestSamples(
                user: workshop.user, device: "phone", kind: "steps", anchor: "a", newAnchor: "b",
                samples: [sample(2, 1, 50)], deleted: []))
        #expect(try await send(workshop, "b", "c", gone: [1]).removed == 1)
        #expect(try await steps(workshop) == [50])
        workshop.scratch.remove()
    }

    @Test("ING-3 A sample replaced in one batch by an equal one under another id stays")
    func replaced() async throws {
        let workshop = try Workshop()
        _ = try await send(workshop, "", "a", [sample(1, 0, 100)])
        let events = try await workshop.events()
        #expect(
            try await send(workshop, "a", "b", [sample(2, 0, 100)], gone: [1]) == .init(accepted: true, anchor: "b"))
        #expect(try await steps(workshop) == [100])
        #expect(try await workshop.events() == events)
        workshop.scratch.remove()
    }

    @Test(
        "ING-5 The same sample by file and by query is one, whichever comes first; a resting heart rate half a day late touches its own day",
        arguments: [true, false])
    func routes(fileFirst: Bool) async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        let record =
            #"<Record type="HKQuantityTypeIdentifierRestingHeartRate" sourceName="Watch" device="&lt;&lt;HKDevice: 0x1&gt;, name:W, model:Watch&gt;" unit="count/min" startDate="2024-02-06 12:00:00 +0100" endDate="2024-02-06 12:01:00 +0100" value="55"/>"#
        if fileFirst { _ = try await workshop.importing(document(record)) }
        _ = try await send(workshop, "", "a", [sample(1, 0, 55, kind: "count/min")], kind: "restingHeartRate")
        if !fileFirst { _ = try await workshop.importing(document(record)) }
        #expect(try await workshop.chunks().map(\.count) == [1])
        #expect(try await workshop.events() == 1)
        let before = try await workshop.metrics()
        _ = try await send(workshop, "a", "b", [sample(2, 2 * 1440, 57, kind: "count/min")], kind: "restingHeartRate")
        #expect(try await workshop.events() == 2)
        #expect(try await workshop.metrics().prefix(1) == before[...])
        workshop.scratch.remove()
    }

    @Test("ING-7 What cannot be is left out by its place; what makes no batch is refused")
    func bad() async throws {
        let workshop = try Workshop()
        let odd = [sample(1, 0, -5), sample(2, 1, 5, kind: "kg"), sample(3, 2, 5)]
        let reply = try await send(workshop, "", "a", odd)
        #expect(reply.added == 1)
        #expect(
            reply.skipped == [
                SkippedPart(place: "samples[0]", reason: "outOfRange"),
                SkippedPart(place: "samples[1]", reason: "wrongUnit"),
            ])
        for (kind, device, next) in [("mood", "phone", "b"), ("steps", "", "b"), ("steps", "phone", "")] {
            let error = await #expect(throws: ServiceError.self) {
                try await send(workshop, "a", next, device: device, kind: kind)
            }
            #expect(error?.code == .invalid)
        }
        #expect(try await workshop.store.erase(workshop.user) > 0)
        let error = await #expect(throws: ServiceError.self) { try await send(workshop, "a", "b") }
        #expect(error?.code == .erased)
        let (store, user) = (workshop.store, workshop.user)
        let late = await #expect(throws: ServiceError.self) {
            try await store.write { transaction in
                try OriginRows(user: user, transaction: transaction).index([.random()], .steps, 1)
            }
        }
        #expect(late?.code == .erased)
        workshop.scratch.remove()
    }
}
