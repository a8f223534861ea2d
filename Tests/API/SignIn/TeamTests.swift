import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Messages
import Storage
import Testing

@testable import API
@testable import OpenID

/// Accounts of people who sign in through an identity provider.
@Suite struct TeamTests {
    private func identity(_ subject: String, issuer: String = "https://id.example.org", name: String? = "Ada")
        -> Provider.Identity
    {
        Provider.Identity(issuer: issuer, subject: subject, name: name, zone: nil, groups: [])
    }

    private func signIn(_ accounts: Accounts, _ identity: Provider.Identity, _ roles: Set<Role> = [.person])
        async throws -> (session: Accounts.SignedIn, isNew: Bool)
    {
        try await accounts.signIn(
            identity, roles: roles, zone: "Europe/Berlin", country: "DE", from: SignInOrigin(address: "203.0.113.7"))
    }

    private func accounts(_ world: TestStore, _ clock: TestClock = TestClock()) -> Accounts {
        Accounts(store: world.store, cost: .light, now: { clock.now })
    }

    @Test("SEC-14 an account belongs to issuer and subject, whatever name the provider states")
    func keys() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let accounts = accounts(world)
        let first = try await signIn(accounts, identity("1"))
        let again = try await signIn(accounts, identity("1", name: "Ada Byron"))
        #expect(first.isNew)
        #expect(!again.isNew)
        #expect(first.session.user == again.session.user)
        let others = [
            identity("2"), identity("1", issuer: "https://id.example.org/"), identity("3", name: " ada\u{0} "),
            identity("4", name: nil), identity("5", name: String(repeating: "x", count: 200)),
        ]
        for other in others { #expect(try await signIn(accounts, other).isNew) }
        let names = try await accounts.list().map(\.name)
        #expect(names == ["Ada", "Ada 2", "Ada 3", "ada 4", "Person", String(repeating: "x", count: 56)])
        // Issuer and subject are not in the database.
        let rows = try await world.store.read {
            try $0.rows("SELECT identity FROM identities").map { try $0[0] as Data }
        }
        #expect(rows.count == 6)
        #expect(rows.allSatisfy { $0.count == 32 })
    }

