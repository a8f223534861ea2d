import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// Goals through real processes: created, changed and listed over HTTP, exported and erased.
@Suite(.serialized, .tags(.processes, .sharedStack)) struct GoalsTests {
    private static let whole: @Sendable (String, String, String) -> [String: Any] = { measure, value, term in
        [
            "title": "Run a half marathon", "freeformNotes": "quincecanary shoes", "start": "2026-11-01",
            "target": "2027-01-10", "targets": [["measure": measure, "value": 100]],
            "relevance": [["value": value, "strength": 9]],
            "milestones": [["title": "10 km", "target": "2026-11-20"]],
            "obligations": [["title": "Register", "deadline": "2026-12-01", "toWhom": "The club"]], "terms": [term],
        ]
    }

    @Test(
        "GOL-1 GOL-2 GOL-9: a goal is created whole over HTTP, reports all wrong fields at once, and refuses a stale change",
        .timeLimit(.minutes(3)))
    func http() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url)
            let account = try await stack.setUp(browser, "Ada", ["country": "DE"])
            let user = try #require((account.json["user"] as? String).flatMap { UserID($0) })
            func id(_ answer: Browser.Answer, _ name: String) throws -> String {
                #expect(answer.status == 201, "\(answer.text)")
                let facts = (answer.json[name] as? [String: Any])?["facts"] as? [String: Any]
                return try #require(facts?["id"] as? String)
            }
            let measure = try id(
                try await browser.post("/v1/measures", ["title": "Distance", "unit": "km", "kind": "distance"]),
                "measure")
            let value = try id(try await browser.post("/v1/values", ["title": "Health", "priority": 5]), "value")
            let term = try id(
                try await browser.post("/v1/terms", ["start": "2026-11-01", "theme": "Running", "goals": []]), "term")
            let content = Self.whole(measure, value, term)
            let key = ["Idempotency-Key": "first"]
            let body = try JSONSerialization.data(withJSONObject: content, options: .sortedKeys)
            let created = try await browser.post("/v1/goals", bytes: body, headers: key)
            let goal = try id(created, "goal")
            let again = try await browser.post("/v1/goals", bytes: body, headers: key)
            #expect(try id(again, "goal") == goal)

            let action = try await browser.post(
                "/v1/actions",
                [
                    "title": "Run", "start": 1_794_000_000_000, "duration": 1800,
                    "measurements": [["measure": measure, "value": 5.5]],
                    "contributions": [["goal": goal, "measure": measure, "amount": 5.5]],
                ])
            #expect(action.status == 201)
            let listed = try await browser.get("/v1/goals?term=\(term)&status=active")
            let goals = try JSONDecoder().decode([Goal].self, from: Data(listed.text.utf8))
            #expect(goals.count == 1 && goals[0].progress[0].sum == 5.5 && goals[0].facts.level == .safe)
            #expect(goals[0].content.milestones.count == 1 && goals[0].content.obligations.count == 1)

            // The coach answers from them.
            let chat = try await browser.post("/v1/chat", ["text": "How far am I with my half marathon?"])
            let reply = (chat.json["coachReply"] as? String ?? "").replacing("\u{202F}", with: " ")
            #expect(reply.contains("“Run a half marathon”: 5.5 of 100 km"), "\(chat.text)")

            let wrong = try await browser.ask(
                "POST", "/v1/goals",
                [
                    "title": " ", "start": "2026-11-01", "target": "2026-11-01", "targets": [], "relevance": [],
                    "milestones": [], "obligations": [], "terms": [], "importance": 11,
                ], headers: ["Accept-Language": "de"])
            #expect(wrong.status == 400)
            let fields = wrong.json["fields"] as? [[String: Any]] ?? []
            #expect(Set(fields.compactMap { $0["field"] as? String }) == ["title", "target", "targets", "importance"])
            #expect(fields.contains { $0["sentence"] as? String == "Gib dem Ziel einen Titel." })
            #expect(fields.contains { $0["sentence"] as? String == "Gib eine Zahl von 1 bis 10 ein." })

            var changed = content
            changed["title"] = "Run a marathon"
            let edit: [String: Any] = ["version": 1, "content": changed]
            #expect(try await browser.put("/v1/goals/\(goal)", edit).status == 200)
            #expect(try await browser.put("/v1/goals/\(goal)", edit).status == 409)
            let missing = try await browser.get("/v1/goals/\(EntityID.random())")
            #expect(missing.status == 404)
            #expect(try await browser.delete("/v1/measures/\(measure)").status == 409)

            #expect(try await stack.bus.request(CardsQuery(user: user, at: 1_794_000_000_000)).cards.count == 3)
            let danger = try await browser.post("/v1/values", ["title": World.crisisText])
            #expect(danger.status == 201)
            let verdict = danger.json["verdict"] as? [String: Any]
            #expect(verdict?["level"] as? String == "crisis" && verdict?["card"] is [String: Any], "\(danger.text)")
            try await eventually("SAF-5: the coach hears of it and suggests nothing") {
                let now = Milliseconds(Date().timeIntervalSince1970 * 1000)
                return try await stack.bus.request(CardsQuery(user: user, at: now)).cards.isEmpty ? () : nil
            }

            #expect(stack.scratch.filesHolding("quincecanary").isEmpty, "notes are stored in clear text")
            let archive = stack.scratch.file("ada.zip")
            #expect(try await stack.pulsum("export", archive, "--user", "Ada").status == 0)
            let print = "import sys,zipfile; print(zipfile.ZipFile(sys.argv[1]).read('goals/goals.json').decode())"
            let exported = try await Executable.run("/usr/bin/env", ["python3", "-c", print, archive])
            #expect(exported.output.contains("quincecanary") && exported.output.contains("Run a marathon"))

            let report = try await eventually("every service has erased") { () -> StartErase.Reply? in
                let report = try await stack.bus.request(StartErase(user: user))
                return report.done ? report : nil
            }
            #expect(report.services.contains { $0.service == .goals && $0.done })
            await #expect(throws: ServiceError.self) { try await stack.bus.request(GoalsQuery(user: user)) }
        }
    }
}
