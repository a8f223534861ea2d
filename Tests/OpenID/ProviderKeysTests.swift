import Foundation
import Testing

@testable import OpenID

@Suite struct ProviderKeysTests {
    private func header(_ json: String) throws -> TokenHeader {
        try TokenHeader(of: Data(json.utf8).base64URL + ".e30.c2ln")
    }

    @Test("SEC-14 only RS256 and ES256 are accepted, and no header that must be understood")
    func algorithms() throws {
        #expect(try header(#"{"alg":"RS256","kid":"a"}"#).kid == "a")
        #expect(try header(#"{"alg":"ES256"}"#).algorithm == .es256)
        for name in ["none", "None", "HS256", "RS384", "PS256", "EdDSA", "rs256", ""] {
            #expect(throws: IDToken.Fault.algorithm, "\(name)") { try header(#"{"alg":"\#(name)"}"#) }
        }
        #expect(throws: IDToken.Fault.algorithm) { try header("{}") }
        #expect(throws: IDToken.Fault.form) { try header(#"{"alg":"RS256","crit":["b64"],"b64":false}"#) }
        for wrong in ["", "a", "a.b", "e30.e30", "e30.e30.e30.e30", "!!.e30.e30"] {
            #expect(throws: IDToken.Fault.self, "\(wrong)") { try TokenHeader(of: wrong) }
        }
    }

    @Test("SEC-14 a key is found by its id and its purpose; what is no key of ours does not spoil the set")
    func choice() throws {
        let json = """
            {"keys": [
                7, {"kty": 3}, {"kty": "oct", "kid": "a", "k": "AA", "alg": "HS256"},
                {"kty": "RSA", "kid": "a", "use": "enc", "n": "AQAB", "e": "AQAB"},
                {"kty": "RSA", "kid": "a", "alg": "RS512", "n": "AQAB", "e": "AQAB"},
                {"kty": "RSA", "kid": "a", "use": "sig", "alg": "RS256", "n": "AQAB", "e": "AQAB"},
                {"kty": "EC", "kid": "b", "crv": "P-384", "x": "AA", "y": "AA"},
                {"kty": "EC", "kid": "b", "crv": "P-256", "x": "AA", "y": "AA"},
                {"kty": "RSA", "kid": "twice", "n": "AQAB", "e": "AQAB"},
                {"kty": "RSA", "kid": "twice", "n": "AAAB", "e": "AQAB"}
            ]}
            """
        let keys = try JSONDecoder().decode(ProviderKeys.self, from: Data(json.utf8))
        func found(_ algorithm: String, _ kid: String?) throws -> String? {
            let kid = kid.map { #","kid":"\#($0)""# } ?? ""
            return keys.key(for: try header(#"{"alg":"\#(algorithm)"\#(kid)}"#))?.keyType.rawValue
        }
        #expect(try found("RS256", "a") == "RSA" && found("ES256", "b") == "EC")
        #expect(try found("ES256", "a") == nil && found("RS256", "b") == nil && found("RS256", "c") == nil)
        #expect(try found("ES256", nil) == "EC", "the only one for this algorithm")
        #expect(try found("RS256", nil) == nil && found("RS256", "twice") == nil, "one of several is not guessed")
        #expect(throws: (any Error).self) { try JSONDecoder().decode(ProviderKeys.self, from: Data("{}".utf8)) }
    }
}
