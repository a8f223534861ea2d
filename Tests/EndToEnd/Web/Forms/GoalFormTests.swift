import Fixtures
import Foundation
import TestTraits
import Testing

/// The forms of goals as a browser without script sends them.
@Suite(.serialized, .tags(.processes, .sharedStack)) struct GoalFormTests {
    /// The first group of a pattern in a page.
    private func found(_ pattern: String, _ page: Browser.Answer) throws -> String {
        let match = try Regex(pattern, as: (Substring, Substring).self).firstMatch(in: page.text)
        return try #require(match.map { String($0.1) }, "\(pattern)")
    }

    private func key(_ page: Browser.Answer) throws -> String { try found("name=\"key\" value=\"([^\"]+)\"", page) }

    private func made(_ list: String, _ body: [String: Any], _ browser: Browser) async throws -> String {
        let answer = try await browser.post("/v1/\(list)", body)
        let facts = (answer.json[String(list.dropLast())] as? [String: Any])?["facts"] as? [String: Any]
        return try #require(facts?["id"] as? String, "\(list): \(answer.text)")
    }

    private func goal(_ title: String, _ measure: String, in terms: [String] = []) -> [String: Any] {
        [
            "title": title, "start": "2026-11-01", "target": "2027-01-10", "relevance": [],
            "milestones": [["title": "Half", "target": "2026-12-01"]], "obligations": [], "terms": terms,
            "targets": [["measure": measure, "value": 100]],
        ]
    }

    @Test(
        "GOL-1 GOL-9 By forms: a goal, action, value and term are deleted once and brought back; a step is marked, goals change places",
        .timeLimit(.minutes(5)))
    func undo() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url, headers: ["Accept-Language": "en-GB"])
            #expect(try await stack.setUp(browser).status == 201)
            let measure = try await made("measures", ["title": "Way", "unit": "km", "kind": "distance"], browser)
            let term = try await made("terms", ["start": "2026-11-01", "goals": []], browser)
            let first = try await made("goals", goal("Run", measure, in: [term]), browser)
            let second = try await made("goals", goal("Swim", measure, in: [term]), browser)
            let value = try await made("values", ["title": "Health"], browser)
            let action = try await made(
                "actions",
                [
                    "title": "Ran", "start": 1_794_000_000_000, "measurements": [["measure": measure, "value": 5]],
                    "contributions": [["goal": first, "measure": measure, "amount": 5]],
                ], browser)

            let page = try await browser.get("/goals/\(first)")
            let version = try found("name=\"version\" value=\"([0-9]+)\"", page)
            let step = [
                ("key", try key(page)), ("version", version), ("milestone", "0"), ("day", "2026-11-25"),
            ]
            #expect(try await browser.submit("/goals/\(first)/step", step).text.contains("Take the mark back"))
            #expect(try await browser.submit("/goals/\(first)/step", step).status == 200, "sent twice, it counts once")
            let late = [("key", "other"), ("version", version), ("milestone", "0"), ("day", "")]
            #expect(try await browser.submit("/goals/\(first)/step", late).status == 409)

            let place = try await browser.get("/terms/\(term)")
            let move = [
                ("key", try key(place)), ("version", try found("name=\"version\" value=\"([0-9]+)\"", place)),
                ("goal", second), ("to", "up"),
            ]
            let moved = try await browser.submit("/terms/\(term)/move", move)
            let names = moved.text.ranges(of: "/goals/\(second)\"").first?.lowerBound
            let other = moved.text.ranges(of: "/goals/\(first)\"").first?.lowerBound
            #expect(try #require(names) < #require(other))

            for (list, id, name) in [
                ("goals", first, "Run"), ("terms", term, "Term 1"), ("actions", action, "Ran"),
                ("values", value, "Health"),
            ] {
                let form = [("key", try key(try await browser.get("/\(list)/\(id)")))]
                let deleted = try await browser.submit("/\(list)/\(id)/delete", form)
                #expect(deleted.text.contains("Deleted.") && !deleted.text.contains("/\(list)/\(id)\""), "\(list)")
                // The same form again is answered as the first time, not with “not found”.
                #expect(try await browser.submit("/\(list)/\(id)/delete", form).status == 200)
                #expect(try await browser.get("/\(list)/\(id)").status == 404)
                let undo = try found("action=\"(/\(list)/[0-9a-f-]+/restore)\"", deleted)
                let restored = try await browser.submit(undo, [("key", try key(deleted))])
                #expect(restored.status == 200 && restored.text.contains("It is back."), "\(list)")
                #expect(restored.text.contains(name))
            }
            #expect(try await browser.get("/goals/\(first)").text.contains("5 of 100"))
            let ordered = try await browser.get("/v1/terms/\(term)").json["content"] as? [String: Any]
            #expect(ordered?["goals"] as? [String] == [second, first])
        }
    }

    @Test(
        "GOL-5 By forms: a table is checked by line, then brought in; what is no table is refused",
        .timeLimit(.minutes(5)))
    func tables() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url, headers: ["Accept-Language": "en-GB"])
            #expect(try await stack.setUp(browser).status == 201)
            func send(_ kind: String, _ content: String, name: String = "table.csv") async throws -> Browser.Answer {
                let key = try key(try await browser.get("/goals/tables"))
                var body = ""
                for (field, text) in [("key", key), ("kind", kind)] {
                    body += "--B7\r\nContent-Disposition: form-data; name=\"\(field)\"\r\n\r\n\(text)\r\n"
                }
                body += "--B7\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n"
                body += "Content-Type: text/csv\r\n\r\n\(content)\r\n--B7--\r\n"
                let answer = try await browser.post(
                    "/goals/tables", bytes: Data(body.utf8),
                    headers: ["Content-Type": "multipart/form-data; boundary=B7"])
                guard answer.status == 303, let location = answer.location else { return answer }
                return try await browser.get(location)
            }
            let bad = try await send("values", "title;level\nFamily;general\n;general\n")
            #expect(bad.status == 200 && bad.text.contains("Line 3") && !bad.text.contains("Line 2"))
            #expect(!bad.text.contains("<button class=\"primary\""))
            let good = try await send("values", "title;level\nFamily;general\nCalm;major\n")
            #expect(good.text.contains("2 new entries."))
            #expect(try await browser.get("/v1/values").list.isEmpty, "nothing is written before it is confirmed")
            let address = try found("action=\"(/goals/tables/[0-9a-f-]+)\"", good)
            let form = [("key", try key(good)), ("kind", "values")]
            for _ in 0..<2 {
                let done = try await browser.submit(address, form)
                #expect(done.text.contains("The table is written."))
            }
            #expect(try await browser.get("/v1/values").list.count == 2)
            #expect(try await send("values", "", name: "").status == 400)
            #expect(try await send("gold", "title\nx\n").status == 400)
            #expect(try await send("graph", "title\nx\n").text.contains("Entry 1"))
            #expect(try await browser.get("/goals/tables/\(UUID().uuidString)?kind=values").status == 404)
        }
    }
}
