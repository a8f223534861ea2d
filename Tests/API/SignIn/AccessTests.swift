import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Messages
import Testing

@testable import API

@Suite struct AccessTests {
    @Test("The source specification's address of the weight takes a session, as the profile does")
    func weight() async throws {
        let world = try TestStore()
        defer { world.remove() }
        try await Application(router: try APIApplication.test(world).router()).test(.router) { client in
            for path in ["/auth/profile", "/v1/profile"] {
                try await client.execute(uri: path, method: .put, body: ByteBuffer(string: #"{"currentWeight":70}"#)) {
                    #expect($0.status == .unauthorized)
                }
            }
            try await client.execute(uri: "/auth/profile", method: .get) {
                #expect($0.status == .methodNotAllowed && $0.headers[.allow] == "PUT")
            }
        }
    }

    @Test("SEC-1 every route for programs has one class of access, and no other route is below it")
    func table() throws {
        let world = try TestStore()
        defer { world.remove() }
        let edge = try APIApplication.test(world)
        let declared = edge.endpoints.access
        let all = try edge.router().routes.map { "\($0.method.rawValue) \($0.path)" }
        let routes = all.filter { route in
            [" /v1", " /auth", " /api/v1", " /health"].contains(where: route.contains)
        }
        for page in TraceMiddleware.pages { #expect(all.contains("GET \(page)"), "\(page)") }
        #expect(Set(routes).count == routes.count)
        #expect(Set(routes) == Set(declared.keys), "\(Set(routes).symmetricDifference(declared.keys).sorted())")
    }

    @Test("SEC-1 a route that nobody declared is refused to everybody")
    func undeclared() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let router = try APIApplication.test(world).router()
        let credentials = Accounts(store: world.store).credentials
        router.group("v1").add(middleware: Authentication(credentials: credentials, access: [:])).get("secret") {
            _, _ in "secret"
        }
        let session = try await credentials.issue(.session, to: .random(), label: "browser").secret
        try await Application(router: router).test(.router) { client in
            let headers: HTTPFields = [.cookie: "\(Site().sessionCookie)=\(session)"]
            try await client.execute(uri: "/v1/secret", method: .get, headers: headers) {
                #expect($0.status == .forbidden)
            }
        }
    }

    @Test("SEC-1 each class of access lets in whom it names", arguments: Access.allCases)
    func classes(access: Access) {
        func passes(
            _ kind: Credentials.Token.Kind, _ scopes: Set<TokenScope> = [], isConfirmed: Bool = false,
            isCompanion: Bool = false
        ) -> Bool {
            let token = Credentials.Token(
                id: .random(), user: .random(), kind: kind, label: "x", scopes: scopes, created: 0, expires: nil,
                used: nil, confirmed: nil, isOlder: false, isCompanion: isCompanion)
            return (try? access.check(token, isConfirmed: isConfirmed)) != nil
        }
        #expect(passes(.session) == ![.recent, .companion].contains(access))
        #expect(passes(.session, isConfirmed: true) == (access != .companion))
        #expect(passes(.device, isConfirmed: true, isCompanion: true) == [.open, .companion].contains(access))
        #expect(passes(.device, []) == (access == .open))
        #expect(passes(.device, [.read]) == [.open, .read].contains(access))
        #expect(passes(.device, [.ingest]) == [.open, .ingest].contains(access))
        #expect(passes(.device, [.ingest, .read], isConfirmed: true) == [.open, .ingest, .read].contains(access))
    }

    @Test("SEC-14 a session of an operator alone reaches no route of a person", arguments: Access.allCases)
    func roles(access: Access) {
        func problem(_ granted: Set<Role>?, isConfirmed: Bool) -> String? {
            let token = Credentials.Token(
                id: .random(), user: .random(), kind: .session, label: "x", scopes: [], created: 0, expires: nil,
                used: nil, confirmed: nil, isOlder: false, granted: granted)
            do { try access.check(token, isConfirmed: isConfirmed) } catch { return error.code }
            return nil
        }
        for roles: Set<Role> in [[.operator], []] {
            #expect(problem(roles, isConfirmed: true) == (access == .open ? nil : "personNeeded"))
        }
        for roles: Set<Role> in [[.person], [.person, .operator]] {
            let other = access == .companion ? "pairingNeeded" : nil
            #expect(problem(roles, isConfirmed: true) == other)
            #expect(problem(roles, isConfirmed: false) == (access == .recent ? "loginNeeded" : other))
        }
    }
}
