import Foundation
import Messages
import Testing

@testable import API

/// The browser of kinds and the questions about intimate ones, over a bus of closures.
@Suite struct KindPageTests {
    private static func info(_ kind: String, _ group: String, _ unit: String, _ shape: String, _ rule: String)
        -> KindInfo
    {
        KindInfo(
            kind: kind, group: group, unit: unit, shape: shape, rule: rule,
            levels: shape == "level" ? ["unspecified", "not present", "mild", "moderate", "severe"] : [],
            isOfBody: group == "body" || group == "nutrition")
    }

    private static let all = [
        info("bloodPressure", "heart", "mmHg", "pair", "mean"), info("bodyFat", "body", "%", "quantity", "last"),
        info("dietaryCaffeine", "nutrition", "mg", "quantity", "sum"),
        info("bodyMassIndex", "body", "kg/m2", "quantity", "last"),
        info("symptom", "symptoms", "", "level", "maximum"), info("handwashing", "hygiene", "", "interval", "count"),
    ]

    /// Ten weeks of days for every kind.
    private static func world(_ body: @escaping @Sendable (FeatureWorld) async throws -> Void) async throws {
        try await FeatureWorld.run { world in
            let now = world.application.accounts.now()
            let today = Day(number: Int32(now / 86_400_000))
            @Sendable func days(_ info: KindInfo) -> [KindDay] {
                (0..<70).map { index in
                    let value = info.shape == "pair" ? 128.0 : info.shape == "level" ? 4 : info.isOfBody ? 24.3 : 2
                    return KindDay(
                        day: today.advanced(by: index - 69),
                        value: value + (info.shape == "level" ? 0 : Double(index % 3)),
                        second: info.shape == "pair" ? 78 : nil, count: 1)
                }
            }
            world.bus.on(MetricsQuery.self) { _ in MetricsQuery.Reply(days: []) }
            // In two pages, as ingestion sends many readings.
            world.bus.on(KindsQuery.self) { request in
                let kinds = all.map { KindSummary(info: $0, days: Array(days($0).suffix(14))) }
                return request.cursor == nil
                    ? KindsQuery.Reply(kinds: Array(kinds.prefix(3)), next: kinds[2].info.kind)
                    : KindsQuery.Reply(kinds: Array(kinds.dropFirst(3)))
            }
            world.bus.on(KindDaysQuery.self) { request in
                guard let info = all.first(where: { $0.kind == request.kind }) else {
                    throw ServiceError(.notFound, "There is no such kind.")
                }
                let shown = days(info).filter { (request.from...request.through).contains($0.day) }
                return KindDaysQuery.Reply(info: info, days: shown)
            }
            world.bus.on(KindReadingsQuery.self) { request in
                guard let info = all.first(where: { $0.kind == request.kind }) else {
                    throw ServiceError(.notFound, "There is no such kind.")
                }
                let reading = KindReading(
                    start: now, end: now, value: info.shape == "pair" ? 131 : info.shape == "level" ? 4 : 24.3,
                    second: info.shape == "pair" ? 79 : nil, labels: info.shape == "level" ? ["<b>zz</b>"] : [],
                    source: "Cuff & Co")
                return KindReadingsQuery.Reply(
                    info: info, readings: [reading], next: request.cursor == nil ? "7/2" : nil)
            }
            try await body(world)
        }
    }

