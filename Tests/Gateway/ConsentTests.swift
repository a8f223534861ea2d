import Fixtures
import Foundation
import Messages
import Storage
import Testing

@testable import Gateway

@Suite struct ConsentTests {
    @Test("GAT-1 the banner, exactly")
    func banner() async throws {
        try await GatewayWorld.run { world in
            let state = try await world.gateway.consentState(world.user)
            #expect(
                state.banner
                    == "Pulsum can optionally use GPT-5 to phrase brief coaching text. If you allow cloud processing, Pulsum sends only minimized context (no journals, no raw health data, no identifiers). PII is redacted. You can turn this off anytime in Settings ▸ Cloud Processing."
            )
            #expect(!state.granted && state.version == 0 && state.at == nil && !state.pending && !state.hasKey)
        }
    }

    @Test("GAT-1 without consent nothing leaves")
    func off() async throws {
        try await GatewayWorld.run { world in
            #expect(try await world.phrase() == PhraseReply(gate: "consent"))
            let test = try await world.gateway.testConnection(TestConnection(user: world.user), until: .now + .seconds(20))
            #expect(!test.ok)
            #expect(world.server.arrivals.isEmpty)
            #expect(try await world.receipts().isEmpty)
        }
    }

    @Test("GAT-1 each grant and withdrawal is one more version, a repeated request is the same one, and none can be changed")
    func appendOnly() async throws {
        try await GatewayWorld.run { world in
            let id = RequestID.random()
            let request = SetConsent(user: world.user, granted: true, copyVersion: ConsentCopy.version, at: 5)
            #expect(try await world.gateway.setConsent(request, id: id).version == 1)
            #expect(try await world.gateway.setConsent(request, id: id).version == 1)
            #expect(try await world.consent(false).version == 2)
            let state = try await world.consent(true)
            #expect(state.granted && state.version == 3)
            await #expect(throws: (any Error).self) { try await world.gateway.store.write { try $0.execute("UPDATE consents SET granted = 1") } }
            let all = try await world.gateway.store.read { [user = world.user] in try ConsentRows(user: user, transaction: $0).all() }
            #expect(all.map(\.granted) == [true, false, true])
        }
    }

    @Test("GAT-1 agreeing to a text one has not seen is refused")
    func oldCopy() async throws {
        try await GatewayWorld.run { world in
            await #expect(throws: BusError.self) {
                try await world.gateway.setConsent(SetConsent(user: world.user, granted: true, copyVersion: 0, at: 0), id: .random())
            }
            let state = try await world.gateway.consentState(world.user)
            #expect(state.version == 0)
        }
    }

    @Test("GAT-2 after a withdrawal nothing leaves any more")
    func withdrawn() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            #expect(try await world.phrase().coachReply != nil)
            let state = try await world.consent(false)
            #expect(!state.granted && !state.pending)
            world.later()
            #expect(try await world.phrase().gate == "consent")
            #expect(world.server.arrivals.count == 1)
        }
    }

    @Test("GAT-2 a withdrawal cancels the call in flight and answers when it is over")
    func cancels() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            world.server.answer(.hold)
            async let reply = world.phrase()
            await world.server.arrived(1)
            let state = try await world.consent(false)
            #expect(!state.pending)
            #expect(try await reply.gate == "call")
            #expect(try await world.receipts().map(\.outcome) == ["cancelled"])
        }
    }

    @Test("GAT-2 a call in another gateway keeps the withdrawal pending; it completes by itself")
    func pending() async throws {
        try await GatewayWorld.run { world in
            let other = try world.anotherGateway()
            try await world.consent()
            world.server.answer(.hold)
            async let reply = world.phrase(by: other)
            await world.server.arrived(1)
            #expect(try await world.consent(false).pending)
            #expect(try await world.phrase().gate == "consent")
            world.server.release()
            #expect(try await reply.receipt != nil)
            let state = try await world.gateway.consentState(world.user)
            #expect(!state.pending && !state.granted)
        }
    }

    @Test("GAT-2 the call of a gateway that died does not keep a withdrawal pending")
    func dead() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            let receipt = Receipt(id: .random(), at: 1, consentVersion: 1, destination: "x", body: "{}", outcome: "open")
            try await world.gateway.store.write { [user = world.user] in
                try ReceiptRows(user: user, transaction: $0).add(receipt, holder: "\(EntityID.random())")
            }
            #expect(try await world.consent(false).pending == false)
            #expect(try await world.receipts().map(\.outcome) == ["interrupted"])
        }
    }

    @Test("GAT-2 a holder is alive while it lives, in the eyes of any other")
    func holders() throws {
        let directory = NSTemporaryDirectory() + "pulsum-holder-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let one = try Holder(directory: directory)
        var two: Holder? = try Holder(directory: directory)
        let name = try #require(two?.name)
        #expect(!one.isDead(name))
        #expect(!one.isDead(one.name))
        two = nil
        #expect(one.isDead(name))
    }
}
