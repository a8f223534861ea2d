import Foundation

/// The part of a provider's discovery document that is used (OpenID Connect Discovery 1.0, section 3).
struct ProviderMetadata: Decodable, Sendable {
    let issuer: String
    let authorization: String
    let token: String
    let keys: String
    /// The provider's sign-out page (RP-Initiated Logout 1.0); nil if it has none.
    let endSession: String?
    private let challenges: [String]?
    private let authentication: [String]?
    private let namesItself: Bool?

    /// True if the client sends its secret in the body, because the provider does not take it in the header.
    var sendsSecretInBody: Bool {
        let methods = authentication ?? ["client_secret_basic"]
        return !methods.contains("client_secret_basic") && methods.contains("client_secret_post")
    }
    /// True if every answer carries the issuer (RFC 9207).
    var statesIssuer: Bool { namesItself ?? false }

    enum CodingKeys: String, CodingKey {
        case issuer
        case authorization = "authorization_endpoint"
        case token = "token_endpoint"
        case keys = "jwks_uri"
        case endSession = "end_session_endpoint"
        case challenges = "code_challenge_methods_supported"
        case authentication = "token_endpoint_auth_methods_supported"
        case namesItself = "authorization_response_iss_parameter_supported"
    }

    /// Why this document is not the configured provider's, or the provider cannot be used; nil if it can.
    /// - Parameter owns: whether an endpoint has the issuer's origin.
    func misfit(issuer: String, owns: (String) -> Bool) -> String? {
        guard self.issuer == issuer else { return "The provider states another issuer than PULSUM_OPENID_ISSUER." }
        guard [authorization, token, keys].allSatisfy(owns), endSession.map(owns) ?? true else {
            return "An endpoint of the provider has another origin than its issuer."
        }
        guard challenges?.contains("S256") == true else { return "The provider does not announce PKCE with S256." }
        return nil
    }
}
