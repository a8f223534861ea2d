import Fixtures
import Foundation
import LocalTime
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Limits on memory and storage that a file may use.
@Suite(.tags(.processes)) struct LimitTests {
    private let long = String(repeating: "n", count: ImportLimits.text + 1)
    private let longest = String(repeating: "n", count: ImportLimits.text)

    private func record(_ attributes: String, children: String = "") -> String {
        #"<Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" startDate="2024-02-06 14:30:00 +0100" endDate="2024-02-06 14:30:00 +0100" value="70" \#(attributes)"#
            + (children.isEmpty ? "/>" : ">\(children)</Record>")
    }

    @Test("SEC-11 ING-16 A companion takes half of a person's places for uploads, and all companions leave one")
    func places() {
        let (phone, watch) = (
            CompanionSender(companion: "hc-webhook", device: 1), CompanionSender(companion: "open-wearables", device: 2)
        )
        func room(for sender: CompanionSender?, among senders: [CompanionSender?]) -> Bool {
            Quotas().hasRoom(
                for: sender,
                among: senders.map { sender in
                    var status = ImportStatus(job: .random(), fileName: "a", phase: .uploading)
                    status.companion = sender.map { CompanionReceipt(sender: $0) }
                    return status
                })
        }
        #expect(room(for: phone, among: [phone]) && !room(for: phone, among: [phone, phone]))
        #expect(room(for: watch, among: [phone, phone]))
        #expect(!room(for: watch, among: [phone, phone, watch]))
        #expect(room(for: nil, among: [phone, phone, watch]))
        #expect(!room(for: nil, among: [phone, phone, watch, nil]))
    }

    @Test(
        "SEC-11 A text of 1 KiB is kept whole, a longer one sets its record aside; escapes count as what they stand for"
    )
    func texts() async throws {
        let workshop = try Workshop()
        let escaped = String(repeating: "&amp;", count: ImportLimits.text)
        let status = try await workshop.importing(
            document(
                record(#"sourceName="\#(longest)""#) + record(#"sourceName="\#(long)""#)
                    + record(#"sourceName="\#(escaped)""#)
                    + record(#"sourceName="S" device="\#(long)""#)
                    + record(#"sourceName="S""#, children: #"<MetadataEntry key="HKTimeZone" value="\#(long)"/>"#)
                    + record(#"sourceName="S""#, children: #"<MetadataEntry key="Note" value="\#(long)"/>"#)))
        #expect(status.phase == .done)
        #expect(status.quarantined == ["textTooLong": 3])
        #expect(status.samplesRead == 6)
        #expect(status.samplesNew == 3)
        let user = workshop.user
        let names = try await workshop.store.read {
            try CatalogRows(user: user, transaction: $0).catalog().sources.map(\.name)
        }
        #expect(Set(names) == [longest, String(repeating: "&", count: ImportLimits.text), "S"])
        workshop.scratch.remove()
    }

    @Test("SEC-11 The names of a file and of a person are bounded; what a person has already is never one too many")
    func names() {
        var limits = NameLimits(.init(file: 3, person: 4), kept: [1, 2])
        #expect([1, 10, 10, 11, 2, 12, 11].map { limits.admit($0) } == [true, true, true, true, false, false, true])
        var other = NameLimits(.init(file: 10, person: 4), kept: [1, 2])
        #expect([10, 11, 12, 2].map { other.admit($0) } == [true, true, false, true])
    }

    @Test("SEC-11 A day that is full takes no more samples of its kind, an import run again is judged alike")
    func crowdedDay() async throws {
        let workshop = try Workshop()
        let most = SampleKind.bodyMass.maximumPerDay
        func csv(_ numbers: Range<Int>) -> [UInt8] {
            Array(
                ("kind,start,end,value,unit,source\n"
                    + numbers.map { "bodyMass,2024-02-06T10:00:00Z,,\(50 + Double($0) / 1000),kg,S\n" }.joined()).utf8)
        }
        #expect(try await workshop.importing(csv(0..<most - 10)).quarantined == [:])
        let crowded = try await workshop.importing(csv(most - 20..<most + 5))
        #expect((crowded.samplesNew, crowded.quarantined) == (10, ["tooManySamples": 5]))
        let again = try await workshop.importing(csv(most - 20..<most + 5))
        #expect((again.samplesNew, again.quarantined) == (0, ["tooManySamples": 5]))
        #expect(try await workshop.chunks().map(\.count) == [most])
        workshop.scratch.remove()
    }

    @Test(
        "SEC-11 The bytes kept of a person are those of the sealed chunks, and an import ends where they reach the quota"
    )
    func kept() async throws {
        let workshop = try Workshop()
        func bytes() async throws -> (counted: Int64, real: Int64) {
            let user = workshop.user
            return try await workshop.store.read {
                (
                    try SampleRows(user: user, transaction: $0).kept(),
                    try $0.value(
                        Int64.self,
                        "SELECT SUM(bytes) FROM (SELECT length(sealed) AS bytes FROM samples WHERE user = ?1 UNION ALL SELECT 2 * length(sealed) FROM origins WHERE user = ?1 UNION ALL SELECT length(sealed) FROM readings WHERE user = ?1)",
                        [user]) ?? 0
                )
            }
        }
        let xml = try ExportGenerator(seed: 3, days: 4, endingOn: Day(number: 19_900), recordsPerDay: 40).xml()
        #expect(try await workshop.importing(xml).phase == .done)
        var (counted, real) = try await bytes()
        #expect(counted == real)
        #expect(real > 0)
        // Deletions count towards the limit.
        let id = EntityID.random()
        func batch(_ from: String, _ to: String, _ samples: [AnchoredSample], gone: [EntityID]) -> IngestSamples {
            IngestSamples(
                user: workshop.user, device: "d", kind: "bodyMass", anchor: from, newAnchor: to, samples: samples,
                deleted: gone)
        }
        let sample = AnchoredSample(
            id: id, start: 1_700_000_000, end: 1_700_000_000, value: 70, unit: "kg", source: "Scale")
        _ = try await workshop.service.ingest(batch("", "a", [sample], gone: []))
        (counted, real) = try await bytes()
        #expect(counted == real)
        _ = try await workshop.service.ingest(batch("a", "b", [], gone: [id]))
        (counted, real) = try await bytes()
        #expect(counted == real)
        let full = try Workshop(quotas: Quotas(kept: 1000))
        _ = try await full.importing(document(record(#"sourceName="S""#)))
        // The other worker reached the limit meanwhile: the import reports it and keeps its samples.
        let job = try await full.upload(xml)
        _ = try await full.service.start(StartImport(user: full.user, job: job))
        let user = full.user
        try await full.store.write { try $0.execute("UPDATE kept SET bytes = bytes + 1000 WHERE user = ?", [user]) }
        try await full.worker.drain()
        let status = try await full.service.query(ImportQuery(user: user, job: job))
        #expect(status.phase == .failed)
        #expect(status.problem?.code == "quota")
        #expect(status.problem?.message.contains("PULSUM_QUOTA_KEPT") == true)
        let refused = await #expect(throws: ServiceError.self) { try await full.upload(xml) }
        #expect(refused?.code == .storage)
        workshop.scratch.remove()
        full.scratch.remove()
    }

    @Test("SEC-11 The count of bytes holds whatever release writes, and of an erased person nothing is counted anew")
    func counted() async throws {
        let workshop = try Workshop()
        let user = workshop.user
        func write(_ bytes: Int, _ day: Int) async throws {
            // Rows as written by a release without the count.
            try await workshop.store.write {
                try $0.execute(
                    "INSERT INTO samples (user, kind, day, sealed) VALUES (?, 9, ?, zeroblob(?)) ON CONFLICT (user, kind, day) DO UPDATE SET sealed = excluded.sealed",
                    [user, day, bytes])
            }
        }
        func kept() async throws -> Int64 {
            try await workshop.store.read { try SampleRows(user: user, transaction: $0).kept() }
        }
        try await write(100, 1)
        try await write(50, 2)
        #expect(try await kept() == 150)
        try await write(30, 1)
        #expect(try await kept() == 80)
        try await workshop.store.write {
            try $0.execute(
                "INSERT INTO origins (user, kind, day, sealed) VALUES (?, 9, 1, zeroblob(10)) ON CONFLICT (user, kind, day) DO UPDATE SET sealed = excluded.sealed",
                [user])
        }
        #expect(try await kept() == 100)
        try await workshop.store.write { try $0.execute("DELETE FROM samples WHERE user = ? AND day = 2", [user]) }
        #expect(try await kept() == 50)
        _ = try await workshop.store.erase(user)
        #expect(try await workshop.store.read { try $0.value(Int.self, "SELECT COUNT(*) FROM kept") } == 0)
        workshop.scratch.remove()
    }

    @Test("SEC-11 A nearly full disk refuses new uploads and chunks early")
    func disk() async throws {
        let workshop = try Workshop(quotas: Quotas(disk: { _ in .init(free: 1_100 << 20, size: 100 << 30) }))
        let begin = await #expect(throws: ServiceError.self) {
            try await workshop.service.begin(
                BeginUpload(user: workshop.user, job: .random(), fileName: "x", size: 100 << 20))
        }
        #expect(begin?.code == .storage)
        #expect(begin?.message.contains("1 GiB") == true)
        #expect(try await workshop.upload([60]) != EntityID(high: 0, low: 0))
        let full = try Workshop(quotas: Quotas(disk: { _ in .init(free: 1 << 30, size: 100 << 30) }))
        await #expect(throws: ServiceError.self) { try await full.upload([60]) }
        workshop.scratch.remove()
        full.scratch.remove()
    }

    @Test("SEC-11 Uploads that nobody goes on with give way to a new one, those that go on do not")
    func room() async throws {
        let workshop = try Workshop(quotas: Quotas(uploads: 2))
        let (old, young) = (try await workshop.upload([60]), try await workshop.upload([60]))
        let busy = await #expect(throws: ServiceError.self) { try await workshop.upload([60]) }
        #expect(busy?.code == .busy)
        let user = workshop.user
        try await workshop.store.write { try $0.execute("UPDATE imports SET created = 0") }
        await #expect(throws: ServiceError.self) { try await workshop.upload([60]) }
        let path = SpoolFile(directory: workshop.scratch.file("spool"), user: user, job: old).path
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -4000)], ofItemAtPath: path)
        _ = try await workshop.upload([60])
        #expect(try await workshop.service.query(ImportQuery(user: user, job: young)).phase == .uploading)
        await #expect(throws: ServiceError.self) { try await workshop.service.query(ImportQuery(user: user, job: old)) }
        workshop.scratch.remove()
    }

    @Test("SEC-11 An upload in very many small chunks is refused before the list of them grows large")
    func chunks() async throws {
        let workshop = try Workshop()
        let user = workshop.user
        let spool = SpoolFile(directory: workshop.scratch.path, user: user, job: .random())
        let overhead = 2 * SpoolFile.header + SpoolFile.seal
        // The end of a file with the maximum number of one-byte chunks.
        try FileManager.default.createDirectory(
            atPath: (spool.path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        let handle = try #require(try SpoolHandle(spool.path, create: true))
        let before = SpoolFile.maximumChunks - 1
        var header = [UInt8]()
        for (value, width) in [(Int64(SpoolFile.magic), 4), (1, 4), (before, 8)] {
            for shift in 0..<width { header.append(UInt8(truncatingIfNeeded: value >> Int64(shift * 8))) }
        }
        ftruncate(handle.file, off_t(before) * off_t(overhead + 1))
        try handle.append(
            header + [UInt8](repeating: 0, count: SpoolFile.seal + 1) + header, at: before * Int64(overhead + 1))
        let key = try await workshop.store.write { try $0.dataKey(user) }
        let error = #expect(throws: ServiceError.self) { try spool.append([1], at: SpoolFile.maximumChunks, key: key) }
        #expect(error?.code == .invalid)
        workshop.scratch.remove()
    }

    @Test(
        "SEC-11 Metrics of many crowded days are computed from a bounded number of samples at a time, with the same result"
    )
    func blocks() async throws {
        let xml = try ExportGenerator(seed: 9, days: 30, endingOn: Day(number: 19_900), recordsPerDay: 60).xml()
        let workshop = try Workshop()
        _ = try await workshop.importing(xml)
        let (user, whole) = (workshop.user, try await workshop.metrics())
        let store = workshop.store
        try await workshop.store.write { transaction in
            try transaction.execute("DELETE FROM metrics WHERE user = ?", [user])
            try transaction.execute(
                "INSERT INTO dirty (user, day, mark) SELECT DISTINCT user, day, 1 FROM samples WHERE user = ?", [user])
        }
        try await WorkThread.run(.global()) {
            try MetricsUpdate(steps: .apart(store), user: user, blockBytes: 2_000).run()
        }
        #expect(try await workshop.metrics() == whole && !whole.isEmpty)
        workshop.scratch.remove()
    }

    @Test("SEC-11 A JSON value has a bounded number of parts, texts that are not read may be of any length")
    func json() throws {
        func read(_ text: String) throws -> (reader: HealthAutoExportReader, batch: SampleBatch) {
            var batch = SampleBatch()
            let reader = try HealthAutoExportReader(
                MemoryBytes(Array(text.utf8)), now: 1_800_000_000, calendar: LocalCalendar([]))
            while !reader.isFinished { try reader.read(elements: 100, into: &batch) }
            return (reader, batch)
        }
        let parts = String(repeating: "[],", count: 3_000) + "[]"
        let refused = try #require(throws: ImportProblem.self) {
            try read(#"{"data":{"metrics":[{"data":[{"date":{"a":[\#(parts)]}}]}]}}"#)
        }
        #expect(refused.code == "tooLarge")
        let picture = String(repeating: #"\u0041"#, count: 300_000)
        let workout = #""start":"2024-02-06 14:30:00 +0100","end":"2024-02-06 15:30:00 +0100""#
        let (reader, batch) = try read(
            #"{"picture":"\#(picture)","data":{"workouts":[{\#(workout),"name":"Run","route":[\#(parts)],"note":"\#(picture)"},{\#(workout),"name":"\#(picture)"}]}}"#
        )
        #expect(batch.samples[.workout]?.count == 1 && reader.quarantined == [.textTooLong: 1])
        #expect(reader.skipped == [SkippedPart(place: "workouts[1]", reason: "textTooLong")])
    }
}
