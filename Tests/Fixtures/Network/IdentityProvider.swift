import AsyncHTTPClient
import Crypto
import CryptoExtras
import Foundation
import Hummingbird
import Logging
import Synchronization

/// An OpenID provider on 127.0.0.1 that signs everybody in as `person`, without asking. It insists on client secret,
/// redirect address and PKCE, and can be set to answer wrongly.
public final class IdentityProvider: Sendable {
    /// Who signs in.
    public struct Person: Sendable {
        /// `sub`.
        public var subject: String
        /// `name`.
        public var name: String
        /// `groups`.
        public var groups: [String]
        /// Seconds between the login at the provider and now, where the provider is not asked for a fresh one.
        public var loggedInAgo: Double = 0

        /// A person with these groups.
        public init(_ subject: String, name: String, groups: [String]) {
            (self.subject, self.name, self.groups) = (subject, name, groups)
        }
    }

    /// What the provider does wrong.
    public enum Fault: Sendable, CaseIterable {
        case nonce, noNonce, audience, party, issuer, subject, expired, issuedEarly, issuedLate
        /// Signatures: none, an HMAC with the public key, another key under the known `kid`, another `kid`, a changed
        /// payload.
        case unsigned, symmetric, otherKey, unknownKey, changed
        /// It does not ask for a fresh login, or does not say when it was.
        case staleLogin, noLoginTime
        /// The answer names another issuer (RFC 9207), or none.
        case otherIssuer, noIssuer
        /// The code is not accepted; the token endpoint fails; the person declines.
        case code, broken, declined
    }

    /// How the discovery document differs from a good one.
    public enum Discovery: Sendable {
        case good
        /// The token endpoint is at this origin.
        case tokenEndpoint(at: String)
        /// Another issuer is stated.
        case otherIssuer
        /// PKCE is not announced.
        case withoutPKCE
        /// Leads elsewhere.
        case redirect(to: String)
        /// Larger than anybody needs.
        case huge
    }

    private struct Code {
        let person: Person
        let nonce, redirect, challenge: String
        let isFresh: Bool
    }

    private struct State {
        var person: Person
        var fault: Fault?
        var discovery = Discovery.good
        var key: _RSA.Signing.PrivateKey
        var keyNumber = 1
        var codes: [String: Code] = [:]
        var paths: [String] = []
        var authorizations: [[String: String]] = []
        var tokenRequests: [[String: String]] = []
    }

    private let state: Mutex<State>
    private let task: Task<Void, any Error>
    private let client = HTTPClient(
        configuration: {
            var configuration = HTTPClient.Configuration()
            configuration.redirectConfiguration = .disallow
            return configuration
        }())

    /// Issuer URL, with a path.
    public let issuer: String
    /// Scheme, host and port of the issuer.
    public var origin: String { String(issuer.dropLast("/realms/team".count)) }
    /// The registered client.
    public static let clientID = "pulsum"
    /// The client's secret.
    public static let secret = "s3cret of:the client"

