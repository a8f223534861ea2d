import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import API

extension Security {
    @Suite("The security record", .tags(.processes)) struct RecordTests {
        private static let password = "correct horse battery"

        @Test(
            "SEC-7 what happens to an account is recorded, sealed, shown to its person, exported, and one log line each",
            .timeLimit(.minutes(3)))
        func record() async throws {
            try await Stack.run { stack in
                let user = try await stack.makeAccount("Ada Lovelace")
                let other = try await stack.makeAccount("Bob")
                let browser = Browser(stack.url)
                let sign: [String: Any] = ["name": "Ada Lovelace", "password": Self.password]
                #expect(
                    try await browser.post("/v1/sessions", sign.merging(["password": "wrong horse battery"]) { $1 })
                        .status == 403)
                #expect(
                    try await browser.post(
                        "/v1/sessions", ["name": "zanzibarnobody", "password": "wrong horse battery"]
                    ).status == 403)
                #expect(try await browser.post("/v1/sessions", sign).status == 201)
                let token = try await browser.post("/v1/tokens", ["label": "zanzibarphone"])
                _ = try await browser.delete("/v1/tokens/\(try #require(token.json["id"] as? String))")
                #expect(try await browser.put("/v1/consent", ["granted": true, "copyVersion": 1]).status == 200)
                #expect(try await browser.put("/v1/consent", ["granted": false, "copyVersion": 1]).status == 200)
                #expect(try await browser.put("/v1/cloud-key", ["key": "sk-zanzibar"]).status == 204)
                #expect(try await stack.pulsum("key", "--remove", "--user", "Ada Lovelace").status == 0)
                let archive = try await browser.get("/v1/export")
                #expect(try await browser.delete("/v1/sessions/current").status == 204)
                #expect(try await browser.post("/v1/sessions", sign).status == 201)

                let shown = try await browser.get("/v1/security-record").list
                let expected = [
                    "signIn", "sessionsEnded", "exported", "keyRemoved", "keySet", "consentWithdrawn", "consentGiven",
                    "tokenRevoked", "tokenMade", "signIn",
                    "signInFailed",
                ]
                let kinds = shown.compactMap { $0["event"] as? String }.filter { $0 != "accountMade" }
                #expect(kinds == expected)
                for entry in shown {
                    let event = entry["event"] as? String
                    #expect(
                        entry["address"] as? String
                            == (event == "keyRemoved" || event == "accountMade" ? "command-line" : "127.0.0.1"),
                        "\(entry)")
                    #expect((entry["at"] as? Int ?? 0) > 1_700_000_000_000)
                    if event?.hasPrefix("token") == true { #expect(entry["label"] as? String == "zanzibarphone") }
                }
                let others = try await stack.bus.request(SecurityRecordQuery(user: other)).entries
                #expect(others.allSatisfy { $0.event == .accountMade })
                #expect(try await stack.bus.request(SecurityRecordQuery(user: user)).entries.count == shown.count)

                let file = stack.scratch.file("mine.zip")
                try archive.body.write(to: URL(fileURLWithPath: file))
                let script =
                    "import sys,zipfile,json; print([e['event'] for e in json.loads(zipfile.ZipFile(sys.argv[1]).read('api/security-record.json'))])"
                let read = try await Executable.run("/usr/bin/env", ["python3", "-c", script, file])
                #expect(
                    read.output.contains("'signInFailed'") && read.output.contains("'tokenRevoked'"), "\(read.errors)")
                try FileManager.default.removeItem(atPath: file)

