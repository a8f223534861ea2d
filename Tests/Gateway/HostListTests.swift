import Messages
import TestTraits
import Testing

@testable import Gateway

/// The list of hosts where gateways of two releases run side by side.
@Suite(.needs(.postgres), .tags(.processes)) struct HostListTests {
    @Test(
        "GAT-2 the host of an open receipt that a gateway of an earlier release left unlisted comes on the list, and can be declared fenced after a minute"
    )
    func unlisted() async throws {
        try await GatewayWorld.runOnServer { world in
            let (other, own) = (try world.anotherGateway(on: "other"), try #require(world.gateway.host))
            let host = try #require(other.host)
            func listed() async throws -> GatewayHost? {
                try await world.gateway.hosts().hosts.first { $0.id == host.id }
            }
            try await world.consent()
            // An earlier release opens a receipt without its host's row, which a gateway of this one may have removed.
            _ = try await other.giveSign(of: host)
            await other.signOff()
            try await world.leave(by: host)
            #expect(try await world.consent(false).pending)
            #expect(try await listed() == nil)

            _ = try await world.gateway.giveSign(of: own)
            let holder = try #require(try await listed())
            #expect(holder.name == HostRows.unknownName && holder.openReceipts == 1 && holder.pending == 1)
            let fence = FenceHost(host: host.id, lifts: false)
            let refusal = await #expect(throws: ServiceError.self) { try await world.gateway.fence(fence) }
            #expect(refusal?.code == .conflict)
            #expect(try await world.gateway.consentState(world.user).pending)
            try await world.gateway.store.write {
                try $0.execute("UPDATE hosts SET seen = seen - ?", [GatewayService.minimumSilence])
            }
            // A later look is no sign of life of the other host.
            _ = try await world.gateway.giveSign(of: own)
            #expect(try await world.gateway.fence(fence).people == [world.user])
            #expect(try await !world.gateway.consentState(world.user).pending)
            #expect(try await world.receipts().map(\.outcome) == ["interrupted"])

            // The host is back: it has its name, and calls nobody until the fence is lifted.
            #expect(try await other.giveSign(of: host) == GatewayService.fencedRefusal)
            #expect(try await listed()?.name == host.name)
            _ = try await world.gateway.fence(FenceHost(host: host.id, lifts: true))
            #expect(try await other.giveSign(of: host) == nil)
        }
    }

    @Test("GAT-2 a receipt whose host closes it meanwhile, and one without a host, put nothing on the list")
    func closed() async throws {
        try await GatewayWorld.runOnServer { world in
            let own = try #require(world.gateway.host)
            try await world.consent()
            // A receipt of SQLite in a database that was moved: any gateway closes it.
            try await world.leave(by: nil)
            // One of an ended process of this host.
            try await world.leave(by: own)
            _ = try await world.gateway.giveSign(of: own)
            #expect(try await world.gateway.hosts().hosts.map(\.id) == [own.id])
            #expect(try await world.receipts().map(\.outcome) == ["interrupted", "interrupted"])
            try await world.gateway.store.write { try HostRows(transaction: $0).listHolders() }
            #expect(try await world.gateway.hosts().hosts.map(\.id) == [own.id])
        }
    }
}
