import AsyncHTTPClient
import Bus
import Fixtures
import Foundation
import Messages
import NIOCore
import Synchronization
import Storage
import TestTraits
import Testing

@testable import API

extension Security {
    /// Passwords, sessions, guessing and the second factor.
    @Suite(.serialized, .tags(.deadline)) struct AccountTests {
        private let good = "correct horse battery"
        private let wrong = "wrong horse battery"
        private static let firefox = [
            "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
        ]

        private func signIn(_ browser: Browser, _ name: String = "Ada", _ password: String, code: String? = nil)
            async throws -> Browser.Answer
        {
            var body = ["name": name, "password": password]
            body["code"] = code
            return try await browser.post("/v1/sessions", body)
        }

        @Test(
            "SEC-4 A change of password and signing out end sessions everywhere; the list shows device and last use; a forgotten password is set by the owner",
            .timeLimit(.minutes(5)))
        func sessions() async throws {
            try await Stack.run { stack in
                let (desk, phone, curl) = (
                    Browser(stack.url, headers: Self.firefox), Browser(stack.url),
                    Browser(stack.url, headers: ["User-Agent": "curl/8.5.0"])
                )
                #expect(try await stack.setUp(desk).status == 201)
                for browser in [phone, curl] { #expect(try await signIn(browser, "Ada", good).status == 201) }
                func isIn(_ browser: Browser) async throws -> Bool { try await browser.get("/v1/me").status == 200 }

                let listed = try await desk.get("/v1/sessions").list
                #expect(listed.count == 3 && listed.allSatisfy { $0["created"] is Int && $0["id"] is String })
                #expect(Set(listed.compactMap { $0["device"] as? String }) == ["Firefox on Linux", "curl", "Browser"])
                #expect(
                    listed.filter { $0["current"] as? Bool == true }.map { $0["device"] as? String } == [
                        "Firefox on Linux"
                    ])
                let other = try #require(listed.first { $0["device"] as? String == "curl" }?["id"] as? String)
                #expect(try await desk.delete("/v1/sessions/\(other)").status == 204)
                #expect(try await [isIn(curl), isIn(phone)] == [false, true])
                #expect(try await desk.delete("/v1/sessions/\(other)").status == 404)

                #expect(
                    try await desk.put("/v1/password", ["old": wrong, "new": "another horse battery"]).status == 403)
                #expect(try await desk.put("/v1/password", ["old": good, "new": "short"]).status == 400)
                #expect(
                    try await desk.put("/v1/password", ["old": good, "new": "another horse battery"]).status == 204)
                #expect(try await [isIn(desk), isIn(phone)] == [true, false])
                #expect(try await signIn(phone, "Ada", good).status == 403)
                #expect(try await signIn(phone, "Ada", "another horse battery").status == 201)
                #expect(try await phone.delete("/v1/sessions?current=false").status == 204)
                #expect(try await [isIn(phone), isIn(desk)] == [true, false])
                #expect(try await signIn(desk, "Ada", "another horse battery").status == 201)
                #expect(try await phone.delete("/v1/sessions").status == 204)
                #expect(try await [isIn(phone), isIn(desk)] == [false, false])

                #expect(try await signIn(desk, "Ada", "another horse battery").status == 201)
                let reset = try await stack.pulsum("account", "password", "Ada", input: "a third horse battery\n")
                #expect(reset.status == 0 && reset.output.contains("sessions ended: 1"), "\(reset)")
                #expect(try await !isIn(desk))
                #expect(try await signIn(desk, "Ada", "another horse battery").status == 403)
                #expect(try await signIn(desk, "Ada", "a third horse battery").status == 201)
                #expect(
                    try await stack.pulsum("account", "password", "Nobody", input: "a third horse battery\n").status
                        == 1)

