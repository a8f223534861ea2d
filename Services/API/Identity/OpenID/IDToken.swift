import Foundation
import JWTKit
import Messages

/// The claims of an ID token (OpenID Connect Core 1.0, section 2) whose signature was verified.
package struct IDToken: JWTPayload {
    /// Why a token does not count, as one word for the log.
    package enum Fault: String, Error, Sendable {
        case form, algorithm, key, signature, issuer, subject, audience, party, nonce
        /// Expired, or issued before this sign-in began or in the future.
        case time
        /// The person was not asked anew.
        case authentication
    }

    /// What a token must say.
    struct Expectation: Sendable {
        let issuer: String
        let client: String
        let nonce: String
        /// When the sign-in began, ms since 1970.
        let begun: Milliseconds
        /// ms since 1970.
        let now: Milliseconds
        /// Whether the person must have been asked since `begun`.
        let isFresh: Bool
    }

    /// Difference between the clocks that is accepted, in ms.
    static let skew: Milliseconds = 60_000
    /// Key of the decoder's `userInfo` for the name of the claim with the groups.
    static let groupsClaim = CodingUserInfoKey(rawValue: "groups")

    let issuer: String
    let subject: String
    let audience: [String]
    /// `azp`.
    let party: String?
    /// Seconds since 1970, as all times of a token.
    let expires: Double
    let issued: Double
    let nonce: String?
    /// `auth_time`.
    let authenticated: Double?
    let name: String?
    /// IANA name.
    let zone: String?
    let groups: [String]

    /// An element of a list of texts; nil if it is something else.
    private struct ListedText: Decodable {
        let text: String?
        init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
    }

    private struct Claim: CodingKey {
        let stringValue: String
        let intValue: Int? = nil
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }

    package init(from decoder: any Decoder) throws {
        let claims = try decoder.container(keyedBy: Claim.self)
        func value<T: Decodable>(_ name: String, _ type: T.Type = T.self) throws -> T {
            try claims.decode(type, forKey: Claim(stringValue: name))
        }
        /// The texts of a claim that is one text or a list; nil if it is absent.
        /// - Throws: `DecodingError` for a claim of another type: it says nothing, not even that there are none.
        func list(_ name: String) throws -> [String]? {
            let key = Claim(stringValue: name)
            guard claims.contains(key), try !claims.decodeNil(forKey: key) else { return nil }
            if let text = try? value(name, String.self) { return [text] }
            return try value(name, [ListedText].self).compactMap(\.text)
        }
        (issuer, subject) = (try value("iss"), try value("sub"))
        (expires, issued) = (try value("exp"), try value("iat"))
        audience = try list("aud") ?? []
        party = try claims.decodeIfPresent(String.self, forKey: Claim(stringValue: "azp"))
        (nonce, authenticated) = (try? value("nonce"), try? value("auth_time"))
        name = (try? value("name")) ?? (try? value("preferred_username"))
        zone = try? value("zoneinfo")
        let claim = Self.groupsClaim.flatMap { decoder.userInfo[$0] as? String }
        groups = try claim.flatMap { try list($0) } ?? []
    }

    package func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "Tokens are read only."))
    }

    /// The signature's algorithm is checked before by `TokenHeader`, the claims afterwards by `fault`.
    package func verify(using algorithm: some JWTAlgorithm) {}

    /// Why this token is not one for this sign-in; nil if it is.
    func fault(_ expected: Expectation) -> Fault? {
        guard issuer == expected.issuer else { return .issuer }
        // Section 2: at most 255 ASCII characters.
        guard (1...255).contains(subject.utf8.count), subject.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            return .subject
        }
        guard audience.contains(expected.client) else { return .audience }
        guard party.map({ $0 == expected.client }) ?? (audience.count == 1) else { return .party }
        guard nonce == expected.nonce else { return .nonce }
        let (skew, now, begun) = (Double(Self.skew), Double(expected.now), Double(expected.begun))
        guard expires * 1000 > now - skew, (begun - skew...now + skew).contains(issued * 1000) else { return .time }
        guard expected.isFresh else { return nil }
        guard let authenticated, (begun - skew...now + skew).contains(authenticated * 1000) else {
            return .authentication
        }
        return nil
    }
}

extension IDToken {
    /// Verifies the signature.
    /// - Throws: `Fault`: `signature`, or `form` if a claim is missing or of another type.
    static func verify(_ token: String, by key: JWK, groupsClaim: String) async throws(Fault) -> IDToken {
        let decoder = JSONDecoder()
        if let name = Self.groupsClaim { decoder.userInfo[name] = groupsClaim }
        do {
            // A collection of this key alone: one with several falls back to its first for an unknown `kid`.
            let keys = JWTKeyCollection(defaultJWTParser: DefaultJWTParser(jsonDecoder: decoder))
            try await keys.add(jwk: key)
            return try await keys.verify(token, as: IDToken.self)
        } catch let error as JWTError where error.errorType == .malformedToken {
            throw .form
        } catch {
            throw .signature
        }
    }
}
