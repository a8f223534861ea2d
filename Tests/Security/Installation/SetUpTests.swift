import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

extension Security {
    /// The installation belongs to the holder of the set-up link, not to the first visitor.
    @Suite(.serialized, .tags(.processes)) struct SetUpTests {
        private func post(_ stack: Stack, _ code: String?, name: String = "Eve") async throws -> Browser.Answer {
            var body = ["name": name, "password": "correct horse battery", "timeZone": "UTC", "country": ""]
            body["code"] = code
            return try await Browser(stack.url).post("/v1/accounts", body)
        }

        @Test(
            "SEC-2 Without the set-up code nobody makes the first account, it works once, and after the last erasure only a new one does",
            .timeLimit(.minutes(5))
        )
        func firstAccount() async throws {
            try await Stack.run { stack in
                let path = stack.directory + "/run/setup-link"
                let code = try stack.setUpCode()
                #expect(code.count * 5 >= 128)
                #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
                let printed = try await stack.pulsum("setup-link")
                #expect(
                    printed.status == 0 && printed.output.hasPrefix("http://localhost:")
                        && printed.output.contains("/#setup=\(code)\n"))

                // Refused before any hashing: the password hashing queue accepts 17 requests and refuses more with an
                // error.
                let refused = try await withThrowingTaskGroup(of: Browser.Answer.self) { group in
                    for number in 0..<60 {
                        group.addTask {
                            try await post(stack, [nil, "", "a", code + "a", String(code.dropLast())][number % 5])
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(
                    refused.allSatisfy {
                        $0.status == 403 && ($0.json["detail"] as? String)?.contains("pulsum setup-link") == true
                    })
                #expect(try await Browser(stack.url).get("/v1/setup").json["needsAccount"] as? Bool == true)

                // Of two concurrent requests, one succeeds.
                async let first = post(stack, code, name: "Ada")
                async let second = post(stack, code, name: "Bob")
                let statuses = [try await first.status, try await second.status]
                #expect(statuses.sorted() == [201, 403])
                #expect(!FileManager.default.fileExists(atPath: path))
                #expect(try await post(stack, code).status == 403)
                let none = try await stack.pulsum("setup-link")
                #expect(none.status == 1 && none.output.isEmpty && none.errors.contains("account already"))

                let name = statuses[0] == 201 ? "Ada" : "Bob"
                let told = try await stack.pulsum("journal", "list")
                #expect(told.status == 0 && told.errors.contains("For \(name)."), "\(told)")
                #expect(try await stack.pulsum("journal", "list", "--user", name).errors.isEmpty)
                let unnamed = try await stack.pulsum("erase", "--yes")
                #expect(unnamed.status == 1 && unnamed.errors.contains("--user"))
                let erased = try await stack.pulsum("erase", "--user", name, "--yes")
                #expect(erased.status == 0 && erased.errors.contains("pulsum setup-link"), "\(erased)")

                let next = try stack.setUpCode()
                #expect(next != code)
                #expect(try await post(stack, code).status == 403)

                // The state is in the database: a restarted process shows the same code, and no file except the link's
                // contains it.
                let api = try #require(stack.processIDs(of: .api).first)
                kill(api, SIGKILL)
                try await eventually("another process serves the page") { () -> Void? in
                    guard let now = stack.processIDs(of: .api).first, now != api else { return nil }
                    return (try? stack.setUpCode()) == nil ? nil : ()
                }
                #expect(try stack.setUpCode() == next)
                #expect(stack.scratch.filesHolding(next) == ["data/run/setup-link"])

                // The owner's shell needs no code, and invalidates it.
                let made = try await stack.pulsum(
                    "account", "create", "Cem", "--country", "TR", input: "correct horse battery\n")
                #expect(made.status == 0, "\(made.errors)")
                #expect(!FileManager.default.fileExists(atPath: path))
                #expect(!stack.logText.contains(code) && !stack.logText.contains(next))
                #expect(stack.logText.contains("pulsum setup-link"), "how to get it is said")
            }
        }

        @Test(
            "SEC-2 SEC-13 The welcome page makes the first account with the code of the link, and after an erasure is there again",
            .timeLimit(.minutes(3)))
        func page() async throws {
            try await Stack.run { stack in
                let browser = Browser(stack.url)
                let welcome = try await browser.get("/")
                #expect(welcome.status == 200 && welcome.text.contains("action=\"/welcome\""))
                #expect(!welcome.text.contains("role=\"alert\""), "a first visit is no error")
                func make(_ code: String) async throws -> Browser.Answer {
                    try await browser.submit(
                        "/welcome",
                        [
                            ("name", "Ada"), ("password", "correct horse battery"), ("country", "DE"),
                            ("timeZone", "Europe/Berlin"), ("code", code),
                        ])
                }
                let refused = try await make("abcdefgh")
                #expect(refused.status == 403 && refused.text.contains("pulsum setup-link"))
                #expect(refused.text.contains("value=\"Ada\""), "what was typed stays")
                let made = try await make(try stack.setUpCode())
                #expect(made.status == 200 && made.text.contains("How do you want to begin?"))
                #expect(try await browser.get("/welcome").text.contains("id=\"standing\""), "there is an account now")

                let wrong = try await browser.submit(
                    "/settings/account/erase", [("word", "yes"), ("password", "correct horse battery")])
                #expect(wrong.status == 400)
                let erased = try await browser.submit(
                    "/settings/account/erase", [("word", "delete"), ("password", "correct horse battery")])
                #expect(erased.status == 200 && erased.text.contains("Everything about you is deleted."))
                #expect(try await browser.get("/").text.contains("action=\"/welcome\""))
            }
        }

        @Test("SEC-2 On a terminal, “pulsum up” prints the link, and no process logs it", .timeLimit(.minutes(3)))
        func terminal() async throws {
            let scratch = try Scratch()
            defer { scratch.remove() }
            // Standard output is a terminal; standard error, which receives the merged log, is a file.
            let script = """
                import os, pty, re, signal, subprocess, sys
                pulsum, data, log = sys.argv[1:]
                main, terminal = pty.openpty()
                up = subprocess.Popen([pulsum, "up", "--data", data, "--http", "127.0.0.1:0"], stdin=subprocess.DEVNULL, stdout=terminal, stderr=open(log, "w"))
                os.close(terminal)
                seen = b""
                while not re.search(rb"#setup=[a-z2-7]{32}\\s", seen): seen += os.read(main, 4096)
                up.send_signal(signal.SIGTERM)
                print(re.search(rb"http://localhost:[0-9]+/#setup=([a-z2-7]{32})", seen).group(1).decode())
                sys.exit(up.wait())
                """
            let result = try await Executable.run(
                "/usr/bin/env",
                [
                    "python3", "-c", script, Executable.folder.appendingPathComponent("pulsum").path,
                    scratch.file("data"), scratch.file("log"),
                ])
            let code = result.output.trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(result.status == 0 && code.count == 32, "\(result.errors)")
            #expect(scratch.filesHolding(code).isEmpty)
        }
    }
}
