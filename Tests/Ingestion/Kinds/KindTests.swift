import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Kinds that are not stored as samples: their days, readings and deletion.
@Suite(.tags(.processes)) struct KindTests {
    private static func body(_ stamp: String, _ rest: String) -> String { #"{"timestamp":"\#(stamp)",\#(rest)}"# }

    private static let pressure = body(
        "2026-10-21T00:00:00Z",
        """
        "blood_pressure":[{"systolic":131,"diastolic":79,"time":"2026-10-19T06:00:00Z"},
        {"systolic":121,"diastolic":77,"time":"2026-10-19T18:00:00Z"},
        {"systolic":125,"diastolic":80,"time":"2026-10-20T06:00:00Z"}],
        "body_fat":[{"percentage":24.3,"time":"2026-10-20T06:00:00Z"}],
        "vo2_max":[{"ml_per_kg_per_min":41.5,"time":"2026-10-20T07:00:00Z"}]
        """)

    private static func days(
        _ workshop: Workshop, _ kind: String, _ from: String = "2026-10-01", _ through: String = "2026-10-31"
    ) async throws -> [KindDay] {
        let (from, through) = (try #require(Day(from)), try #require(Day(through)))
        return try await workshop.service.days(
            KindDaysQuery(user: workshop.user, kind: kind, from: from, through: through)
        ).days
    }

    private static func kinds(_ workshop: Workshop) async throws -> [String] {
        try await workshop.service.kinds(KindsQuery(user: workshop.user)).kinds.map(\.info.kind)
    }

    private static func readings(_ workshop: Workshop, _ kind: String, limit: Int32 = 250) async throws -> [KindReading]
    {
        var (all, cursor): ([KindReading], String?) = ([], nil)
        repeat {
            let page = try await workshop.service.readings(
                KindReadingsQuery(user: workshop.user, kind: kind, cursor: cursor, limit: limit))
            #expect(page.readings.count <= Int(limit))
            all += page.readings
            cursor = page.next
            // Nothing that an address has to escape.
            #expect(cursor?.allSatisfy { $0.isNumber || $0 == "." || $0 == "-" } ?? true, "\(cursor ?? "")")
        } while cursor != nil
        return all
    }

    @Test("ING-19 A kind has its days, its readings with source page by page, and pairs stay pairs")
    func shown() async throws {
        let workshop = try Workshop()
        #expect(try await Self.kinds(workshop).isEmpty)
        #expect(try await workshop.service.groups(IntimateGroups(user: workshop.user)).groups.isEmpty)
        _ = try await workshop.post(Self.pressure, from: "hc-webhook")
        #expect(try await Self.kinds(workshop) == ["bodyFat", "bloodPressure", "vo2Max"])
        let days = try await Self.days(workshop, "bloodPressure")
        #expect(days.map(\.value) == [126, 125] && days.map(\.second) == [78, 80] && days.map(\.count) == [2, 1])
        for limit in [1, 2, 250] as [Int32] {
            let readings = try await Self.readings(workshop, "bloodPressure", limit: limit)
            #expect(readings.map(\.value) == [125, 121, 131] && readings.map(\.second) == [80, 77, 79])
        }
        #expect(try await Self.readings(workshop, "bodyFat").map(\.value) == [24.3])
        await #expect(throws: ServiceError.self) { try await Self.days(workshop, "bloodPressureSystolic") }
        await #expect(throws: ServiceError.self) { try await Self.days(workshop, "vo2Max", "2024-01-01") }
        await #expect(throws: ServiceError.self) { try await Self.readings(workshop, "vo2Max", limit: 251) }
    }

    @Test("ING-19 A damaged day costs itself: the days and the pages of readings go on behind it", arguments: 0..<4)
    func damaged(index: Int) async throws {
        let workshop = try Workshop()
        let points = (0..<4).map { #"{"percentage":2\#($0).5,"time":"2026-10-1\#($0)T06:00:00Z"}"# }
        _ = try await workshop.post(
            Self.body("2026-10-21T00:00:00Z", #""body_fat":[\#(points.joined(separator: ","))]"#), from: "hc-webhook")
        let whole = (0..<4).map { 20.5 + Double($0) }
        #expect(try await Self.readings(workshop, "bodyFat").map(\.value) == whole.reversed())
        let day = try #require(Day("2026-10-1\(index)")).number
        try await workshop.store.write {
            try $0.execute("UPDATE readings SET sealed = ? WHERE day = ?", [Data([1]), day])
        }
        let left = whole.enumerated().filter { $0.offset != index }.map(\.element)
        for limit in [1, 2, 250] as [Int32] {
            let values = try await Self.readings(workshop, "bodyFat", limit: limit).map(\.value)
            #expect(values == left.reversed(), "\(limit)")
        }
        #expect(try await Self.days(workshop, "bodyFat").map(\.value) == left)
        #expect(try await Self.kinds(workshop) == ["bodyFat"])
    }

    @Test("ING-19 What two devices counted at the same time is added once")
    func sums() async throws {
        let workshop = try Workshop()
        func floors(_ source: String, _ count: Int) -> String {
            """
            {"data":{"metrics":[{"name":"flights_climbed","units":"count","data":[
            {"date":"2026-10-19 10:00:00 +0200","qty":\(count),"source":"\(source)"},
            {"date":"2026-10-19 11:00:00 +0200","qty":2,"source":"\(source)"}]}]}}
            """
        }
        _ = try await workshop.post(floors("Watch", 5), from: "health-auto-export")
        let alone = try await Self.days(workshop, "flightsClimbed").map(\.value)
        _ = try await workshop.post(floors("Phone", 4), from: "health-auto-export")
        #expect(try await Self.days(workshop, "flightsClimbed").map(\.value) == alone)
        #expect(!alone.isEmpty)
    }

    @Test("ING-19 A pair counts once by both halves, whichever apps brought it, in days and readings alike")
    func pairs() async throws {
        let workshop = try Workshop()
        func point(_ diastolic: Int, _ source: String) -> String {
            #"{"date":"2026-10-19 10:00:00 +0200","systolic":120,"diastolic":\#(diastolic),"source":"\#(source)"}"#
        }
        let points = [point(80, "Cuff"), point(82, "Clinic"), point(80, "Diary")].joined(separator: ",")
        _ = try await workshop.post(
            #"{"data":{"metrics":[{"name":"blood_pressure","units":"mmHg","data":[\#(points)]}]}}"#,
            from: "health-auto-export")
        let days = try await Self.days(workshop, "bloodPressure")
        #expect(days.map(\.value) == [120] && days.map(\.second) == [81] && days.map(\.count) == [2], "\(days)")
        for limit in [1, 250] as [Int32] {
            let readings = try await Self.readings(workshop, "bloodPressure", limit: limit)
            #expect(readings.compactMap(\.second).sorted() == [80, 82])
        }
    }

    @Test("ING-19 What an app counted counts as often as it says")
    func times() async throws {
        let workshop = try Workshop()
        _ = try await workshop.post(
            """
            {"data":{"metrics":[{"name":"sexual_activity","units":"count","data":[
            {"date":"2026-10-19 22:00:00 +0200","Unspecified":0,"Protection Used":2,"Protection Not Used":1,"qty":3}]}]}}
            """, from: "health-auto-export")
        _ = try await workshop.service.answer(AnswerGroup(user: workshop.user, group: "cycle", isKept: true))
        #expect(try await Self.days(workshop, "sexualActivity").map(\.value) == [3])
    }

    @Test("ING-19 ING-16 Undoing a source and deleting a kind leave nothing of it; the rest of a record stays")
    func gone() async throws {
        let workshop = try Workshop()
        let meal = Self.body(
            "2026-10-21T00:00:00Z",
            """
            "nutrition":[{"start_time":"2026-10-19T11:00:00Z","end_time":"2026-10-19T11:20:00Z","calories":500,
            "carbs_grams":61.5,"fat_grams":17.25,"protein_grams":20}]
            """)
        _ = try await workshop.post(meal, from: "hc-webhook")
        _ = try await workshop.post(Self.pressure, from: "hc-webhook")
        #expect(try await Self.days(workshop, "dietaryFat").map(\.value) == [17.25])
        var part = try await workshop.service.remove(RemoveKind(user: workshop.user, kind: "dietaryFat"))
        var removed = part.removed
        while let next = part.next {
            part = try await workshop.service.remove(
                RemoveKind(user: workshop.user, kind: "dietaryFat", cursor: next))
            removed += part.removed
        }
        #expect(removed == 1)
        let csv = try await workshop.exported("ingestion/readings.csv")
        #expect(!csv.contains("17.25") && csv.contains("61.5"))
        let left = try await Self.kinds(workshop)
        #expect(!left.contains("dietaryFat"))
        #expect(try await Self.days(workshop, "dietaryCarbohydrates").map(\.value) == [61.5])
        _ = try await workshop.post(meal, from: "hc-webhook")
        #expect(try await Self.days(workshop, "dietaryFat").map(\.value) == [17.25], "sent again, it comes again")
        try await workshop.forget(1)
        #expect(try await Self.kinds(workshop).isEmpty)
        let rows = try await workshop.store.read { try $0.value(Int.self, "SELECT count(*) FROM readings") }
        #expect(rows == 0)
    }

    @Test("ING-18 ING-19 A kind of an intimate group is found only after a yes")
    func intimate() async throws {
        let workshop = try Workshop()
        let flow = Self.body(
            "2026-10-21T00:00:00Z", #""menstruation_flow":[{"flow":3,"time":"2026-10-19T04:30:00Z"}]"#)
        _ = try await workshop.post(flow, from: "hc-webhook")
        #expect(try await Self.kinds(workshop).isEmpty)
        await #expect(throws: ServiceError.self) { try await Self.days(workshop, "menstrualFlow") }
        await #expect(throws: ServiceError.self) { try await Self.readings(workshop, "menstrualFlow") }
        _ = try await workshop.service.answer(AnswerGroup(user: workshop.user, group: "cycle", isKept: true))
        #expect(try await Self.days(workshop, "menstrualFlow").count == 1)
        _ = try await workshop.service.answer(AnswerGroup(user: workshop.user, group: "cycle", isKept: false))
        let left = try await workshop.store.read { try $0.value(Int.self, "SELECT count(*) FROM readings") }
        #expect(left == 0)
    }

    @Test("ING-19 Readings are the same whatever the order of posts and repetitions", arguments: [1, 2, 3])
    func order(seed: UInt64) async throws {
        let week = try PostedWeek("hc-webhook")
        func all(_ posts: [PostedWeek.Post]) async throws -> [String: [KindReading]] {
            let workshop = try Workshop()
            for post in posts { _ = try await workshop.post(post, from: "hc-webhook") }
            var found: [String: [KindReading]] = [:]
            for kind in try await Self.kinds(workshop) { found[kind] = try await Self.readings(workshop, kind) }
            return found
        }
        let posts = Array(week.posts.prefix(12))
        var random = SplitMix(seed: seed)
        let twice = try await all((posts + posts).shuffled(using: &random) + posts)
        let once = try await all(posts)
        #expect(once.count > 5 && once.keys == twice.keys)
        for (kind, readings) in once { #expect(readings.count == twice[kind]?.count, "\(kind)") }
    }

    @Test("ING-19 Every kind, group and level has its words in each language", arguments: ["en", "de"])
    func words(language: String) throws {
        let path = Repository.path("Shared/Localization/Catalogues/Days/kinds.\(language).json")
        let all = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
        let words = (all as? [String: [String: Any]])?["kind"] ?? [:]
        func keys(_ name: String) -> Set<String> { Set((words[name] as? [String: String] ?? [:]).keys) }
        #expect(Set(ShownKind.all.map(\.name)) == keys("name"))
        #expect(Set(ShownKind.all.map(\.info.group)).isSubset(of: keys("group")))
        #expect(Set(ShownKind.all.map(\.info.rule)).isSubset(of: Set((words["how"] as? [String: String] ?? [:]).keys)))
        let levels = ShownKind.all.flatMap(\.info.levels).map { level in
            let parts = level.split(separator: " ").map(String.init)
            return parts.prefix(1).joined() + parts.dropFirst().map(\.capitalized).joined()
        }
        #expect(Set(levels) == keys("level"))
    }
}
