import Fixtures
import Foundation
import Logging
import Messages
import Storage
import Synchronization
import SystemKit
import TestTraits
import Testing

@testable import Ingestion

/// The order in which a worker takes jobs that come while it works.
@Suite(.timeLimit(.minutes(2)), .tags(.processes)) struct WorkOrderTests {
    private static let file = Array(
        document(
            """
            <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" startDate="2024-02-01 08:00:00 +0000" endDate="2024-02-01 08:05:00 +0000" value="12"/>
            """
        ).utf8)

    /// A worker that runs `begun` at the begin of each piece of work, on that work's thread.
    private final class Observed: Sendable {
        private let count = Mutex(0)
        private let begun = Mutex<(@Sendable (Int) -> Void)?>(nil)

        func worker(_ workshop: Workshop) -> ImportWorker {
            ImportWorker(
                store: workshop.store, bus: nil, spools: workshop.scratch.file("spool"),
                log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                clock: {
                    let number = self.count.withLock { count in
                        count += 1
                        return count
                    }
                    self.begun.withLock { $0 }?(number)
                    return WallClock.milliseconds()
                })
        }

        /// - Parameter body: receives the number of the piece of work, from 1.
        func onBegin(_ body: @escaping @Sendable (Int) -> Void) { begun.withLock { $0 = body } }
    }

    private func start(_ job: EntityID, _ service: IngestionService, _ user: UserID) {
        do {
            _ = try WorkThread.wait { try await service.start(StartImport(user: user, job: job)) }
        } catch {
            Issue.record(error)
        }
    }

    @Test("ING-7 While jobs come without a pause, one that was begun first and started late is taken in the next round")
    func steadyStream() async throws {
        let (observed, workshop) = (Observed(), try Workshop(quotas: Quotas(uploads: 100)))
        let (user, bytes) = (workshop.user, Self.file)
        var service = IngestionService(
            store: workshop.store, spools: workshop.scratch.file("spool"), worker: observed.worker(workshop),
            quotas: Quotas(uploads: 100))
        let clock = TestClock()
        service.clock = { clock.next() }
        var jobs: [EntityID] = []
        for _ in 0..<20 {
            let job = EntityID.random()
            _ = try await service.begin(
                BeginUpload(user: user, job: job, fileName: "export.xml", size: Int64(bytes.count)))
            _ = try await service.append(UploadChunk(user: user, job: job, offset: 0, bytes: bytes))
            jobs.append(job)
        }
        let (all, receiver) = (jobs, service)
        observed.onBegin { number in
            if number == 1 { start(all[0], receiver, user) }
            if number + 1 < all.count { start(all[number + 1], receiver, user) }
        }
        _ = try await service.start(StartImport(user: user, job: jobs[1]))
        try await service.worker.drain()
        try await service.worker.drain()
        #expect(try await service.query(ImportQuery(user: user, job: jobs[0])).phase.isEnded)
        #expect(try await service.query(ImportQuery(user: user, job: jobs[19])).phase == .uploading)
        workshop.scratch.remove()
    }

    @Test("ING-7 A small import waits for the changed days of one person at most, not for those of everybody")
    func betweenDays() async throws {
        let (observed, scratch) = (Observed(), try Scratch())
        let workshops = [try Workshop(scratch: scratch), try Workshop(scratch: scratch)]
        for workshop in workshops {
            try await workshop.importing(Self.file)
            let user = workshop.user
            try await workshop.store.write {
                try $0.execute("INSERT INTO dirty (user, day, mark) VALUES (?, 19811, 1)", [user])
            }
        }
        let (workshop, user) = (workshops[0], workshops[0].user)
        let service = IngestionService(
            store: workshop.store, spools: scratch.file("spool"), worker: observed.worker(workshop))
        let job = try await workshop.upload(Self.file)
        observed.onBegin { number in if number == 1 { start(job, service, user) } }
        try await service.worker.drain()
        #expect(try await service.query(ImportQuery(user: user, job: job)).phase.isEnded)
        #expect(try await workshop.store.read { try $0.row("SELECT 1 FROM dirty") } == nil)
        scratch.remove()
    }

    /// One millisecond later at each look.
    private final class TestClock: Sendable {
        private let now = Mutex<Milliseconds>(1)

        func next() -> Milliseconds {
            now.withLock { now in
                now += 1
                return now
            }
        }
    }
}
