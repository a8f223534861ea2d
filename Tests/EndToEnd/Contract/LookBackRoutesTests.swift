import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// What the pages show about past days, over HTTP. The client checks every exchange against the OpenAPI document.
@Suite(.serialized, .tags(.processes, .sharedStack)) struct LookBackRoutesTests {
    private static let german = ["Accept-Language": "de-AT, en;q=0.5"]

    @Test(
        "WEB-10 letters, arrivals, the calendar and undoing an import over HTTP, in the language that is asked for",
        .timeLimit(.minutes(3)))
    func routes() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url)
            let user = try #require((try await stack.setUp(browser).json["user"] as? String).flatMap { UserID($0) })
            let never = try await browser.get("/v1/arrivals").json
            let unseen = try #require(never["kinds"] as? [[String: Any]])
            #expect(unseen.count == 6 && unseen.allSatisfy { $0["state"] as? String == "never" })
            #expect(never["usualMinute"] == nil && (never["nights"] as? [Any])?.isEmpty == true)
            #expect(try await browser.get("/v1/letters").list.isEmpty)
            #expect(try await browser.get("/v1/calendar").list.isEmpty)

            let today = World.today()
            let export = stack.scratch.file("export.zip")
            try ExportGenerator(seed: 9, days: 60, endingOn: today, recordsPerDay: 8).writeZip(to: export)
            let job = try await stack.importFile(export, for: user).job
            try await stack.settle()
            #expect(try await browser.post("/v1/check-ins", ["energy": 5]).status == 201)
            #expect(try await browser.post("/v1/journal", ["text": "Xylophone practice went well."]).status == 201)
            #expect(try await browser.post("/v1/contexts", ["flag": "travel", "from": "\(today)"]).status == 201)
            try await letters(browser, job)
            try await weeks(browser, today)
            try await calendar(browser, today)
            let arrivals = try await browser.get("/v1/arrivals", headers: Self.german).json
            let kinds = try #require(arrivals["kinds"] as? [[String: Any]])
            #expect(kinds.contains { $0["state"] as? String == "arriving" && $0["name"] as? String == "Ruhepuls" })
            #expect(kinds.contains { ($0["text"] as? String)?.hasPrefix("Kommt an") == true })
            try await undo(browser, stack.url, job)
        }
    }

    private func letters(_ browser: Browser, _ job: EntityID) async throws {
        let list = try await browser.get("/v1/letters").list
        #expect(list.map { $0["id"] as? String } == ["\(job)"])
        let english = try await browser.get("/v1/letters/\(job)")
        let german = try await browser.get("/v1/letters/\(job)", headers: Self.german)
        #expect(english.json["title"] as? String == "A letter from your data", "\(english.text)")
        #expect(german.json["title"] as? String == "Ein Brief aus deinen Daten", "\(german.text)")
        #expect((german.json["opening"] as? [String])?.first?.contains("Nächte") == true)
        #expect((german.json["question"] as? String)?.hasSuffix("?") == true)
        #expect((german.json["facts"] as? [String: Any])?["id"] as? String == "\(job)")
        // The person's own setting counts before what the client asks for.
        var profile = try await browser.get("/v1/profile").json
        profile["display"] = (profile["display"] as? [String: Any] ?? [:]).merging(["language": "de"]) { $1 }
        #expect(try await browser.ask("PUT", "/v1/profile", profile).status == 200)
        let own = try await browser.get("/v1/letters/\(job)", headers: ["Accept-Language": "en"])
        #expect(own.body == german.body)
        #expect(try await browser.get("/v1/letters/\(EntityID.random())").status == 404)
        profile = try await browser.get("/v1/profile").json
        profile["display"] = [String: Any]()
        #expect(try await browser.ask("PUT", "/v1/profile", profile).status == 200)
    }

    private func weeks(_ browser: Browser, _ today: Day) async throws {
        let weeks = try await browser.get("/v1/letters/weeks").list
        let last = try #require(weeks.first?["last"] as? String)
        #expect(weeks.count == 8 && weeks[0]["isRead"] as? Bool == false)
        let letter = try await browser.get("/v1/letters/week/\(last)").json
        let facts = try #require(letter["facts"] as? [[String: Any]])
        #expect((2...4).contains(facts.count) && letter["question"] is String, "\(letter)")
        let german = try await browser.get("/v1/letters/week/\(last)", headers: Self.german).json
        #expect(german["title"] as? String == "Ein Brief über deine Woche")
        #expect((german["facts"] as? [[String: Any]])?.count == facts.count)
        for span in ["month", "year"] {
            let long = try await browser.get("/v1/letters/\(span)/\(today)").json
            #expect(long["last"] as? String == "\(today)" && long["facts"] is [Any], "\(long)")
        }
        #expect(try await browser.get("/v1/letters/week/\(today.advanced(by: 3))").status == 404)
        #expect(try await browser.get("/letters/week/\(last)", headers: ["Accept": "text/html"]).status == 200)
        #expect(try await browser.get("/v1/letters/weeks").list.first?["isRead"] as? Bool == true)
    }

    private func calendar(_ browser: Browser, _ today: Day) async throws {
        let last = try await eventually("today in the calendar") {
            let answer = try await browser.get("/v1/calendar")
            let last = answer.list.last
            return last?["day"] as? String == "\(today)" && last?["entry"] as? Bool == true ? answer : nil
        }.list
        #expect(last.count >= 40 && last.compactMap { $0["step"] as? Int }.allSatisfy((1...5).contains))
        #expect(last.contains { $0["step"] is Int })
        #expect(last.last?["checkIn"] as? Bool == true && last.last?["flags"] as? [String] == ["travel"])
        #expect(last.dropLast().allSatisfy { $0["entry"] as? Bool == false })
        let days = last.compactMap { $0["day"] as? String }
        #expect(days == days.sorted() && Set(days).count == days.count)
        let week = try await browser.get("/v1/calendar?from=\(today.advanced(by: -6))&through=\(today)").list
        #expect(week.map { $0["day"] as? String } == days.suffix(week.count).map { $0 } && week.count <= 7)
        #expect(week.compactMap { $0["step"] as? Int } == last.suffix(week.count).compactMap { $0["step"] as? Int })
        #expect(try await browser.get("/v1/calendar?from=\(today)&through=\(today.advanced(by: -1))").status == 400)
        #expect(try await browser.get("/v1/calendar?from=\(today.advanced(by: -400))&through=\(today)").status == 400)
    }

    private func undo(_ browser: Browser, _ address: String, _ job: EntityID) async throws {
        #expect(try await browser.post("/v1/imports/\(EntityID.random())/undo").status == 404)
        // What an app sends belongs to no file.
        let token = try #require(try await browser.post("/v1/tokens", ["label": "phone"]).json["token"] as? String)
        let phone = Browser(address, headers: ["Authorization": "Bearer \(token)"])
        let payload =
            #"{"data":{"metrics":[{"name":"step_count","units":"count","data":[{"date":"2026-01-06 10:01:00 +0100","qty":50,"source":"Phone"}]}]}}"#
        #expect(try await phone.post("/v1/ingest/health-auto-export", bytes: Data(payload.utf8)).status == 200)
        let posts = try #require(
            try await browser.get("/v1/imports").list.first { $0["undo"] as? String == "posts" }?["job"] as? String)
        let refused = try await browser.ask("POST", "/v1/imports/\(posts)/undo", headers: Self.german)
        #expect(refused.status == 409 && (refused.json["detail"] as? String)?.contains("Was eine App") == true)
        #expect(try await phone.post("/v1/imports/\(job)/undo").status == 403)

        let begun = try await browser.post("/v1/imports/\(job)/undo")
        #expect(begun.status == 202 && ["undoing", "undone"].contains(begun.json["phase"] as? String ?? ""))
        // Asking again is not another undo.
        #expect(try await browser.post("/v1/imports/\(job)/undo").status == 202)
        let undone = try await eventually("the undone import") {
            let answer = try await browser.get("/v1/imports/\(job)")
            return answer.json["phase"] as? String == "undone" ? answer : nil
        }.json
        #expect((undone["samplesUndone"] as? Int ?? 0) > 0)
        #expect(try await browser.get("/v1/letters").list.isEmpty)
        let record = try await browser.get("/v1/security-record").list
        #expect(record.contains { $0["event"] as? String == "importUndone" })
    }

    @Test(
        "WEB-10 the sentences of scores and breakdowns are in the language that is asked for; the numbers are the same",
        .timeLimit(.minutes(3)))
    func sentences() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url)
            let user = try #require((try await stack.setUp(browser).json["user"] as? String).flatMap { UserID($0) })
            let empty = try await browser.get("/v1/score", headers: Self.german).json
            #expect((empty["reason"] as? String)?.hasPrefix("Für diesen Tag ist nichts angekommen") == true, "\(empty)")
            _ = try await stack.importFile(try World.export(in: stack.scratch, days: 60), for: user)
            try await stack.settle()
            func asked(_ path: String) async throws -> (english: Browser.Answer, german: Browser.Answer) {
                let english = try await browser.get(path, headers: ["Accept-Language": "en-GB"])
                return (english, try await browser.get(path, headers: Self.german))
            }
            let score = try await eventually("a score") {
                let score = try await asked("/v1/score")
                return score.german.json["score"] is Double ? score : nil
            }
            #expect(score.english.json["score"] as? Double == score.german.json["score"] as? Double)
            #expect((score.english.json["note"] as? String)?.hasPrefix("Nothing has arrived for today") == true)
            #expect((score.german.json["note"] as? String)?.hasPrefix("Für heute ist noch nichts") == true)

            let day = try #require(score.german.json["day"] as? String)
            let flags = ["flags": ["travel"]]
            #expect(try await browser.ask("PUT", "/v1/days/\(day)/context", flags).status == 200)
            let breakdown = try await eventually("the circumstance") {
                let breakdown = try await asked("/v1/score/breakdown?day=\(day)")
                return (breakdown.german.json["contextNotes"] as? [String])?.isEmpty == false ? breakdown : nil
            }
            func texts(_ breakdown: [String: Any]) throws -> [String] {
                let parts = try #require(breakdown["contributions"] as? [[String: Any]])
                let trends = try #require(breakdown["trends"] as? [[String: Any]])
                return (parts + trends).compactMap { $0["text"] as? String }
                    + [breakdown["methodology"] as? String ?? ""] + (breakdown["contextNotes"] as? [String] ?? [])
                    + (breakdown["gaps"] as? [String] ?? [])
            }
            let (english, german) = (try texts(breakdown.english.json), try texts(breakdown.german.json))
            #expect(english.count == german.count && german.count >= 5)
            for (english, german) in zip(english, german) { #expect(english != german && !german.isEmpty) }
            #expect(german.contains { $0.contains(" deinen üblichen ") || $0.contains("etwa wie sonst (") })
            #expect(german.contains { $0.hasPrefix("Du hast eine Reise vermerkt") })
            #expect(!german.contains { $0.contains("score") || $0.contains("{") || $0.contains("api.") })
            func numbers(_ breakdown: [String: Any]) throws -> [Double?] {
                let parts = try #require(breakdown["contributions"] as? [[String: Any]])
                return parts.flatMap { [$0["value"] as? Double, $0["z"] as? Double, $0["contribution"] as? Double] }
            }
            #expect(try numbers(breakdown.english.json) == numbers(breakdown.german.json))
            let history = try await browser.get(
                "/v1/score/history?from=2020-01-01&through=2020-01-02", headers: Self.german
            ).list
            #expect(history.allSatisfy { ($0["reason"] as? String)?.hasPrefix("Für diesen Tag") == true })
        }
    }
}
