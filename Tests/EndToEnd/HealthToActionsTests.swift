import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// From a phone's samples to actions, through real processes (GOL-6), and tables over HTTP (GOL-5).
@Suite(.serialized, .tags(.processes)) struct HealthToActionsTests {
    /// Sends the steps of days; a day that is sent again replaces its sample.
    private struct Phone {
        let browser: Browser
        var anchor = ""
        var sent: [Int: UInt64] = [:]
        var count: UInt64 = 0

        init(_ browser: Browser) { self.browser = browser }

        mutating func send(_ steps: [(day: Int, steps: Int?)]) async throws {
            var (samples, deleted): ([[String: Any]], [String]) = ([], [])
            for (day, steps) in steps {
                if let old = sent[day] { deleted.append("\(EntityID(high: 9, low: old))") }
                sent[day] = nil
                guard let steps else { continue }
                count += 1
                sent[day] = count
                let date = "2026-0\(day / 28 + 1)-\(String(format: "%02d", day % 28 + 1))"
                samples.append([
                    "id": "\(EntityID(high: 9, low: count))", "start": "\(date)T10:00:00Z", "end": "\(date)T10:30:00Z",
                    "value": steps, "unit": "count", "source": "Watch",
                ])
            }
            let next = "anchor \(count) \(deleted.count)"
            let answer = try await browser.post(
                "/v1/ingest/samples",
                [
                    "device": "phone", "kind": "steps", "anchor": anchor, "newAnchor": next, "samples": samples,
                    "deleted": deleted,
                ])
            #expect(answer.status == 200, "\(answer.text)")
            anchor = next
        }
    }

    private func id(_ answer: Browser.Answer, _ name: String) throws -> String {
        #expect(answer.status == 201, "\(answer.text)")
        let facts = (answer.json[name] as? [String: Any])?["facts"] as? [String: Any]
        return try #require(facts?["id"] as? String)
    }

    private func amounts(_ browser: Browser) async throws -> [String: [Double]] {
        let listed = try await browser.get("/v1/actions?limit=1000")
        let actions = try JSONDecoder().decode([Action].self, from: Data(listed.text.utf8))
        return Dictionary(grouping: actions) { "\($0.day)" }.mapValues {
            $0.flatMap(\.content.measurements).map(\.value)
        }
    }

    @Test(
        "GOL-6: days restated while the goals process is killed give each action once, with the last value",
        .timeLimit(.minutes(4)))
    func killed() async throws {
        try await Stack.run { stack in
            let browser = Browser(stack.url)
            #expect(try await stack.setUp(browser).status == 201)
            let measure = try id(
                try await browser.post("/v1/measures", ["title": "Steps", "unit": "steps", "kind": "count"]), "measure")
            let goal = try id(
                try await browser.post(
                    "/v1/goals",
                    [
                        "title": "Walk", "start": "2026-01-01", "target": "2026-12-01", "relevance": [],
                        "milestones": [], "obligations": [], "terms": [],
                        "targets": [["measure": measure, "value": 1_000_000]],
                    ]), "goal")
            let rule = try await browser.post(
                "/v1/goals/health-rules",
                ["kind": "steps", "title": "Walked", "measure": measure, "goal": goal])
            #expect(try id(rule, "rule").count == 36)
            var phone = Phone(browser)
            for round in 1...6 {
                let days = (0..<40).map { (day: $0, steps: $0 % 4 == 0 && round % 2 == 1 ? nil : $0 * 100 + round) }
                try await phone.send(days)
                // Once while the round is under way, and once while the next process takes up what was left.
                let killed = stack.processIDs(of: .goals)
                for process in killed { kill(process, SIGKILL) }
                let next = try await eventually("goals runs again", within: .seconds(60)) {
                    stack.processIDs(of: .goals).first { !killed.contains($0) }
                }
                kill(next, SIGKILL)
            }
            try await stack.settle(within: .seconds(90))
            let expected = Dictionary(
                uniqueKeysWithValues: (0..<40).map {
                    ("2026-0\($0 / 28 + 1)-\(String(format: "%02d", $0 % 28 + 1))", [Double($0 * 100 + 6)])
                })
            try await eventually("each day has its action with the last value", within: .seconds(60)) {
                try await amounts(browser) == expected ? () : nil
            }
            let goals = try await browser.get("/v1/goals/\(goal)")
            let sum = try JSONDecoder().decode(Goal.self, from: Data(goals.text.utf8)).progress[0].sum
            #expect(sum == expected.values.reduce(0) { $0 + $1[0] })
            let staged = try await browser.get("/v1/goals/staged")
            #expect(staged.json["counts"] as? [String: Int] == ["parsed": 40])
        }
    }

    @Test(
        "GOL-5: a table goes in and out over HTTP; bad rows are listed by line", .timeLimit(.minutes(3)),
        .tags(.sharedStack))
    func tables() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url)
            #expect(try await stack.setUp(browser).status == 201)
            var csv = "day,minutes,title,value,unit,measure\n"
            for number in 1...3_000 { csv += "2026-03-01,30,Ran \(number),5.5,km,Running\n" }
            let bad = csv + "2026-03-32,30,Ran,x,km,Running\n"
            func post(_ path: String, _ body: String) async throws -> Browser.Answer {
                try await browser.post(path, bytes: Data(body.utf8), headers: ["Content-Type": "text/csv"])
            }
            let preview = try await post("/v1/goals/import/preview?kind=actions", bad)
            #expect(preview.status == 200, "\(preview.text)")
            let report = try JSONDecoder().decode(TableReport.self, from: Data(preview.text.utf8))
            #expect((report.rows, report.added, report.bad) == (3_001, 3_000, 1))
            #expect(report.badRows.map(\.line) == [3_002])
            #expect(Set(report.badRows.flatMap(\.errors).map(\.field)) == ["day", "value"])
            let refused = try await post("/v1/goals/import?kind=actions", bad)
            #expect(refused.status == 202 && refused.json["phase"] as? String == "refused")

            let imported = try await post("/v1/goals/import?kind=actions", csv)
            #expect(imported.json["phase"] as? String == "done", "\(imported.text)")
            let table = try #require(imported.json["table"] as? String)
            #expect(try await browser.get("/v1/goals/import/\(table)").json["written"] as? Int == 3_000)
            let file = try await browser.get("/v1/goals/table?kind=actions")
            #expect(file.status == 200 && file.text.split(separator: "\r\n").count == 3_001)
            let again = try await post("/v1/goals/import?kind=actions", file.text)
            #expect((again.json["report"] as? [String: Any])?["unchanged"] as? Int == 3_000)
            let graph = try await browser.get("/v1/goals/table?kind=graph")
            #expect((graph.json["actions"] as? [Any])?.count == 3_000)
            #expect(try await post("/v1/goals/import?kind=graph", graph.text).json["phase"] as? String == "done")
            #expect(try await post("/v1/goals/import?kind=nothing", csv).status == 400)
            #expect(try await post("/v1/goals/import", csv).status == 400)
            #expect(try await post("/v1/goals/import?kind=actions", "").status == 400)
        }
    }
}