    @Test(
        "SEC-14 an account of the provider has no password: no password opens or confirms it, and its name says nothing"
    )
    func noPassword() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let accounts = accounts(world)
        let session = try await signIn(accounts, identity("1")).session
        #expect(try await accounts.waysIn(session.user) == (false, true))
        for password in ["", "x", goodPassword] {
            let known = await #expect(throws: ServiceError.self) {
                try await accounts.signIn(name: "Ada", password: password)
            }
            let unknown = await #expect(throws: ServiceError.self) {
                try await accounts.signIn(name: "Nobody", password: password)
            }
            #expect(known?.code == .refused)
            #expect(known?.message == unknown?.message)
        }
        let token = try #require(try await accounts.credentials.authenticate(session.token))
        #expect(token.granted == [.person])
        #expect(!accounts.credentials.isConfirmed(token))
        await #expect(throws: ServiceError(.refused, "This account has no password.")) {
            try await accounts.confirm(token, password: "", from: "203.0.113.7")
        }
        await #expect(throws: ServiceError(.refused, "This account has no password.")) {
            try await accounts.unlink(session.user)
        }
    }

    @Test("SEC-2 SEC-14 the first account of a provider ends the set-up code")
    func setUp() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let accounts = accounts(world)
        let code = try #require(try await accounts.setUp.current())
        _ = try await signIn(accounts, identity("1"))
        #expect(try await accounts.setUp.current() == nil)
        await #expect(throws: ServiceError.self) {
            try await accounts.create(
                .random(), name: "Eve", password: goodPassword, timeZone: "UTC", as: .page(code: code))
        }
    }

    @Test(
        "SEC-14 roles follow the groups of the last sign-in, in all sessions of the provider; without a group they end")
    func roles() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let accounts = accounts(world)
        func roles(_ session: Accounts.SignedIn) async throws -> Set<Role>? {
            try await accounts.credentials.authenticate(session.token)?.roles
        }
        await #expect(throws: OpenIDError.noGroup) { try await signIn(accounts, identity("1"), []) }
        #expect(try await accounts.isEmpty(), "nobody without a group gets an account")
        let first = try await signIn(accounts, identity("1"), [.person, .operator]).session
        let other = try await signIn(accounts, identity("2"), [.operator]).session
        #expect(try await [roles(first), roles(other)] == [[.person, .operator], [.operator]])
        let second = try await signIn(accounts, identity("1"), [.person]).session
        #expect(try await [roles(first), roles(second), roles(other)] == [[.person], [.person], [.operator]])
        await #expect(throws: OpenIDError.noGroup) { try await signIn(accounts, identity("1"), []) }
        #expect(try await [roles(first), roles(second), roles(other)] == [nil, nil, [.operator]])
    }

    @Test(
        "SEC-14 device tokens are suspended with the role of a person and restored with it, at every route and in streams"
    )
    func tokens() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let accounts = accounts(world)
        let credentials = accounts.credentials
        let first = try await signIn(accounts, identity("1"), [.person, .operator]).session
        let bystander = try await signIn(accounts, identity("2")).session
        let own = try await accounts.make("Bob")
        var tokens: [(id: EntityID, secret: String)] = []
        for user in [first.user, bystander.user, own] {
            tokens.append(try await credentials.issue(.device, to: user, label: "Phone", scopes: [.read, .ingest]))
        }
        let access: [String: Access] = ["GET /v1/arrivals": .read, "POST /v1/ingest/samples": .ingest]
        let router = Router(context: EdgeContext.self)
        let group = router.group("v1").add(middleware: ProblemMiddleware())
            .add(middleware: Authentication(credentials: credentials, access: access))
        group.get("arrivals") { _, _ in "read" }
        group.post("ingest/samples") { _, _ in "ingest" }
        let application = Application(router: router)
        func statuses(_ secret: String) async throws -> [Int] {
            let headers: HTTPFields = [.authorization: "Bearer \(secret)"]
            return try await application.test(.router) { client in
                [
                    Int(try await client.execute(uri: "/v1/arrivals", method: .get, headers: headers).status.code),
                    Int(
                        try await client.execute(uri: "/v1/ingest/samples", method: .post, headers: headers).status.code
                    ),
                ]
            }
        }
        func works() async throws -> [Bool] {
            var works: [Bool] = []
            for token in tokens {
                let statuses = try await statuses(token.secret)
                #expect(statuses == [200, 200] || statuses == [403, 403], "\(statuses)")
                let isLiving = try await credentials.living([token.id]) == [token.id]
                #expect(isLiving == (statuses == [200, 200]), "streams end with the answers of routes")
                works.append(isLiving)
            }
            return works
        }
        #expect(try await works() == [true, true, true])
        await #expect(throws: OpenIDError.noGroup) { try await signIn(accounts, identity("1"), []) }
        #expect(try await works() == [false, true, true])
        // Cleared by hand, the suspension stays: the row has no proof of it.
        for suspended in [0, 1] {
            try await world.store.write {
                try $0.execute("UPDATE identities SET suspended = ? WHERE user = ?", [suspended, first.user])
            }
            #expect(try await works() == [false, true, true])
        }
        let second = try await signIn(accounts, identity("1")).session
        #expect(try await works() == [true, true, true])
        // An operator without data of their own.
        _ = try await signIn(accounts, identity("1"), [.operator])
        #expect(try await works() == [false, true, true])
        let session = try await signIn(accounts, identity("1")).session
        #expect(try await works() == [true, true, true])
        // A fresh login without a role.
        let id = try #require(try await credentials.authenticate(session.token)).id
        await #expect(throws: OpenIDError.noGroup) {
            try await accounts.confirm(id, of: second.user, by: identity("1"), roles: [])
        }
        #expect(try await works() == [false, true, true])
        _ = try await signIn(accounts, identity("1"))
        // The owner of the machine sets a password, which ends the access of a person who left.
        for user in [first.user, own] {
            _ = try await accounts.resetPassword(.random(), of: user, to: goodPassword, clearSecondFactor: false)
        }
        #expect(try await works() == [false, true, true])
        try await accounts.unlink(first.user)
        #expect(try await works() == [true, true, true], "an account without a link has no role to lose")
        // A planted link suspends nobody and is in nobody's way.
        try await world.store.write {
            try $0.execute(
                "INSERT INTO identities (identity, user, created, suspended) VALUES (?, ?, 0, 1)",
                [Data(repeating: 7, count: 32), own])
        }
        #expect(try await works() == [true, true, true])
        let isLinked = try await world.store.write { transaction in
            let rows = IdentityRows(transaction: transaction)
            return try !rows.isLinked(own) && rows.link(Data(repeating: 8, count: 32), to: own, at: 1)
                && rows.isLinked(own)
        }
        #expect(isLinked)
    }

    @Test("SEC-14 a fresh login confirms the session of the same person only, for a quarter of an hour")
    func confirm() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let clock = TestClock()
        let accounts = accounts(world, clock)
        let (ada, eve) = (
            try await signIn(accounts, identity("1")).session, try await signIn(accounts, identity("2")).session
        )
        func isConfirmed(_ session: Accounts.SignedIn) async throws -> Bool {
            try await accounts.credentials.authenticate(session.token).map(accounts.credentials.isConfirmed) ?? false
        }
        let id = try #require(try await accounts.credentials.authenticate(ada.token)).id
        await #expect(throws: OpenIDError.otherPerson) {
            try await accounts.confirm(id, of: ada.user, by: identity("2"), roles: [.person])
        }
        await #expect(throws: OpenIDError.otherPerson) {
            try await accounts.confirm(id, of: ada.user, by: identity("3"), roles: [.person])
        }
        #expect(try await [isConfirmed(ada), isConfirmed(eve)] == [false, false])
        try await accounts.confirm(id, of: ada.user, by: identity("1"), roles: [.person])
        #expect(try await [isConfirmed(ada), isConfirmed(eve)] == [true, false])
        clock.advance(by: 900_000)
        #expect(try await isConfirmed(ada))
        clock.advance(by: 1)
        #expect(try await !isConfirmed(ada))
    }

    @Test("SEC-14 an account of a password is linked once, to an identity of nobody else, and keeps its password")
    func link() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let accounts = accounts(world)
        let (ada, bob) = (try await accounts.make("Ada"), try await accounts.make("Bob"))
        func session(_ name: String) async throws -> EntityID {
            let opened = try await accounts.signIn(name: name, password: goodPassword)
            return try #require(try await accounts.credentials.authenticate(opened.token)).id
        }
        let (own, other) = (try await session("Ada"), try await session("Bob"))
        func link(_ id: String, _ user: UserID, _ session: EntityID, _ roles: Set<Role> = [.person]) async throws {
            try await accounts.link(identity(id), to: user, in: session, roles: roles)
        }
        _ = try await signIn(accounts, identity("taken"))
        await #expect(throws: OpenIDError.linked) { try await link("taken", ada, own) }
        await #expect(throws: OpenIDError.noGroup) { try await link("1", ada, own, [.operator]) }
        // An attempt whose session has ended, for example by a new password, links nothing.
        let ended = try await session("Ada")
        try await accounts.credentials.endSessions(of: ada, except: own)
        await #expect(throws: OpenIDError.wrongState) { try await link("1", ada, ended) }
        #expect(try await accounts.waysIn(ada) == (true, false))
        try await link("1", ada, own)
        await #expect(throws: OpenIDError.linked) { try await link("2", ada, own) }
        await #expect(throws: OpenIDError.linked) { try await link("1", bob, other) }
        #expect(try await accounts.waysIn(ada) == (true, true))
        #expect(try await accounts.waysIn(bob) == (true, false))
        let through = try await signIn(accounts, identity("1"), [.person, .operator])
        let direct = try await accounts.signIn(name: "Ada", password: goodPassword)
        #expect(!through.isNew)
        #expect(through.session.user == ada)
        #expect(direct.user == ada)
        #expect(
            try await accounts.credentials.authenticate(direct.token)?.roles == [.person],
            "a password makes no operator")
        try await accounts.unlink(ada)
        #expect(try await accounts.credentials.authenticate(through.session.token) == nil)
        #expect(try await accounts.credentials.authenticate(direct.token) != nil)
        #expect(try await signIn(accounts, identity("1")).session.user != ada)
    }

    @Test("SEC-14 a state counts once, and failed returns are counted against their address")
    func states() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let clock = TestClock()
        let accounts = accounts(world, clock)
        let attempt = LoginAttempt(.signIn, next: "/", at: clock.now)
        try await accounts.use(attempt, from: "203.0.113.7")
        for store in [world.store, try world.replica()] {
            await #expect(throws: OpenIDError.wrongState) {
                try await Accounts(store: store, now: { clock.now }).use(attempt, from: "203.0.113.8")
            }
        }
        let busy = await #expect(throws: ServiceError.self) {
            for _ in 0..<60 {
                try await accounts.use(LoginAttempt(.signIn, next: "/", at: clock.now), from: "203.0.113.9")
            }
        }
        #expect(busy?.code == .busy)
        for _ in 0..<60 {
            try await accounts.use(LoginAttempt(.signIn, next: "/", at: clock.now), from: "203.0.113.10")
            try await accounts.forgiveLogin(from: "203.0.113.10")
        }
        clock.advance(by: LoginAttempt.lifetime + 1)
        try await accounts.use(LoginAttempt(.signIn, next: "/", at: clock.now), from: "203.0.113.8")
        let kept = try await world.store.read { try $0.value(Int.self, "SELECT count(*) FROM openid_states") }
        #expect(kept == 1, "old ones are deleted")
    }

    @Test("SEC-14 an erased person's identity is erased too: the next sign-in is a new account")
    func erased() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let accounts = accounts(world)
        let first = try await signIn(accounts, identity("1")).session
        _ = try await world.store.erase(first.user) { try Accounts.prepareErasing(first.user, $0) }
        #expect(try await accounts.credentials.authenticate(first.token) == nil)
        let next = try await signIn(accounts, identity("1"))
        #expect(next.isNew)
        #expect(next.session.user != first.user)
    }
}
