import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// The main job through real processes: an export becomes a score, suggestions and a reply.
@Suite(.serialized, .tags(.processes)) struct MainPathTests {
    @Test(
        "ING-1 SCO-5 COA-5 COA-6: a person makes an account, imports 60 days, checks in, writes, and sees score, reasons, cards and a reply",
        .timeLimit(.minutes(5)), .tags(.sharedStack))
    func wholePath() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url)
            #expect(try await browser.get("/").text.contains("action=\"/welcome\""))
            #expect(try await browser.get("/v1/setup").json["needsAccount"] as? Bool == true)
            let account = try await stack.setUp(browser, "Ada", ["country": "DE"])
            #expect(account.status == 201)
            let user = try #require((account.json["user"] as? String).flatMap { UserID($0) })

            let export = try World.export(in: stack.scratch, days: 60)
            let sent = try await browser.post(
                "/v1/imports?name=export.zip", bytes: try Data(contentsOf: URL(fileURLWithPath: export)))
            #expect(sent.status == 202)
            let job = try #require(sent.json["job"] as? String)
            let done = try await eventually("the import is done", within: .seconds(120)) {
                let status = try await browser.get("/v1/imports/\(job)").json
                return ["done", "failed"].contains(status["phase"] as? String) ? ImportPhase(status) : nil
            }
            #expect(done.phase == "done")
            #expect(done.samplesNew > 5_000)
            try await stack.settle()

            let day = World.lastDay
            let metrics = try await stack.bus.request(
                MetricsQuery(user: user, from: day.advanced(by: -59), through: day)
            ).days
            #expect(
                metrics.filter { $0.hrv != nil && $0.sleep != nil && $0.steps != nil && $0.restingHeartRate != nil }
                    .count >= 55)

            // ING-6: sources, priorities and their effect, over HTTP and the command line.
            let sources = try await stack.bus.request(SourcesQuery(user: user, day: day)).sources
            let phone = try #require(sources.first { $0.kind == .phone }?.name)
            #expect(sources.first?.kind == .watch)
            let ordered = try await browser.put("/v1/sources", ["order": [phone]])
            #expect(ordered.status == 200 && ordered.json["sourceOrder"] as? [String] == [phone])
            _ = try await eventually("the day follows the phone") {
                let now = try await stack.bus.request(MetricsQuery(user: user, from: day, through: day)).days.first?
                    .steps
                return now != nil && now != metrics.last?.steps ? true : nil
            }
            #expect(
                (try await browser.get("/v1/sources?day=\(day)").json["sources"] as? [[String: Any]])?.first?["name"]
                    as? String == phone)
            #expect(try await browser.put("/v1/sources", ["order": [String(repeating: "x", count: 300)]]).status == 400)
            #expect(try await stack.pulsum("sources", "Nobody's").errors.contains("No source is called"))
            let back = try await stack.pulsum("sources", "--reset")
            #expect(
                back.status == 0 && back.output.contains("Steps of") && back.output.contains(phone), "\(back.errors)")
            _ = try await eventually("the days are as they were") {
                try await stack.bus.request(MetricsQuery(user: user, from: day.advanced(by: -59), through: day)).days
                    == metrics ? true : nil
            }
            try await stack.settle()

            for back in (0..<30).reversed() {
                _ = try await stack.bus.request(
                    SubmitCheckIn(
                        user: user, day: day.advanced(by: -back), at: World.noon(day.advanced(by: -back)),
                        stress: Int32(2 + back % 4), energy: 5,
                        sleepQuality: 4))
            }
            let score = try await browser.get("/v1/score?day=\(day)").json
            let value = try #require(score["score"] as? Double)
            #expect((0...100).contains(value))
            let breakdown = try await stack.bus.request(
                BreakdownQuery(user: user, day: day, today: day.advanced(by: 1)))
            let logit = breakdown.contributions.reduce(breakdown.bias) { $0 + $1.contribution }
            #expect(abs(100 / (1 + exp(-logit)) - value) < 1e-9)
            #expect(breakdown.labels > 20)
            #expect(breakdown.methodology.contains("not a clinical measurement"))
            #expect(try await stack.pulsum("score", "--day", "\(day)").output.contains(String(Int(value.rounded()))))

            // SCO-7: plain words with trends, gaps and the person's context of the day, over HTTP and the command line.
            #expect(try await browser.put("/v1/days/\(day)/context", ["flags": ["illness", "travel"]]).status == 200)
            #expect(try await browser.put("/v1/days/\(day)/context", ["flags": ["sadness"]]).status == 400)
            let explained = try await browser.get("/v1/score/breakdown?day=\(day)").json
            #expect(explained["context"] as? [String] == ["illness", "travel"])
            #expect(
                (explained["trends"] as? [[String: Any]])?.count == 2
                    && (explained["contextNotes"] as? [String])?.count == 3)
            #expect(explained["masked"] as? [String] == ["illness"])
            let told = try await stack.pulsum("breakdown", "--day", "\(day)").output
            #expect(
                told.contains("the score") && told.contains("Over 7 days") && told.contains("You noted illness"),
                "\(told)")
            #expect(try await stack.pulsum("context", "--none", "--day", "\(day)").output.contains("Nothing is noted"))

            let entry = try await browser.post(
                "/v1/journal", ["text": "A calm and happy day, I slept really well and enjoyed a walk."])
            #expect(entry.status == 201)
            let analysis = try await browser.analysis(of: entry)
            #expect((analysis["sentiment"] as? Double ?? 0) > 0.2)
            #expect((analysis["verdict"] as? [String: Any])?["level"] as? String == "safe")

            let cards = try #require(try await browser.get("/v1/cards").json["cards"] as? [[String: Any]])
            #expect(cards.count == 3)
            #expect(Set(cards.compactMap { $0["moment"] as? String }).count == 3)
            let moment = try #require(cards[0]["moment"] as? String)
            let feedback = try await browser.post("/v1/cards/\(moment)/feedback", ["action": "completed"])
            #expect(!(feedback.json["cheer"] as? String ?? "").isEmpty)

            let reply = try await browser.post("/v1/chat", ["text": "How can I sleep better tonight?"]).json
            #expect(!(reply["coachReply"] as? String ?? "").isEmpty)
            #expect(reply["source"] as? String == "composed")
            #expect(reply["gate"] as? String == "consent")
        }
    }

    @Test(
        "ING-1: a real export of another person's phone goes through", .needs(.sharedData), .timeLimit(.minutes(3)),
        .tags(.sharedStack))
    func realExport() async throws {
        let file = try #require(SharedData.url("apple_health_export_k0rventen/test-export3_normal.zip")?.path)
        try await Stack.shared { stack in
            let user = try await stack.makeAccount()
            let first = try await stack.pulsum("import", file)
            #expect(first.status == 0, "\(first.errors)")
            let imports = try await stack.bus.request(ImportList(user: user)).imports
            #expect(imports.first?.phase == .done)
            #expect((imports.first?.samplesNew ?? 0) > 1_000)
            // ING-5: importing the same file again changes nothing.
            let again = try await stack.importFile(file, for: user)
            #expect(again.phase == .done && again.samplesNew == 0 && again.daysChanged == 0)
        }
    }

    @Test(
        "OWN-1 OWN-2: one archive holds everything; after the erasure no file holds a canary and the person is unknown",
        .timeLimit(.minutes(4)))
    func ownData() async throws {
        try await Stack.run { stack in
            let canary = "zanzibarcanary"
            let browser = Browser(stack.url)
            let made = try await stack.setUp(browser)
            let user = try #require((made.json["user"] as? String).flatMap { UserID($0) })
            _ = try await stack.importFile(try World.export(in: stack.scratch, days: 20), for: user)
            _ = try await browser.post("/v1/journal", ["text": "Today the \(canary) sang and I was glad."])
            _ = try await browser.post("/v1/check-ins", ["stress": 2, "energy": 6, "sleepQuality": 5])
            try await stack.settle()
            #expect(stack.scratch.filesHolding(canary).isEmpty, "text lies in the clear")  // SEN-6, COM-4

            let archive = stack.scratch.file("mine.zip")
            let exported = try await stack.pulsum("export", archive)
            #expect(exported.status == 0, "\(exported.errors)")
            let names = try await Executable.run("/usr/bin/env", ["python3", "-c", World.listArchive, archive])
            for service in ["ingestion/", "sentiment/", "scoring/"] {
                #expect(names.output.contains(service), "\(service) is missing in the archive")
            }
            #expect(names.output.contains("holds \(canary)") == false)
            let page = try await browser.get("/v1/export")
            #expect(page.status == 200 && page.body.starts(with: Data("PK".utf8)))

            let erased = try await browser.post("/v1/erase", ["password": "correct horse battery"])
            #expect(erased.status == 202)
            try await eventually("every service has erased") {
                try await stack.bus.request(StartErase(user: user)).done ? () : nil
            }
            #expect(try await browser.get("/v1/score").status == 401)
            await #expect(throws: ServiceError.self) { try await stack.bus.request(JournalQuery(user: user)) }
            try FileManager.default.removeItem(atPath: archive)
            #expect(try FileManager.default.contentsOfDirectory(atPath: stack.directory + "/spool").isEmpty)
        }
    }
}

private struct ImportPhase: Sendable {
    let phase: String
    let samplesNew: Int
    init(_ json: [String: Any]) {
        phase = json["phase"] as? String ?? ""
        samplesNew = json["samplesNew"] as? Int ?? 0
    }
}
