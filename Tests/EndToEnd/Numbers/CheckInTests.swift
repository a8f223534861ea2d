import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

extension RightNumbers {
    /// Check-ins: only values that the person entered count, and the person may correct them.
    @Suite(.serialized, .tags(.processes, .sharedStack)) struct CheckInTests {
        @Test(
            "SCO-2 SCO-4 Over HTTP a check-in has one to three sliders, is seen, corrected, deleted and given for an earlier day, and the score follows",
            .timeLimit(.minutes(3)))
        func http() async throws {
            try await Stack.shared { stack in
                let browser = Browser(stack.url)
                #expect(try await stack.setUp(browser).status == 201)
                /// The sliders in a day's breakdown, as the page shows them; absent values are missing.
                func sliders(_ day: String) async throws -> [String: Double] {
                    let parts =
                        try await browser.get("/v1/score/breakdown?day=\(day)").json["contributions"]
                        as? [[String: Any]] ?? []
                    return Dictionary(
                        uniqueKeysWithValues: parts.compactMap { part in
                            (part["value"] as? Double).map { (part["signal"] as? String ?? "", $0) }
                        })
                }

                let first = try await browser.post("/v1/check-ins", ["energy": 5])
                #expect(
                    first.status == 201 && first.json["energy"] as? Int == 5 && first.json["stress"] == nil
                        && first.json["sleepQuality"] == nil)
                let today = try #require(first.json["day"] as? String)
                #expect(try await sliders(today) == ["energy": 5])
                let second = try await browser.post("/v1/check-ins", ["stress": 2])
                #expect(try await sliders(today) == ["stress": 2, "energy": 5])
                #expect(try await browser.post("/v1/check-ins").status == 400)
                let wrong = try await browser.post("/v1/check-ins", ["energy": 9])
                #expect(wrong.status == 400 && (wrong.json["detail"] as? String)?.contains("energy") == true)

                let begun = try #require(Day(today))
                let earlier = try await browser.post(
                    "/v1/check-ins", ["sleepQuality": 3, "day": "\(begun.advanced(by: -2))"])
                #expect(earlier.json["day"] as? String == "\(begun.advanced(by: -2))")
                #expect(try await sliders("\(begun.advanced(by: -2))") == ["sleepQuality": 3])
                #expect(
                    try await browser.post("/v1/check-ins", ["energy": 3, "day": "\(begun.advanced(by: 1))"]).status
                        == 400)
                #expect(
                    try await browser.get("/v1/check-ins").list.map { $0["id"] as? String }
                        == [second, first, earlier].map { $0.json["id"] as? String })

