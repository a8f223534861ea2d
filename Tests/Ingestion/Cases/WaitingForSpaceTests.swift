import Fixtures
import Messages
import TestTraits
import Testing

@testable import Ingestion

/// An import on a full disk (ING-7).
@Suite(.tags(.processes)) struct WaitingForSpaceTests {
    @Test("ING-7 An import that stops because the disk is full says that it waits, not that it reads")
    func full() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        let job = try await workshop.upload(
            ExportGenerator(seed: 4, days: 40, endingOn: Day(number: 19_900), recordsPerDay: 50).xml())
        _ = try await workshop.service.start(StartImport(user: workshop.user, job: job))
        let query = ImportQuery(user: workshop.user, job: job)
        #expect(try await workshop.service.query(query).waitsForSpace == nil)
        try await workshop.store.write { try $0.execute("PRAGMA max_page_count = 1") }
        try await workshop.worker.drain()
        let status = try await workshop.service.query(query)
        #expect(!status.phase.isEnded)
        #expect(status.waitsForSpace == true)
        let listed = try await workshop.service.list(ImportList(user: workshop.user)).imports
        #expect(listed.map(\.waitsForSpace) == [true])
    }
}
