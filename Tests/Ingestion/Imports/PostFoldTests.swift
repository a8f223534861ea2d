import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Imports that an app starts by itself.
@Suite(.tags(.processes)) struct PostFoldTests {
    private func post(_ workshop: Workshop, _ text: String) async throws -> EntityID {
        try await workshop.upload(post: text).job
    }

    private func steps(_ minute: Int, _ quantity: String = "50") -> String {
        #"{"data":{"metrics":[{"name":"step_count","units":"count","data":[{"date":"2024-02-06 10:\#(minute + 10):07 +0100","qty":\#(quantity)}]},{"name":"vo2max","units":"x","data":[{"qty":1}]}]}}"#
    }

    private func age(_ workshop: Workshop, minutes: Int) async throws {
        try await workshop.store.write {
            try $0.execute("UPDATE imports SET created = created - ?", [minutes * 60_000])
        }
    }

    private func list(_ workshop: Workshop) async throws -> [ImportStatus] {
        try await workshop.service.list(ImportList(user: workshop.user)).imports
    }

    @Test(
        "ING-2 Posts of a day that ended alike are one row with the sums of their counts; recent ones, failures and files stay apart"
    )
    func folded() async throws {
        let workshop = try Workshop()
        // No midnight lies between the posts.
        let noon = Milliseconds(19_750 * 86_400 + 43_200) * 1000
        let file = try await workshop.importing(steps(40))
        for minute in 0..<12 { _ = try await post(workshop, steps(minute, minute == 3 ? "null" : "50")) }
        for _ in 0..<2 { _ = try await post(workshop, "{") }
        #expect(try await list(workshop).count == 15, "all are recent")
        try await workshop.store.write { transaction in
            let rows = try transaction.rows("SELECT job FROM imports ORDER BY created, job")
            for (index, row) in rows.enumerated() {
                try transaction.execute(
                    "UPDATE imports SET created = ? WHERE job = ?",
                    [noon + Milliseconds(index) * 60_000, try row["job"] as EntityID])
            }
        }
        let user = workshop.user
        try await workshop.store.write { try PostFold(user: user, transaction: $0).fold(now: noon + 3_600_000) }
        let rows = try await list(workshop)
        #expect(rows.count == 3)
        let sum = try #require(rows.first { $0.phase == .done && $0.posts != nil })
        #expect((sum.posts, sum.samplesRead, sum.samplesNew, sum.taken) == (12, 12, 11, ["steps": 11]))
        #expect((sum.quarantined, sum.unknownKinds) == (["badValue": 1], ["vo2max": 12]))
        #expect(sum.skipped.count == 1)
        #expect(rows.first { $0.phase == .failed }?.posts == 2)
        #expect(rows.contains { $0.job == file.job && $0.posts == nil })
        // Later posts join the row; recent ids remain queryable.
        let last = try await post(workshop, steps(20))
        #expect(try await workshop.service.query(ImportQuery(user: user, job: last)).phase == .done)
        #expect(try await list(workshop).count == 4)
        workshop.scratch.remove()
    }

    @Test("ING-2 A day of posts every few minutes leaves few rows, as they come")
    func day() async throws {
        let workshop = try Workshop()
        for minute in 0..<25 {
            _ = try await post(workshop, steps(minute))
            try await age(workshop, minutes: 4)
        }
        // The hundred minutes before cover two days at most.
        let rows = try await list(workshop)
        #expect(rows.count <= 6, "\(rows.count)")
        #expect(rows.compactMap(\.posts).reduce(0, +) == 25, "\(rows.count)")
        #expect(rows.reduce(0) { $0 + $1.samplesNew } == 25)
        workshop.scratch.remove()
    }

    @Test(
        "ING-2 A folded post answers for a day with the row it was added to and is not read twice; a failed one begins anew"
    )
    func remembered() async throws {
        let workshop = try Workshop()
        let user = workshop.user
        var (jobs, failed): ([EntityID], [EntityID]) = ([], [])
        for minute in 0..<3 { jobs.append(try await post(workshop, steps(minute))) }
        for _ in 0..<2 { failed.append(try await post(workshop, "{")) }
        // Noon of yesterday: no midnight lies between the posts.
        let now = Milliseconds(Date().timeIntervalSince1970 * 1000)
        let noon = now / 86_400_000 * 86_400_000 - 43_200_000
        let all = jobs + failed
        try await workshop.store.write { transaction in
            for (index, job) in all.enumerated() {
                try transaction.execute(
                    "UPDATE imports SET created = ? WHERE job = ?", [noon + Milliseconds(index) * 60_000, job])
            }
        }
        try await workshop.store.write { try PostFold(user: user, transaction: $0).fold(now: now) }
        #expect(try await list(workshop).count == 2)
        for job in jobs {
            let status = try await workshop.service.query(ImportQuery(user: user, job: job))
            #expect((status.job, status.phase, status.posts, status.samplesNew) == (job, .done, 3, 3))
        }
        for job in failed {
            #expect(try await workshop.service.query(ImportQuery(user: user, job: job)).phase == .failed)
        }
        // Another user's posts are unknown.
        let other = try Workshop(user: .random(), scratch: workshop.scratch)
        await #expect(throws: ServiceError.self) {
            try await other.service.query(ImportQuery(user: other.user, job: jobs[0]))
        }

        func send(_ job: EntityID, _ text: String) async throws -> ImportStatus {
            let bytes = Array(text.utf8)
            let begun = try await workshop.service.begin(
                BeginUpload(user: user, job: job, fileName: "x", size: Int64(bytes.count), isPost: true))
            if begun.offset < bytes.count {
                _ = try await workshop.service.append(UploadChunk(user: user, job: job, offset: 0, bytes: bytes))
            }
            _ = try await workshop.service.start(StartImport(user: user, job: job))
            try await workshop.worker.drain()
            return try await workshop.service.query(ImportQuery(user: user, job: job))
        }
        #expect(try await send(jobs[0], steps(30)).posts == 3)
        #expect(try await list(workshop).count == 2)
        #expect(try await workshop.chunks().map(\.count) == [3])
        let again = try await send(failed[0], steps(31))
        #expect((again.phase, again.posts, again.samplesNew) == (.done, 1, 1))
        #expect(try await workshop.service.query(ImportQuery(user: user, job: jobs[1])).posts == 3)

        try await workshop.store.write { try PostFold(user: user, transaction: $0).fold(now: now + 25 * 3_600_000) }
        // The first post's row is the sum.
        #expect(try await workshop.service.query(ImportQuery(user: user, job: jobs[0])).posts == 3)
        let error = await #expect(throws: ServiceError.self) {
            try await workshop.service.query(ImportQuery(user: user, job: jobs[1]))
        }
        #expect(error?.code == .notFound)
        workshop.scratch.remove()
    }

    @Test("ING-7 A failed import begins anew under its name, with the file as it is now; one that ended well does not")
    func again() async throws {
        let workshop = try Workshop()
        let (job, user) = (EntityID.random(), workshop.user)
        func send(_ text: String) async throws -> ImportStatus {
            let bytes = Array(text.utf8)
            let begun = try await workshop.service.begin(
                BeginUpload(user: user, job: job, fileName: "x", size: Int64(bytes.count)))
            if begun.offset < bytes.count {
                _ = try await workshop.service.append(
                    UploadChunk(user: user, job: job, offset: begun.offset, bytes: Array(bytes[Int(begun.offset)...])))
            }
            _ = try await workshop.service.start(StartImport(user: user, job: job))
            try await workshop.worker.drain()
            return try await workshop.service.query(ImportQuery(user: user, job: job))
        }
        #expect(try await send("{").phase == .failed)
        #expect(try await send("{\"data\":").phase == .failed)
        let done = try await send(steps(1))
        #expect((done.phase, done.samplesNew, done.problem) == (.done, 1, nil))
        #expect(try await send(steps(1)).samplesNew == 1, "the answer of the import that ended well")
        #expect(try await workshop.chunks().map(\.count) == [1])
        workshop.scratch.remove()
    }
}
