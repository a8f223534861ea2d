import Crypto
import Foundation
import Messages
import Testing

@testable import OpenID

@Suite struct LoginAttemptTests {
    private let key = SymmetricKey(size: .bits256)
    private let now: Milliseconds = 1_750_000_000_000

    @Test("SEC-14 an attempt survives its cookie, and nobody reads or changes it")
    func cookie() throws {
        let purposes: [LoginAttempt.Purpose] = [
            .signIn, .confirm(session: .random(), user: .random()), .link(session: .random(), user: .random()),
        ]
        for purpose in purposes {
            let attempt = LoginAttempt(purpose, next: "/journal?q=a%20b", at: now)
            let sealed = try attempt.sealed(by: key)
            #expect(LoginAttempt(sealed: sealed, by: key, now: now + 1) == attempt)
            #expect(sealed.utf8.count < 2000 && !sealed.contains(attempt.state))
            #expect(LoginAttempt(sealed: sealed, by: SymmetricKey(size: .bits256), now: now) == nil)
            for place in [0, 40, sealed.count - 2] {
                let index = sealed.index(sealed.startIndex, offsetBy: place)
                let other = sealed[index] == "A" ? "B" : "A"
                let changed = sealed.replacingCharacters(in: index...index, with: other)
                #expect(LoginAttempt(sealed: changed, by: key, now: now) == nil)
            }
        }
        #expect(LoginAttempt(sealed: "", by: key, now: now) == nil)
        #expect(LoginAttempt(sealed: String(repeating: "A", count: 5000), by: key, now: now) == nil)
    }

    @Test("SEC-14 an attempt counts for ten minutes, also where the clock was set back")
    func lifetime() throws {
        let sealed = try LoginAttempt(.signIn, next: "/", at: now).sealed(by: key)
        #expect(LoginAttempt(sealed: sealed, by: key, now: now + 600_000) != nil)
        #expect(LoginAttempt(sealed: sealed, by: key, now: now + 600_001) == nil)
        #expect(LoginAttempt(sealed: sealed, by: key, now: now - 1) == nil)
    }

    @Test("SEC-14 state, nonce and verifier are new for each attempt; a long way back is cut to the first page")
    func random() {
        let attempts = (0..<20).map { _ in LoginAttempt(.signIn, next: "/", at: now) }
        #expect(Set(attempts.flatMap { [$0.state, $0.nonce, $0.verifier] }).count == 60)
        // RFC 7636, section 4.1: 43 to 128 characters.
        #expect(attempts.allSatisfy { (43...128).contains($0.verifier.utf8.count) && $0.challenge.utf8.count == 43 })
        #expect(LoginAttempt(.signIn, next: "/" + String(repeating: "x", count: 512), at: now).next == "/")
    }

    @Test("base64url is without padding, and nothing else is read as it")
    func base64() {
        for count in 0..<40 {
            let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 251) })
            #expect(
                Data(base64URL: bytes.base64URL) == bytes && !bytes.base64URL.contains(where: { "+/=".contains($0) }))
        }
        for wrong in ["AA==", "A+AA", "A/AA", "A A", "ä", "A"] { #expect(Data(base64URL: wrong) == nil, "\(wrong)") }
    }
}
