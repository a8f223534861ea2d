import Fixtures
import Foundation
import Logging
import Messages
import Storage
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Posts that are imported in one transaction.
@Suite(.tags(.processes)) struct SmallPostTests {
    /// Posts of a phone over three days and nights, which overlap, restate values and bring workouts and old samples.
    private static func posts(seed: UInt64) -> [String] {
        var random = SplitMix(seed: seed)
        let first = utc("2024-03-29 00:00:00")
        func date(_ second: Int64) -> String {
            let date = Date(timeIntervalSince1970: Double(first + second)).formatted(.iso8601)
            return date.replacing("T", with: " ").replacing("Z", with: "") + " +0000"
        }
        return (0..<30).map { _ in
            let begin = Int64.random(in: 0..<3 * 86_400, using: &random)
            func points(_ count: Int, _ range: ClosedRange<Int>, _ name: String = "qty") -> String {
                (0..<count).map { _ in
                    let time = begin + Int64.random(in: 0..<90, using: &random) * 60 + 7
                    return
                        "{\"date\":\"\(date(time))\",\"\(name)\":\(Int.random(in: range, using: &random)),\"source\":\"Watch\"}"
                }.joined(separator: ",")
            }
            var metrics = [
                "{\"name\":\"heart_rate\",\"units\":\"count/min\",\"data\":[\(points(9, 48...90, "Avg"))]}",
                "{\"name\":\"step_count\",\"units\":\"count\",\"data\":[\(points(2, 0...80))]}",
                "{\"name\":\"heart_rate_variability\",\"units\":\"ms\",\"data\":[\(points(1, 30...70))]}",
            ]
            if Bool.random(using: &random) {
                metrics.append(
                    "{\"name\":\"respiratory_rate\",\"units\":\"count/min\",\"data\":[\(points(1, 12...18))]}")
            }
            if Int.random(in: 0..<5, using: &random) == 0 {
                let night = Int64.random(in: 0...2, using: &random) * 86_400
                let hours = Int64.random(in: 4...8, using: &random)
                metrics.append(
                    "{\"name\":\"sleep_analysis\",\"units\":\"hr\",\"data\":[{\"date\":\"\(date(night))\",\"asleep\":\(hours),\"sleepStart\":\"\(date(night - 3600))\",\"sleepEnd\":\"\(date(night + hours * 3600))\",\"source\":\"Watch\"}]}"
                )
            }
            if Int.random(in: 0..<5, using: &random) == 0 {
                metrics.append("{\"name\":\"step_count\",\"units\":\"count\",\"data\":[{\"qty\":3}]}")
            }
            let workouts =
                Int.random(in: 0..<4, using: &random) == 0
                ? "{\"name\":\"Running\",\"start\":\"\(date(begin))\",\"end\":\"\(date(begin + 1_800))\",\"duration\":1800}"
                : ""
            return "{\"data\":{\"metrics\":[\(metrics.joined(separator: ","))],\"workouts\":[\(workouts)]}}"
        }
    }

    private func files(_ workshop: Workshop) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: workshop.scratch.file("spool/\(workshop.user)")).sorted()
    }

    @Test(
        "ING-2 A post in one transaction has the samples, days, events and counts of an upload",
        arguments: [1, 2, 3, 4])
    func alike(seed: UInt64) async throws {
        let together = try Workshop()
        let apart = try Workshop(user: together.user)
        for workshop in [together, apart] { try await workshop.profile(zone: "Europe/Berlin") }
        var counts = 0
        for text in Self.posts(seed: seed) {
            var own = try await together.post(text)
            let other = try await apart.upload(post: text)
            #expect(own.phase == .done)
            #expect(own.posts == 1)
            own.job = other.job
            #expect(own == other)
            counts += Int(own.daysChanged)
            #expect(try await together.metrics() == apart.metrics())
        }
        #expect(counts > 30)
        #expect(try await together.chunks() == apart.chunks())
        #expect(try await together.revisions() == apart.revisions())
        #expect(try await together.eventTypes(for: .scoring) == apart.eventTypes(for: .scoring))
        #expect(try await together.eventTypes(for: .goals) == apart.eventTypes(for: .goals))
        for workshop in [together, apart] {
            #expect(try await workshop.store.read { try $0.row("SELECT 1 FROM dirty") } == nil)
            workshop.scratch.remove()
        }
    }

    @Test("ING-5 A post under the same job is answered as before; the same values under another one change nothing")
    func again() async throws {
        let (workshop, job, text) = (try Workshop(), EntityID.random(), Self.posts(seed: 7)[0])
        let first = try await workshop.post(text, job: job)
        let revisions = try await workshop.revisions()
        #expect(try await workshop.post(text, job: job) == first)
        let second = try await workshop.post(text)
        #expect((second.samplesRead, second.samplesNew, second.daysChanged) == (first.samplesRead, 0, 0))
        #expect(try await workshop.revisions() == revisions)
        #expect(try await workshop.service.list(ImportList(user: workshop.user)).imports.count == 2)
        #expect(try files(workshop) == ["turn"])
        workshop.scratch.remove()
    }

    @Test("ING-8 An unreadable post fails with its place, and nothing of it is kept; sent again, it begins anew")
    func unreadable() async throws {
        let (workshop, job) = (try Workshop(), EntityID.random())
        let whole = Self.posts(seed: 9)[0]
        let failed = try await workshop.post(String(whole.dropLast(4)), job: job)
        #expect(failed.phase == .failed)
        #expect(failed.problem?.byteOffset != nil)
        #expect(failed.samplesNew == 0)
        #expect(try await workshop.post(whole, job: job).phase == .done)
        #expect(try await workshop.service.list(ImportList(user: workshop.user)).imports.map(\.phase) == [.done])
        workshop.scratch.remove()
    }

    @Test("ING-7 A post waits as an upload while another import has the person's samples, or days wait to be computed")
    func busy() async throws {
        let (workshop, posts) = (try Workshop(), Self.posts(seed: 5))
        let user = workshop.user
        _ = try await workshop.post(posts[0])
        let handle = try #require(try SpoolHandle(SpoolFile.turn(workshop.scratch.file("spool"), user), create: false))
        let isLocked = handle.lock()
        #expect(isLocked)
        let job = EntityID.random()
        #expect(try await workshop.post(posts[1], job: job).phase == .queued)
        #expect(try await workshop.post(posts[1], job: job).phase == .queued)
        withExtendedLifetime(handle) {}
        workshop.scratch.remove()

        let other = try Workshop()
        _ = try await other.post(posts[0])
        let own = other.user
        try await other.store.write {
            try $0.execute("INSERT INTO dirty (user, day, mark) VALUES (?, 19811, 1)", [own])
        }
        let waiting = try await other.post(posts[1], job: job)
        #expect(waiting.phase == .queued)
        try await other.worker.drain()
        let done = try await other.service.query(ImportQuery(user: own, job: job))
        #expect(done.phase == .done)
        #expect(done.posts == 1)
        #expect(done.samplesNew > 0)
        #expect(try !files(other).contains { $0.hasPrefix("\(job)") })
        other.scratch.remove()
    }

    @Test("ING-2 A post whose sender ended before its bytes were stored is imported when it is sent again")
    func interrupted() async throws {
        let (workshop, job, text) = (try Workshop(), EntityID.random(), Self.posts(seed: 10)[0])
        let size = Int64(text.utf8.count)
        _ = try await workshop.service.begin(
            BeginUpload(user: workshop.user, job: job, fileName: "a.json", size: size, isPost: true))
        #expect(try await workshop.post(text, job: job).phase == .queued)
        try await workshop.worker.drain()
        let done = try await workshop.service.query(ImportQuery(user: workshop.user, job: job))
        #expect(done.phase == .done)
        #expect(done.samplesNew > 0)
        #expect(try await workshop.post(text, job: job).samplesNew == done.samplesNew)
        workshop.scratch.remove()
    }

    @Test("ING-2 A post does not overtake an earlier one that waits, so the last value of a time stays")
    func order() async throws {
        func steps(_ count: Int) -> String {
            "{\"data\":{\"metrics\":[{\"name\":\"step_count\",\"units\":\"count\",\"data\":[{\"date\":\"2024-03-30 12:00:07 +0000\",\"qty\":\(count),\"source\":\"Watch\"}]}]}}"
        }
        let (workshop, ordered, log) = (try Workshop(), try Workshop(), Logger(label: "test"))
        func post(_ count: Int) async throws -> ImportStatus {
            var service = workshop.service
            service.clock = { utc("2024-03-31 00:00:00") * 1000 + Milliseconds(count) }
            return try await SmallPost(store: workshop.store, uploads: service, log: log).run(
                PostSamples(user: workshop.user, job: .random(), fileName: "a.json", bytes: Array(steps(count).utf8)))
        }
        #expect(try await post(10).phase == .done)
        do {
            let path = SpoolFile.turn(workshop.scratch.file("spool"), workshop.user)
            let handle = try #require(try SpoolHandle(path, create: false))
            let isLocked = handle.lock()
            #expect(isLocked)
            #expect(try await post(20).phase == .queued)
            withExtendedLifetime(handle) {}
        }
        #expect(try await post(30).phase == .queued)
        try await workshop.worker.drain()
        for count in [10, 20, 30] { #expect(try await ordered.post(steps(count)).phase == .done) }
        #expect(try await workshop.chunks() == ordered.chunks())
        #expect(try await workshop.metrics() == ordered.metrics())
        #expect(try await post(40).phase == .done)
        for workshop in [workshop, ordered] { workshop.scratch.remove() }
    }

    @Test("SEC-11 A post counts among the uploads that a person may have under way")
    func places() async throws {
        let (workshop, text) = (try Workshop(quotas: Quotas(uploads: 1)), Self.posts(seed: 11)[0])
        #expect(try await workshop.post(text).phase == .done)
        _ = try await workshop.upload(Array(text.utf8))
        let error = await #expect(throws: ServiceError.self) { try await workshop.post(Self.posts(seed: 12)[0]) }
        #expect(error?.code == .busy)
        #expect(error?.retryAfter != nil)
        workshop.scratch.remove()
    }

    @Test("ING-2 A post of many days or of another format becomes an upload")
    func manyDays() async throws {
        let workshop = try Workshop()
        let points = (1...28).map { "{\"date\":\"2024-02-\($0 < 10 ? "0" : "")\($0) 12:00:07 +0000\",\"qty\":\($0)}" }
        let text =
            "{\"data\":{\"metrics\":[{\"name\":\"step_count\",\"units\":\"count\",\"data\":[\(points.joined(separator: ","))]}]}}"
        let job = EntityID.random()
        #expect(try await workshop.post(text, job: job).phase == .queued)
        try await workshop.worker.drain()
        #expect(try await workshop.service.query(ImportQuery(user: workshop.user, job: job)).samplesNew == 28)
        #expect(try await workshop.post("<?xml version=\"1.0\"?><HealthData></HealthData>").phase == .queued)
        workshop.scratch.remove()
    }

    @Test(
        "SEC-11 A post over which a process died becomes an upload whose worker counts the death; old marks are removed"
    )
    func died() async throws {
        let workshop = try Workshop()
        let (user, job, text) = (workshop.user, EntityID.random(), Self.posts(seed: 6)[0])
        _ = try await workshop.post(text)
        let spool = SpoolFile(directory: workshop.scratch.file("spool"), user: user, job: job)
        try PlaceMark(spool.place).begin(0, at: WorkPlace(stage: .reading, position: 0))
        #expect(try await workshop.post(text, job: job).phase == .queued)
        let stopped = try Workshop(user: user, scratch: workshop.scratch)
        stopped.worker.stop()
        try await stopped.worker.drain()
        #expect(
            try await workshop.store.read { try AttemptRows(user: user, transaction: $0).attempts(job)?.deaths } == 1)
        try await workshop.worker.drain()
        #expect(try await workshop.service.query(ImportQuery(user: user, job: job)).phase == .done)

        let lost = SpoolFile(directory: workshop.scratch.file("spool"), user: user, job: .random())
        try PlaceMark(lost.place).begin(0, at: WorkPlace(stage: .reading, position: 0))
        let now = Milliseconds(Date().timeIntervalSince1970 * 1000)
        try await workshop.worker.sweep(now: now)
        #expect(try files(workshop).contains("\(lost.job).place"))
        try await workshop.worker.sweep(now: now + SpoolSweep.retention + 60_000)
        #expect(try !files(workshop).contains("\(lost.job).place"))
        workshop.scratch.remove()
    }

    @Test(
        "SEC-4 A post of an erased person is refused and leaves no directory; a full disk or quota keeps it out whole")
    func refused() async throws {
        let workshop = try Workshop()
        let text = Self.posts(seed: 8)[0]
        _ = try await workshop.post(text)
        _ = try await workshop.store.erase(workshop.user)
        try await workshop.service.erase(workshop.user)
        let erased = await #expect(throws: ServiceError.self) { try await workshop.post(text) }
        #expect(erased?.code == .erased)
        #expect(!FileManager.default.fileExists(atPath: workshop.scratch.file("spool/\(workshop.user)")))
        // Work that must run alone makes a post wait as an upload.
        let mark = try PlaceMark(workshop.scratch.file("alone.place"))
        let dying = Attempts(number: 2, deaths: 2, place: nil, at: 0)
        #expect(workshop.worker.inProgress.begin(dying, mark, at: .days(0)))
        let again = await #expect(throws: ServiceError.self) { try await workshop.post(text) }
        #expect(again?.code == .erased)
        #expect(!FileManager.default.fileExists(atPath: workshop.scratch.file("spool/\(workshop.user)")))
        workshop.scratch.remove()
        for quotas in [Quotas(kept: 100), Quotas(disk: { _ in .init(free: 1 << 30, size: 100 << 30) })] {
            let full = try Workshop(quotas: quotas)
            let user = full.user
            try await full.store.write { try $0.execute("INSERT INTO kept (user, bytes) VALUES (?, 100)", [user]) }
            let error = await #expect(throws: ServiceError.self) { try await full.post(text) }
            #expect(error?.code == .storage)
            #expect(try await full.chunks().isEmpty)
            full.scratch.remove()
        }
    }

    @Test("ING marks that a held computation sets and clears leave no rows; one that it leaves is stored")
    func heldMarks() async throws {
        let workshop = try Workshop()
        let user = workshop.user
        let (during, left) = try await workshop.store.write { transaction in
            _ = try transaction.dataKey(user)
            let rows = MetricsRows(user: user, transaction: transaction)
            let during = try rows.holdingMarks {
                try rows.mark(7)
                try rows.mark(8)
                try rows.mark(8)
                let days = try rows.dirtyDays()
                // A mark that was set again meanwhile is another one.
                try rows.clean([7: 1, 8: 1])
                return days
            }
            return (during, try rows.dirtyDays())
        }
        #expect(during == [7: 1, 8: 2])
        #expect(left.keys.sorted() == [8])
        workshop.scratch.remove()
    }
}
