import Foundation
import Messages
import Storage
import Testing

@testable import API

@Suite struct AccountsTests {
    private func with(_ body: (Accounts, TestClock) async throws -> Void) async throws {
        let (world, clock) = (try TestStore(), TestClock())
        defer { world.remove() }
        try await body(Accounts(store: world.store, now: { clock.now }), clock)
    }

    @Test("The first person makes the account; the page makes no second one; a retry finds the first")
    func first() async throws {
        try await with { accounts, _ in
            #expect(try await accounts.isEmpty())
            let id = RequestID.random()
            let made = try await accounts.create(id, name: " Ada ", password: goodPassword, timeZone: "Europe/Berlin", country: "de", onlyFirst: true)
            let again = try await accounts.create(id, name: " Ada ", password: goodPassword, timeZone: "Europe/Berlin", country: "de", onlyFirst: true)
            #expect(made == again && made.name == "Ada")
            #expect(try await Profiles(store: accounts.store).profile(made.user).country == "DE")
            let second = await #expect(throws: BusError.self) {
                try await accounts.create(.random(), name: "Eve", password: goodPassword, timeZone: "UTC", onlyFirst: true)
            }
            #expect(second?.code == .refused)
            let taken = await #expect(throws: BusError.self) { try await accounts.create(.random(), name: "ADA", password: goodPassword, timeZone: "UTC") }
            #expect(taken?.code == .conflict)
        }
    }

    @Test(
        "Names, passwords, zones and countries that cannot be are refused, each with a sentence",
        arguments: [
            ("", goodPassword, "UTC", ""), ("Ada", "short", "UTC", ""), ("Ada", goodPassword, "Mars/Base", ""), ("Ada", goodPassword, "UTC", "Germany"),
        ])
    func refused(name: String, password: String, zone: String, country: String) async throws {
        try await with { accounts, _ in
            let error = await #expect(throws: BusError.self) {
                try await accounts.create(.random(), name: name, password: password, timeZone: zone, country: country)
            }
            #expect(error?.code == .invalid)
            let isEmpty = try await accounts.isEmpty()
            #expect(isEmpty)
        }
    }

    @Test("Five wrong passwords close the account for a while, a right one opens it again")
    func lockout() async throws {
        try await with { accounts, clock in
            _ = try await accounts.create(.random(), name: "Ada", password: goodPassword, timeZone: "UTC")
            for _ in 0..<5 {
                let wrong = await #expect(throws: BusError.self) { try await accounts.signIn(name: "ada", password: "wrong horse battery") }
                #expect(wrong?.code == .refused)
            }
            let closed = await #expect(throws: BusError.self) { try await accounts.signIn(name: "Ada", password: goodPassword) }
            #expect(closed?.code == .busy && closed?.retryAfter == 30_000)
            clock.advance(by: 30_001)
            let session = try await accounts.signIn(name: "Ada", password: goodPassword)
            #expect(try await accounts.credentials.authenticate(session.token)?.user == session.user)
        }
    }

    @Test("Twelve wrong passwords at once count as twelve, not as one")
    func parallelGuesses() async throws {
        try await with { accounts, _ in
            _ = try await accounts.create(.random(), name: "Ada", password: goodPassword, timeZone: "UTC")
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<12 { group.addTask { _ = try? await accounts.signIn(name: "Ada", password: "wrong horse battery") } }
            }
            let closed = await #expect(throws: BusError.self) { try await accounts.signIn(name: "Ada", password: goodPassword) }
            #expect(closed?.code == .busy)
        }
    }

    @Test("A session ends after 30 days, a device token when it is revoked; only digests are kept")
    func tokens() async throws {
        try await with { accounts, clock in
            let user = try await accounts.create(.random(), name: "Ada", password: goodPassword, timeZone: "UTC").user
            let session = try await accounts.signIn(name: "Ada", password: goodPassword).token
            let device = try await accounts.credentials.issue(.device, to: user, label: "phone")
            let stored = try await accounts.store.read { try Data.fetchAll($0.db, sql: "SELECT digest FROM tokens") }
            #expect(stored.count == 2 && !stored.contains(Data(session.utf8)))
            clock.advance(by: Credentials.sessionLifetime + 1)
            #expect(try await accounts.credentials.authenticate(session) == nil)
            #expect(try await accounts.credentials.authenticate(device.secret)?.kind == .device)
            try await accounts.credentials.revoke(device.id, of: .random())
            #expect(try await accounts.credentials.authenticate(device.secret) != nil)
            try await accounts.credentials.revoke(device.id, of: user)
            #expect(try await accounts.credentials.authenticate(device.secret) == nil)
        }
    }
}
