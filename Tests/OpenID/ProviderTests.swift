import Fixtures
import Foundation
import Messages
import Synchronization
import SystemKit
import TestTraits
import Testing

@testable import OpenID

/// The provider's client against a real server.
@Suite(.serialized, .tags(.processes)) struct ProviderTests {
    private static let redirect = "http://localhost:8080/openid/callback"
    private static let ada = IdentityProvider.Person("ada-1", name: "Ada", groups: ["pulsum"])

    private func provider(_ server: IdentityProvider, secret: String? = IdentityProvider.secret) throws -> Provider {
        try Provider(
            Provider.Registration(issuer: server.issuer, client: IdentityProvider.clientID, secret: { secret }))
    }

    /// Goes to the server and back.
    private func identity(
        _ provider: Provider, _ server: IdentityProvider, _ purpose: LoginAttempt.Purpose = .signIn,
        changing: (inout [String: String]) -> Void = { _ in }
    ) async throws -> Provider.Identity {
        let attempt = LoginAttempt(purpose, next: "/", at: WallClock.milliseconds())
        let url = try await provider.authorizationURL(for: attempt, redirect: Self.redirect)
        let back = try await server.signIn(at: url)
        var parameters: [String: String] = [:]
        for item in URLComponents(string: back)?.queryItems ?? [] { parameters[item.name] = item.value }
        changing(&parameters)
        return try await provider.identity(
            from: Provider.Answer { parameters[$0] }, for: attempt, redirect: Self.redirect)
    }

    private func with(_ body: (IdentityProvider) async throws -> Void) async throws {
        let server = try await IdentityProvider.start(Self.ada)
        let result: Result<Void, any Error>
        do { result = .success(try await body(server)) } catch { result = .failure(error) }
        await server.stop()
        try result.get()
    }

    @Test("SEC-14 the code flow with PKCE, state and nonce names issuer, subject and groups")
    func flow() async throws {
        try await with { server in
            let provider = try provider(server)
            let found = try await identity(provider, server)
            #expect(found.issuer == server.issuer && found.subject == "ada-1" && found.groups == ["pulsum"])
            let sent = try #require(server.authorizations.first)
            #expect(
                sent["code_challenge_method"] == "S256" && sent["prompt"] == nil && sent["scope"] == "openid profile")
            #expect(Set([sent["state"], sent["nonce"], sent["code_challenge"]]).count == 3)
            let fresh = LoginAttempt.Purpose.confirm(session: .random(), user: .random())
            _ = try await identity(provider, server, fresh)
            #expect(server.authorizations.last?["prompt"] == "login" && server.authorizations.last?["max_age"] == "0")
            // Both documents were fetched once for both sign-ins.
            for path in ["/.well-known/openid-configuration", "/keys"] {
                #expect(server.paths.filter { $0 == path }.count == 1, "\(path)")
            }
            #expect(await provider.endSessionURL() == server.issuer + "/logout?client_id=pulsum")
        }
    }

    @Test("SEC-14 what a wrong or hostile provider says is refused, each for its reason")
    func faults() async throws {
        try await with { server in
            let provider = try provider(server)
            let fresh = LoginAttempt.Purpose.confirm(session: .random(), user: .random())
            var slow = Self.ada
            slow.loggedInAgo = 3600
            server.become(slow)
            let expected: [(fault: IdentityProvider.Fault, error: OpenIDError)] = [
                (.nonce, .refused(.nonce)), (.noNonce, .refused(.nonce)), (.audience, .refused(.audience)),
                (.party, .refused(.party)), (.issuer, .refused(.issuer)), (.subject, .refused(.subject)),
                (.expired, .clockSkew), (.issuedEarly, .clockSkew), (.issuedLate, .clockSkew),
                (.unsigned, .refused(.algorithm)), (.symmetric, .refused(.algorithm)),
                (.otherKey, .refused(.signature)), (.unknownKey, .refused(.key)), (.changed, .refused(.signature)),
                (.staleLogin, .notFresh), (.noLoginTime, .notFresh), (.otherIssuer, .refused(.issuer)),
                (.noIssuer, .refused(.issuer)), (.code, .expiredCode), (.broken, .unreachable),
                (.declined, .cancelled),
            ]
            #expect(Set(expected.map { "\($0.fault)" }) == Set(IdentityProvider.Fault.allCases.map { "\($0)" }))
            for (fault, error) in expected {
                server.fail(fault)
                await #expect(throws: error, "\(fault)") { try await identity(provider, server, fresh) }
            }
            server.fail(nil)
            #expect(try await identity(provider, server, fresh).subject == "ada-1")
            await #expect(throws: OpenIDError.wrongState) {
                try await identity(provider, server) { $0["state"] = "another" }
            }
            await #expect(throws: OpenIDError.cancelled) { try await identity(provider, server) { $0["code"] = nil } }
            let stranger = try self.provider(server, secret: "wrong")
            await #expect(throws: OpenIDError.self) { try await identity(stranger, server) }
            await #expect(throws: OpenIDError.self) {
                try await identity(try self.provider(server, secret: nil), server)
            }
        }
    }

    @Test("SEC-14 a code of another sign-in is refused by PKCE, and a used one by the provider")
    func codes() async throws {
        try await with { server in
            let provider = try provider(server)
            let attempt = LoginAttempt(.signIn, next: "/", at: WallClock.milliseconds())
            let back = try await server.signIn(
                at: try await provider.authorizationURL(for: attempt, redirect: Self.redirect))
            let stolen = try #require(
                URLComponents(string: back)?.queryItems?.first { $0.name == "code" }?.value)
            await #expect(throws: OpenIDError.expiredCode) {
                try await identity(provider, server) { $0["code"] = stolen }
            }
            let verifiers = server.tokenRequests.compactMap { $0["code_verifier"] }
            #expect(verifiers.count == 1 && verifiers[0] != attempt.verifier)
            await #expect(throws: OpenIDError.expiredCode) {
                try await identity(provider, server) { $0["code"] = stolen }
            }
        }
    }

    @Test("SEC-14 new keys of the provider are found by their id, without a restart")
    func rotation() async throws {
        try await with { server in
            let provider = try provider(server)
            _ = try await identity(provider, server)
            try server.rotate()
            // The keys are not fetched again within two seconds: the sign-in waits for that.
            _ = try await identity(provider, server)
            #expect(server.paths.filter { $0 == "/keys" }.count == 2)
            server.fail(.unknownKey)
            let begin = ContinuousClock.now
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        await #expect(throws: OpenIDError.refused(.key)) { try await identity(provider, server) }
                    }
                }
            }
            let most = 3 + Int((ContinuousClock.now - begin) / .seconds(2))
            #expect(server.paths.filter { $0 == "/keys" }.count <= most, "unknown ids do not flood the provider")
        }
    }

    @Test("SEC-14 no request goes to another origin than the issuer's, whatever the provider says")
    func origin() async throws {
        let other = try await RecordingServer.start()
        let elsewhere = String(other.url.dropLast(3))
        try await with { server in
            for discovery in [
                IdentityProvider.Discovery.tokenEndpoint(at: elsewhere), .redirect(to: elsewhere + "/v1/traces"),
                .otherIssuer, .withoutPKCE, .huge,
                .tokenEndpoint(at: server.origin + "@" + elsewhere.dropFirst("http://".count)),
            ] {
                server.discover(discovery)
                let provider = try provider(server)
                let attempt = LoginAttempt(.signIn, next: "/", at: WallClock.milliseconds())
                let error = await #expect(throws: OpenIDError.self, "\(discovery)") {
                    try await provider.authorizationURL(for: attempt, redirect: Self.redirect)
                }
                guard case .unfit = error else {
                    Issue.record("\(discovery): \(String(describing: error))")
                    continue
                }
            }
        }
        #expect(other.arrivals.isEmpty)
        await other.stop()
    }

    @Test("SEC-14 the provider's address is private, and encrypted beyond this machine")
    func addresses() throws {
        func make(_ issuer: String) throws {
            _ = try Provider(Provider.Registration(issuer: issuer, client: "pulsum", secret: { "x" }))
        }
        for good in [
            "http://127.0.0.1:9000/realms/a", "http://[::1]:9000", "https://10.1.2.3", "https://192.168.1.2/x/",
        ] {
            #expect(throws: Never.self, "\(good)") { try make(good) }
        }
        for wrong in [
            "https://8.8.8.8", "http://10.1.2.3", "https://user@10.1.2.3", "https://10.1.2.3/?a", "ftp://10.1.2.3", "",
        ] {
            #expect(throws: PrivateURL.Refused.self, "\(wrong)") { try make(wrong) }
        }
    }

    @Test("A document is fetched once for all who wait, and a failure is not repeated at once")
    func shared() async throws {
        let start = ContinuousClock.now
        let time = Mutex(start)
        let fetches = Mutex(0)
        let document = SharedDocument<Int>(
            now: { time.withLock { $0 } },
            sleep: { instant in time.withLock { $0 = max($0, instant) } },
            fetch: { () async throws(OpenIDError) -> Int in
                let number = fetches.withLock {
                    $0 += 1
                    return $0
                }
                try? await Task.sleep(for: .milliseconds(50))
                if number == 1 { throw .unreachable }
                return number
            })
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<10 { group.addTask { (try? await document.value()) == nil } }
            for await failed in group { #expect(failed) }
        }
        time.withLock { $0 = start + .milliseconds(1_999) }
        await #expect(throws: OpenIDError.unreachable) { try await document.value() }
        #expect(fetches.withLock { $0 } == 1)
        time.withLock { $0 = start + .seconds(2) }
        #expect(try await document.value() == 2)
        // A newer one is fetched once for all who wait, not sooner than two seconds after the last.
        let instant = start + .milliseconds(2_001)
        time.withLock { $0 = instant }
        await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<10 { group.addTask { try? await document.value(since: instant) } }
            for await value in group { #expect(value == 3) }
        }
        #expect(time.withLock { $0 } == start + .seconds(4))
        #expect(try await document.value(since: instant) == 3)
        #expect(fetches.withLock { $0 } == 3)
    }
}
