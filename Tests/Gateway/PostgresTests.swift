import Fixtures
import Messages
import Storage
import Testing

@testable import Gateway

/// The gateway on PostgreSQL, which several machines may share.
@Suite struct PostgresTests {
    @Test("GAT-2 on PostgreSQL nobody can consent and nothing is sent, with a sentence that says why")
    func refuses() async throws {
        guard let cluster = try await PostgresCluster.running else { return }
        let url = try await cluster.makeDatabase()
        let address = try #require(PostgresAddress(url, service: "gateway"))
        try await GatewayWorld.run(on: .server(address)) { world in
            do {
                try await world.consent()
                Issue.record("consented")
            } catch let error as ServiceError {
                #expect(error.code == .refused && error.message == GatewayService.noBarrier)
            }
            // Also with a consent that some other program wrote.
            let copy = world.gateway.settings.copy.version
            try await world.gateway.store.write { [user = world.user] transaction in
                _ = try ConsentRows(user: user, transaction: transaction).grant(
                    copyVersion: copy, at: 1, following: nil)
            }
            #expect(try await world.phrase() == PhraseReply(gate: "consent"))
            let test = try await world.gateway.testConnection(
                TestConnection(user: world.user), until: .now + .seconds(20))
            #expect(!test.ok && test.message == GatewayService.noBarrier)
            #expect(try await world.receipts().isEmpty)
            #expect(world.server.arrivals.isEmpty)
            // What was agreed to can be withdrawn.
            #expect(try await !world.consent(false).granted)
        }
    }
}
