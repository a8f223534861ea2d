import Bus
import Messages
import Synchronization
import Testing

@testable import API

@Suite struct ErasuresTests {
    /// Replies to erasure requests, except for services that are down.
    private final class Services: Requesting {
        let down = Mutex<Set<ServiceName>>([])

        func request<R: BusRequest>(_ request: R, to service: ServiceName?, id: RequestID, budget: Duration?)
            async throws -> R.Reply
        {
            guard let service, !down.withLock({ $0.contains(service) }),
                let reply = EraseUser.Reply(rows: 3) as? R.Reply
            else {
                throw ServiceError(.unavailable, "No worker.")
            }
            return reply
        }
    }

    @Test("OWN-1 the job finishes although a service is down when it is asked, and erases the account itself")
    func pending() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let accounts = Accounts(store: world.store, cost: .light)
        let user = try await accounts.make()
        let services = Services()
        services.down.withLock { $0 = [.scoring] }
        let erasures = Erasures(store: world.store, bus: services)

        let first = try await erasures.start(user)
        #expect(!first.done)
        #expect(first.services.filter { !$0.done }.map(\.service) == [.scoring])
        #expect(Set(first.services.map(\.service)) == Set(Topology.services))
        #expect(try await accounts.isEmpty())
        let gone = await #expect(throws: ServiceError.self) { try await Profiles(store: world.store).profile(user) }
        #expect(gone != nil)

        services.down.withLock { $0 = [] }
        let second = try await erasures.start(user)
        #expect(second.done)
        #expect(second.services.first { $0.service == .scoring }?.rows == 3)
    }

    @Test(
        "SEC-15 a job that somebody else marked as done, or deleted, is not done, and is done when it is asked for again"
    )
    func marked() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let user = UserID.random()
        let services = Services()
        services.down.withLock { $0 = [.scoring, .coaching] }
        let erasures = Erasures(store: world.store, bus: services)
        _ = try await erasures.start(user)
        try await world.store.write { transaction in
            try transaction.execute("UPDATE erase_jobs SET done = 1, erased = 3 WHERE service = 'scoring'")
            try transaction.execute("DELETE FROM erase_jobs WHERE service = 'coaching'")
        }
        let report = try await erasures.report(user)
        #expect(Set(report.services.filter { !$0.done }.map(\.service)) == [.scoring, .coaching])

        services.down.withLock { $0 = [] }
        #expect(try await erasures.start(user).done)
    }
}
