import Foundation
import PrivateHTTP
import SystemKit

/// Requests to the identity provider and to no other address: every endpoint has the issuer's origin, redirects are not
/// followed, and the address must be on this machine or in its private network.
struct ProviderConnection: Sendable {
    /// For one request, head and body together.
    private static let limit = Duration.seconds(5)

    let url: PrivateURL
    /// PEM file of the only certificate authorities that count; nil for those of the system.
    let authorities: String?

    /// True if an endpoint has the issuer's origin.
    func owns(_ endpoint: String) -> Bool {
        endpoint.hasPrefix(url.origin + "/") && endpoint.utf8.count <= 2048
            && endpoint.utf8.allSatisfy { (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "#") }
    }

    /// A document as JSON.
    /// - Throws: `unreachable` without an answer, `unfit` for one that is not the document.
    func document<T: Decodable>(_ type: T.Type, at endpoint: String) async throws(OpenIDError) -> T {
        let (status, body) = try await send(.get, endpoint, [("Accept", "application/json")])
        guard status == 200, let document = try? JSONDecoder().decode(type, from: body) else {
            throw status >= 500 ? .unreachable : .unfit(cause: "The provider has no readable \(type).")
        }
        return document
    }

    /// Sends a form to the token endpoint.
    /// - Throws: `unreachable` without an answer, `unfit` for one that is too large.
    func post(
        _ fields: [(name: String, value: String)], to endpoint: String, authorization: String?
    ) async throws(OpenIDError) -> (status: Int, body: Data) {
        var headers = [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")]
        if let authorization { headers.append(("Authorization", authorization)) }
        return try await send(.post, endpoint, headers, Array(Self.form(fields).utf8))
    }

    private func send(
        _ method: PrivateHTTP.Request.Method, _ endpoint: String, _ headers: [(String, String)], _ body: [UInt8] = []
    ) async throws(OpenIDError) -> (status: Int, body: Data) {
        guard owns(endpoint) else { throw .unfit(cause: "An endpoint has another origin than the issuer.") }
        let request = PrivateHTTP.Request(
            method, String(endpoint.dropFirst(url.origin.count)), headers: headers, body: body, authorities: authorities
        )
        switch await PrivateHTTP.send(request, to: url, until: .now + Self.limit) {
        case .answered(let status, let body): return (status, Data(body))
        case .failed(.tooLarge): throw .unfit(cause: "An answer of the provider is too large.")
        case .failed: throw .unreachable
        }
    }

    /// Fields as `application/x-www-form-urlencoded`.
    static func form(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
    }

    /// Percent-encoded, all but unreserved characters (RFC 3986, section 2.3).
    static func escaped(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
