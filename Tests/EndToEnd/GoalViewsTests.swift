import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// Pace, quick add, proposals, overview and reviews through real processes, over HTTP and with the command line.
@Suite(.serialized, .tags(.processes, .sharedStack)) struct GoalViewsTests {
    /// A measure, a value, a term that began 15 days ago and a goal in it.
    private struct Prepared {
        let measure, goal: String
        let today: Day

        init(_ browser: Browser) async throws {
            today = Day(number: Int32(Date().timeIntervalSince1970 / 86_400))
            let start = today.advanced(by: -15)
            func made(_ list: String, _ name: String, _ body: [String: Any]) async throws -> String {
                let answer = try await browser.post("/v1/\(list)", body)
                let facts = (answer.json[name] as? [String: Any])?["facts"] as? [String: Any]
                return try #require(facts?["id"] as? String, "\(answer.text)")
            }
            measure = try await made("measures", "measure", ["title": "Distance", "unit": "km", "kind": "distance"])
            let value = try await made("values", "value", ["title": "Health", "priority": 5])
            let term = try await made("terms", "term", ["start": "\(start)", "theme": "Running", "goals": []])
            goal = try await made(
                "goals", "goal",
                [
                    "title": "Run 100 km", "start": "\(start)", "target": "\(start.advanced(by: 69))",
                    "targets": [["measure": measure, "value": 100]], "relevance": [["value": value]],
                    "milestones": [], "obligations": [], "terms": [term],
                ])
        }
    }

    @Test(
        "GOL-4 GOL-7 GOL-10: a sentence is read, matched and saved over HTTP; list, overview and review show it; a crisis day is quiet",
        .timeLimit(.minutes(3)))
    func http() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url)
            #expect(try await stack.setUp(browser, "Ada", ["country": "DE"]).status == 201)
            let prepared = try await Prepared(browser)
            let (goal, today) = (prepared.goal, prepared.today)
            let read = try await browser.post("/v1/actions/read", ["sentence": "ran 30 km yesterday"])
            #expect(read.status == 200, "\(read.text)")
            let reading = try JSONDecoder().decode(ReadAction.Reply.self, from: Data(read.text.utf8))
            var action = try #require(reading.action)
            #expect(action.title == "Ran" && action.measurements.map(\.value) == [30])
            #expect(try await browser.get("/v1/actions").list.isEmpty, "reading saves nothing")
            let body = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(action)) as? [String: Any] ?? [:]
            let saved = try await browser.post("/v1/actions", body)
            #expect(saved.status == 201, "\(saved.text)")
            let stored = try JSONDecoder().decode(SaveAction.Reply.self, from: Data(saved.text.utf8)).action

            let proposed = try await browser.get("/v1/actions/proposals")
            let found = try JSONDecoder().decode([UnmatchedAction].self, from: Data(proposed.text.utf8))
            #expect(found.map(\.action.facts.id) == [stored.facts.id], "\(proposed.text)")
            let proposal = try #require(found.first?.proposals.first)
            #expect("\(proposal.goal)" == goal && proposal.reasons.contains { $0.kind == .measure })
            #expect(proposal.contributions == reading.proposals.first?.contributions)
            action.contributions = proposal.contributions
            let accepted = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(action))
            let put = try await browser.put("/v1/actions/\(stored.facts.id)", ["version": 1, "content": accepted])
            #expect(put.status == 200, "\(put.text)")
            #expect(try await browser.get("/v1/actions/proposals").list.isEmpty)

            let listed = try await browser.get("/v1/goals")
            let goals = try JSONDecoder().decode([Goal].self, from: Data(listed.text.utf8))
            let pace = try #require(goals.first?.progress.first?.pace)
            #expect(goals[0].progress[0].sum == 30 && goals[0].state == .onTrack && pace.share == 0.3)
            #expect((pace.neededPerWeek ?? 0) > 8 && (pace.neededPerWeek ?? 0) < 10 && pace.finish != nil)

            let seen = try await browser.get("/v1/goals/overview")
            let overview = try JSONDecoder().decode(GoalsOverview.Reply.self, from: Data(seen.text.utf8))
            #expect(overview.term?.week == 3 && overview.term?.weeks == 10 && overview.counts?.actions == 1)
            #expect(overview.values.map(\.actions) == [1] && overview.counts?.streak == nil && !overview.isReviewed)
            let similar = try await browser.post("/v1/goals/similar", ["title": "run 100 KILOMETRES", "kind": "goal"])
            #expect((similar.json["similar"] as? [[String: Any]])?.first?["id"] as? String == goal, "\(similar.text)")

            let meant = try await browser.post("/v1/goals/similar", ["title": "Jogging 100 km", "kind": "goal"])
            let comparison = SentenceModel.isInstalled ? "meaning" : "form"
            #expect(meant.json["comparison"] as? String == comparison, "GOL-3: \(meant.text)")

            let week = "/v1/reviews/\(today)"
            let answers = ["content": ["wentWell": "quincecanary run"]]
            #expect(try await browser.put(week, answers).status == 200)
            #expect(try await browser.put(week, answers).status == 409, "the week has a review")
            let review = try await browser.get(week)
            let reviewed = try JSONDecoder().decode(ReviewQuery.Reply.self, from: Data(review.text.utf8))
            #expect(reviewed.review?.content.wentWell == "quincecanary run" && reviewed.correlation == nil)
            #expect(!reviewed.days.isEmpty && reviewed.week == today.monday)
            #expect(try await browser.get("/v1/reviews/tomorrow").status == 400)
            #expect(try await browser.put("/v1/reviews/2026-01-05", ["content": [:]]).status == 400)
            #expect(stack.scratch.filesHolding("quincecanary").isEmpty, "answers are stored in clear text")
            let archive = stack.scratch.file("ada.zip")
            #expect(try await stack.pulsum("export", archive, "--user", "Ada").status == 0)
            let print = "import sys,zipfile; print(zipfile.ZipFile(sys.argv[1]).read('goals/reviews.json').decode())"
            let exported = try await Executable.run("/usr/bin/env", ["python3", "-c", print, archive])
            #expect(exported.output.contains("quincecanary run"))

            let danger = try await browser.post("/v1/journal", ["text": World.crisisText])
            #expect(danger.status == 201)
            try await eventually("SAF-4: the goals service hears of the journal's crisis") {
                try await browser.get("/v1/goals/overview").json["isQuiet"] as? Bool == true ? () : nil
            }
            let quiet = try JSONDecoder().decode(
                [Goal].self, from: Data(try await browser.get("/v1/goals").text.utf8))
            #expect(quiet.count == 1 && quiet[0].progress.isEmpty && quiet[0].state == nil)
            #expect(try await browser.post("/v1/chat/not-a-crisis", [:]).status < 300)
            try await eventually("SAF-5: withdrawn, the counts are back") {
                try await browser.get("/v1/goals/overview").json["isQuiet"] as? Bool == false ? () : nil
            }
        }
    }

    @Test(
        "GOL-10: pulsum act reads, shows and saves a sentence; pulsum goals shows what it counts for",
        .timeLimit(.minutes(3)))
    func commands() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url)
            #expect(try await stack.setUp(browser, "Ada", ["country": "DE"]).status == 201)
            let goal = try await Prepared(browser).goal
            let unasked = try await stack.pulsum("act", "ran 5 km", "--user", "Ada", input: "y\n")
            #expect(unasked.status != 0 && unasked.errors.contains("--yes"))
            #expect(unasked.errors.contains("5 km") && unasked.errors.contains("Run 100 km"), "\(unasked.errors)")
            #expect(try await browser.get("/v1/actions").list.isEmpty)
            let saved = try await stack.pulsum("act", "ran", "5", "km", "--yes", "--goal", goal, "--user", "Ada")
            #expect(saved.status == 0 && saved.output.contains("Saved for"), "\(saved.output)")
            let list = try await stack.pulsum("goals", "list", "--user", "Ada")
            #expect(list.status == 0 && list.output.contains("5 of 100 km") && list.output.contains(goal))
            let shown = try await stack.pulsum("goals", "show", goal, "--user", "Ada")
            #expect(shown.output.contains("a week would get there"), "\(shown.output)")
            let json = try await stack.pulsum("goals", "list", "--json", "--user", "Ada")
            #expect(json.output.contains("neededPerWeek"))
            // No measure takes a drink: nothing is saved that nobody saw, unless it is asked for.
            let partly = try await stack.pulsum("act", "drank 300 ml", "--yes", "--user", "Ada")
            #expect(partly.status == 1 && partly.errors.contains("Not kept: 300 ml"), "\(partly.errors)")
            #expect(partly.errors.contains("Nothing was saved") && partly.errors.contains("--partial"))
            #expect(try await browser.get("/v1/actions").list.count == 1)
            let without = try await stack.pulsum("act", "drank 300 ml", "--yes", "--partial", "--user", "Ada")
            #expect(without.status == 0 && without.output.contains("Drank"), "\(without.errors)")
            let danger = try await stack.pulsum("act", World.crisisText, "--yes", "--user", "Ada")
            #expect(danger.status != 0 && danger.errors.contains("112"), "\(danger.errors)")
            #expect(try await browser.get("/v1/actions").list.count == 2)
        }
    }

    @Test(
        "GOL-1 GOL-2 GOL-3: pulsum goals makes, changes and closes a goal, and names every wrong field",
        .timeLimit(.minutes(3)))
    func writing() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url)
            #expect(try await stack.setUp(browser, "Ada", ["country": "DE"]).status == 201)
            func stored() async throws -> [[String: Any]] { try await browser.get("/v1/goals").list }

            let wrong = try await stack.pulsum(
                "goals", "add", "Run", "--measure", "km", "--target", "0", "--from", "2026-05-01", "--by", "2026-04-01",
                "--importance", "11")
            #expect(wrong.status == 1, "\(wrong.output)")
            for field in ["--target of ", "--by: ", "--importance: "] {
                #expect(wrong.errors.contains(field), "\(wrong.errors)")
            }
            let unnamed = try await stack.pulsum(
                "goals", "add", "Run", "--measure", "furlong", "--target", "5", "--value", "Health")
            #expect(unnamed.status == 1 && unnamed.errors.contains("count:furlong"), "\(unnamed.errors)")
            #expect(unnamed.errors.contains("There is no value “Health”."))
            // The measure of the refused goal is gone, too.
            #expect(try await stored().isEmpty)
            #expect(try await browser.get("/v1/measures").list.isEmpty)

            let added = try await stack.pulsum(
                "goals", "add", "Run 100 km", "--measure", "km", "--target", "100", "--measure", "count:runs",
                "--target", "20",
                "--from", "2026-05-01", "--by", "2026-07-31", "--about", "For the summer")
            #expect(added.status == 0 && added.output.contains("0 of 100 km"), "\(added.errors)")
            let id = try #require(added.output.split(separator: " ").last.map { String($0.filter { !$0.isNewline }) })
            #expect(try await browser.get("/v1/goals/\(id)").status == 200)
            let alike = try await stack.pulsum(
                "goals", "add", "Run 100 km", "--measure", "km", "--target", "100", input: "y\n")
            #expect(alike.status == 1 && alike.errors.contains(id) && alike.errors.contains("--yes"), "\(alike.errors)")

            let edited = try await stack.pulsum(
                "goals", "edit", id, "--title", "Run 120 km", "--measure", "km", "--target", "120", "--without", "runs",
                "--by", "2026-08-31", "--about", "")
            #expect(edited.status == 0 && edited.output.contains("0 of 120 km"), "\(edited.errors)")
            #expect(!edited.output.contains("runs") && !edited.output.contains("summer"))
            let early = try await stack.pulsum("goals", "edit", id, "--by", "2026-01-01")
            #expect(early.status == 1 && early.errors.contains("--by: "), "\(early.errors)")

            for title in ["Health", "Calm"] {
                #expect(try await browser.post("/v1/values", ["title": title]).status == 201)
            }
            let term = try await browser.post("/v1/terms", ["start": "2026-05-01", "theme": "Running", "goals": []])
            #expect(term.status == 201, "\(term.text)")
            func parts() async throws -> [Int] {
                let content = try await stored().first?["content"] as? [String: Any]
                return ["relevance", "terms"].map { (content?[$0] as? [Any])?.count ?? 0 }
            }
            let served = try await stack.pulsum(
                "goals", "edit", id, "--value", "Health", "--value", "Calm", "--term", "1")
            #expect(served.status == 0, "\(served.errors)")
            #expect(try await parts() == [2, 1])
            let other = try await stack.pulsum("goals", "edit", id, "--without-value", "Wealth", "--without-term", "7")
            #expect(other.status == 1, "\(other.errors)")
            for (option, lacks) in [("value", "no value “Wealth”"), ("term", "no term “7”")] {
                let line = "--without-\(option): The goal has \(lacks). It has: "
                #expect(other.errors.contains(line), "\(other.errors)")
            }
            #expect(try await parts() == [2, 1])
            let freed = try await stack.pulsum("goals", "edit", id, "--without-value", "health", "--without-term", "1")
            #expect(freed.status == 0, "\(freed.errors)")
            #expect(try await parts() == [1, 0])

            let closed = try await stack.pulsum("goals", "close", id)
            #expect(closed.status == 0 && closed.output.contains("2026-08-31, reached"), "\(closed.errors)")
            let missing = try await stack.pulsum("goals", "close", "00000000-0000-4000-8000-000000000001")
            #expect(missing.status == 1)
            let content = try #require(try await stored().first?["content"] as? [String: Any])
            #expect(content["title"] as? String == "Run 120 km" && content["status"] as? String == "completed")
            #expect(try await stored().count == 1)
        }
    }
}