    /// Listens on 127.0.0.1 at a free port; returns once it accepts connections.
    public static func start(_ person: Person) async throws -> IdentityProvider {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let box = Box()
        let router = Router()
        for (method, path) in [
            (HTTPRequest.Method.get, "realms/team/.well-known/openid-configuration"), (.get, "realms/team/keys"),
            (.get, "realms/team/authorize"), (.post, "realms/team/token"),
        ] {
            router.on(RouterPath(path), method: method) { request, _ -> Response in
                guard let server = box.server.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
                return try await server.respond(to: request)
            }
        }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                found.yield(channel.localAddress?.port ?? 0)
                found.finish()
            }, logger: Logger(label: "provider", factory: { _ in SwiftLogNoOpLogHandler() }))
        let task = Task { try await application.run() }
        for await port in ports {
            let server = IdentityProvider(
                task, "http://127.0.0.1:\(port)/realms/team", State(person: person, key: key))
            box.server.withLock { $0 = server }
            return server
        }
        try await task.value
        throw CancellationError()
    }

    private final class Box: Sendable { let server = Mutex<IdentityProvider?>(nil) }

    private init(_ task: Task<Void, any Error>, _ issuer: String, _ state: consuming State) {
        (self.task, self.issuer) = (task, issuer)
        self.state = Mutex(state)
    }

    /// Stops the server.
    public func stop() async {
        task.cancel()
        _ = await task.result
        try? await client.shutdown()
    }

    // MARK: What it does

    /// Signs in as another person from now on.
    public func become(_ person: Person) { state.withLock { $0.person = person } }
    /// Does this wrongly from now on; nil for nothing.
    public func fail(_ fault: Fault?) { state.withLock { $0.fault = fault } }
    /// Serves this discovery document from now on.
    public func discover(_ discovery: Discovery) { state.withLock { $0.discovery = discovery } }
    /// Signs with a new key from now on, and publishes that alone.
    public func rotate() throws {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        state.withLock {
            $0.key = key
            $0.keyNumber += 1
        }
    }

    /// Paths of all requests, below the issuer.
    public var paths: [String] { state.withLock { $0.paths } }
    /// Parameters of the requests at the authorization endpoint.
    public var authorizations: [[String: String]] { state.withLock { $0.authorizations } }
    /// Fields of the requests at the token endpoint.
    public var tokenRequests: [[String: String]] { state.withLock { $0.tokenRequests } }

    /// Opens an address of the authorization endpoint as a browser, and returns where it leads back to.
    public func signIn(at address: String) async throws -> String {
        let response = try await client.execute(HTTPClientRequest(url: address), timeout: .seconds(20))
        guard response.status.code == 302, let location = response.headers.first(name: "Location") else {
            throw TimedOut(what: "the provider to lead back: \(response.status)")
        }
        return location
    }

    // MARK: Answers

    private func respond(to request: Request) async throws -> Response {
        let path = String(request.uri.path.dropFirst("/realms/team".count))
        state.withLock { $0.paths.append(path) }
        switch path {
        case "/authorize": return authorize(request)
        case "/token":
            var request = request
            return try token(Self.fields(String(buffer: try await request.collectBody(upTo: 1 << 16))), request)
        case "/keys": return try keys()
        default: return try configuration()
        }
    }

    private func configuration() throws -> Response {
        let discovery = state.withLock { $0.discovery }
        var document: [String: Any] = [
            "issuer": issuer, "authorization_endpoint": issuer + "/authorize", "token_endpoint": issuer + "/token",
            "jwks_uri": issuer + "/keys", "end_session_endpoint": issuer + "/logout",
            "response_types_supported": ["code"], "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["plain", "S256"],
            "authorization_response_iss_parameter_supported": true,
        ]
        switch discovery {
        case .good: break
        case .tokenEndpoint(let origin): document["token_endpoint"] = origin + "/token"
        case .otherIssuer: document["issuer"] = issuer + "/other"
        case .withoutPKCE: document["code_challenge_methods_supported"] = nil
        case .redirect(let address): return Response(status: .found, headers: [.location: address])
        case .huge: document["padding"] = String(repeating: "x", count: 100_000)
        }
        return try Self.json(document)
    }

    private func keys() throws -> Response {
        let (key, number) = state.withLock { ($0.key, $0.keyNumber) }
        let parts = try key.publicKey.getKeyPrimitives()
        return try Self.json([
            "keys": [
                ["kty": "oct", "kid": "key 1", "k": "AAAA"],
                ["kty": "EC", "kid": "curve", "crv": "secp256k1", "x": "AA", "y": "AA"],
                [
                    "kty": "RSA", "kid": "key \(number)", "use": "enc", "n": Self.base64(parts.modulus),
                    "e": Self.base64(parts.publicExponent),
                ],
                [
                    "kty": "RSA", "kid": "key \(number)", "use": "sig", "alg": "RS256",
                    "n": Self.base64(parts.modulus), "e": Self.base64(parts.publicExponent),
                ],
            ]
        ])
    }

    private func authorize(_ request: Request) -> Response {
        let fields = Self.fields(request.uri.query ?? "")
        let fault = state.withLock { state in
            state.authorizations.append(fields)
            return state.fault
        }
        guard fields["client_id"] == Self.clientID, fields["response_type"] == "code",
            fields["scope"]?.split(separator: " ").contains("openid") == true,
            let redirect = fields["redirect_uri"], redirect.hasSuffix("/openid/callback"),
            let challenge = fields["code_challenge"], fields["code_challenge_method"] == "S256"
        else { return Response(status: .badRequest) }
        var answer = [("state", fields["state"] ?? "")]
        switch fault {
        case .otherIssuer: answer.append(("iss", "https://other.example.org"))
        case .noIssuer: break
        default: answer.append(("iss", issuer))
        }
        if fault == .declined {
            answer.append(("error", "access_denied"))
        } else {
            let name = UUID().uuidString
            state.withLock {
                $0.codes[name] = Code(
                    person: $0.person, nonce: fields["nonce"] ?? "", redirect: redirect, challenge: challenge,
                    isFresh: fields["prompt"] == "login" && fields["max_age"] == "0")
            }
            answer.append(("code", name))
        }
        return Response(status: .found, headers: [.location: redirect + "?" + Self.form(answer)])
    }

    private func token(_ fields: [String: String], _ request: Request) throws -> Response {
        let (code, fault) = state.withLock { state in
            state.tokenRequests.append(fields)
            return (state.codes.removeValue(forKey: fields["code"] ?? ""), state.fault)
        }
        let pair = [Self.clientID, Self.secret].map(Self.escaped).joined(separator: ":")
        guard request.headers[.authorization] == "Basic " + Data(pair.utf8).base64EncodedString() else {
            return try Self.json(["error": "invalid_client"], status: .unauthorized)
        }
        guard fault != .broken else { return Response(status: .internalServerError) }
        let verifier = Self.base64(Data(SHA256.hash(data: Data((fields["code_verifier"] ?? "").utf8))))
        guard fault != .code, let code, fields["grant_type"] == "authorization_code",
            fields["redirect_uri"] == code.redirect, verifier == code.challenge
        else { return try Self.json(["error": "invalid_grant"], status: .badRequest) }
        return try Self.json([
            "access_token": "unused", "token_type": "Bearer", "id_token": try idToken(code, fault),
        ])
    }

    /// The ID token of a code, signed by hand.
    private func idToken(_ code: Code, _ fault: Fault?) throws -> String {
        let (key, number) = state.withLock { ($0.key, $0.keyNumber) }
        let now = Date().timeIntervalSince1970.rounded(.down)
        let login = code.isFresh && fault != .staleLogin ? now : now - code.person.loggedInAgo
        var claims: [String: Any] = [
            "iss": issuer, "sub": code.person.subject, "aud": Self.clientID, "exp": now + 300, "iat": now,
            "nonce": code.nonce, "auth_time": login, "name": code.person.name, "groups": code.person.groups,
            "email": "somebody@example.org",
        ]
        var header = ["typ": "JWT", "alg": "RS256", "kid": "key \(number)"]
        switch fault {
        case .nonce: claims["nonce"] = "another"
        case .noNonce: claims["nonce"] = nil
        case .audience: claims["aud"] = ["another client"]
        case .party: (claims["aud"], claims["azp"]) = ([Self.clientID, "another"], "another")
        case .issuer: claims["iss"] = issuer + "/"
        case .subject: claims["sub"] = String(repeating: "s", count: 256)
        case .expired: claims["exp"] = now - 120
        case .issuedEarly: claims["iat"] = now - 3600
        case .issuedLate: claims["iat"] = now + 120
        case .noLoginTime: claims["auth_time"] = nil
        case .unsigned: header["alg"] = "none"
        case .symmetric: header["alg"] = "HS256"
        case .unknownKey: header["kid"] = "key 99"
        default: break
        }
        func part(_ value: Any) throws -> String {
            Self.base64(try JSONSerialization.data(withJSONObject: value, options: .sortedKeys))
        }
        let content = Data("\(try part(header)).\(try part(claims))".utf8)
        func signed(by key: _RSA.Signing.PrivateKey) throws -> Data {
            try key.signature(for: SHA256.hash(data: content), padding: .insecurePKCS1v1_5).rawRepresentation
        }
        let signature =
            switch fault {
            case .unsigned: Data()
            case .symmetric:
                Data(
                    HMAC<SHA256>.authenticationCode(
                        for: content, using: SymmetricKey(data: Data(key.publicKey.pemRepresentation.utf8))))
            case .otherKey: try signed(by: try _RSA.Signing.PrivateKey(keySize: .bits2048))
            default: try signed(by: key)
            }
        claims["sub"] = "somebody else"
        let shown =
            fault == .changed ? "\(try part(header)).\(try part(claims))" : String(decoding: content, as: UTF8.self)
        return shown + "." + Self.base64(signature)
    }

    // MARK: Forms

    private static func json(_ document: [String: Any], status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: .init(byteBuffer: ByteBuffer(data: try JSONSerialization.data(withJSONObject: document))))
    }

    private static func base64(_ bytes: Data) -> String {
        bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~")))
            ?? ""
    }

    private static func form(_ fields: [(String, String)]) -> String {
        fields.map { "\(escaped($0))=\(escaped($1))" }.joined(separator: "&")
    }

    private static func fields(_ text: String) -> [String: String] {
        Dictionary(
            text.split(separator: "&").map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1).map {
                    $0.replacing("+", with: " ").removingPercentEncoding ?? ""
                }
                return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
            }, uniquingKeysWith: { first, _ in first })
    }
}