                // Sealed on disk; the log contains no names or labels.
                let sealed = try APIFile(stack).blobs("SELECT sealed FROM security_record")
                #expect(sealed.count == shown.count + others.count)
                #expect(
                    sealed.allSatisfy {
                        $0.range(of: Data("127.0.0.1".utf8)) == nil && $0.range(of: Data("zanzibar".utf8)) == nil
                    })
                #expect(!stack.logText.contains("zanzibar") && !stack.logText.contains("Lovelace"))
                #expect(stack.scratch.filesHolding("sk-zanzibar").isEmpty)
                for event in expected + ["eraseAsked"] {
                    if event == "eraseAsked" { #expect(try await browser.post("/v1/erase").status == 202) }
                    #expect(stack.logText.contains("event=\(event)"), "\(event) is missing in the log")
                }
                #expect(stack.logText.split(separator: "\n").count { $0.contains("event=signInFailed") } == 2)
            }
        }

        @Test(
            "SEC-7 the fail2ban filter finds the address in a real line of each log format, and in no other line",
            .timeLimit(.minutes(3)), arguments: ["text", "json"])
        func fail2ban(format: String) async throws {
            let filters = try Self.filters()
            let log = try await Stack.run(environment: ["PULSUM_LOG_FORMAT": format]) { stack in
                _ = try await stack.makeAccount()
                let browser = Browser(stack.url)
                // Client input must not produce a log line that bans another address.
                let forged = "x\nservice=api message=security address=203.0.113.66 event=signInFailed"
                _ = try await browser.post("/v1/sessions", ["name": forged, "password": "wrong horse battery"])
                _ = try await browser.post("/v1/sessions", ["name": "Ada", "password": "wrong horse battery"])
                _ = try await browser.post("/v1/sessions", ["name": "Ada", "password": Self.password])
                return stack.logText
            }
            let found = log.split(separator: "\n").compactMap { Self.address(in: String($0), filters) }
            #expect(found == ["127.0.0.1", "127.0.0.1"], "\(log)")
        }

        @Test(
            "SEC-7 the fail2ban filter reads a container's line and a journal's, and is not taken in",
            arguments: [
                (
                    "time=2026-11-22T12:05:14.123Z level=notice service=api message=security address=203.0.113.8 event=signInFailed",
                    "203.0.113.8"
                ),
                (
                    "pulsum-api-1  | time= level=notice service=api message=security address=2001:db8::7 event=signInFailed",
                    "2001:db8::7"
                ),
                ("host pulsum[12]: 12:05:14 api        security address=203.0.113.7 event=signInFailed", "203.0.113.7"),
                (
                    "time=2026-11-22T12:05:14.123Z level=notice service=api message=security address=203.0.113.8 event=signIn",
                    nil
                ),
                (
                    #"time= level=info service=api message="x service=api message=security address=203.0.113.8 event=signInFailed""#,
                    nil
                ),
                ("time= level=notice service=api message=security address=command-line event=signInFailed", nil),
            ] as [(String, String?)])
        func lines(line: String, address: String?) throws {
            #expect(Self.address(in: line, try Self.filters()) == address)
        }

        /// The patterns of deploy/fail2ban/pulsum.conf, with `<ADDR>` as fail2ban interprets it.
        private static func filters() throws -> [NSRegularExpression] {
            let lines = try String(
                contentsOf: Repository.root.appendingPathComponent("deploy/fail2ban/pulsum.conf"), encoding: .utf8
            ).split(separator: "\n")
            let patterns = lines.compactMap { line -> String? in
                let text = line.replacing("failregex =", with: "").trimmingCharacters(in: .whitespaces)
                return text.hasPrefix("^")
                    ? text.replacing("<ADDR>", with: "([0-9a-fA-F:]*:[0-9a-fA-F:.]*|[0-9.]+)") : nil
            }
            #expect(patterns.count == 3)
            return try patterns.map { try NSRegularExpression(pattern: $0) }
        }

        private static func address(in line: String, _ filters: [NSRegularExpression]) -> String? {
            for filter in filters {
                let match = filter.firstMatch(in: line, range: NSRange(line.startIndex..., in: line))
                if let range = match.flatMap({ Range($0.range(at: 1), in: line) }) { return String(line[range]) }
            }
            return nil
        }
    }
}
