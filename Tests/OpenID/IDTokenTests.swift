import Foundation
import Messages
import Testing

@testable import OpenID

@Suite struct IDTokenTests {
    private static let now: Milliseconds = 1_750_000_000_000
    private static let second = Double(now) / 1000
    private static let good: [String: any Sendable] = [
        "iss": "https://id.example.org", "sub": "42", "aud": "pulsum", "exp": second + 300, "iat": second,
        "nonce": "n", "auth_time": second, "name": "Ada", "zoneinfo": "Europe/Berlin", "groups": ["pulsum", "x"],
    ]

    private func token(_ changes: [String: (any Sendable)?] = [:], groupsClaim: String = "groups") throws -> IDToken {
        var claims: [String: Any] = Self.good
        for (name, value) in changes { claims[name] = value }
        let decoder = JSONDecoder()
        decoder.userInfo[try #require(IDToken.groupsClaim)] = groupsClaim
        return try decoder.decode(IDToken.self, from: try JSONSerialization.data(withJSONObject: claims))
    }

    private func fault(_ token: IDToken, isFresh: Bool = true) -> IDToken.Fault? {
        token.fault(
            IDToken.Expectation(
                issuer: "https://id.example.org", client: "pulsum", nonce: "n", begun: Self.now - 20_000,
                now: Self.now, isFresh: isFresh))
    }

    @Test("SEC-14 a token counts only for this issuer, client, sign-in and time")
    func claims() throws {
        let second = Self.second
        let cases: [(changes: [String: (any Sendable)?], fault: IDToken.Fault?)] = [
            ([:], nil),
            (["iss": "https://id.example.org/"], .issuer), (["iss": "http://id.example.org"], .issuer),
            (["sub": ""], .subject), (["sub": String(repeating: "x", count: 256)], .subject), (["sub": "ü"], .subject),
            (["aud": "other"], .audience), (["aud": [String]()], .audience), (["aud": nil], .audience),
            (["aud": ["pulsum"]], nil), (["aud": ["pulsum", "other"]], .party),
            (["aud": ["pulsum", "other"], "azp": "other"], .party),
            (["aud": ["pulsum", "other"], "azp": "pulsum"], nil), (["azp": "other"], .party),
            (["nonce": "m"], .nonce), (["nonce": nil], .nonce),
            (["exp": second - 59], nil), (["exp": second - 61], .time),
            (["iat": second + 59], nil), (["iat": second + 61], .time),
            (["iat": second - 79], nil), (["iat": second - 81], .time),
            (["auth_time": second - 79], nil), (["auth_time": second - 81], .authentication),
            (["auth_time": second + 61], .authentication), (["auth_time": nil], .authentication),
        ]
        for (changes, expected) in cases { #expect(fault(try token(changes)) == expected, "\(changes)") }
        #expect(fault(try token(["auth_time": nil]), isFresh: false) == nil, "a first login may be older")
    }

    @Test("A token without what it must say is refused; what it may say may be missing or odd")
    func shape() throws {
        for name in ["iss", "sub", "exp", "iat"] {
            #expect(throws: DecodingError.self, "\(name)") { try token([name: nil]) }
        }
        #expect(throws: DecodingError.self) { try token(["exp": "soon"]) }
        let bare = try token(["name": nil, "zoneinfo": 7, "groups": nil])
        #expect(bare.name == nil && bare.zone == nil && bare.groups == [])
        #expect(try token(["name": nil, "preferred_username": "ada"]).name == "ada")
    }

    @Test("Groups are a list or one text, in the claim that the operator names")
    func groups() throws {
        #expect(try token().groups == ["pulsum", "x"])
        #expect(try token(["groups": "pulsum"]).groups == ["pulsum"])
        #expect(
            try token(["https://example.org/roles": ["a"]], groupsClaim: "https://example.org/roles").groups == ["a"])
        #expect(try token(groupsClaim: "roles").groups == [])
        // Other elements do not hide the texts of the list; a claim of another type says nothing about groups.
        #expect(try token(["groups": ["pulsum", 5, ["x"]] as [any Sendable]]).groups == ["pulsum"])
        #expect(throws: DecodingError.self) { try token(["groups": ["a": "b"]]) }
        #expect(throws: DecodingError.self) { try token(["groups": 7]) }
        #expect(throws: DecodingError.self) { try token(["azp": ["other"]]) }
    }
}
