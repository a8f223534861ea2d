import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// What other programs rely on: checked exchanges, idempotency keys, the day in one document, the example client.
@Suite(.serialized, .tags(.processes)) struct ContractTests {
    @Test("WEB-10 an exchange that differs from the document fails")
    func differences() throws {
        let contract = try APIContract(
            Data(
                #"""
                {"paths": {"/v1/things/{id}": {"put": {
                    "parameters": [{"name": "day", "in": "query", "schema": {"type": "string"}}],
                    "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}},
                    "responses": {"200": {"content": {"application/json": {"schema": {
                        "type": "array", "items": {"$ref": "#/components/schemas/Thing"}}}}}, "204": {}, "400": {
                        "content": {"application/problem+json": {"schema": {"type": "object"}}}}}}}},
                 "components": {"schemas": {"Thing": {"type": "object", "required": ["name"], "properties": {
                    "name": {"type": "string", "minLength": 1}, "count": {"type": ["integer", "null"], "maximum": 7},
                    "is": {"type": "boolean"}, "kind": {"type": "string", "enum": ["a", "b"]}}}}}}
                """#.utf8))
        func faults(
            _ request: String, _ response: String, status: Int = 200, method: String = "PUT",
            path: String = "/v1/things/1", type: String = "application/json"
        ) -> String? {
            do {
                try contract.check(
                    .init(
                        method: method, path: path, request: Data(request.utf8), status: status,
                        contentType: type + "; charset=utf-8", response: Data(response.utf8)))
                return nil
            } catch { return "\(error)" }
        }
        let good = #"{"name": "x", "count": null, "is": true, "kind": "b", "other": 1}"#
        #expect(faults(good, "[]") == nil)
        #expect(faults(good, #"[{"name": "x", "count": 7, "is": false}]"#) == nil)
        #expect(faults(good, "", status: 204) == nil)
        let wrong = [
            #"[{"name": 1}]"#, "[{}]", #"[{"name": "x", "other": 1}]"#, #"[{"name": ""}]"#, "{}", "x",
            #"[{"name": "x", "count": 8}]"#, #"[{"name": "x", "count": 1.5}]"#, #"[{"name": "x", "is": 1}]"#,
            #"[{"name": "x", "count": true}]"#, #"[{"name": "x", "kind": "c"}]"#, #"[{"name": null}]"#,
        ]
        for response in wrong { #expect(faults(good, response) != nil, "\(response)") }
        for request in ["{}", #"{"name": 1}"#, ""] {
            #expect(faults(request, "[]") != nil, "\(request)")
            // A refused request may be anything.
            #expect(faults(request, "{}", status: 400, type: "application/problem+json") == nil)
        }
        #expect(faults(good, "[]", status: 201) != nil && faults(good, "x", status: 204) != nil)
        #expect(faults(good, "[]", type: "text/html") != nil)
        #expect(faults(good, "[]", path: "/v1/things/1?week=2") != nil)
        #expect(faults(good, "[]", path: "/v1/things/1?day=2") == nil)
        #expect(faults(good, "[]", method: "POST") != nil && faults(good, "[]", path: "/v1/others") != nil)
        #expect(faults(good, "{}", status: 404, path: "/v1/others") == nil)
    }

    /// One command as it is sent twice.
    private struct Command {
        let route, path: String
        let body: [String: Any]?
        init(_ route: String, _ path: String? = nil, _ body: [String: Any]? = nil) {
            (self.route, self.body) = (route, body)
            self.path = path ?? String(route.drop { $0 != " " }.dropFirst())
        }
        var method: String { String(route.prefix { $0 != " " }) }
    }

    /// The commands of the goals service, each on a record of its own.
    private func goalCommands(_ browser: Browser) async throws -> [Command] {
        func made(_ list: String, _ body: [String: Any]) async throws -> String {
            let answer = try await browser.post("/v1/\(list)", body)
            let facts = (answer.json[String(list.dropLast())] as? [String: Any])?["facts"] as? [String: Any]
            return try #require(facts?["id"] as? String, "\(list): \(answer.text)")
        }
        let measure: [String: Any] = ["title": "Distance", "unit": "km", "kind": "distance"]
        let value: [String: Any] = ["title": "Health", "priority": 5]
        func term(_ year: Int) -> [String: Any] { ["start": "\(year)-11-01", "theme": "Running", "goals": []] }
        let distance = try await made("measures", measure)
        let goal: [String: Any] = [
            "title": "Run", "start": "2026-11-01", "target": "2027-01-10", "relevance": [], "milestones": [],
            "obligations": [], "terms": [], "targets": [["measure": distance, "value": 100]],
        ]
        let action: [String: Any] = [
            "title": "Run", "start": 1_794_000_000_000, "measurements": [], "contributions": [],
        ]
        var commands: [Command] = []
        for (list, body) in [("measures", measure), ("values", value), ("goals", goal), ("actions", action)] {
            if list != "measures" {
                let gone = try await made(list, body)
                #expect(try await browser.delete("/v1/\(list)/\(gone)").status == 204)
                commands.append(Command("POST /v1/\(list)/{id}/restore", "/v1/\(list)/\(gone)/restore"))
            }
            commands += [
                Command("POST /v1/\(list)", nil, body),
                Command(
                    "PUT /v1/\(list)/{id}", "/v1/\(list)/\(try await made(list, body))",
                    ["version": 1, "content": body]),
                Command("DELETE /v1/\(list)/{id}", "/v1/\(list)/\(try await made(list, body))"),
            ]
        }
        let review: [String: Any] = ["content": ["wentWell": "Slept."]]
        #expect(try await browser.put("/v1/reviews/2026-02-16", review).status == 200)
        commands += [
            Command("PUT /v1/reviews/{day}", "/v1/reviews/2026-02-09", review),
            Command("DELETE /v1/reviews/{day}", "/v1/reviews/2026-02-16"),
        ]
        let rule: [String: Any] = [
            "kind": "workout", "quantity": "distance", "title": "Ran", "measure": distance,
        ]
        func healthRule() async throws -> String {
            let answer = try await browser.post("/v1/goals/health-rules", rule)
            let facts = (answer.json["rule"] as? [String: Any])?["facts"] as? [String: Any]
            return try #require(facts?["id"] as? String, "\(answer.text)")
        }
        commands += [
            Command("POST /v1/goals/health-rules", nil, rule),
            Command(
                "PUT /v1/goals/health-rules/{id}", "/v1/goals/health-rules/\(try await healthRule())",
                ["version": 1, "content": rule]),
            Command("DELETE /v1/goals/health-rules/{id}", "/v1/goals/health-rules/\(try await healthRule())"),
            Command("POST /v1/goals/staged/reparse"),
            Command("POST /v1/goals/import", "/v1/goals/import?kind=graph", ["values": []]),
        ]
        // Terms do not overlap.
        // A number of its own: the next term would take that of a deleted one, which then does not come back.
        let gone = try await made("terms", term(2031).merging(["number": 90]) { $1 })
        #expect(try await browser.delete("/v1/terms/\(gone)").status == 204)
        let stepped = goal.merging(["milestones": [["title": "Half", "target": "2026-12-01"]]] as [String: Any]) { $1 }
        commands += [
            Command("POST /v1/terms/{id}/restore", "/v1/terms/\(gone)/restore"),
            Command(
                "PUT /v1/terms/{id}/order", "/v1/terms/\(try await made("terms", term(2030)))/order",
                ["version": 1, "goals": [String]()]),
            Command(
                "POST /v1/goals/{id}/steps", "/v1/goals/\(try await made("goals", stepped))/steps",
                ["version": 1, "milestone": 0, "day": "2026-11-30"]),
            Command(
                "DELETE /v1/actions/{id}/proposals/{goal}",
                "/v1/actions/\(try await made("actions", action))/proposals/\(try await made("goals", goal))"),
        ]
        return commands + [
            Command("POST /v1/terms", nil, term(2026)),
            Command(
                "PUT /v1/terms/{id}", "/v1/terms/\(try await made("terms", term(2027)))",
                ["version": 1, "content": term(2027)]),
            Command(
                "POST /v1/terms/{id}/close", "/v1/terms/\(try await made("terms", term(2028)))/close",
                ["version": 1, "reflection": "It went well."]),
            Command("DELETE /v1/terms/{id}", "/v1/terms/\(try await made("terms", term(2029)))"),
        ]
    }

    /// The commands of the plans service.
    private func planCommands(_ browser: Browser) async throws -> [Command] {
        var profile = try await browser.get("/v1/profile").json
        let stored = try #require(profile["body"] as? [String: Any])
        profile["body"] = stored.merging([
            "sex": "female", "birthday": "1990-02-03", "heightCentimetres": 170, "weightKilograms": 70,
            "aim": "maintain", "activity": "light",
        ]) { $1 }
        #expect(try await browser.put("/v1/profile", profile).status == 200)
        let made = try await browser.post("/v1/plans/generate", [:])
        let plan = try #require((made.json["plan"] as? [String: Any])?["id"] as? String, "\(made.text)")
        return [
            Command("PUT /v1/plans/adjustment", nil, ["plan": plan, "revision": 1, "proteinGrams": 110]),
            Command("POST /v1/plans/generate", nil, ["forceRecompute": true]),
            Command("PUT /v1/plans/notice", nil, ["announces": false, "seen": plan]),
            Command("PUT /v1/plans/numbers", nil, ["shown": false]),
        ]
    }

    @Test(
        "COM-6 every command that takes an idempotency key gives a repeated request the first answer",
        .timeLimit(.minutes(3)), .tags(.sharedStack))
    func keys() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url)
            #expect(try await stack.setUp(browser).status == 201)
            func checkIn(_ stress: Int) async throws -> String {
                let made = try await browser.post("/v1/check-ins", ["stress": stress])
                return try #require(made.json["id"] as? String, "\(made.text)")
            }
            func entry(_ text: String) async throws -> String {
                let made = try await browser.post("/v1/journal", ["text": text])
                return try #require(made.json["id"] as? String, "\(made.text)")
            }
            func circumstance() async throws -> String {
                let made = try await browser.post("/v1/contexts", ["flag": "travel", "from": "2026-02-03"])
                return try #require(made.json["id"] as? String, "\(made.text)")
            }
            let gone = try await entry("Fog.")
            #expect(try await browser.delete("/v1/journal/\(gone)").status == 204)
            let moment = try #require(
                (try await browser.get("/v1/cards").json["cards"] as? [[String: Any]])?.first?["moment"] as? String)
            let plan = try #require(try await browser.get("/v1/safety-plan").json["plan"] as? [String: Any])
            let consent = try await browser.get("/v1/consent").json
            var commands = [
                Command("POST /v1/check-ins", nil, ["energy": 4]),
                Command("PUT /v1/check-ins/{id}", "/v1/check-ins/\(try await checkIn(2))", ["stress": 3]),
                Command("DELETE /v1/check-ins/{id}", "/v1/check-ins/\(try await checkIn(5))"),
                Command("POST /v1/journal", nil, ["text": "A quiet day by the lake."]),
                Command("DELETE /v1/journal/{id}", "/v1/journal/\(try await entry("Rain."))"),
                Command(
                    "PUT /v1/journal/{id}", "/v1/journal/\(try await entry("Wind."))",
                    ["text": "Wind and sun.", "revision": 1]),
                Command(
                    "PUT /v1/journal/{id}/mood", "/v1/journal/\(try await entry("Snow."))/mood", ["value": 0.5]),
                Command("POST /v1/journal/{id}/restore", "/v1/journal/\(gone)/restore"),
                Command("PUT /v1/days/{day}/context", "/v1/days/2026-02-06/context", ["flags": ["travel"]]),
                Command("PUT /v1/days/{day}/tags", "/v1/days/2026-02-06/tags", ["tags": ["coffee", "late shift"]]),
                Command("POST /v1/contexts", nil, ["flag": "illness", "from": "2026-02-04"]),
                Command(
                    "PUT /v1/contexts/{id}", "/v1/contexts/\(try await circumstance())", ["through": "2026-02-05"]),
                Command("DELETE /v1/contexts/{id}", "/v1/contexts/\(try await circumstance())"),
                Command("PUT /v1/context-mask", nil, ["flags": ["illness", "travel"]]),
                Command("PUT /v1/sources", nil, ["order": ["Watch"]]),
                Command("PUT /v1/safety-plan", nil, plan.merging(["reasons": ["Garden"]]) { $1 }),
                Command("POST /v1/cards/{moment}/feedback", "/v1/cards/\(moment)/feedback", ["action": "completed"]),
                Command("POST /v1/chat", nil, ["text": "How did I sleep?"]),
                Command("POST /v1/chat/not-a-crisis", nil, [:]),
                Command("PUT /v1/cloud-key", nil, ["key": "sk-test-1"]),
                Command(
                    "PUT /v1/consent", nil,
                    ["granted": false, "copyVersion": consent["copyVersion"] as? Int ?? 0]),
            ]
            commands += try await goalCommands(browser)
            commands += try await planCommands(browser)
            // Last, because a crisis changes what the others answer.
            let crisis = try await entry(World.crisisText)
            commands.append(
                Command("POST /v1/journal/{id}/not-a-crisis", "/v1/journal/\(crisis)/not-a-crisis", [:]))
            let paths = try #require(
                try await browser.get("/openapi.json").json["paths"] as? [String: [String: [String: Any]]])
            let documented = paths.flatMap { path, methods in
                methods.filter { _, operation in
                    (operation["parameters"] as? [[String: Any]] ?? []).contains {
                        $0["name"] as? String == "Idempotency-Key"
                    }
                }.map { "\($0.key.uppercased()) \(path)" }
            }
            // The profile is sent below; the two uploads continue a file, which other tests show.
            let others = [
                "PUT /v1/profile", "PUT /auth/profile", "POST /v1/imports", "POST /v1/ingest/health-auto-export",
            ]
            #expect(Set(documented) == Set(commands.map(\.route) + others))

            try await stack.settle()
            for command in commands {
                let headers = ["Idempotency-Key": "key of \(command.route)"]
                let first = try await browser.ask(command.method, command.path, command.body, headers: headers)
                let again = try await browser.ask(command.method, command.path, command.body, headers: headers)
                #expect((200..<300).contains(first.status), "\(command.route): \(first.status) \(first.text)")
                #expect(
                    again.status == first.status && again.body == first.body,
                    "\(command.route): \(first.text) then \(again.status) \(again.text)")
            }
            // Without a key, a second request is a second command; so is other content under the same key.
            let count = try await browser.get("/v1/check-ins").list.count
            commands = [Command("POST /v1/check-ins", nil, ["energy": 5])]
            _ = try await browser.post(
                "/v1/check-ins", ["energy": 5], headers: ["Idempotency-Key": "key of POST /v1/check-ins"])
            _ = try await browser.post("/v1/check-ins", ["energy": 5])
            #expect(try await browser.get("/v1/check-ins").list.count == count + 2)
            #expect(
                try await browser.get("/v1/journal").list.filter { ($0["text"] as? String)?.contains("lake") == true }
                    .count == 1)

            // The revision has moved on, and the repeated request still gets its first answer.
            let profile = try await browser.get("/v1/profile").json.merging(["country": "AT"]) { $1 }
            let headers = ["Idempotency-Key": "profile"]
            let first = try await browser.ask("PUT", "/v1/profile", profile, headers: headers)
            let again = try await browser.ask("PUT", "/v1/profile", profile, headers: headers)
            #expect(first.status == 200 && again.status == 200 && again.json["country"] as? String == "AT")
            #expect(try await browser.ask("PUT", "/v1/profile", profile).status == 409)
        }
    }

    @Test(
        "WEB-10 the day in one document: states, gaps of services that are down, no text of the person; the example client",
        .timeLimit(.minutes(4)))
    func today() async throws {
        try await Stack.run { stack in
            let browser = Browser(stack.url)
            let account = try await stack.setUp(browser)
            let user = try #require((account.json["user"] as? String).flatMap { UserID($0) })
            let made = try await browser.post("/v1/tokens", ["label": "wall", "scopes": ["read", "ingest"]])
            let token = try #require(made.json["token"] as? String)
            let device = Browser(stack.url, headers: ["Authorization": "Bearer \(token)"])
            let empty = try await device.get("/v1/today").json
            #expect(empty["state"] as? String == "noData" && empty["score"] is NSNull && empty["lastArrived"] is NSNull)

            let begin = Milliseconds(Date().timeIntervalSince1970 * 1000)
            _ = try await stack.importFile(try World.export(in: stack.scratch, days: 40), for: user)
            #expect(try await browser.post("/v1/journal", ["text": "Xylophone practice went well."]).status == 201)
            try await stack.settle()
            let day = try await eventually("a score") {
                let answer = try await device.get("/v1/today", headers: ["Accept-Language": "de"])
                return answer.json["score"] is NSNull ? nil : answer
            }
            #expect((day.json["lastArrived"] as? Milliseconds ?? 0) >= begin)
            #expect((day.json["missing"] as? [Any])?.isEmpty == true, "\(day.text)")
            // A day without a score of its own has no suggestion and no comparison.
            let hasOwnScore = ["open", "final"].contains(day.json["state"] as? String)
            #expect(day.json["step"] is Int || !hasOwnScore, "\(day.text)")
            #expect((day.json["suggestion"] is String) == hasOwnScore, "\(day.text)")
            #expect(!day.text.lowercased().contains("xylophone"))
            #expect((day.json["words"] as? String)?.isEmpty == false && day.body.count < 1_024)

            let client = Repository.path("docs/examples/pulsum_client.py")
            func run(_ arguments: String...) async throws -> Executable.Result {
                try await Executable.run(
                    "/usr/bin/env", ["python3", client] + arguments,
                    environment: ["PULSUM_URL": stack.url, "PULSUM_TOKEN": token, "LANG": "de_DE.UTF-8"])
            }
            let shown = try await run("today")
            #expect(shown.status == 0 && shown.output.contains(day.json["words"] as? String ?? "?"), "\(shown)")
            for value in ["58", "59"] {
                let sent = try await run("send", value)
                #expect(sent.status == 0 && sent.output == "added 1, skipped 0\n", "\(sent)")
            }
            #expect(try await device.get("/v1/ingest/anchors").list.count == 1)
            let refused = try await Executable.run(
                "/usr/bin/env", ["python3", client],
                environment: ["PULSUM_URL": stack.url, "PULSUM_TOKEN": "wrong", "LANG": "de_DE.UTF-8"])
            #expect(refused.status == 1 && refused.errors.contains("Lege in den Einstellungen"), "\(refused)")

            // A stopped service costs its part, not the answer.
            let coaching = stack.processIDs(of: .coaching)
            for process in coaching { kill(process, SIGSTOP) }
            defer { for process in coaching { kill(process, SIGCONT) } }
            let clock = ContinuousClock.now
            let part = try await device.get("/v1/today")
            #expect(part.status == 200 && part.json["suggestion"] is NSNull && !(part.json["score"] is NSNull))
            let missing = (part.json["missing"] as? [[String: Any]])?.map { $0["part"] as? String }
            let expected: [String?] = hasOwnScore ? ["suggestion"] : []
            #expect(missing == expected)
            #expect(.now - clock < .seconds(5))
        }
    }
}
