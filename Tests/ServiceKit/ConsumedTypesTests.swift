import Messages
import TestTraits
import Testing

@testable import ServiceKit

@Suite(.tags(.processes)) struct ConsumedTypesTests {
    private func worker(_ release: String, _ consumes: [UInt16], draining: Bool = false) -> WorkerStatus {
        WorkerStatus(
            release: release, processID: 1, credit: 1, inFlight: 0, draining: draining, answered: 0, consumes: consumes)
    }

    @Test("Where two releases run side by side, only what both hear is sent, and neither counts as the newer one")
    func rolling() throws {
        let both = try #require(ConsumedTypes.announcement([worker("1", [10, 11]), worker("2", [11, 12])]))
        #expect(both.types == [MessageType(11)])
        #expect(both.release == nil)
        let one = try #require(ConsumedTypes.announcement([worker("2", [11, 12]), worker("2", [11, 12])]))
        #expect(one.types == [MessageType(11), MessageType(12)])
        #expect(one.release == "2")
    }

    @Test("A consumer that did not say takes everything; one that is away or leaving changes nothing that was known")
    func unsaid() throws {
        let silent = try #require(ConsumedTypes.announcement([worker("1", [])]))
        #expect(silent.types == nil)
        #expect(silent.release == "1")
        #expect(ConsumedTypes.announcement([]) == nil)
        let announcements = ConsumedTypes()
        #expect(announcements[.coaching].types == nil)
        func status(_ workers: [WorkerStatus]) -> [ServiceStatus] {
            [ServiceStatus(service: .coaching, workers: workers, queued: 0, answered: 0, failed: 0)]
        }
        announcements.note(status([worker("1", [10])]))
        announcements.note(status([worker("2", [10, 11], draining: true)]))
        announcements.note(status([]))
        #expect(announcements[.coaching].types == [MessageType(10)] && announcements[.coaching].release == "1")
    }
}
