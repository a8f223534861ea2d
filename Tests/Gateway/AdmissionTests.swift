import Dispatch
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import Gateway

/// Consent is checked again in the transaction that opens a call's receipt, so a withdrawal that is recorded after the
/// gates were passed, at whichever gateway, keeps the call here.
@Suite(.serialized, .timeLimit(.minutes(5)), .tags(.processes)) struct AdmissionTests {
    /// Two gateways on one database: on a file both are of one host, on PostgreSQL each has its own.
    enum Database: CaseIterable { case file, server }

    private func run(on database: Database, _ body: (GatewayWorld, _ other: GatewayService) async throws -> Void)
        async throws
    {
        switch database {
        case .file: try await GatewayWorld.run { try await body($0, try $0.anotherGateway()) }
        case .server: try await GatewayWorld.runOnServer { try await body($0, try $0.anotherGateway(on: "other")) }
        }
    }

    @Test(
        "GAT-2 consent that is withdrawn at another gateway while safety judges: the gate is consent, and no byte leaves",
        arguments: Database.allCases)
    func duringVerdict(_ database: Database) async throws {
        try await run(on: database) { world, other in
            let cloud = RawServer { $0.write("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n") }
            defer { cloud.stop() }
            let gateway = try world.anotherGateway(url: cloud.url)
            try await world.consent(by: gateway)
            world.safety.hold()
            // A failed expectation must not leave the call waiting.
            defer { world.safety.release() }
            let call = Task { try await world.phrase(by: gateway) }
            await world.safety.waitUntilHeld()
            let state = try await world.consent(false, by: other)
            #expect(!state.granted)
            #expect(!state.pending, "no receipt is open yet")
            world.safety.release()
            #expect(try await call.value == PhraseReply(gate: "consent"))
            #expect(cloud.connections == 0)
            #expect(try await world.receipts().isEmpty)
            let calls = try await world.gateway.store.read { try $0.value(Int.self, "SELECT count(*) FROM calls") }
            #expect(calls == 0, "a refused call counts for no limit")
        }
    }

    @Test(
        "GAT-2 consent that is withdrawn at another gateway between two attempts: the gate is consent, and nothing follows",
        arguments: Database.allCases)
    func betweenAttempts(_ database: Database) async throws {
        try await run(on: database) { world, other in
            let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
            let withdrawn = DispatchSemaphore(value: 0)
            let cloud = RawServer { connection in
                arrived.yield()
                // The limit ends the test if something before `signal` fails.
                _ = withdrawn.wait(timeout: .now() + 15)
                connection.write("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
            }
            defer { cloud.stop() }
            let gateway = try world.anotherGateway(url: cloud.url)
            try await world.consent(by: gateway)
            let call = Task { try await world.phrase(by: gateway) }
            for await _ in arrivals { break }
            // It is acknowledged once the first attempt is over.
            let withdrawal = Task { try await world.consent(false, by: other) }
            _ = try await eventually("a recorded withdrawal") {
                try await other.consentState(world.user).granted ? nil : ()
            }
            withdrawn.signal()
            let reply = try await call.value
            let receipts = try await world.receipts()
            #expect(reply == PhraseReply(gate: "consent", receipt: receipts.first?.id))
            #expect(receipts.map(\.outcome) == ["http 503"], "the first attempt alone")
            #expect(cloud.connections == 1)
            _ = try await withdrawal.value
            let state = try await other.consentState(world.user)
            #expect(!state.granted)
            #expect(!state.pending)
        }
    }
}
