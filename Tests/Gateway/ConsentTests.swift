import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

@testable import Gateway
@testable import Storage

@Suite(.tags(.processes)) struct ConsentTests {
    @Test("GAT-1 the banner of the configured model, and nothing granted at first")
    func banner() async throws {
        try await GatewayWorld.run { world in
            let state = try await world.gateway.consentState(world.user)
            #expect(state.banner == world.gateway.settings.copy.banner)
            #expect(state.banner.contains("gpt-5 (127.0.0.1)"))
            #expect(state.copyVersion == world.gateway.settings.copy.version)
            #expect(!state.granted)
            #expect(state.version == 0)
            #expect(state.at == nil)
            #expect(!state.pending)
            #expect(!state.hasKey)
        }
    }

    @Test("GAT-1 without consent nothing leaves")
    func off() async throws {
        try await GatewayWorld.run { world in
            #expect(try await world.phrase() == PhraseReply(gate: "consent"))
            let test = try await world.gateway.testConnection(
                TestConnection(user: world.user), until: .now + .seconds(20))
            #expect(!test.ok)
            #expect(world.server.arrivals.isEmpty)
            #expect(try await world.receipts().isEmpty)
        }
    }

    @Test(
        "GAT-1 each grant and withdrawal is one more version, a repeated request is the same one, and none can be changed"
    )
    func appendOnly() async throws {
        try await GatewayWorld.run { world in
            let id = RequestID.random()
            let request = SetConsent(
                user: world.user, granted: true, copyVersion: world.gateway.settings.copy.version, at: 5)
            #expect(try await world.gateway.setConsent(request, id: id).version == 1)
            #expect(try await world.gateway.setConsent(request, id: id).version == 1)
            #expect(try await world.consent(false).version == 2)
            let state = try await world.consent(true)
            #expect(state.granted)
            #expect(state.version == 3)
            await #expect(throws: (any Error).self) {
                try await world.gateway.store.write { try $0.execute("UPDATE consents SET granted = 1") }
            }
            let all = try await world.gateway.store.read { [user = world.user] in
                try ConsentRows(user: user, transaction: $0).all()
            }
            #expect(all.map(\.granted) == [true, false, true])
        }
    }

    @Test("GAT-1 agreeing to a text one has not seen is refused")
    func oldCopy() async throws {
        try await GatewayWorld.run { world in
            await #expect(throws: ServiceError.self) {
                try await world.gateway.setConsent(
                    SetConsent(user: world.user, granted: true, copyVersion: 0, at: 0), id: .random())
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
            #expect(!state.granted)
            #expect(!state.pending)
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
            #expect(!state.pending)
            #expect(!state.granted)
        }
    }

    @Test("GAT-2 the call of a gateway that died does not keep a withdrawal pending")
    func dead() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            let receipt = Receipt(
                id: .random(), at: 1, consentVersion: 1, destination: "x", body: "{}", outcome: "open")
            try await world.gateway.store.write { [user = world.user] in
                try ReceiptRows(user: user, transaction: $0).add(receipt, holder: "\(EntityID.random())")
            }
            #expect(try await world.consent(false).pending == false)
            #expect(try await world.receipts().map(\.outcome) == ["interrupted"])
        }
    }

    @Test("GAT-2 the call of an open receipt with a damaged holder may be in flight; every state can be read")
    func damagedHolder() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            let receipt = Receipt(
                id: .random(), at: 1, consentVersion: 1, destination: "x", body: "{}", outcome: "open")
            try await world.gateway.store.write { [user = world.user] in
                try ReceiptRows(user: user, transaction: $0).add(receipt, holder: "\(EntityID.random())")
                try $0.execute("UPDATE receipts SET holder = ?", [Data([0])])
                // A row of nobody holds up nobody.
                try $0.execute(
                    """
                    INSERT INTO receipts (user, id, at, open, holder, sealed)
                    SELECT 'x', id, at, 1, holder, sealed FROM receipts
                    """)
            }
            #expect(try await world.consent(false).pending)
            #expect(try await world.gateway.pendingWithdrawals() == 1)
            #expect(try await world.receipts().map(\.outcome) == ["open"])
        }
    }

    @Test("GAT-2 a grant follows the record that its sender saw, or is refused; a withdrawal follows anything")
    func follows() async throws {
        try await GatewayWorld.run { world in
            func set(_ granted: Bool, _ follows: EntityID?) async throws -> EntityID {
                let request = SetConsent(
                    user: world.user, granted: granted, copyVersion: world.gateway.settings.copy.version, at: 1,
                    follows: follows)
                return try #require(try await world.gateway.setConsent(request, id: .random()).record)
            }
            func isRefused(_ follows: EntityID?) async -> Bool {
                let error = await #expect(throws: ServiceError.self) { _ = try await set(true, follows) }
                return error?.code == .conflict
                    && error?.message == "Your consent changed meanwhile: look again before you agree."
            }
            #expect(try await world.gateway.consentState(world.user).record == nil)
            #expect(await isRefused(.random()))
            let first = try await set(true, nil)
            let second = try await set(false, nil)
            let third = try await set(false, first)
            #expect(Set([first, second, third]).count == 3)
            for follows in [nil, first, second, .random()] { #expect(await isRefused(follows)) }
            let state = try await world.gateway.consentState(world.user)
            #expect(!state.granted)
            #expect(state.version == 3)
            #expect(state.record == third)
            _ = try await set(true, third)
            #expect(try await world.gateway.consentState(world.user).granted)
        }
    }

    @Test("GAT-2 a grant that is repeated after its withdrawal grants nothing and is answered as withdrawn")
    func repeated() async throws {
        try await GatewayWorld.run { world in
            let id = RequestID.random()
            let grant = SetConsent(
                user: world.user, granted: true, copyVersion: world.gateway.settings.copy.version, at: 1)
            let granted = try await world.gateway.setConsent(grant, id: id)
            try await world.consent(false)
            for gateway in [world.gateway, try world.anotherGateway()] {
                let again = try await gateway.setConsent(grant, id: id)
                #expect(granted.granted)
                #expect(!again.granted)
                #expect(again.version == 2)
            }
            await #expect(throws: ServiceError.self) { try await world.gateway.setConsent(grant, id: .random()) }
        }
    }

    @Test("GAT-2 records of the release before, and those it adds while both run, have ids; they are only added to")
    func migrated() async throws {
        let directory = NSTemporaryDirectory() + "pulsum-consents-\(UInt64.random(in: 0 ... .max))"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let key = try MasterKey.loadOrCreate(path: directory + "/master.key")
        func store(_ migrations: [Migration]) throws -> Store {
            try Store(path: directory + "/gateway.sqlite", service: .gateway, key: key, migrations: migrations)
        }
        let user = UserID.random()
        let insert = "INSERT INTO consents (user, version, granted, copy_version, at) VALUES (?, ?, 1, 1, 1)"
        let old = try store(Array(Schema.migrations.prefix(2)))
        let check = try key.makeCheck(service: .gateway, rows: .accepted)
        try await old.write { try $0.execute("UPDATE storage_meta SET key_check = ?", [check]) }
        for version in 1...2 { try await old.write { try $0.execute(insert, [user, version]) } }
        let new = try store(Schema.migrations)
        try await old.write { try $0.execute(insert, [user, 3]) }
        let ids = try await new.read { try ConsentRows(user: user, transaction: $0).all() }.map(\.id)
        #expect(ids.count == 3)
        #expect(!ids.contains(nil))
        #expect(Set(ids).count == 3)
        for change in ["granted = 0", "id = NULL", "id = randomblob(16)"] {
            await #expect(throws: (any Error).self) {
                try await new.write { try $0.execute("UPDATE consents SET \(change)") }
            }
        }
        // A grant that leaves no number for a withdrawal can be withdrawn.
        try await new.write { try $0.execute(insert, [user, Int64.max]) }
        let ended = try await new.write { try ConsentRows(user: user, transaction: $0).withdraw(copyVersion: 1, at: 2) }
        let current = try await new.read { try ConsentRows(user: user, transaction: $0).current() }
        #expect(!ended.granted && current == ended)
    }

    @Test("GAT-2 after a restore nobody's consent stands, and no grant sent before it does")
    func restored() async throws {
        try await GatewayWorld.run { world in
            let (withdrawn, unasked) = (UserID.random(), UserID.random())
            try await world.consent()
            try await world.consent(of: withdrawn)
            try await world.consent(false, of: withdrawn)
            var seen: [UserID: EntityID] = [:]
            for user in [world.user, withdrawn] { seen[user] = try await world.gateway.consentState(user).record }
            let ended = try await world.gateway.store.write { [now = world.now] in
                try RestoreRows(transaction: $0).withdrawConsents(at: now).map { [$0.user: $0.version] }
            }
            #expect(ended == [[world.user: 2]])
            for user in [world.user, withdrawn, unasked] {
                let state = try await world.gateway.consentState(user)
                #expect(!state.granted && !state.pending && state.record != nil && state.record != seen[user])
                for follows in [seen[user], nil] {
                    let late = SetConsent(
                        user: user, granted: true, copyVersion: world.gateway.settings.copy.version, at: 1,
                        follows: follows)
                    await #expect(throws: ServiceError.self) { try await world.gateway.setConsent(late, id: .random()) }
                }
                #expect(try await world.consent(of: user).granted)
            }
            #expect(try await world.phrase().coachReply != nil)
        }
    }
}
