import Foundation
import Messages
import Storage
import Testing

@testable import API

@Suite struct AccountsTests {
    private func with(_ body: (Accounts, TestClock) async throws -> Void) async throws {
        let (world, clock) = (try TestStore(), TestClock())
        defer { world.remove() }
        try await body(Accounts(store: world.store, cost: .light, now: { clock.now }), clock)
    }

    @Test("A retry of a creation finds the first account; a taken name is refused whatever its case")
    func first() async throws {
        try await with { accounts, _ in
            #expect(try await accounts.isEmpty())
            let id = RequestID.random()
            let made = try await accounts.create(
                id, name: " Ada ", password: goodPassword, timeZone: "Europe/Berlin", country: "de", as: .owner)
            let again = try await accounts.create(
                id, name: " Ada ", password: goodPassword, timeZone: "Europe/Berlin", country: "de", as: .owner)
            #expect(made == again)
            #expect(made.name == "Ada")
            #expect(try await Profiles(store: accounts.store).profile(made.user).country == "DE")
            let taken = await #expect(throws: ServiceError.self) { try await accounts.make("ADA") }
            #expect(taken?.code == .conflict)
        }
    }

    @Test(
        "Names, passwords, zones and countries that cannot be are refused, each with a sentence",
        arguments: [
            ("", goodPassword, "UTC", ""), ("Ada", "short", "UTC", ""), ("Ada", goodPassword, "Mars/Base", ""),
            ("Ada", goodPassword, "UTC", "Germany"),
        ])
    func refused(name: String, password: String, zone: String, country: String) async throws {
        try await with { accounts, _ in
            let error = await #expect(throws: ServiceError.self) {
                try await accounts.create(
                    .random(), name: name, password: password, timeZone: zone, country: country, as: .owner)
            }
            #expect(error?.code == .invalid)
            let isEmpty = try await accounts.isEmpty()
            #expect(isEmpty)
        }
    }

    @Test("A session ends after 30 days, a device token when it is revoked; only digests are kept")
    func tokens() async throws {
        try await with { accounts, clock in
            let user = try await accounts.make()
            let session = try await accounts.signIn(name: "Ada", password: goodPassword).token
            let device = try await accounts.credentials.issue(.device, to: user, label: "phone")
            let stored = try await accounts.store.read {
                try $0.rows("SELECT digest FROM tokens").map { try $0[0] as Data }
            }
            #expect(stored.count == 2)
            await #expect(throws: ServiceError.self) {
                _ = try await accounts.credentials.issue(
                    .device, to: user, label: "a" + String(repeating: "\u{301}", count: 64))
            }
            #expect(!stored.contains(Data(session.utf8)))
            let sessionID = try #require(try await accounts.credentials.authenticate(session)).id
            clock.advance(by: 2_591_999_999)
            #expect(try await accounts.credentials.authenticate(session)?.kind == .session)
            #expect(try await accounts.credentials.living([sessionID]) == [sessionID])
            clock.advance(by: 1)
            #expect(try await accounts.credentials.authenticate(session) == nil)
            #expect(try await accounts.credentials.living([sessionID]).isEmpty)
            #expect(try await accounts.credentials.authenticate(device.secret)?.kind == .device)
            try await accounts.credentials.revoke(device.id, of: .random())
            #expect(try await accounts.credentials.authenticate(device.secret) != nil)
            try await accounts.credentials.revoke(device.id, of: user)
            #expect(try await accounts.credentials.authenticate(device.secret) == nil)
        }
    }
}
