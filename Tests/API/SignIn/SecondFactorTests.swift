import Foundation
import Messages
import Storage
import Testing

@testable import API

@Suite struct SecondFactorTests {
    @Test(
        "RFC 6238, appendix B: the codes of SHA-1",
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ])
    func vectors(seconds: Int64, code: String) {
        let secret = Data("12345678901234567890".utf8)
        let step = TOTP.step(at: seconds * 1000)
        #expect(TOTP.code(secret, step: step, digits: 8) == code)
        #expect(TOTP.code(secret, step: step) == code.suffix(6))
        #expect(TOTP.step(of: String(code.suffix(6)), secret, at: seconds * 1000 + 29_000) != nil)
        #expect(TOTP.step(of: String(code.suffix(6)), secret, at: (step + 2) * 30_000) == nil)
    }

    @Test(
        "RFC 4648, section 10",
        arguments: [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ])
    func base32(text: String, encoded: String) { #expect(Base32.encode(Array(text.utf8)) == encoded) }

    @Test("An authenticator app gets a name and a key that it can read")
    func uri() {
        #expect(
            TOTP.uri(Data("12345678901234567890".utf8), name: "Ada & Zoë")
                == "otpauth://totp/Pulsum%3AAda%20%26%20Zo%C3%AB?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Pulsum&algorithm=SHA1&digits=6&period=30"
        )
    }

    @Test("A step is accepted once, with one before and after it; recovery codes work once; five wrong codes close it")
    func signIn() async throws {
        let (world, clock) = (try TestStore(), TestClock())
        defer { world.remove() }
        let accounts = Accounts(store: world.store, cost: .light, now: { clock.now })
        let user = try await accounts.make()
        let secret = try await accounts.secondFactors.begin(for: user)
        func code(_ offset: Int64) -> String { TOTP.code(secret, step: TOTP.step(at: clock.now) + offset) }
        func attempt(_ code: String?, password: String = goodPassword) async -> String {
            do {
                _ = try await accounts.signIn(name: "Ada", password: password, code: code)
                return "in"
            } catch let error as ServiceError {
                return "\(error.code)"
            } catch let problem as Problem {
                return problem.code
            } catch {
                return "\(error)"
            }
        }
        // An unconfirmed second factor is not required.
        #expect(await attempt(nil) == "in")
        let wrong = await #expect(throws: ServiceError.self) {
            try await accounts.secondFactors.confirm("000000", for: user)
        }
        #expect(wrong?.code == .refused)
        let recovery = try await accounts.secondFactors.confirm(code(-1), for: user)
        #expect(Set(recovery).count == 10)

        #expect(await attempt(nil) == "secondFactorNeeded")
        #expect(await attempt(nil, password: "wrong horse battery") == "refused")
        #expect(await attempt(code(-1)) == "refused", "the code that confirmed was used")
        #expect(await attempt(code(0)) == "in")
        #expect(await attempt(code(0)) == "refused", "used")
        #expect(await attempt(code(2)) == "refused", "too far in the future")
        #expect(await attempt(code(1)) == "in")
        #expect(await attempt(code(0)) == "refused", "older than one that was used")
        #expect(await attempt(" \(recovery[3].uppercased().replacing("-", with: " "))") == "in")
        #expect(await attempt(recovery[3]) == "refused")
        #expect(try await accounts.secondFactors.status(of: user).recoveryCodesLeft == 9)

        clock.advance(by: 60_000)
        #expect(await attempt(code(0)) == "in")
        for _ in 0..<5 { #expect(await attempt("12345") == "refused") }
        // A correct password gives no further attempts.
        #expect(await attempt(nil) == "secondFactorNeeded")
        #expect(await attempt(code(1)) == "busy")
        clock.advance(by: 60_000)
        #expect(await attempt(code(0)) == "in")

        // No file contains the secret or the codes in clear text.
        for name in try FileManager.default.contentsOfDirectory(atPath: world.path) {
            let bytes = FileManager.default.contents(atPath: world.path + "/" + name) ?? Data()
            #expect(
                bytes.range(of: secret) == nil
                    && bytes.range(of: Data(recovery[0].replacing("-", with: "").utf8)) == nil, "\(name)")
        }
        let reply = try await accounts.resetPassword(
            .random(), of: user, to: "another horse battery", clearSecondFactor: true)
        #expect(reply.secondFactorCleared)
        #expect(reply.sessions > 0)
        #expect(await attempt(nil, password: "another horse battery") == "in")
    }
}
