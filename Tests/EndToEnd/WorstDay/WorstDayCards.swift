import CrisisCards
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

extension WorstDayTests {
    /// The crisis card appears whatever service is down, in every country.
    @Suite(.serialized, .tags(.processes)) struct WorstDayCards {
        private static let password = "correct horse battery"

        private func signedIn(_ stack: Stack, _ name: String = "Ada") async throws -> Browser {
            let browser = Browser(stack.url)
            #expect(try await browser.post("/v1/sessions", ["name": name, "password": Self.password]).status == 200)
            return browser
        }

        private func phones(_ card: [String: Any]?) -> [String] {
            (card?["lines"] as? [[String: Any]] ?? []).compactMap { $0["phone"] as? String }
        }

        @Test(
            "SAF-4 The country is asked for when an account is made, by HTTP and at the command line, can be changed, and without one the card says so",
            .timeLimit(.minutes(3)), .tags(.sharedStack))
        func country() async throws {
            try await Stack.shared { stack in
                let browser = Browser(stack.url)
                let code = try stack.setUpCode()
                let unsaid = try await browser.post(
                    "/v1/accounts", ["name": "Ada", "password": Self.password, "timeZone": "UTC", "code": code])
                #expect(unsaid.status == 400 && (unsaid.json["detail"] as? String)?.contains("country") == true)
                #expect(try await stack.setUp(browser, "Ada", ["country": ""]).status < 300)

                let card =
                    try await browser.post("/v1/chat", ["text": World.crisisText]).json["crisis"] as? [String: Any]
                #expect(
                    (card?["countryHint"] as? String)?.contains("No country is set") == true
                        && card?["emergencyNumber"] as? String == "112")
                // A long text also gets the card.
                let long = String(repeating: "The day went on. ", count: 700) + World.crisisText
                #expect(try await browser.post("/v1/chat", ["text": long]).json["level"] as? String == "crisis")
                let entry = try await browser.post("/v1/journal", ["text": long])
                #expect(entry.status == 400 && !phones(entry.json["crisis"] as? [String: Any]).isEmpty, "\(entry.json)")
                let harmless = try await browser.post(
                    "/v1/chat", ["text": String(repeating: "The day went on. ", count: 700)])
                #expect(harmless.status == 400 && harmless.json["crisis"] == nil)
                var profile = try await browser.get("/v1/profile").json
                profile["country"] = "JP"
                #expect(try await browser.put("/v1/profile", profile).status == 200)
                let there = try await browser.get("/v1/crisis-resources?reason=abuseOrDanger").json
                #expect(
                    there["emergencyNumber"] as? String == "110" && there["countryHint"] == nil
                        && phones(there) == ["0120-279-889"])

                let silent = try await stack.pulsum("account", "create", "Ben", input: Self.password + "\n")
                #expect(silent.status != 0 && silent.errors.contains("--country"))
                #expect(
                    try await stack.pulsum(
                        "account", "create", "Ben", "--country", "Narnia", input: Self.password + "\n"
                    ).status != 0)
                let made = try await stack.pulsum(
                    "account", "create", "Ben", "--country", "none", input: Self.password + "\n")
                #expect(made.status == 0, "\(made.errors)")
                let lost = try await stack.pulsum("chat", "--user", "Ben", World.crisisText)
                #expect(
                    lost.output.contains("No country is set") && lost.output.contains("pulsum account country"),
                    "\(lost.output)\(lost.errors)")
                #expect(try await stack.pulsum("account", "country", "br", "--user", "Ben").output == "Ben is in BR.\n")
                let found = try await stack.pulsum("chat", "--user", "Ben", World.crisisText)
                #expect(
                    found.output.contains("Ambulance: 192\nPolice: 190") && found.output.contains("188")
                        && !found.output.contains("No country is set"))
            }
        }

        @Test(
            "SAF-4 SAF-6 A crisis in the journal gets its card while the journal's service or its disk is down; with safety down too, the numbers of the country are there",
            .timeLimit(.minutes(5)))
        func outages() async throws {
            try await Stack.run { stack in
                let browser = Browser(stack.url)
                _ = try await stack.setUp(browser)
                let numbers = ["0800 111 0 111", "0800 111 0 222", "116 123", ""]

                // The disk fails: another process holds the database and blocks writes.
                let holder =
                    "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute('BEGIN IMMEDIATE'); print('held', flush=True); sys.stdin.read()"
                let lock = try await Held(
                    "/usr/bin/python3", ["-c", holder, try #require(database(of: "sentiment", in: stack))])
                let unkept = try await browser.post("/v1/journal", ["text": World.crisisText])
                try await lock.end()
                let card = unkept.json["crisis"] as? [String: Any]
                #expect(
                    unkept.status >= 429 && unkept.json["code"] != nil && card?["reason"] as? String == "selfHarm",
                    "\(unkept.status) \(unkept.text)")
                #expect(phones(card) == numbers && card?["emergencyNumber"] as? String == "112")

                // The service itself fails. A harmless text gets only an error.
                let sentiment = try #require(stack.processIDs(of: .sentiment).first)
                kill(sentiment, SIGSTOP)
                let unanswered = try await browser.post("/v1/journal", ["text": World.crisisText])
                #expect(
                    unanswered.status >= 500 && phones(unanswered.json["crisis"] as? [String: Any]) == numbers,
                    "\(unanswered.status) \(unanswered.text)")
                let harmless = try await browser.post("/v1/journal", ["text": "A calm day with good soup."])
                #expect(harmless.status >= 500 && harmless.json["crisis"] == nil)

                // Safety fails as well: no service can judge the text.
                let safety = try #require(stack.processIDs(of: .safety).first)
                kill(safety, SIGSTOP)
                let unjudged =
                    try await browser.post("/v1/journal", ["text": World.crisisText]).json["crisis"] as? [String: Any]
                #expect(unjudged?["reason"] as? String == "unavailable" && phones(unjudged) == numbers)
                kill(sentiment, SIGCONT)
                let kept = try await eventually("the journal keeps entries again") {
                    let answer = try await browser.post("/v1/journal", ["text": World.crisisText])
                    return answer.status == 201 ? answer : nil
                }.json
                #expect(kept["analysis"] == nil && phones(kept["support"] as? [String: Any]) == numbers)
                let chat = try await browser.post("/v1/chat", ["text": World.crisisText]).json
                #expect(chat["level"] as? String == "caution" && phones(chat["crisis"] as? [String: Any]) == numbers)
                let resources = try await browser.get("/v1/crisis-resources", headers: ["Accept-Language": "de-DE,de"])
                    .json
                #expect(
                    phones(resources) == numbers && resources["title"] as? String == "Du musst da nicht allein durch")
                let line = try await stack.pulsum("journal", "add", World.crisisText)
                #expect(
                    line.output.contains("Kept for") && line.output.contains("0800 111 0 222"),
                    "\(line.output)\(line.errors)")

                kill(safety, SIGCONT)
                let judged =
                    try await eventually("the entry is judged", within: .seconds(60)) {
                        let answer = try await browser.get("/v1/journal")
                        return answer.list.first?["analysis"] == nil ? nil : answer
                    }.list.first?["analysis"] as? [String: Any]
                #expect(
                    ((judged?["verdict"] as? [String: Any])?["card"] as? [String: Any])?["country"] as? String == "DE")
            }
        }

        @Test(
            "SAF-4 A crisis stays on the page through harmless answers, and every number of every country can be dialled",
            .timeLimit(.minutes(4)))
        func page() async throws {
            try await Stack.run { stack in
                let browser = Browser(stack.url)
                #expect(try await stack.setUp(browser, "Ada", ["country": ""]).status == 201)
                let crisis = try await browser.submit("/pulse", [("text", World.crisisText)])
                #expect(crisis.status == 200 && crisis.text.contains("tel:112"))
                #expect(crisis.text.contains("No country is set") && crisis.text.contains("/settings/you"))
                #expect(crisis.text.contains("This was not a crisis"))
                _ = try await browser.submit("/pulse", [("text", "A calm day with good soup.")])
                #expect(try await browser.get("/").text.contains("href=\"/safety?reason="), "the way back stays")

                var profile = try await browser.get("/v1/profile").json
                for country in CrisisDirectory.countries.keys.sorted() {
                    profile["country"] = country
                    profile = try await browser.put("/v1/profile", profile).json
                    var links: Set<String> = []
                    for (_, reason) in Verdict.Reason.names {
                        let page = try await browser.get("/safety?reason=\(reason)").text
                        let found = page.matches(of: /href="(tel:[^"]*)"/).map { String($0.output.1) }
                        #expect(!found.isEmpty, "\(country) \(reason)")
                        links.formUnion(found)
                    }
                    // RFC 3966: the number without its visual separators.
                    for link in links {
                        #expect(link.wholeMatch(of: /tel:\*?[0-9]{2,11}/) != nil, "\(country): \(link)")
                    }
                    if country == "CL" { #expect(links.isSuperset(of: ["tel:131", "tel:133", "tel:*4141"])) }
                }
            }
        }

        private func database(of service: String, in stack: Stack) -> String? {
            let files = FileManager.default.enumerator(atPath: stack.directory)?.compactMap { $0 as? String } ?? []
            return files.first { $0.hasSuffix("\(service).sqlite") }.map { stack.directory + "/" + $0 }
        }

        /// A process that holds a resource from its first output line until its input ends.
        private struct Held {
            private let process: ChildProcess

            init(_ path: String, _ arguments: [String]) async throws {
                process = try ChildProcess(path, arguments, input: .pipe, output: .pipe, errors: .inherited)
                for await _ in process.lines { break }
            }

            func end() async throws {
                process.closeInput()
                _ = try await process.end()
            }
        }
    }
}
