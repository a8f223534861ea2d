import Foundation
import Messages
import Testing

@testable import API

/// Pairing in a real store.
@Suite struct PairingTests {
    private struct World {
        let store: TestStore
        let clock = TestClock()
        let accounts: Accounts
        let pairings: Pairings
        let user: UserID

        init() async throws {
            store = try TestStore()
            accounts = Accounts(store: store.store, cost: .light, now: { [clock] in clock.now })
            pairings = Pairings(accounts: accounts)
            user = try await accounts.make()
        }

        func make(_ app: CompanionApp, _ label: String, member: String? = nil) async throws -> Pairings.Made {
            try await pairings.make(app, label: label, member: member, for: user, from: "127.0.0.1")
        }

        func token(_ secret: String) async throws -> Credentials.Token? {
            try await accounts.credentials.authenticate(secret)
        }
    }

    @Test(
        "SEC-1 A code serves one device, for a day; a refresh token that was exchanged gives the same pair for ten minutes"
    )
    func openWearables() async throws {
        let world = try await World()
        defer { world.store.remove() }
        let code = try #require(try await world.make(.openWearables, "phone").code)
        #expect(code.wholeMatch(of: /[A-Z2-9]{8}/) != nil)
        #expect(try await world.pairings.redeem(code: "ABCDEFGH", from: "10.0.0.1") == nil)
        let first = try #require(try await world.pairings.redeem(code: code, from: "10.0.0.1"))
        #expect(try await world.pairings.redeem(code: code, from: "10.0.0.1") == nil)
        let device = try #require(try await world.token(first.access))
        #expect(device.user == world.user && device.isCompanion && device.scopes.isEmpty && device.label == "phone")

        let second = try #require(try await world.pairings.refresh(first.refresh, from: "10.0.0.1"))
        world.clock.advance(by: Pairings.grace)
        let again = try #require(try await world.pairings.refresh(first.refresh, from: "10.0.0.1"))
        // A clock that was set back makes the exchange lie in the future.
        world.clock.advance(by: -2 * Pairings.grace)
        #expect(try await world.pairings.refresh(first.refresh, from: "10.0.0.1")?.access == second.access)
        world.clock.advance(by: 2 * Pairings.grace)
        #expect(again.access == second.access && again.refresh == second.refresh)
        #expect(try await world.token(second.access)?.sender == device.sender)
        world.clock.advance(by: Pairings.accessLifetime + 1)
        #expect(try await world.token(first.access) == nil)
        #expect(try await world.token(second.access) == nil)
        let third = try #require(try await world.pairings.refresh(second.refresh, from: "10.0.0.1"))
        #expect(try await world.token(third.access) != nil)

        let paired = try #require(try await world.pairings.all(of: world.user).first)
        try await world.pairings.end(paired.pairing.id, of: world.user, from: "10.0.0.1")
        #expect(try await world.token(third.access) == nil)
        #expect(try await world.pairings.refresh(third.refresh, from: "10.0.0.1") == nil)

        let late = try #require(try await world.make(.openWearables, "late").code)
        world.clock.advance(by: 86_400_000)
        #expect(try await world.pairings.redeem(code: late, from: "10.0.0.1") == nil)
    }

