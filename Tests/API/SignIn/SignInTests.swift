import Crypto
import CryptoExtras
import Fixtures
import Foundation
import Messages
import Storage
import Testing

@testable import API

@Suite struct SignInTests {
    private let wrongPassword = "wrong horse battery"

    private func with(_ body: (Accounts, TestClock) async throws -> Void) async throws {
        let (world, clock) = (try TestStore(), TestClock())
        defer { world.remove() }
        try await body(Accounts(store: world.store, cost: .light, now: { clock.now }), clock)
    }

    private func refusal(
        _ accounts: Accounts, _ name: String, _ password: String, from visitor: SignInOrigin = SignInOrigin()
    ) async -> String {
        do {
            _ = try await accounts.signIn(name: name, password: password, from: visitor)
            return "in"
        } catch let error as ServiceError {
            return "\(error.code) \(error.message) \(error.retryAfter ?? 0)"
        } catch {
            return "\(error)"
        }
    }

    @Test("Five wrong passwords close a name for a while that doubles; names that do not exist are answered alike")
    func throttle() async throws {
        try await with { accounts, clock in
            _ = try await accounts.make()
            for wait: Milliseconds in [30_000, 60_000, 120_000] {
                for attempt in 0..<(wait == 30_000 ? 6 : 2) {
                    let (known, unknown) = (
                        await refusal(accounts, "ada ", wrongPassword), await refusal(accounts, "Zoe", wrongPassword)
                    )
                    #expect(known == unknown, "attempt \(attempt)")
                    #expect(known.contains("\(wait)") == (attempt == (wait == 30_000 ? 5 : 1)))
                }
                // While blocked, the right password gets the same reply as a wrong one.
                #expect(await refusal(accounts, "Ada", goodPassword) == refusal(accounts, "Zoe", goodPassword))
                clock.advance(by: wait + 1)
            }
            #expect(await refusal(accounts, "Ada", goodPassword) == "in")
            #expect(await refusal(accounts, "Ada", wrongPassword).hasPrefix("refused"))
        }
    }

    @Test("A NUL behind a name gives no further guesses: nobody has such a name")
    func nulInName() async throws {
        try await with { accounts, _ in
            _ = try await accounts.make()
            #expect(await refusal(accounts, "Ada\0", goodPassword).hasPrefix("refused"))
            for attempt in 0..<6 { _ = await refusal(accounts, "Ada\0\(attempt)", wrongPassword) }
            #expect(await refusal(accounts, "Zoe\0other", wrongPassword).hasPrefix("busy"))
            #expect(await refusal(accounts, "Ada", goodPassword) == "in")
        }
    }