                // Another master key changes no password, also for a process started with it.
                let rotated = try await stack.pulsum("master-key", "rotate")
                #expect(rotated.status == 0, "\(rotated)")
                let (api, address) = (try #require(stack.processIDs(of: .api).first), try stack.httpAddress())
                kill(api, SIGKILL)
                let next = try await eventually("the API is back, on another port") {
                    guard let next = try? stack.httpAddress(), next != address else { return nil as String? }
                    return next
                }
                #expect(
                    try await signIn(Browser("http://" + next), "Ada", "a third horse battery").status == 201,
                    "under the new key")
            }
        }

        @Test(
            "SEC-4 A flood of guesses neither locks out the owner's browser nor tells which names exist",
            .timeLimit(.minutes(5)))
        func guesses() async throws {
            // High enough that a password check dominates the time of a sign-in.
            try await Stack.run(environment: [ScryptCost.variable: "14"]) { stack in
                let owner = Browser(stack.url)
                #expect(try await stack.setUp(owner).status == 201)
                #expect(try await owner.delete("/v1/sessions/current").status == 204)

                // An existing name and an unknown one: the same responses, attempt by attempt, for about the same work,
                // in processor time, which does not depend on what else runs.
                let api = try #require(stack.processIDs(of: .api).first)
                func used() throws -> Duration { try #require(ProcessorTime.used(by: api)) }
                var times: [[Duration]] = [[], []]
                var work: [Duration] = [.zero, .zero]
                for attempt in 0..<8 {
                    var answers: [String] = []
                    for (index, name) in ["Ada", "Zoe"].enumerated() {
                        let (begin, before) = (ContinuousClock.now, try used())
                        let answer = try await signIn(Browser(stack.url), name, wrong)
                        if attempt < 5 {
                            times[index].append(ContinuousClock.now - begin)
                            work[index] += try used() - before
                        }
                        answers.append("\(answer.status) \(answer.json["detail"] as? String ?? "")")
                        #expect(answer.status == (attempt < 5 ? 403 : 429))
                    }
                    #expect(answers[0] == answers[1])
                }
                let (known, unknown) = (try #require(times[0].min()), try #require(times[1].min()))
                #expect(work[0] < work[1] * 2 && work[1] < work[0] * 2, "\(work[0]) and \(work[1]) of five each")
                #expect(work[0] > .milliseconds(100), "as much as the comparison needs")

                #expect(
                    try await signIn(Browser(stack.url), "Ada", good).status == 429,
                    "who guesses right is not told either")
                // Meanwhile 40 attackers try names of all kinds: they occupy the places of password checks.
                let flood = Flood(stack.url, password: wrong)
                try await flood.during {
                    try await eventually("strangers have filled the places") { flood.isTurnedAway ? () : nil }
                    let begin = ContinuousClock.now
                    #expect(try await signIn(owner, "Ada", wrong).status == 403, "its own allowance")
                    #expect(try await signIn(owner, "Ada", good).status == 201)
                    // At most one attacker's check may precede each of its two; a queue of forty would take twenty
                    // times as long.
                    #expect(ContinuousClock.now - begin < (known + unknown) * 16)
                }
                #expect(try await owner.get("/v1/me").status == 200)
            }
        }

        /// Forty connections that guess continuously.
        private final class Flood: Sendable {
            private let client = HTTPClient(
                eventLoopGroupProvider: .singleton,
                configuration: .init(
                    connectionPool: .init(idleTimeout: .seconds(60), concurrentHTTP1ConnectionsPerHostSoftLimit: 64)))
            private let url: String
            private let password: String
            private let turnedAway = Atomic<Bool>(false)

            init(_ url: String, password: String) { (self.url, self.password) = (url, password) }

            /// True once a request was refused because of too many concurrent sign-ins.
            var isTurnedAway: Bool { turnedAway.load(ordering: .relaxed) }

            func during(_ body: () async throws -> Void) async throws {
                let guesses = Task { [self] in
                    await withTaskGroup(of: Void.self) { group in
                        for number in 0..<40 {
                            group.addTask { await self.guess(number < 20 ? "Ada" : "Name \(number)") }
                        }
                    }
                }
                let result: Result<Void, any Error>
                do { result = .success(try await body()) } catch { result = .failure(error) }
                guesses.cancel()
                await guesses.value
                try await client.shutdown()
                try result.get()
            }

            private func guess(_ name: String) async {
                while !Task.isCancelled {
                    var request = HTTPClientRequest(url: url + "/v1/sessions")
                    request.method = .POST
                    request.body = .bytes(ByteBuffer(string: "{\"name\":\"\(name)\",\"password\":\"\(password)\"}"))
                    guard let response = try? await client.execute(request, timeout: .seconds(60)),
                        let body = try? await response.body.collect(upTo: 1 << 16)
                    else {
                        continue
                    }
                    if String(buffer: body).contains("at once") { turnedAway.store(true, ordering: .relaxed) }
                }
            }
        }

        /// The current step of codes, of which at least 20 s are left: waits for the next one otherwise.
        static func stepWithTimeLeft() async throws -> Int64 {
            func now() -> Milliseconds { Milliseconds(Date().timeIntervalSince1970 * 1000) }
            let left = TOTP.stepLength - now() % TOTP.stepLength
            if left < 20_000 { try await Task.sleep(for: .milliseconds(left + 1)) }
            return TOTP.step(at: now())
        }

        @Test(
            "SEC-4 With a second factor a password alone opens nothing; codes and recovery codes work once",
            .timeLimit(.minutes(5)))
        func secondFactor() async throws {
            try await Stack.run { stack in
                let (browser, other) = (Browser(stack.url), Browser(stack.url))
                #expect(try await stack.setUp(browser).status == 201)
                #expect(try await browser.post("/v1/second-factor", ["password": wrong]).status == 403)
                let begun = try await browser.post("/v1/second-factor", ["password": good])
                let key = try #require(begun.json["key"] as? String)
                #expect(
                    begun.status == 201
                        && (begun.json["uri"] as? String)?.hasPrefix("otpauth://totp/Pulsum%3AAda?secret=\(key)&")
                            == true
                )
                let secret = try #require(Self.decode(key))

                #expect(try await browser.post("/v1/second-factor/confirm", ["code": "000000"]).status == 403)
                #expect(try await signIn(other, "Ada", good).status == 201, "it counts once it is confirmed")
                // The code of the step before is good only while this step lasts, that of this step also in the next.
                let now = try await Self.stepWithTimeLeft()
                func code(_ offset: Int64) -> String { TOTP.code(secret, step: now + offset) }
                let confirmed = try await browser.post("/v1/second-factor/confirm", ["code": code(-1)])
                let recovery = try #require(confirmed.json["recoveryCodes"] as? [String])
                #expect(recovery.count == 10)
                #expect(try await browser.get("/v1/second-factor").json["enabled"] as? Bool == true)

                let unknown = try await signIn(Browser(stack.url), "Ada", wrong)
                #expect(unknown.status == 403 && unknown.json["code"] as? String == "refused")
                let needed = try await signIn(Browser(stack.url), "Ada", good)
                #expect(needed.status == 401 && needed.json["code"] as? String == "secondFactorNeeded")
                #expect(try await signIn(other, "Ada", good, code: code(-1)).status == 403)
                #expect(try await signIn(other, "Ada", good, code: code(0)).status == 201)
                #expect(try await signIn(other, "Ada", good, code: code(0)).status == 403)
                #expect(try await signIn(other, "Ada", good, code: recovery[0]).status == 201)
                #expect(try await signIn(other, "Ada", good, code: recovery[0]).status == 403)
                #expect(try await browser.get("/v1/second-factor").json["recoveryCodesLeft"] as? Int == 9)
                #expect(stack.scratch.filesHolding(key).isEmpty && stack.scratch.filesHolding(recovery[1]).isEmpty)

                #expect(try await browser.post("/v1/second-factor/disable", ["password": wrong]).status == 403)
                #expect(try await browser.post("/v1/second-factor/disable", ["password": good]).status == 204)
                #expect(try await signIn(other, "Ada", good).status == 201)

                // A person who lost both regains access through the machine's owner.
                let again = try #require(
                    Self.decode(
                        try await browser.post("/v1/second-factor", ["password": good]).json["key"] as? String ?? ""))
                let current = TOTP.code(again, step: try await Self.stepWithTimeLeft())
                #expect(try await browser.post("/v1/second-factor/confirm", ["code": current]).status == 200)
                let kept = try await stack.pulsum("account", "password", "Ada", input: good + "\n")
                #expect(kept.status == 0 && !kept.output.contains("second factor"))
                #expect(try await signIn(other, "Ada", good).status == 401)
                let cleared = try await stack.pulsum(
                    "account", "password", "Ada", "--clear-second-factor", input: good + "\n")
                #expect(cleared.status == 0 && cleared.output.contains("second factor is off"), "\(cleared)")
                #expect(try await signIn(other, "Ada", good).status == 201)
            }
        }

        /// RFC 4648, section 6.
        static func decode(_ text: String) -> Data? {
            let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
            var (bytes, buffer, bits) = (Data(), 0, 0)
            for character in text {
                guard let value = alphabet.firstIndex(of: character) else { return nil }
                buffer = (buffer << 5 | value) & 0xFFF
                bits += 5
                if bits >= 8 {
                    bits -= 8
                    bytes.append(UInt8(buffer >> bits & 0xFF))
                }
            }
            return bytes
        }
    }
}