    @Test(
        "SEC-1 A refresh token that is used again after the time of grace ends its pairing, also for whoever was first")
    func replayed() async throws {
        let world = try await World()
        defer { world.store.remove() }
        let code = try #require(try await world.make(.openWearables, "phone").code)
        let first = try #require(try await world.pairings.redeem(code: code, from: "10.0.0.1"))
        _ = try await world.pairings.use(try #require(try await world.token(first.access)), by: .openWearables)
        let taken = try #require(try await world.pairings.refresh(first.refresh, from: "10.0.0.9"))
        world.clock.advance(by: Pairings.grace + 1)
        let next = try #require(try await world.pairings.refresh(taken.refresh, from: "10.0.0.9"))
        world.clock.advance(by: Pairings.memory - Pairings.grace)
        #expect(try await world.pairings.refresh(first.refresh, from: "10.0.0.1") == nil)
        #expect(try await world.pairings.refresh(next.refresh, from: "10.0.0.9") == nil)
        #expect(try await world.token(next.access) == nil)
        #expect(try await world.pairings.all(of: world.user).allSatisfy { $0.pairing.ended != nil && !$0.isPaired })
        let record = try await world.accounts.record.entries(of: world.user).entries
        #expect(record.contains { $0.event == .tokenRevoked && $0.address == "10.0.0.1" })
    }

    @Test(
        "SEC-1 An invitation makes the app's own credential a token; a lost answer is asked for again, by nobody else")
    func healthBridge() async throws {
        let world = try await World()
        defer { world.store.remove() }
        let made = try await world.make(.healthBridge, "bridge")
        let secret = try #require(made.invitation)
        let (installation, credential) = ("\(EntityID.random())", "credential-\(EntityID.random())")
        func redeem(_ secret: String, _ credential: String) async throws -> String? {
            try await world.pairings.redeem(
                invitation: secret, installation: installation, credential: credential, from: "10.0.0.2")
        }
        #expect(try await redeem("hbi_wrong", credential) == nil)
        #expect(try await redeem(secret, "short") == nil)
        #expect(try await redeem(secret, credential) == "bridge")
        #expect(try await redeem(secret, credential) == "bridge")
        // The typed code is of the same invitation.
        let code = try #require(made.code)
        #expect(code.count == 15)
        #expect(try await redeem(code.lowercased(), credential) == "bridge")
        #expect(try await redeem(secret, credential + "2") == nil)
        #expect(try await world.token(credential)?.label == "bridge")
        #expect(try await world.token(credential + "2") == nil)
        world.clock.advance(by: 20 * 60_000)
        #expect(try await redeem(secret, credential) == nil)
        #expect(try await world.token(credential) != nil)
    }

    @Test("SEC-1 Wrong codes close the way for their address")
    func guessing() async throws {
        let world = try await World()
        defer { world.store.remove() }
        let code = try #require(try await world.make(.openWearables, "phone").code)
        var isClosed = false
        for _ in 0..<60 where !isClosed {
            do {
                _ = try await world.pairings.redeem(code: "AAAAAAAA", from: "10.0.0.3")
            } catch let error as ServiceError {
                isClosed = error.code == .busy
            }
        }
        #expect(isClosed)
        await #expect(throws: ServiceError.self) { try await world.pairings.redeem(code: code, from: "10.0.0.3") }
        #expect(try await world.pairings.redeem(code: code, from: "10.9.0.4") != nil)
    }

    @Test("A name is used once, and openScale needs to know whose measurements count")
    func names() async throws {
        let world = try await World()
        defer { world.store.remove() }
        let token = try #require(try await world.make(.hcWebhook, "phone").token)
        #expect(try await world.token(token)?.isCompanion == true)
        for label in ["phone", ""] {
            await #expect(throws: ServiceError.self) { _ = try await world.make(.openWearables, label) }
        }
        for member in [nil, "a\u{1b}", String(repeating: "a", count: 65)] {
            await #expect(throws: ServiceError.self) { _ = try await world.make(.openScale, "scale", member: member) }
        }
        // Device tokens and pairings share names.
        let credentials = world.accounts.credentials
        await #expect(throws: ServiceError.self) {
            _ = try await credentials.issue(.device, to: world.user, label: "phone")
        }
        _ = try await credentials.issue(.device, to: world.user, label: "screen", scopes: [.read])
        await #expect(throws: ServiceError.self) { _ = try await world.make(.healthBridge, "screen") }
        world.clock.advance(by: 1)
        #expect(try await world.make(.openScale, "scale", member: "Mia").pairing.member == "Mia")
        #expect(try await world.pairings.all(of: world.user).map(\.pairing.label) == ["phone", "scale"])
    }

