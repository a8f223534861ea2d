import Foundation
import JWTKit

/// The keys with which a provider signs (RFC 7517). Keys of other kinds are left out.
struct ProviderKeys: Decodable, Sendable {
    /// Most keys that are read.
    private static let maximumKeys = 64

    /// One entry; every member is optional, because a set may hold keys of any kind.
    private struct Entry: Decodable, Sendable {
        let kty, kid, use, alg, n, e, crv, x, y: String?

        /// The key for an algorithm; nil if it is not for that.
        func key(for algorithm: TokenHeader.Algorithm) -> JWK? {
            guard use == nil || use == "sig", alg == nil || alg == algorithm.rawValue else { return nil }
            let id = JWKIdentifier(string: kid ?? "")
            switch algorithm {
            case .rs256:
                guard kty == "RSA", let n, let e else { return nil }
                return .rsa(.rs256, identifier: id, modulus: n, exponent: e)
            case .es256:
                guard kty == "EC", crv == "P-256", let x, let y else { return nil }
                return .ecdsa(.es256, identifier: id, x: x, y: y, curve: .p256)
            }
        }
    }

    /// Decodes to nil what is no entry.
    private struct Lenient: Decodable, Sendable {
        let entry: Entry?
        init(from decoder: any Decoder) throws { entry = try? Entry(from: decoder) }
    }

    private enum CodingKeys: String, CodingKey { case keys }

    private let entries: [Entry]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        entries = Array(
            try container.decode([Lenient].self, forKey: .keys).compactMap(\.entry).prefix(Self.maximumKeys))
    }

    /// The only key that a token's header can mean: of its `kid`, or without one the only key for its algorithm.
    func key(for header: TokenHeader) -> JWK? {
        let fitting = entries.filter { header.kid == nil || $0.kid == header.kid }.compactMap {
            $0.key(for: header.algorithm)
        }
        return fitting.count == 1 ? fitting.first : nil
    }
}

/// The header of a token (RFC 7515).
struct TokenHeader: Equatable, Sendable {
    /// The accepted signatures. A token cannot choose another one, such as none or an HMAC.
    enum Algorithm: String, Sendable {
        case rs256 = "RS256"
        case es256 = "ES256"
    }

    let algorithm: Algorithm
    let kid: String?

    /// - Throws: `IDToken.Fault`: `form`, or `algorithm` for one that is not accepted.
    init(of token: String) throws(IDToken.Fault) {
        struct Fields: Decodable { let alg, kid: String?, crit: [String]? }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Data(base64URL: parts[0]),
            let fields = try? JSONDecoder().decode(Fields.self, from: bytes)
        else { throw .form }
        // Extensions that must be understood (RFC 7515, section 4.1.11): none is.
        guard fields.crit == nil else { throw .form }
        guard let algorithm = fields.alg.flatMap(Algorithm.init(rawValue:)) else { throw .algorithm }
        (self.algorithm, kid) = (algorithm, fields.kid)
    }
}

extension Data {
    /// Decodes base64url without padding (RFC 4648, section 5); nil for other text.
    package init?(base64URL text: some StringProtocol) {
        guard !text.contains(where: { "+/=".contains($0) }) else { return nil }
        let plain = String(text).replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
    }

    /// Encoded as base64url without padding.
    package var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
