import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

extension RightNumbers {
    /// Inputs that change a score, and inputs that must not.
    @Suite(.serialized, .tags(.processes, .sharedStack)) struct ScoreTests {
        @Test(
            "SCO-4 ING-10 whatever arrives later, in whatever order, a day that was shown keeps its score: a gap in the data is not filled from behind",
            .timeLimit(.minutes(5)))
        func future() async throws {
            try await Stack.shared { stack in
                let browser = Browser(stack.url)
                #expect(try await stack.setUp(browser).status == 201)
                let last = World.lastDay
                /// Imports days of one person.
                func send(_ days: Int, endingOn day: Day) async throws {
                    let path = stack.scratch.file("\(day).zip")
                    try ExportGenerator(seed: 7, days: days, endingOn: day).writeZip(to: path)
                    let sent = try await browser.post(
                        "/v1/imports?name=\(day).zip", bytes: try Data(contentsOf: URL(fileURLWithPath: path)))
                    let job = try #require(sent.json["job"] as? String)
                    _ = try await eventually("the import is done", within: .seconds(60)) { () -> Bool? in
                        try await browser.get("/v1/imports/\(job)").json["phase"] as? String == "done" ? true : nil
                    }
                    try await stack.settle()
                }
                func scores() async throws -> [[String: String]] {
                    try await browser.get(
                        "/v1/score/history?from=\(last.advanced(by: -30))&through=\(last.advanced(by: -3))"
                    ).list.map {
                        $0.mapValues { "\($0)" }
                    }
                }
                try await send(25, endingOn: last.advanced(by: -5))
                let user = try #require(
                    (try await browser.get("/v1/me").json["user"] as? String).flatMap { UserID($0) })
                // No sensor has data for these two days, only check-ins.
                for back in [4, 3] {
                    let day = last.advanced(by: -back)
                    _ = try await stack.bus.request(
                        SubmitCheckIn(user: user, day: day, at: World.noon(day), stress: 2, energy: 6, sleepQuality: 5))
                }
                let before = try await scores()
                #expect(before.count { $0["score"] != nil } > 15 && before.suffix(2).allSatisfy { $0["score"] != nil })
                for back in [2, 1, 0].shuffled() {
                    try await send(1, endingOn: last.advanced(by: -back))
                    #expect(try await scores() == before, "after the data of \(last.advanced(by: -back))")
                }
                #expect(try await browser.get("/v1/score?day=\(last)").json["score"] != nil)
            }
        }

        @Test(
            "SCO-6 a check-in over HTTP follows from the last checkpoint: inputs before it are not read, as shows where they cannot be",
            .timeLimit(.minutes(3))
        )
        func checkpoints() async throws {
            try await Stack.shared { stack in
                let browser = Browser(stack.url)
                #expect(try await stack.setUp(browser).status == 201)
                let path = try World.export(in: stack.scratch, days: 90)
                let user = try #require(
                    (try await browser.get("/v1/me").json["user"] as? String).flatMap { UserID($0) })
                #expect(try await stack.importFile(path, for: user).phase == .done)
                try await stack.settle()
                let database = try DatabaseFile(stack.directory + "/db/scoring.sqlite")
                let triggers = try database.rows(
                    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'inputs'"
                ).map { (name: try $0["name"] as String, sql: try $0["sql"] as String) }
                try database.execute(
                    (triggers.map { "DROP TRIGGER \($0.name)" }
                        + ["UPDATE inputs SET sealed = x'00' WHERE kind = 1 AND day < \(World.lastDay.number - 30)"]
                        + triggers.map(\.sql)).joined(separator: ";\n"))
                #expect(
                    try await browser.post("/v1/check-ins", ["stress": 2, "energy": 6, "sleepQuality": 6]).status == 201
                )
                let breakdown = try await browser.get("/v1/score/breakdown").json
                #expect(
                    ((breakdown["report"] as? [String: Any])?["score"] as? Double).map { (0...100).contains($0) }
                        == true)
                #expect(
                    (breakdown["contributions"] as? [[String: Any]])?.contains {
                        $0["signal"] as? String == "energy" && $0["value"] as? Double == 6
                    } == true)
            }
        }

        @Test(
            "SCO-7 a day noted as illness is masked until the person lets it count, and its breakdown says so",
            .timeLimit(.minutes(3)))
        func masked() async throws {
            try await Stack.shared { stack in
                let browser = Browser(stack.url)
                #expect(try await stack.setUp(browser).status == 201)
                let user = try #require(
                    (try await browser.get("/v1/me").json["user"] as? String).flatMap { UserID($0) })
                #expect(
                    try await stack.importFile(try World.export(in: stack.scratch, days: 40), for: user).phase == .done)
                try await stack.settle()
                let (ill, later) = (World.lastDay.advanced(by: -10), World.lastDay)
                func contributions(_ day: Day) async throws -> [Contribution] {
                    try await stack.bus.request(BreakdownQuery(user: user, day: day, today: later.advanced(by: 1)))
                        .contributions
                }
                let plain = try await contributions(later)
                #expect(try await browser.put("/v1/days/\(ill)/context", ["flags": ["illness"]]).status == 200)
                #expect(
                    try await browser.get("/v1/score/breakdown?day=\(ill)").json["masked"] as? [String] == ["illness"])
                let masked = try await contributions(later)
                #expect(
                    masked.compactMap(\.baseline?.count).max()
                        == plain.compactMap(\.baseline?.count).max().map { $0 - 1 })
                #expect(try await stack.bus.request(SetContextMask(user: user, flags: [])).flags.isEmpty)
                #expect(try await contributions(later) == plain)
                #expect(try await browser.get("/v1/score/breakdown?day=\(ill)").json["masked"] as? [String] == [])
            }
        }

        @Test("SCO-5 from the twentieth answer on the band follows the person's own misses", .timeLimit(.minutes(3)))
        func band() async throws {
            try await Stack.shared { stack in
                let browser = Browser(stack.url)
                #expect(try await stack.setUp(browser).status == 201)
                let user = try #require(
                    (try await browser.get("/v1/me").json["user"] as? String).flatMap { UserID($0) })
                // Nine of ten values are equal, so the deviation caused by the rare ones is wider than four misses of
                // five.
                let first = World.lastDay.advanced(by: -59)
                for offset in 0..<60 {
                    let day = first.advanced(by: offset)
                    let slider: Int32 = offset % 10 == 9 ? 7 : 4
                    _ = try await stack.bus.request(
                        SubmitCheckIn(
                            user: user, day: day, at: World.noon(day), stress: 8 - slider, energy: slider,
                            sleepQuality: slider))
                }
                func width(_ offset: Int) async throws -> Double {
                    let report = try await browser.get("/v1/score?day=\(first.advanced(by: offset))").json
                    return try #require(report["high"] as? Double) - (try #require(report["low"] as? Double))
                }
                let (prior, own) = (try await width(18), try await width(58))
                #expect(own < 0.6 * prior, "\(prior) then \(own)")
            }
        }
    }
}