    @Test(
        "SEC-1 Whoever revokes the token of a pairing ends its refresh tokens and invitations too",
        arguments: [false, true])
    func revoked(isRedeemed: Bool) async throws {
        let world = try await World()
        defer { world.store.remove() }
        let made = try await world.make(.openWearables, "phone")
        let code = try #require(made.code)
        let pair = isRedeemed ? try await world.pairings.redeem(code: code, from: "10.0.0.1") : nil
        if let pair {
            let token = try #require(try await world.token(pair.access))
            #expect(token.id == made.pairing.id)
            #expect(try await world.pairings.use(token, by: .openWearables).isUsed)
            // Settings show a token that ends meanwhile; its row may be gone.
            world.clock.advance(by: Pairings.accessLifetime)
            _ = try await world.accounts.credentials.issue(.device, to: world.user, label: "screen", scopes: [.read])
        }
        #expect(try await world.accounts.deviceTokens.revoke(made.pairing.id, of: world.user, from: "here"))
        #expect(try await !world.accounts.deviceTokens.revoke(made.pairing.id, of: world.user, from: "here"))
        if let pair { #expect(try await world.pairings.refresh(pair.refresh, from: "10.0.0.1") == nil) }
        #expect(try await world.pairings.redeem(code: code, from: "10.0.0.1") == nil)
        // What a pairing brought can be undone after its end; one that was never used leaves nothing.
        let left = try await world.pairings.all(of: world.user)
        #expect(left.count == (isRedeemed ? 1 : 0) && left.allSatisfy { !$0.isPaired && $0.pairing.ended != nil })
        #expect(try await world.make(.openWearables, "phone").code != nil)
        try await world.pairings.forget(made.pairing.id, of: world.user)
        #expect(try await world.pairings.all(of: world.user).map(\.pairing.ended) == [nil])
    }

    @Test("SEC-1 A secret that its companion has not used ends after a day, also one that another route was tried with")
    func unused() async throws {
        let world = try await World()
        defer { world.store.remove() }
        let (idle, used) = (try await world.make(.hcWebhook, "idle"), try await world.make(.hcWebhook, "used"))
        let first = try #require(try await world.make(.openWearables, "other").code)
        let pair = try #require(try await world.pairings.redeem(code: first, from: "10.0.0.1"))
        for secret in [idle.token, used.token] {
            let token = try #require(try await world.token(secret ?? ""))
            await #expect(throws: Problem.self) { _ = try await world.pairings.use(token, by: .openScale) }
            if secret == used.token { _ = try await world.pairings.use(token, by: .hcWebhook) }
        }
        world.clock.advance(by: CompanionApp.unusedLifetime)
        #expect(try await world.token(idle.token ?? "") == nil)
        #expect(try await world.token(used.token ?? "") != nil)
        world.clock.advance(by: 1)
        #expect(try await world.pairings.refresh(pair.refresh, from: "10.0.0.1") == nil)
        // Its name is free again.
        #expect(try await world.make(.hcWebhook, "idle").token != nil)
        #expect(try await world.pairings.all(of: world.user).map(\.pairing.label) == ["used", "idle"])
    }

    @Test("SEC-1 A lost secret is made again under its name, and what nobody used in time keeps no name")
    func again() async throws {
        let world = try await World()
        defer { world.store.remove() }
        func free(_ app: CompanionApp) async throws -> String {
            try await world.pairings.freeLabel("phone", for: app, of: world.user)
        }
        let lost = try #require(try await world.make(.hcWebhook, "phone").token)
        #expect(try await free(.hcWebhook) == "phone")
        #expect(try await free(.openWearables) == "phone 2")
        let second = try #require(try await world.make(.hcWebhook, "phone").token)
        #expect(try await world.token(lost) == nil)
        let token = try #require(try await world.token(second))
        #expect(try await world.pairings.all(of: world.user).map(\.pairing.id) == [token.id])
        let record = try await world.accounts.record.entries(of: world.user).entries
        #expect(record.contains { $0.event == .tokenRevoked && $0.label == "phone" })
        // A secret that is used keeps its name, also for its own app.
        _ = try await world.pairings.use(token, by: .hcWebhook)
        #expect(try await free(.hcWebhook) == "phone 2")
        await #expect(throws: ServiceError.self) { _ = try await world.make(.hcWebhook, "phone") }
        #expect(try await world.token(second) != nil)
        // So does one that an app was given.
        let code = try #require(try await world.make(.openWearables, "tablet").code)
        let pair = try #require(try await world.pairings.redeem(code: code, from: "10.0.0.1"))
        await #expect(throws: ServiceError.self) { _ = try await world.make(.openWearables, "tablet") }
        #expect(try await world.token(pair.access) != nil)
        // An invitation that ended keeps it for no app.
        let invitation = try #require(try await world.make(.healthBridge, "bridge").invitation)
        world.clock.advance(by: CompanionApp.healthBridge.patience)
        #expect(try await world.pairings.freeLabel("bridge", for: .openScale, of: world.user) == "bridge")
        #expect(try await world.make(.openScale, "bridge", member: "Mia").token != nil)
        let name = try await world.pairings.redeem(
            invitation: invitation, installation: "a", credential: "credential-\(EntityID.random())", from: "10.0.0.2")
        #expect(name == nil)
    }

    @Test("SEC-14 While a person's tokens are suspended, an app hears that it should try later")
    func suspended() async throws {
        let world = try await World()
        defer { world.store.remove() }
        let first = try #require(try await world.make(.openWearables, "phone").code)
        let pair = try #require(try await world.pairings.redeem(code: first, from: "10.0.0.1"))
        let code = try #require(try await world.make(.openWearables, "tablet").code)
        try await world.accounts.credentials.store.write { [user = world.user] transaction in
            let rows = IdentityRows(transaction: transaction)
            _ = try rows.link(Data(repeating: 1, count: 32), to: user, at: 1)
            try rows.setSuspended(true, user)
        }
        #expect(try await world.token(pair.access)?.isSuspended == true)
        for body in [
            { _ = try await world.pairings.refresh(pair.refresh, from: "10.0.0.1") },
            { _ = try await world.pairings.redeem(code: code, from: "10.0.0.1") },
        ] as [@Sendable () async throws -> Void] {
            await #expect { try await body() } throws: { ($0 as? ServiceError)?.code == .unavailable }
        }
    }
}
