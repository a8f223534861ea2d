import Foundation
import Messages
import Storage
import Testing

@testable import API

@Suite struct CredentialsTests {
    private func with(_ body: (Credentials, UserID, TestClock) async throws -> Void) async throws {
        let (world, clock) = (try TestStore(), TestClock())
        defer { world.remove() }
        try await body(Credentials(store: world.store, now: { clock.now }), .random(), clock)
    }

    @Test("SEC-1 a token has scopes, an end and a last use that is written at most once a minute")
    func tokens() async throws {
        try await with { credentials, user, clock in
            let begin = clock.now
            let made = try await credentials.issue(
                .device, to: user, label: "phone", scopes: [.read], expires: begin + 200_000)
            #expect(try await credentials.tokens(of: user, kind: .device).map(\.used) == [nil])
            for (step, used) in [(0, 0), (59_000, 0), (1_000, 60_000), (30_000, 60_000)]
                as [(Milliseconds, Milliseconds)]
            {
                clock.advance(by: step)
                let found = try #require(try await credentials.authenticate(made.secret))
                #expect(found.scopes == [.read])
                #expect(!found.isOlder)
                #expect(try await credentials.tokens(of: user, kind: .device).map(\.used) == [begin + used])
            }
            clock.advance(by: 110_000)
            #expect(try await credentials.authenticate(made.secret) == nil)
            #expect(try await credentials.tokens(of: user, kind: .device).isEmpty)
            #expect(try await credentials.living([made.id]).isEmpty)
        }
    }

    @Test("SEC-1 a first use is written at once, later ones together")
    func uses() async throws {
        try await with { credentials, user, clock in
            let (begin, uses) = (clock.now, TokenUses(store: credentials.store))
            var credentials = credentials
            credentials.uses = uses
            let made = try await credentials.issue(.device, to: user, label: "phone")
            _ = try await credentials.authenticate(made.secret)
            #expect(try await credentials.tokens(of: user, kind: .device).map(\.used) == [begin])
            clock.advance(by: 61_000)
            _ = try await credentials.authenticate(made.secret)
            #expect(try await credentials.tokens(of: user, kind: .device).map(\.used) == [begin])
            await uses.write()
            #expect(try await credentials.tokens(of: user, kind: .device).map(\.used) == [begin + 61_000])
        }
    }

    @Test("SEC-1 a token without a known scope, with an end in the past or with a taken name is not made")
    func refused() async throws {
        try await with { credentials, user, clock in
            func code(_ label: String, _ scopes: Set<TokenScope>, _ expires: Milliseconds? = nil) async -> ServiceError
                .Code?
            {
                await #expect(throws: ServiceError.self) {
                    try await credentials.issue(.device, to: user, label: label, scopes: scopes, expires: expires)
                }?.code
            }
            #expect(await code("phone", []) == .invalid)
            #expect(await code("phone", [TokenScope(rawValue: 9)]) == .invalid)
            #expect(await code("phone", [.read], clock.now) == .invalid)
            #expect(await code("pho\nne", [.read]) == .invalid)
            let first = try await credentials.issue(.device, to: user, label: "phone")
            #expect(await code("phone", [.read]) == .conflict)
            _ = try await credentials.issue(.device, to: .random(), label: "phone")
            let device = try await credentials.authenticate(first.secret)?.sender
            try await credentials.revoke(first.id, of: user)
            // A later token of the same name continues the same device.
            let second = try await credentials.issue(.device, to: user, label: "phone")
            #expect(try await credentials.authenticate(second.secret)?.sender == device)
        }
    }

    @Test("SEC-1 a token from before scopes keeps adding samples and does nothing else")
    func older() async throws {
        try await with { credentials, user, _ in
            let made = try await credentials.issue(.device, to: user, label: "phone", scopes: [.read, .ingest])
            try await credentials.store.write {
                try $0.update(.tokens, ["scopes": nil, "confirmed": nil], of: [:], where: "1 = 1", [])
            }
            let found = try #require(try await credentials.authenticate(made.secret))
            #expect(found.scopes == [.ingest])
            #expect(found.sender?.isOlder == true)
        }
    }

    @Test("SEC-1 a password counts as checked for 15 minutes, and not longer because a clock was set back")
    func confirmation() async throws {
        try await with { credentials, user, clock in
            let secret = try await credentials.issue(.session, to: user, label: "browser").secret
            func isConfirmed() async throws -> Bool {
                credentials.isConfirmed(try #require(try await credentials.authenticate(secret)))
            }
            #expect(try await isConfirmed())
            clock.advance(by: 900_000)
            #expect(try await isConfirmed())
            clock.advance(by: 1)
            #expect(try await !isConfirmed())
            try await credentials.confirm(try #require(try await credentials.authenticate(secret)).id)
            #expect(try await isConfirmed())
            clock.advance(by: -1)
            #expect(try await !isConfirmed())
        }
    }
}