    @Test("WEB-6 ING-19 Kinds are listed by group, found by name, and each shows its values, usual range and sources")
    func browser() async throws {
        try await Self.world { world in
            world.bus.on(PlanNumbers.self) { _ in PlanNumbers.Reply(numbersHidden: false, revision: 0) }
            #expect(try await world.open("/look-back").text.contains("href=\"/kinds\""))
            let list = try await world.open("/kinds").text
            for text in ["Blood pressure", "128/78", "Body fat", "Caffeine", "Symptoms", "class=\"sparkline\""] {
                #expect(list.contains(text), "\(text)")
            }
            let found = try await world.open("/kinds?q=PRESSURE").text
            #expect(found.contains("Blood pressure") && !found.contains("Caffeine"))
            #expect(try await world.open("/kinds?q=zzz").text.contains("No kind with data"))
            let pair = try await world.open("/kinds/bloodPressure?range=quarter").text
            for text in ["class=\"chart-pair\"", "131/79", "usually", "Cuff &amp; Co", "after=7/2"] {
                #expect(pair.contains(text), "\(text)")
            }
            // A year comes in parts that follow each other.
            let sent = world.bus.sent(KindDaysQuery.self).count
            #expect(try await world.open("/kinds/bloodPressure?range=year").status == .ok)
            let parts = world.bus.sent(KindDaysQuery.self).dropFirst(sent)
            #expect(parts.count == 4 && parts.allSatisfy { $0.from.distance(to: $0.through) < 92 })
            for (part, next) in zip(parts, parts.dropFirst()) {
                #expect(part.through.advanced(by: 1) == next.from)
            }
            let fat = try await world.open("/kinds/bodyFat").text
            #expect(fat.contains("chart-band") && fat.contains("24.3"), "usual band")
            let printed = try await world.open("/print?weeks=8&through=2026-01-04")
            #expect(printed.status == .ok && !printed.text.contains("Symptoms"))
            for query in ["weeks=900", "weeks=0", "through=0000-01-01", "through=never"] {
                #expect(try await world.open("/print?\(query)").status == .badRequest, "\(query)")
            }
            let all = try await world.open("/print").text
            #expect(all.contains("of 91 days") && all.contains("Blood pressure") && !all.contains("Symptoms"))
            // The kinds are asked for together and listed in their order.
            let places = try ["Blood pressure", "Body fat"].map { try #require(all.firstRange(of: $0)?.lowerBound) }
            #expect(places == places.sorted())
            let symptom = try await world.open("/kinds/symptom").text
            #expect(symptom.contains("calendar-month") && symptom.contains("severe · &lt;b&gt;zz"))
            #expect(try await world.open("/kinds/nothing").status == .notFound)
            let json = try await world.call(.get, "/v1/kinds/bloodPressure/readings?limit=1")
            #expect(json.status == .ok && json.headers[.link]?.contains("after=7/2") == true)
            #expect(
                try await world.call(.get, "/v1/kinds/bloodPressure?from=2024-01-01&through=2026-01-01").status
                    == .badRequest)
        }
    }

    @Test("ING-21 The page of a day's inventory names what is stored and what is missing of what a device has")
    func inventory() async throws {
        try await Self.world { world in
            world.bus.on(PlanNumbers.self) { _ in PlanNumbers.Reply(numbersHidden: false, revision: 0) }
            world.bus.on(InventoryQuery.self) { request in
                let kinds = [
                    KindInventory(
                        kind: "heartRate", stored: 1_204, sources: [ReadingSource(name: "<b>Watch", readings: 1_204)],
                        stated: [StatedCount(device: 1, count: 1_210, at: 5), StatedCount(device: 2, count: 3, at: 5)]),
                    KindInventory(
                        kind: "bodyFat", stored: 2, stated: [StatedCount(device: 1, count: 2, at: 5)], isOfBody: true),
                ]
                return InventoryQuery.Reply(days: [DayInventory(day: request.from, kinds: kinds)])
            }
            let page = try await world.open("/inventory?day=2026-03-02").text
            for text in [
                "1,206 samples are stored", "Heart rate", "1,204", "&lt;b&gt;Watch",
                "A device has 1,210: 6 are missing", "Body fat", "A device has 2; at least as many are stored.",
                "/inventory?day=2026-03-01",
            ] {
                #expect(page.contains(text), "\(text)")
            }
            #expect(try await world.open("/inventory?day=never").status == .badRequest)
            // The days that have a breakdown, which the page links to.
            for day in ["0000-01-01", "1899-12-31", "2200-01-01"] {
                #expect(try await world.open("/inventory?day=\(day)").status == .badRequest, "\(day)")
            }
            let first = try await world.open("/inventory?day=1900-01-01")
            #expect(first.status == .ok && !first.text.contains("rel=\"prev\""))
            #expect(first.text.contains("href=\"/inventory?day=1900-01-02\" rel=\"next\""))
            let json = try await world.call(.get, "/v1/inventory?from=2026-03-02&through=2026-03-02")
            #expect(json.status == .ok && json.text.contains("\"stored\":1204"))
            world.bus.on(PlanNumbers.self) { _ in PlanNumbers.Reply(numbersHidden: true, revision: 0) }
            let hidden = [
                try await world.open("/inventory?day=2026-03-02").text,
                try await world.call(.get, "/v1/inventory").text,
            ]
            for text in hidden {
                #expect(text.contains("eart") && !text.contains("Body fat") && !text.contains("bodyFat"))
            }
        }
    }