    @Test("A session is not opened with a password that was changed while it was checked")
    func changedMeanwhile() async throws {
        try await with { accounts, _ in
            let user = try await accounts.make()
            await #expect(throws: ServiceError.self) {
                try await accounts.open(user, from: SignInOrigin(), whilePasswordIs: Data([1]))
            }
            #expect(try await accounts.credentials.tokens(of: user, kind: .session).isEmpty)
        }
    }

    @Test("Twelve wrong passwords at once count as twelve, not as one")
    func parallelGuesses() async throws {
        try await with { accounts, _ in
            _ = try await accounts.make()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<12 { group.addTask { _ = await refusal(accounts, "Ada", wrongPassword) } }
            }
            #expect(await refusal(accounts, "Ada", goodPassword).hasPrefix("busy"))
        }
    }

    @Test("SEC-4 Twelve right passwords of one person at once all sign in, from unknown browsers and from one address")
    func parallelSignIns() async throws {
        try await with { accounts, _ in
            _ = try await accounts.make()
            let visitor = SignInOrigin(address: "198.51.100.7")
            let outcomes = await withTaskGroup(of: String.self) { group in
                for _ in 0..<12 { group.addTask { await refusal(accounts, "Ada", goodPassword, from: visitor) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes == Array(repeating: "in", count: 12))
            // Guessing still has its five attempts, and no more.
            for _ in 0..<5 { #expect(await refusal(accounts, "Ada", wrongPassword).hasPrefix("refused")) }
            #expect(await refusal(accounts, "Ada", goodPassword).hasPrefix("busy Too many attempts failed"))
        }
    }

    @Test("SEC-4 Right passwords among wrong ones at once: the wrong ones count, one by one")
    func mixedSignIns() async throws {
        try await with { accounts, _ in
            _ = try await accounts.make("Ada")
            _ = try await accounts.make("Eve")
            let outcomes = await withTaskGroup(of: (isRight: Bool, String).self) { group in
                for number in 0..<12 {
                    let isRight = number % 2 == 0
                    group.addTask {
                        (
                            isRight,
                            await refusal(
                                accounts, isRight ? "Eve" : "Ada", isRight ? goodPassword : wrongPassword,
                                from: SignInOrigin(address: "198.51.100.7"))
                        )
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.filter(\.isRight).map(\.1) == Array(repeating: "in", count: 6))
            let wrong = outcomes.filter { !$0.isRight }.map(\.1)
            #expect(wrong.count { $0.hasPrefix("refused") } == 5)
            #expect(wrong.count { $0.hasPrefix("busy Too many attempts failed") } == 1)
        }
    }

    @Test("SEC-4 A sign-in that finds no place in the queue is not a failed attempt")
    func fullQueue() async throws {
        try await with { accounts, _ in
            _ = try await accounts.make()
            let (gate, opened) = AsyncStream.makeStream(of: Void.self)
            // A failed expectation must not leave the queue occupied.
            defer { opened.finish() }
            let first = Task { try await accounts.hashing.turn(.known) { for await _ in gate {} } }
            let refused = Counter()
            let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        let outcome = await refusal(accounts, "Ada", goodPassword)
                        if outcome.hasPrefix("busy Too many people") { refused.add() }
                        return outcome
                    }
                }
                try await eventually("all places are taken", within: .seconds(60)) {
                    accounts.hashing.count(.strangers) == 16 && refused.value == 24 ? () : nil
                }
                opened.finish()
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try await first.value
            #expect(outcomes.count { $0 == "in" } == 16)
            #expect(await refusal(accounts, "Ada", goodPassword) == "in")
            for _ in 0..<5 { #expect(await refusal(accounts, "Ada", wrongPassword).hasPrefix("refused")) }
        }
    }

    @Test("SEC-4 A session checks its right password eight times at once")
    func parallelConfirmations() async throws {
        try await with { accounts, _ in
            _ = try await accounts.make()
            let token = try await accounts.signIn(name: "Ada", password: goodPassword).token
            let session = try #require(try await accounts.credentials.authenticate(token))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await accounts.confirm(session, password: goodPassword, from: "") }
                }
                try await group.waitForAll()
            }
            for _ in 0..<5 {
                await #expect(throws: ServiceError.self) {
                    try await accounts.confirm(session, password: wrongPassword, from: "")
                }
            }
            let closed = await #expect(throws: ServiceError.self) {
                try await accounts.confirm(session, password: goodPassword, from: "")
            }
            #expect(closed?.code == .busy)
        }
    }

    @Test("A browser that signed in before has an allowance of its own, for its own account only")
    func knownBrowser() async throws {
        try await with { accounts, clock in
            let (ada, _) = (try await accounts.make("Ada"), try await accounts.make("Eve"))
            let owner = SignInOrigin(
                address: "203.0.113.1", device: try await accounts.signIn(name: "Ada", password: goodPassword).device)
            let other = SignInOrigin(
                address: "203.0.113.1", device: try await accounts.signIn(name: "Eve", password: goodPassword).device)
            for _ in 0..<8 {
                _ = await refusal(accounts, "Ada", wrongPassword, from: SignInOrigin(address: "198.51.100.7"))
            }
            #expect(
                await refusal(accounts, "Ada", goodPassword, from: SignInOrigin(address: "203.0.113.1")).hasPrefix(
                    "busy"))
            #expect(await refusal(accounts, "Ada", goodPassword, from: other).hasPrefix("busy"))
            #expect(
                await refusal(accounts, "Ada", goodPassword, from: SignInOrigin(device: "made up")).hasPrefix("busy"))
            let again = try await accounts.signIn(name: "Ada", password: goodPassword, from: owner)
            #expect(again.user == ada)
            #expect(again.device == owner.device)
            // The owner's own allowance ends too; those of others remain.
            for _ in 0..<5 { #expect(await refusal(accounts, "Ada", wrongPassword, from: owner).hasPrefix("refused")) }
            #expect(await refusal(accounts, "Ada", goodPassword, from: owner).hasPrefix("busy"))
            clock.advance(by: 34_560_000_000)
            for _ in 0..<5 { _ = await refusal(accounts, "Ada", wrongPassword) }
            #expect(
                await refusal(accounts, "Ada", goodPassword, from: owner).hasPrefix("busy"),
                "a cookie that expired counts no longer")
            // A cookie that an attacker chose is replaced.
            let chosen = try await accounts.signIn(
                name: "Eve", password: goodPassword, from: SignInOrigin(device: "made up")
            ).device
            #expect(chosen != "made up")
        }
    }

    @Test(
        "A browser is known for 400 days after its last sign-in, and its cookie lasts as long; a session's for 30 days")
    func lifetimes() async throws {
        try await with { accounts, clock in
            _ = try await accounts.make()
            let owner = SignInOrigin(device: try await accounts.signIn(name: "Ada", password: goodPassword).device)
            clock.advance(by: 34_559_999_999)
            for _ in 0..<5 { _ = await refusal(accounts, "Ada", wrongPassword) }
            #expect(await refusal(accounts, "Ada", goodPassword).hasPrefix("busy"))
            #expect(await refusal(accounts, "Ada", goodPassword, from: owner) == "in")
            clock.advance(by: 34_560_000_000)
            for _ in 0..<5 { _ = await refusal(accounts, "Ada", wrongPassword) }
            #expect(await refusal(accounts, "Ada", goodPassword, from: owner).hasPrefix("busy"))
        }
        let site = Site()
        #expect(Authentication.deviceCookie("x", for: site).maxAge == 34_560_000)
        #expect(Authentication.sessionCookie("x", for: site).maxAge == 2_592_000)
    }

    @Test(
        "An address that fails with many names is closed for a while; the table of failures is bounded and keeps the name under attack"
    )
    func addresses() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let key = SymmetricKey(size: .bits256)
        let throttle = Throttle(key: key, now: 1_750_000_000_000)
        try await world.store.write { transaction in
            for number in 0..<50 {
                try throttle.count([.name("name \(number)"), .address("198.51.100.7")], transaction)
            }
        }
        func isClosed(_ subjects: Throttle.Subject...) async throws -> Bool {
            do {
                try await world.store.write { try throttle.count(subjects, $0) }
                return false
            } catch let error as ServiceError where error.code == .busy {
                return true
            }
        }
        #expect(try await isClosed(.name("another"), .address("198.51.100.7")))
        #expect(
            try await isClosed(.address("::ffff:198.51.100.7")), "the same subscriber, as a dual-stack socket names it")
        #expect(try await isClosed(.name("another"), .address("198.51.100.8")) == false)
        try await world.store.write { transaction in
            for _ in 0..<5 { try throttle.count([.name("under attack")], transaction) }
            for number in 0..<(ThrottleRows.capacity + 500) {
                try throttle.count([.name("invented \(number)")], transaction)
            }
        }
        let rows = try await world.store.read { try $0.value(Int.self, "SELECT count(*) FROM throttle") ?? 0 }
        #expect(rows <= ThrottleRows.capacity)
        #expect(try await isClosed(.name("under attack")))
        // IPv6 addresses are counted by their first 64 bits.
        try await world.store.write { transaction in
            for number in 0..<50 {
                try throttle.count([.address("2001:db8:1:2::\(String(number, radix: 16))")], transaction)
            }
        }
        #expect(try await isClosed(.address("2001:db8:1:2:ffff::1")))
        #expect(try await isClosed(.address("2001:db8:1:3::1")) == false)
    }

    @Test("A password of the first release is hashed anew when it is used, and only where it is right")
    func rehash() async throws {
        try await with { accounts, _ in
            let user = try await accounts.make()
            let salt = Data(repeating: 7, count: 16)
            let key = try KDF.Scrypt.deriveKey(
                from: Data(goodPassword.utf8), salt: salt, outputByteCount: 32, rounds: 1 << 15, blockSize: 8,
                parallelism: 1)
            let old = salt + key.withUnsafeBytes { Data($0) }
            try await accounts.store.write {
                try $0.update(.accounts, ["password": old], of: [:], where: "user = ?", [user])
            }
            func stored() async throws -> Data? {
                try await accounts.store.read {
                    try $0.value(Data.self, "SELECT password FROM accounts WHERE user = ?", [user])
                }
            }
            #expect(await refusal(accounts, "Ada", wrongPassword).hasPrefix("refused"))
            #expect(try await stored() == old)
            #expect(await refusal(accounts, "Ada", goodPassword) == "in")
            let fresh = try #require(try await stored())
            #expect(fresh.count == 53)
            #expect(Array(fresh.prefix(5)) == [1, 10, 8, 3, 1])
            #expect(await refusal(accounts, "Ada", goodPassword) == "in")
            #expect(try await stored() == fresh)
        }
    }

    @Test("Replicas share the keys of the installation, each for its purpose")
    func keys() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let (one, two) = (InstallationKeys(store: world.store), InstallationKeys(store: try world.replica()))
        let key = try await one(.pepper)
        #expect(try await two(.pepper) == key)
        #expect(try await one(.throttle) != key)
    }

    @Test(
        "Browsers are told apart by family and system, and by nothing else",
        arguments: [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
                "Safari on iPhone"
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0",
                "Edge on Windows"
            ),
            (
                "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36",
                "Chrome on Android"
            ),
            ("curl/8.5.0", "curl"), ("<script>", "Browser"), ("", "Browser"),
        ])
    func families(userAgent: String, name: String) { #expect(BrowserFamily.name(userAgent) == name) }
}
