import Foundation
import Messages
import SystemKit

/// The identity provider of a team: authorization code flow with PKCE, state and nonce (OpenID Connect Core 1.0, section
/// 3.1; RFC 7636; RFC 9207; RFC 9700).
package struct Provider: Sendable {
    /// How this installation is registered at the provider.
    package struct Registration: Sendable {
        /// Issuer URL exactly as the provider states it.
        let issuer: String
        let client: String
        /// Read for each sign-in, so that it can be replaced. Nil if there is none.
        let secret: @Sendable () -> String?
        let scopes: String
        let groupsClaim: String
        /// PEM file of the only certificate authorities that count; nil for those of the system.
        let authorities: String?

        package init(
            issuer: String, client: String, secret: @escaping @Sendable () -> String?,
            scopes: String = "openid profile", groupsClaim: String = "groups", authorities: String? = nil
        ) {
            (self.issuer, self.client, self.secret, self.scopes) = (issuer, client, secret, scopes)
            (self.groupsClaim, self.authorities) = (groupsClaim, authorities)
        }
    }

    /// Who signed in.
    package struct Identity: Sendable {
        /// The key of an identity: a subject belongs to its issuer.
        package let issuer, subject: String
        /// For display only; nil if the provider states none.
        package let name: String?
        /// IANA name; nil if the provider states none.
        package let zone: String?
        /// The groups in the order of the token.
        package let groups: [String]
    }

    /// The parameters with which the browser comes back.
    package struct Answer: Sendable {
        let state, code, error, issuer: String?

        /// - Parameter parameter: the decoded value of a parameter of the address.
        package init(_ parameter: (String) -> String?) {
            (state, code, error, issuer) = (parameter("state"), parameter("code"), parameter("error"), parameter("iss"))
        }

        /// True if it answers this attempt of this browser.
        package func answers(_ attempt: LoginAttempt) -> Bool { state == attempt.state }
    }

    private let registration: Registration
    private let connection: ProviderConnection
    private let now: @Sendable () -> Milliseconds
    private let metadata: SharedDocument<ProviderMetadata>
    private let keys: SharedDocument<ProviderKeys>

    /// - Throws: `PrivateURL.Refused` for a public address, and for one without encryption beyond this machine.
    package init(
        _ registration: Registration, now: @escaping @Sendable () -> Milliseconds = WallClock.milliseconds
    ) throws(PrivateURL.Refused) {
        let setting = "PULSUM_OPENID_ISSUER"
        let url = try PrivateURL(registration.issuer, setting: setting, subject: "who signs in")
        guard url.isEncrypted || url.host == "localhost" || NetworkAddress(url.host)?.isLoopback == true else {
            throw PrivateURL.Refused("\(setting) must begin with https://, except on this machine.")
        }
        (self.registration, self.now) = (registration, now)
        let connection = ProviderConnection(url: url, authorities: registration.authorities)
        let metadata = SharedDocument { () async throws(OpenIDError) -> ProviderMetadata in
            let issuer = registration.issuer
            let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
            let found = try await connection.document(
                ProviderMetadata.self, at: base + "/.well-known/openid-configuration")
            if let misfit = found.misfit(issuer: issuer, owns: connection.owns) { throw .unfit(cause: misfit) }
            return found
        }
        (self.connection, self.metadata) = (connection, metadata)
        keys = SharedDocument { () async throws(OpenIDError) -> ProviderKeys in
            try await connection.document(ProviderKeys.self, at: try await metadata.value().keys)
        }
    }

    // MARK: Addresses for the browser

    /// The address at the provider where the person signs in.
    /// - Parameter redirect: the address of this site to come back to, as registered.
    package func authorizationURL(for attempt: LoginAttempt, redirect: String) async throws(OpenIDError) -> String {
        let endpoint = try await metadata.value().authorization
        var fields = [
            ("response_type", "code"), ("client_id", registration.client), ("redirect_uri", redirect),
            ("scope", registration.scopes), ("state", attempt.state), ("nonce", attempt.nonce),
            ("code_challenge", attempt.challenge), ("code_challenge_method", "S256"),
        ]
        if attempt.isFresh { fields += [("prompt", "login"), ("max_age", "0")] }
        return endpoint + (endpoint.contains("?") ? "&" : "?") + ProviderConnection.form(fields)
    }

    /// The address at the provider where the person signs out there; nil if the provider has none or does not answer.
    package func endSessionURL() async -> String? {
        guard let endpoint = try? await metadata.value().endSession else { return nil }
        return endpoint + (endpoint.contains("?") ? "&" : "?")
            + ProviderConnection.form([("client_id", registration.client)])
    }

    // MARK: The way back

    /// Exchanges the code for an ID token and checks it.
    /// - Parameter redirect: the same as for `authorizationURL`.
    package func identity(
        from answer: Answer, for attempt: LoginAttempt, redirect: String
    ) async throws(OpenIDError) -> Identity {
        guard answer.answers(attempt) else { throw .wrongState }
        let provider = try await metadata.value()
        // RFC 9207: an answer of another provider is not taken to this one.
        guard answer.issuer.map({ $0 == registration.issuer }) ?? !provider.statesIssuer else {
            throw .refused(.issuer)
        }
        if let error = answer.error {
            throw ["temporarily_unavailable", "server_error"].contains(error) ? .unreachable : .cancelled
        }
        guard let code = answer.code, !code.isEmpty, code.utf8.count <= 4096 else { throw .cancelled }
        let token = try await exchange(code, attempt, redirect, provider)
        let claims = try await verify(token)
        let expectation = IDToken.Expectation(
            issuer: registration.issuer, client: registration.client, nonce: attempt.nonce, begun: attempt.begun,
            now: now(), isFresh: attempt.isFresh)
        switch claims.fault(expectation) {
        case nil: break
        case .time: throw .clockSkew
        case .authentication: throw .notFresh
        case .some(let fault): throw .refused(fault)
        }
        return Identity(
            issuer: claims.issuer, subject: claims.subject, name: claims.name, zone: claims.zone, groups: claims.groups)
    }

    /// - Returns: the ID token. The access token is not used and not kept.
    private func exchange(
        _ code: String, _ attempt: LoginAttempt, _ redirect: String, _ provider: ProviderMetadata
    ) async throws(OpenIDError) -> String {
        struct Reply: Decodable {
            let token, error: String?
            enum CodingKeys: String, CodingKey {
                case token = "id_token"
                case error
            }
        }
        guard let secret = registration.secret() else { throw .unfit(cause: "The client's secret cannot be read.") }
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect),
            ("code_verifier", attempt.verifier),
        ]
        var authorization: String?
        if provider.sendsSecretInBody {
            fields += [("client_id", registration.client), ("client_secret", secret)]
        } else {
            // RFC 6749, section 2.3.1: both are form-encoded first.
            let pair = [registration.client, secret].map(ProviderConnection.escaped).joined(separator: ":")
            authorization = "Basic " + Data(pair.utf8).base64EncodedString()
        }
        let (status, body) = try await connection.post(fields, to: provider.token, authorization: authorization)
        let reply = try? JSONDecoder().decode(Reply.self, from: body)
        switch status {
        case 200:
            guard let token = reply?.token else { throw .unfit(cause: "The provider's answer has no ID token.") }
            return token
        case 400 where reply?.error == "invalid_grant": throw .expiredCode
        case 500...: throw .unreachable
        default: throw .unfit(cause: "The token endpoint answered with HTTP \(status): check client id and secret.")
        }
    }

    private func verify(_ token: String) async throws(OpenIDError) -> IDToken {
        let header: TokenHeader
        do { header = try TokenHeader(of: token) } catch { throw .refused(error) }
        let received = ContinuousClock.now
        var key = try await keys.value().key(for: header)
        // The provider may have begun to sign with another key. Keys fetched from now on contain it.
        if key == nil { key = try await keys.value(since: received).key(for: header) }
        guard let key else { throw .refused(.key) }
        do {
            return try await IDToken.verify(token, by: key, groupsClaim: registration.groupsClaim)
        } catch { throw .refused(error) }
    }
}
