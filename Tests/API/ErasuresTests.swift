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
}