    @Test("PLN-10 Of a person whose numbers are away no page and no route of kinds has one of food, energy or the body")
    func numbersAway() async throws {
        try await Self.world { world in
            world.bus.on(PlanNumbers.self) { _ in PlanNumbers.Reply(numbersHidden: true, revision: 0) }
            let ofBody = Self.all.filter(\.isOfBody)
            let texts = try await [world.open("/kinds").text, world.call(.get, "/v1/kinds").text]
            for text in texts {
                #expect(text.contains("loodPressure") || text.contains("Blood pressure"))
                for info in ofBody { #expect(!text.contains(info.kind) && !text.contains("24.3"), "\(info.kind)") }
            }
            let printed = try await world.open("/print").text
            #expect(printed.contains("Blood pressure"))
            #expect(!printed.contains("Body fat") && !printed.contains("24.3"))
            for info in ofBody {
                for path in ["/kinds/\(info.kind)", "/kinds/\(info.kind)?range=year&after=7/2"] {
                    #expect(try await world.open(path).status == .notFound, "\(path)")
                }
                for path in ["/v1/kinds/\(info.kind)", "/v1/kinds/\(info.kind)/readings"] {
                    let answer = try await world.call(.get, path)
                    #expect(answer.status == .notFound && !answer.text.contains("24.3"), "\(path)")
                }
            }
            // Plans do not answer: then none either.
            world.bus.on(PlanNumbers.self) { _ in throw ServiceError(.unavailable, "Away.") }
            #expect(try await world.open("/kinds/bodyFat").status == .notFound)
        }
    }

    @Test("ING-18 ING-19 No device token opens a route of kinds")
    func tokens() async throws {
        try await Self.world { world in
            for caller in [Caller.reader, .ingester, .companion, .nobody] {
                for path in ["/v1/kinds", "/v1/kinds/symptom", "/v1/kinds/symptom/readings"] {
                    let answer = try await world.call(.get, path, as: caller)
                    #expect([.forbidden, .unauthorized].contains(answer.status), "\(caller) \(path)")
                }
                let answer = try await world.call(.put, "/v1/kinds/groups/cycle", #"{"keep":true}"#, as: caller)
                #expect([.forbidden, .unauthorized].contains(answer.status), "\(caller)")
            }
            #expect(world.bus.sent(KindsQuery.self).isEmpty && world.bus.sent(AnswerGroup.self).isEmpty)
        }
    }

    @Test("ING-18 The page of sources asks one question a group, and its form answers with the proof of the session")
    func questions() async throws {
        try await Self.world { world in
            world.bus.on(IntimateGroups.self) { _ in
                IntimateGroups.Reply(groups: [
                    IntimateGroup(group: "cycle", deletes: 1_800_000_000_000),
                    IntimateGroup(group: "mind", isKept: true),
                    IntimateGroup(group: "symptoms", isKept: false),
                    IntimateGroup(group: "alcohol", isKept: false, isLapsed: true),
                ])
            }
            world.bus.on(AnswerGroup.self) { IntimateGroup(group: $0.group, isKept: $0.isKept) }
            // The password was entered a long time ago.
            try await world.application.accounts.store.write {
                try $0.update(.tokens, ["confirmed": nil], of: [:], where: "1 = 1", [])
            }
            let page = try await world.open("/sources").text
            #expect(page.components(separatedBy: "action=\"/sources/groups/").count == 5)
            #expect(page.contains("There was no answer for 30 days"))
            #expect(page.contains("No answer yet") && page.contains("what arrives is not kept"))
            let form = try #require(page.range(of: "/sources/groups/cycle"))
            let proof = try #require(page[form.upperBound...].firstMatch(of: /name="proof" value="([^"]+)"/)).output.1
            #expect(try await world.submit("/sources/groups/cycle", ["keep": "yes"]).status == .forbidden)
            let answer = try await world.submit("/sources/groups/cycle", ["keep": "yes", "proof": "\(proof)"])
            #expect(answer.status == .seeOther)
            #expect(world.bus.sent(AnswerGroup.self).map(\.isKept) == [true])
            let json = try await world.call(.put, "/v1/kinds/groups/symptoms", #"{"keep":false}"#)
            #expect(json.json["isKept"] as? Bool == false)
            let count = world.bus.sent(AnswerGroup.self).count
            // A form without the value of its button is no answer.
            for keep in [nil, "on", ""] as [String?] {
                var fields = ["proof": "\(proof)"]
                fields["keep"] = keep
                #expect(try await world.submit("/sources/groups/cycle", fields).status == .badRequest)
            }
            // What the person agreed to is deleted only with the password, and the page says what goes.
            #expect(page.contains("Nothing brings it back") && page.contains("id=\"password-mind\""))
            #expect(!page.contains("id=\"password-cycle\""))
            let refused = try await world.call(.put, "/v1/kinds/groups/mind", #"{"keep":false}"#)
            #expect(refused.status == .forbidden && refused.text.contains("passwordNeeded"), "\(refused.text)")
            let kept = try #require(page.range(of: "/sources/groups/mind"))
            let other = try #require(page[kept.upperBound...].firstMatch(of: /name="proof" value="([^"]+)"/)).output.1
            let asked = try await world.submit("/sources/groups/mind", ["keep": "no", "proof": "\(other)"])
            #expect(asked.status != .seeOther, "\(asked.status)")
            #expect(world.bus.sent(AnswerGroup.self).count == count)
        }
    }
}