                let path = "/v1/check-ins/\(first.json["id"] as? String ?? "")"
                #expect(try await browser.put(path, ["sleepQuality": 6]).json["energy"] == nil)
                #expect(try await sliders(today) == ["stress": 2, "sleepQuality": 6])
                #expect(try await browser.put(path, [:]).status == 400)
                #expect(try await browser.delete(path).status == 204)
                #expect(try await browser.delete(path).status == 404)
                #expect(try await browser.put(path, ["stress": 1]).status == 404)
                #expect(try await sliders(today) == ["stress": 2])
                #expect(try await browser.delete("/v1/check-ins/\(second.json["id"] as? String ?? "")").status == 204)
                #expect(try await browser.get("/v1/score?day=\(today)").json["status"] as? String == "noData")
                #expect(try await browser.get("/v1/check-ins").list.count == 1)
            }
        }

        @Test("SCO-2 On the command line too", .timeLimit(.minutes(3)))
        func commandLine() async throws {
            try await Stack.shared { stack in
                let user = try await stack.makeAccount()
                let day = World.lastDay.advanced(by: -3)
                let given = try await stack.pulsum("checkin", "--energy", "5", "--day", "\(day)", "--json")
                let checkIn = try JSONDecoder().decode(CheckIn.self, from: Data(given.output.utf8))
                #expect(
                    checkIn.day == day && checkIn.energy == 5 && checkIn.stress == nil && checkIn.sleepQuality == nil,
                    "\(given.errors)")
                let listed = try await stack.pulsum("checkin", "list")
                #expect(listed.output.contains("\(checkIn.id)") && listed.output.contains("–"), "\(listed)")
                let corrected = try await stack.pulsum("checkin", "correct", "\(checkIn.id)", "2", "6", "7")
                #expect(corrected.output.contains("stress 2, energy 6, sleep 7"), "\(corrected)")
                #expect(try await stack.pulsum("checkin", "delete", "\(checkIn.id)").status == 0)
                #expect(
                    try await stack.bus.request(CheckInsQuery(user: user, from: day, through: day)).checkIns.isEmpty)
                #expect(try await stack.pulsum("checkin", "delete", "\(checkIn.id)").status == 1)
                #expect(
                    try await stack.pulsum("checkin", "--energy", "5", "--day", "\(World.lastDay.advanced(by: 9))")
                        .status == 1)
            }
        }

        @Test(
            "SCO-6 Scores after any corrections and deletions are, to the bit, those of what is left",
            .timeLimit(.minutes(4)), arguments: [1, 2] as [UInt64])
        func replays(seed: UInt64) async throws {
            try await Stack.shared { stack in
                let edited = try await stack.makeAccount("Ada", zone: "UTC")
                let plain = try await stack.makeAccount("Bob", zone: "UTC")
                var random = SplitMix(seed: seed)
                let days = (0..<25).map { World.lastDay.advanced(by: -$0) }
                func slider() -> Int32? { random.next() % 4 == 0 ? nil : Int32(1 + random.next() % 7) }
                func sliders() -> (stress: Int32?, energy: Int32?, sleep: Int32?) {
                    let given = (stress: slider(), energy: slider(), sleep: slider())
                    return given == (nil, nil, nil) ? (nil, 4, nil) : given
                }
                var kept: [CheckIn] = []
                for step in 0..<90 {
                    let choice = kept.isEmpty ? 0 : random.next() % 5
                    let place = kept.isEmpty ? 0 : Int(random.next() % UInt64(kept.count))
                    let (stress, energy, sleep) = sliders()
                    switch choice {
                    case 0, 1, 2:
                        let day = days[Int(random.next() % UInt64(days.count))]
                        kept.append(
                            try await stack.bus.request(
                                SubmitCheckIn(
                                    user: edited, day: day, at: World.noon(day) + Int64(step), stress: stress,
                                    energy: energy, sleepQuality: sleep)))
                    case 3:
                        kept[place] = try await stack.bus.request(
                            CorrectCheckIn(
                                user: edited, checkIn: kept[place].id, stress: stress, energy: energy,
                                sleepQuality: sleep))
                    default:
                        _ = try await stack.bus.request(DeleteCheckIn(user: edited, checkIn: kept.remove(at: place).id))
                    }
                }
                for checkIn in kept.shuffled(using: &random) {
                    _ = try await stack.bus.request(
                        SubmitCheckIn(
                            user: plain, day: checkIn.day, at: checkIn.at, stress: checkIn.stress,
                            energy: checkIn.energy, sleepQuality: checkIn.sleepQuality))
                }
                #expect(kept.count > 10)
                for day in days {
                    var breakdowns: [ScoreBreakdown] = []
                    for user in [edited, plain] {
                        var breakdown = try await stack.bus.request(
                            BreakdownQuery(user: user, day: day, today: World.lastDay.advanced(by: 1)))
                        breakdown.report.revision = 0
                        breakdowns.append(breakdown)
                    }
                    #expect(breakdowns[0] == breakdowns[1], "\(day)")
                }
            }
        }

        @Test(
            "SCO-3 On the page a question left alone is not saved, and an entry is saved without answers",
            .timeLimit(.minutes(2)))
        func page() async throws {
            try await Stack.shared { stack in
                let browser = Browser(stack.url)
                #expect(try await stack.setUp(browser).status == 201)
                func checkIns() async throws -> [[String: Any]] { try await browser.get("/v1/check-ins").list }
                let nothing = try await browser.submit("/pulse", [("text", "  ")])
                #expect(nothing.status == 400 && nothing.text.contains("answer one of the questions"))
                let entry = try await browser.submit("/pulse", [("key", "a"), ("text", "A calm day.")])
                #expect(entry.status == 200 && entry.text.contains("Saved to Journal."))
                #expect(try await checkIns().isEmpty)
                _ = try await browser.submit("/pulse", [("key", "b"), ("energy", "6")])
                let one = try await checkIns()
                #expect(one.count == 1 && one[0]["energy"] as? Int == 6 && one[0]["stress"] == nil)
                // The same form sent twice counts once.
                _ = try await browser.submit("/pulse", [("key", "b"), ("energy", "6")])
                #expect(try await checkIns().count == 1)
                _ = try await browser.submit("/check-ins", [("key", "c"), ("stress", "4")])
                #expect(try await checkIns().count == 2)
                #expect(try await browser.submit("/check-ins", [("stress", "8")]).status == 400)
                #expect(try await browser.get("/").text.contains("4 of 7, "))
            }
        }
    }
}
