import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

@Suite(.timeLimit(.minutes(5)), .tags(.processes)) struct UploadTests {
    private func chunk(_ workshop: Workshop, _ job: EntityID, _ offset: Int64, _ bytes: [UInt8]) async throws -> Int64 {
        try await workshop.service.append(UploadChunk(user: workshop.user, job: job, offset: offset, bytes: bytes))
            .offset
    }

    @Test("ING-5 A chunk sent twice is stored once; a gap is refused with the stored offset")
    func idempotent() async throws {
        let workshop = try Workshop()
        let job = EntityID.random()
        let begin = BeginUpload(user: workshop.user, job: job, fileName: "a.xml", size: 300)
        #expect(try await workshop.service.begin(begin).offset == 0)
        #expect(try await chunk(workshop, job, 0, [UInt8](repeating: 1, count: 100)) == 100)
        #expect(try await chunk(workshop, job, 0, [UInt8](repeating: 1, count: 100)) == 100)
        #expect(try await chunk(workshop, job, 100, [UInt8](repeating: 2, count: 50)) == 150)
        let gap = await #expect(throws: ServiceError.self) { try await chunk(workshop, job, 200, [3]) }
        #expect(gap?.code == .conflict)
        #expect(gap?.message.contains("150") == true)
        #expect(try await workshop.service.begin(begin).offset == 150)
        let early = await #expect(throws: ServiceError.self) {
            try await workshop.service.start(StartImport(user: workshop.user, job: job))
        }
        #expect(early?.code == .conflict)
        workshop.scratch.remove()
    }

    @Test("ING-7 A chunk torn by a crash does not count, and the upload goes on")
    func torn() async throws {
        let workshop = try Workshop()
        let xml = try ExportGenerator(seed: 2, days: 3, endingOn: Day(number: 19_900), recordsPerDay: 20).xml()
        let job = EntityID.random()
        _ = try await workshop.service.begin(
            BeginUpload(user: workshop.user, job: job, fileName: "a.xml", size: Int64(xml.count)))
        let first = Array(xml.prefix(20_000))
        #expect(try await chunk(workshop, job, 0, first) == 20_000)
        let path = SpoolFile(directory: workshop.scratch.file("spool"), user: workshop.user, job: job).path
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([0x31, 0x50, 0x53, 0x50, 0, 0, 1, 0]) + Data(count: 40))
        try handle.close()
        #expect(
            try await workshop.service.begin(BeginUpload(user: workshop.user, job: job, fileName: "a.xml", size: nil))
                .offset == 20_000)
        #expect(try await chunk(workshop, job, 20_000, Array(xml.dropFirst(20_000))) == Int64(xml.count))
        _ = try await workshop.service.start(StartImport(user: workshop.user, job: job))
        try await workshop.worker.drain()
        #expect(try await workshop.service.query(ImportQuery(user: workshop.user, job: job)).phase == .done)
        workshop.scratch.remove()
    }

    @Test("ING-7 Chunks and files beyond the limits, unknown and foreign jobs are refused")
    func limits() async throws {
        let workshop = try Workshop()
        let job = try await workshop.upload([60])
        for (offset, count) in [(0, 0), (1, UploadChunk.maximumBytes + 1), (-1, 1)] {
            let error = await #expect(throws: ServiceError.self) {
                try await chunk(workshop, job, Int64(offset), [UInt8](repeating: 0, count: count))
            }
            #expect(error?.code == .invalid)
        }
        await #expect(throws: ServiceError.self) { try await chunk(workshop, .random(), 0, [1]) }
        await #expect(throws: ServiceError.self) {
            try await workshop.service.begin(
                BeginUpload(user: workshop.user, job: .random(), fileName: "x", size: .max))
        }
        // Another user cannot query, extend or start it.
        let other = try Workshop(user: .random(), scratch: workshop.scratch)
        await #expect(throws: ServiceError.self) {
            try await other.service.query(ImportQuery(user: other.user, job: job))
        }
        await #expect(throws: ServiceError.self) {
            try await other.service.start(StartImport(user: other.user, job: job))
        }
        workshop.scratch.remove()
    }

    @Test("ING-7 A full disk refuses the chunk and loses nothing")
    func fullDisk() throws {
        // A file size limit fails the write as a full disk does. The limit applies to the whole process, so the test
        // calls the spool directly.
        let scratch = try Scratch()
        let handle = try #require(try SpoolHandle(scratch.file("spool"), create: true))
        try handle.append([UInt8](repeating: 7, count: 100), at: 0)
        let full = try #require(try SpoolHandle("/dev/full", create: true))
        let error = #expect(throws: ServiceError.self) { try full.append([1, 2, 3], at: 0) }
        #expect(error?.code == .storage)
        #expect(try handle.bytes(at: 0, count: 100) == [UInt8](repeating: 7, count: 100))
        scratch.remove()
    }

    private static let now = Milliseconds(Date().timeIntervalSince1970 * 1000)
    private static let week = SpoolSweep.retention

    private func spool(_ workshop: Workshop, _ job: EntityID) -> SpoolFile {
        SpoolFile(directory: workshop.scratch.file("spool"), user: workshop.user, job: job)
    }

    @Test(
        "ING-7 An upload nobody goes on with gives its disk back a week after its last chunk; one that goes on, however slowly, is left alone"
    )
    func abandoned() async throws {
        let workshop = try Workshop()
        let job = try await workshop.upload([60, 62])
        let spool = spool(workshop, job)
        // Created long ago, written to just now: the row's age is irrelevant.
        try await workshop.store.write { try $0.execute("UPDATE imports SET created = 0") }
        try await workshop.worker.sweep(now: Self.now)
        #expect(try spool.stored() == 2)
        // Unchanged for a week, but a worker holds it now.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: spool.path)
        var holder = try spool.openLocked(create: false)
        try await workshop.worker.sweep(now: Self.now)
        #expect(try spool.stored() == 2)
        holder = nil
        #expect(holder == nil)
        try await workshop.worker.sweep(now: Self.now)
        #expect(try spool.stored() == 0)
        await #expect(throws: ServiceError.self) {
            try await workshop.service.query(ImportQuery(user: workshop.user, job: job))
        }
        workshop.scratch.remove()
    }

    @Test(
        "ING-7 An upload of which no byte came is forgotten after a week, a younger one is not; a job that was started stays"
    )
    func forgotten() async throws {
        let workshop = try Workshop()
        let (empty, started) = (try await workshop.upload([]), try await workshop.upload([60]))
        _ = try await workshop.service.start(StartImport(user: workshop.user, job: started))
        try await workshop.worker.sweep(now: Self.now)
        #expect(try await workshop.service.query(ImportQuery(user: workshop.user, job: empty)).phase == .uploading)
        try await workshop.worker.sweep(now: Self.now + 2 * Self.week)
        await #expect(throws: ServiceError.self) {
            try await workshop.service.query(ImportQuery(user: workshop.user, job: empty))
        }
        #expect(try await workshop.service.query(ImportQuery(user: workshop.user, job: started)).phase == .queued)
        #expect(try spool(workshop, started).stored() == 1)
        workshop.scratch.remove()
    }

    @Test("COM-4 What a worker that died after its import's end left in the spool is removed, unless somebody holds it")
    func leaked() async throws {
        let workshop = try Workshop()
        let job = try await workshop.upload(Array(document(ScannerTests.record).utf8))
        let (done, unknown) = (spool(workshop, job), spool(workshop, .random()))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: done.path))
        _ = try await workshop.service.start(StartImport(user: workshop.user, job: job))
        try await workshop.worker.drain()
        for file in [done, unknown] { try bytes.write(to: URL(fileURLWithPath: file.path)) }
        var holder = try done.openLocked(create: false)
        try await workshop.worker.sweep(now: Self.now)
        #expect(try done.stored() > 0 && unknown.stored() == 0)
        holder = nil
        #expect(holder == nil)
        try await workshop.worker.sweep(now: Self.now)
        #expect(!FileManager.default.fileExists(atPath: done.path))
        workshop.scratch.remove()
    }

    @Test("ING-7 A chunk finds the end of a long upload by its last bytes, and never a file that was swept away")
    func swept() async throws {
        let workshop = try Workshop()
        let job = try await workshop.upload([UInt8](repeating: 65, count: 5000), chunk: 10)
        let spool = spool(workshop, job)
        let handle = try #require(try SpoolHandle(spool.path, create: false))
        #expect(try handle.last() == handle.chunks().last)
        #expect(try handle.chunks().count == 500)
        spool.remove()
        #expect(!handle.isNamed(spool.path))
        let error = await #expect(throws: ServiceError.self) { try await chunk(workshop, job, 5000, [1]) }
        #expect(error?.code == .conflict)
        #expect(error?.message.contains("byte 0") == true)
        #expect(!FileManager.default.fileExists(atPath: spool.path))
        workshop.scratch.remove()
    }

    @Test("ING-7 A chunk of an upload that somebody holds is refused soon, not kept waiting")
    func held() async throws {
        let workshop = try Workshop()
        let job = try await workshop.upload([60])
        let holder = try #require(try spool(workshop, job).openLocked(create: false))
        let error = await #expect(throws: ServiceError.self) { try await chunk(workshop, job, 1, [62]) }
        #expect(error?.code == .busy)
        withExtendedLifetime(holder) {}
        #expect(
            try await workshop.service.begin(BeginUpload(user: workshop.user, job: job, fileName: "x", size: nil))
                .offset == 1)
        workshop.scratch.remove()
    }

    @Test(
        "ING-7 Requests that begin a failed upload anew at the same time lose nothing of what one of them has sent since"
    )
    func begunTogether() async throws {
        let workshop = try Workshop()
        let (service, user, job, bytes) = (workshop.service, workshop.user, EntityID.random(), Array("{".utf8))
        @Sendable func patiently<T>(_ body: () async throws -> T) async throws -> T {
            while true {
                do { return try await body() } catch let error as ServiceError where error.code == .busy {
                    await Task.yield()
                }
            }
        }
        for round in 0..<60 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        let begin = BeginUpload(user: user, job: job, fileName: "x", size: Int64(bytes.count))
                        let offset = try await patiently { try await service.begin(begin).offset }
                        guard offset < bytes.count else { return }
                        let chunk = UploadChunk(user: user, job: job, offset: offset, bytes: bytes)
                        #expect(try await patiently { try await service.append(chunk).offset } == Int64(bytes.count))
                    }
                }
                try await group.waitForAll()
            }
            #expect(try spool(workshop, job).stored() == Int64(bytes.count), "round \(round)")
            _ = try await service.start(StartImport(user: user, job: job))
            try await workshop.worker.drain()
            #expect(try await service.query(ImportQuery(user: user, job: job)).phase == .failed)
        }
        workshop.scratch.remove()
    }

    @Test("ING-7 A file whose upload was begun anew since somebody looked is not removed")
    func begunSince() async throws {
        let workshop = try Workshop()
        let spool = spool(workshop, try await workshop.upload([60, 62]))
        #expect(
            try spool.removeStale {
                false
            } then: {
                1
            } == 1)
        #expect(try spool.stored() == 2)
        #expect(
            try spool.removeStale {
                true
            } then: {
                2
            } == 2)
        #expect(try spool.stored() == 0)
        workshop.scratch.remove()
    }

    @Test("ING-7 Two workers never take the same job: the lock goes with its holder")
    func lease() throws {
        let scratch = try Scratch()
        var first = try SpoolHandle(scratch.file("turn"), create: true)
        #expect(first?.lock() == true)
        let second = try #require(try SpoolHandle(scratch.file("turn"), create: true))
        #expect(!second.lock())
        first = nil
        #expect(second.lock())
        scratch.remove()
    }
}
