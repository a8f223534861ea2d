import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Undoing imports.
@Suite(.tags(.processes)) struct UndoTests {
    /// Records of a small universe, so that files overlap often: several sources, some with more detail than others.
    private static let universe: [String] = (0..<24).map { number in
        let (day, hour) = (1 + number % 3, 8 + number % 8)
        let time = "2024-05-0\(day) \(hour < 10 ? "0" : "")\(hour)"
        let source = number % 4 == 0 ? "Phone" : "Watch"
        return number % 2 == 0
            ? #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="\#(source)" unit="count" startDate="\#(time):00:00 +0000" endDate="\#(time):10:00 +0000" value="\#(100 + number)"/>"#
            : #"<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="\#(source)" unit="count/min" startDate="\#(time):00:00 +0000" endDate="\#(time):00:00 +0000" value="\#(50 + number)"/>"#
    }

    private func file(_ numbers: [Int]) -> String {
        document(numbers.map { Self.universe[$0] }.joined(separator: "\n"))
    }

    private func status(_ workshop: Workshop, _ job: EntityID) async throws -> ImportStatus {
        try await workshop.service.query(ImportQuery(user: workshop.user, job: job))
    }

    @discardableResult
    private func undo(_ workshop: Workshop, _ job: EntityID) async throws -> ImportStatus {
        _ = try await workshop.service.undo(UndoImport(user: workshop.user, job: job))
        try await workshop.worker.drain()
        return try await status(workshop, job)
    }

    /// Rows of the record that are left.
    private func rows(_ workshop: Workshop) async throws -> Int {
        try await workshop.store.read { try $0.value(Int.self, "SELECT COUNT(*) FROM added") ?? 0 }
    }

    @Test(
        "WEB-8 An undone import leaves what would be there without it, whatever came before and after",
        arguments: 1...12)
    func law(seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let files = (0..<3).map { _ in
            Array(Self.universe.indices.shuffled(using: &random).prefix(Int.random(in: 2...9, using: &random)))
        }
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        var jobs: [EntityID] = []
        for numbers in files { jobs.append(try await workshop.importing(file(numbers)).job) }
        for (index, numbers) in files.enumerated() {
            let known = Set(files[..<index].joined())
            let isOverlapped = files[(index + 1)...].contains {
                !Set($0).isDisjoint(with: Set(numbers).subtracting(known))
            }
            let status = try await status(workshop, jobs[index])
            #expect(status.undo == (isOverlapped ? .overlapped : .possible))
        }
        var kept = files
        for (index, job) in jobs.enumerated().shuffled(using: &random)
        where try await status(workshop, job).undo == .possible {
            let undone = try await undo(workshop, job)
            #expect(undone.phase == .undone)
            #expect(undone.samplesUndone == undone.samplesNew)
            #expect(undone.undoneAt != nil)
            kept[index] = []
            let other = try Workshop()
            for numbers in kept where !numbers.isEmpty { try await other.importing(file(numbers)) }
            // What an earlier file also had counts as that one's.
            #expect(try await workshop.chunks() == other.chunks())
            #expect(try await workshop.metrics() == other.metrics())
            other.scratch.remove()
        }
    }

    @Test(
        "WEB-8 What a query or another file brings again keeps an import from being undone; an undone file can come back"
    )
    func endings() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        let numbers = [1, 2, 5, 8]
        let job = try await workshop.upload(Array(file(numbers).utf8))
        let start = StartImport(user: workshop.user, job: job)
        _ = try await workshop.service.start(start)
        try await workshop.worker.drain()
        let before = try await workshop.chunks()
        #expect(try await undo(workshop, job).phase == .undone)
        #expect(try await workshop.chunks().isEmpty)
        #expect(try await workshop.metrics().isEmpty)
        #expect(try await rows(workshop) == 0)

        // The same client sends the same file under the same job.
        let bytes = Array(file(numbers).utf8)
        let again = try await workshop.service.begin(
            BeginUpload(user: workshop.user, job: job, fileName: "export.xml", size: Int64(bytes.count)))
        #expect(again.offset == 0)
        _ = try await workshop.service.append(UploadChunk(user: workshop.user, job: job, offset: 0, bytes: bytes))
        _ = try await workshop.service.start(start)
        try await workshop.worker.drain()
        #expect(try await workshop.chunks() == before)
        #expect(try await status(workshop, job).undo == .possible)

        let sample = AnchoredSample(
            id: .random(), start: utc("2024-05-02 09:00:00"), end: utc("2024-05-02 09:00:00"), value: 51,
            unit: "count/min", source: "Watch")
        let query = IngestSamples(
            user: workshop.user, device: "phone", kind: "heartRate", anchor: "", newAnchor: "1", samples: [sample],
            deleted: [])
        #expect(try await workshop.service.ingest(query).added == 0)
        #expect(try await status(workshop, job).undo == .overlapped)
        await #expect(throws: ServiceError.self) { try await undo(workshop, job) }
        #expect(try await workshop.chunks() == before)
        // The next import removes the rows that nothing needs any more; its own stands for one chunk.
        try await workshop.importing(file([3]))
        #expect(try await rows(workshop) == 1)
    }

    @Test("WEB-8 Sex and date of birth of the newest export count, and once it is undone those of the one before")
    func owners() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        func export(_ date: String, _ birthday: String, _ sex: String, _ numbers: [Int]) -> String {
            let name = "HKCharacteristicTypeIdentifier"
            let me = "<Me \(name)DateOfBirth=\"\(birthday)\" \(name)BiologicalSex=\"HKBiologicalSex\(sex)\"/>"
            return document(me + numbers.map { Self.universe[$0] }.joined()).replacing("2024-06-01", with: date)
        }
        func body() async throws -> ArrivedBody? {
            try await workshop.service.latestArrival(LatestArrival(user: workshop.user, withBody: true)).body
        }
        func known(_ date: String, _ day: Int, _ sex: BodySex?) -> ArrivedBody {
            ArrivedBody(
                sex: sex, birthday: Day(year: 1988, month: 5, day: day), exported: utc("\(date) 08:00:00") * 1000)
        }
        #expect(try await body() == ArrivedBody())
        let first = try await workshop.importing(export("2024-06-01", "1988-05-04", "Female", [1, 2])).job
        #expect(try await body() == known("2024-06-01", 4, .female))
        #expect(try await workshop.service.latestArrival(LatestArrival(user: workshop.user)).body == nil)
        // The person removed it from their phone.
        let second = try await workshop.importing(export("2024-07-01", "1988-05-05", "NotSet", [3])).job
        #expect(try await body() == known("2024-07-01", 5, nil))
        // An older file that comes later, and one from the future.
        let third = try await workshop.importing(export("2024-05-20", "1988-05-06", "Male", [5])).job
        try await workshop.importing(export("2099-01-01", "1988-05-07", "Male", [7]))
        #expect(try await body() == known("2024-07-01", 5, nil))
        let text = try await workshop.exported("ingestion/person.json")
        #expect(text.matches(of: /"exported":/).count == 3)
        #expect(text.contains("\"birthday\":\"1988-05-04\"") && text.contains("\"sex\":\"female\""))
        try await undo(workshop, second)
        #expect(try await body() == known("2024-06-01", 4, .female))
        try await undo(workshop, first)
        #expect(try await body() == known("2024-05-20", 6, .male))
        try await undo(workshop, third)
        #expect(try await body() == ArrivedBody())
        #expect(try await workshop.exported("ingestion/person.json").isEmpty)
    }

    @Test("WEB-8 Nothing of a person's sex and date of birth is left after an erasure, and a post brings none")
    func erasedOwner() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        let me = "<Me HKCharacteristicTypeIdentifierBiologicalSex=\"HKBiologicalSexMale\"/>"
        func sex() async throws -> BodySex? {
            try await workshop.service.latestArrival(LatestArrival(user: workshop.user, withBody: true)).body?.sex
        }
        _ = try await workshop.upload(post: document(me + Self.universe[1]))
        #expect(try await sex() == nil)
        try await workshop.importing(document(me + Self.universe[3]))
        #expect(try await sex() == .male)
        _ = try await workshop.store.erase(workshop.user)
        let left = try await workshop.store.read { try $0.value(Int.self, "SELECT COUNT(*) FROM rules") ?? 0 }
        #expect(left == 0)
    }

    @Test("WEB-8 Undoing goes on after an abort at any step")
    func aborted() async throws {
        let numbers = Array(Self.universe.indices)
        for limit in 0..<8 {
            let workshop = try Workshop()
            let kept = try await workshop.importing(file([numbers[0]])).job
            let (chunks, metrics) = (try await workshop.chunks(), try await workshop.metrics())
            let job = try await workshop.importing(file(numbers)).job
            // The second file also had the first one's sample.
            #expect(try await status(workshop, kept).undo == .overlapped)
            _ = try await workshop.service.undo(UndoImport(user: workshop.user, job: job))
            let (store, user) = (workshop.store, workshop.user)
            let found = try await store.read { try #require(try ImportRows(user: user, transaction: $0).job(job)) }
            let isAborted = try await WorkThread.run(.global()) {
                var looks = 0
                do {
                    let undo = ImportUndo(
                        steps: .apart(store), job: found, page: 1,
                        stopped: {
                            looks += 1
                            return looks > limit
                        })
                    _ = try undo.run()
                    return false
                } catch is CancellationError {
                    return true
                }
            }
            #expect(isAborted)
            try await workshop.worker.drain()
            let status = try await status(workshop, job)
            #expect(status.phase == .undone)
            #expect(status.samplesUndone == Int64(numbers.count - 1))
            #expect(try await workshop.chunks() == chunks)
            #expect(try await workshop.metrics() == metrics)
            workshop.scratch.remove()
        }
    }

    @Test("WEB-8 A process killed while it undoes an import goes on with it", .timeLimit(.minutes(2)))
    func killed() async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        try FileManager.default.createDirectory(
            atPath: scratch.file("db"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let workshop = try Workshop(scratch: scratch, database: "db/ingestion.sqlite")
        try await workshop.importing(file([1, 2, 3]))
        let (chunks, metrics) = (try await workshop.chunks(), try await workshop.metrics())
        let sources = try await workshop.service.sources(SourcesQuery(user: workshop.user)).sources.map(\.name)
        let export = try ExportGenerator(seed: 5, days: 120, endingOn: Day(number: 19_800), recordsPerDay: 8).xml()
        let job = try await workshop.importing(export).job
        #expect(try await workshop.service.sources(SourcesQuery(user: workshop.user)).sources.count > sources.count)
        _ = try await workshop.service.undo(UndoImport(user: workshop.user, job: job))

        func run(until isReached: @escaping @Sendable (ImportStatus) -> Bool) async throws -> ImportStatus {
            let process = Process()
            process.executableURL = Executable.folder.appendingPathComponent("pulsum-ingestion")
            process.environment = ProcessInfo.processInfo.environment.merging(["PULSUM_DATA": scratch.path]) { $1 }
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try process.run()
            defer {
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
            }
            return try await eventually("the undoing goes on", within: .seconds(60)) {
                let status = try await self.status(workshop, job)
                return isReached(status) ? status : nil
            }
        }
        let struck = try await run { $0.samplesUndone ?? 0 > 0 }
        let undone = try await run { $0.phase == .undone }
        print("killed with \(struck.samplesUndone ?? 0) of \(undone.samplesUndone ?? 0) samples removed")
        #expect(undone.samplesUndone == undone.samplesNew)
        let left = try await workshop.service.sources(SourcesQuery(user: workshop.user)).sources.map(\.name)
        #expect(left == sources)
        #expect(try await workshop.chunks() == chunks)
        #expect(try await workshop.metrics() == metrics)
    }
}
