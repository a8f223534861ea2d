import Fixtures
import Foundation
import Messages
import Statistics
import Testing

@testable import Goals

/// Weekly reviews.
@Suite struct ReviewTests {
    /// 2026-09-21, a Monday; it is today in this world.
    private static let monday = World.start.advanced(by: 17)

    private static func review(_ world: World, week: Day = monday, today: Day? = nil, _ scores: [DayScore] = [])
        async throws -> ReviewQuery.Reply
    {
        var asOf = world.asOf()
        asOf.today = today ?? asOf.today
        return try await world.service.review(
            ReviewQuery(user: World.ada, week: week, asOf: asOf, scores: scores))
    }

    @discardableResult
    private static func save(_ world: World, week: Day = monday, version: UInt64? = nil, _ content: ReviewContent)
        async throws -> SaveReview.Reply
    {
        try await world.service.save(
            SaveReview(user: World.ada, week: week, version: version, content: content), id: .random())
    }

    @Test("GOL-7: three answers for each ISO week, judged by safety, changed by version, one review a week")
    func answers() async throws {
        let world = try World()
        #expect(try await Self.review(world).review == nil)
        let answers = ReviewContent(wentWell: "Three runs.", gotInTheWay: " ", nextWeek: "Rest.")
        let saved = try await Self.save(world, week: Self.monday.advanced(by: 6), answers)
        #expect(saved.review.week == Self.monday)
        #expect(saved.verdict?.level == .safe)
        #expect(saved.review.facts.level == .safe)
        #expect(saved.review.content == ReviewContent(wentWell: "Three runs.", nextWeek: "Rest."))
        #expect(world.bus.state.withLock { $0.asked.last?.contains("Three runs.") } == true)
        #expect(try await Self.review(world).review == saved.review)
        #expect(try await world.service.overview(GoalsOverview(user: World.ada, asOf: world.asOf())).isReviewed)
        #expect(await code { try await Self.save(world, answers) } == .conflict, "the week has one")
        #expect(await code { try await Self.save(world, version: 2, answers) } == .conflict)
        #expect(try await Self.save(world, version: 1, ReviewContent(gotInTheWay: "Rain.")).review.facts.version == 2)
        try await Self.save(world, week: Self.monday.advanced(by: -1), answers)
        #expect(try await world.state().reviews.map(\.week) == [Self.monday.advanced(by: -7), Self.monday])
        let none = Self.monday.advanced(by: 7)
        #expect(await code { try await Self.save(world, week: none, version: 1, answers) } == .notFound)
        func delete(_ version: UInt64?) async throws {
            let request = DeleteReview(user: World.ada, week: Self.monday, version: version)
            _ = try await world.service.delete(request, id: .random())
        }
        #expect(await code { try await delete(1) } == .conflict)
        try await delete(2)
        #expect(await code { try await delete(nil) } == .notFound)
        #expect(try await world.state().reviews.count == 1)
    }

    @Test("GOL-2: a review needs an answer, and all wrong fields are reported at once")
    func wrong() async throws {
        let world = try World()
        #expect(
            await wrongFields { try await Self.save(world, ReviewContent(wentWell: " ")) } == ["wentWell": .textNeeded])
        let long = String(repeating: "a", count: 4_001)
        #expect(
            await wrongFields {
                try await Self.save(world, week: Day(number: .min), ReviewContent(gotInTheWay: long, nextWeek: long))
            } == ["week": .dayOutOfRange, "gotInTheWay": .tooLong, "nextWeek": .tooLong])
        let scores = [DayScore(day: Self.monday, score: 101), DayScore(day: Self.monday, score: .nan)]
        #expect(
            await wrongFields { _ = try await Self.review(world, scores) } == [
                "scores[0].score": .outOfRange, "scores[1].score": .outOfRange, "scores[1].day": .repeated,
            ])
        let many = (0..<401).map { DayScore(day: Self.monday.advanced(by: -$0), score: 50) }
        #expect(await wrongFields { _ = try await Self.review(world, many) } == ["scores": .tooMany])
        #expect(
            await code {
                let delete = DeleteReview(user: World.ada, week: Day(number: .min))
                _ = try await world.service.delete(delete, id: .random())
            } == .invalid)
    }

    @Test("GOL-8: the week's days with actions and score, and a correlation with its interval from 14 days on")
    func correlation() async throws {
        let world = try World()
        // Every second day two actions, else one, on the 20 days before today.
        var scores: [DayScore] = []
        for back in 1...20 {
            let day = Self.monday.advanced(by: 2 - back)
            for _ in 0...(back % 2) {
                try await world.action(ActionContent(title: "Run", start: World.now, duration: 60), on: day)
            }
            scores.append(DayScore(day: day, score: back % 2 == 1 ? 70 + Double(back % 3) : 50))
        }
        let today = Self.monday.advanced(by: 2)
        // Days before the first action, and today, say nothing.
        let others = (21...60).map { DayScore(day: Self.monday.advanced(by: 2 - $0), score: 90) }
        let now = [DayScore(day: today, score: 10)]
        let reply = try await Self.review(world, today: today, scores + others + now)
        #expect(reply.days.map(\.day) == [Self.monday, Self.monday.advanced(by: 1), today])
        #expect(reply.days.map(\.actions) == [1, 2, 0])
        #expect(reply.days.map(\.seconds) == [60, 120, 0])
        #expect(reply.days.map(\.score) == [50, 71, 10])
        let found = try #require(reply.correlation)
        #expect(found.days == 20)
        #expect(found.coefficient > 0.95)
        #expect(found.low < found.coefficient)
        #expect(found.low > 0.85)
        #expect(found.high > found.coefficient)
        #expect(found.high < 1)
        let fewer = try await Self.review(world, today: today, Array(scores.prefix(13)))
        #expect(fewer.correlation == nil)
        #expect(fewer.days.count == 3)
        let flat = scores.map { DayScore(day: $0.day, score: 60) }
        #expect(try await Self.review(world, today: today, flat).correlation == nil)
        let later = try await Self.review(world, week: Self.monday.advanced(by: 14), today: today, scores)
        #expect(later.days.isEmpty)
        #expect(later.correlation == nil)
    }

    @Test("Pearson's coefficient and Fisher's interval of a known example")
    func fisher() throws {
        let pairs = zip([1.0, 2, 3, 4, 5], [2.0, 1, 4, 3, 5]).map { ($0, $1) }
        let found = try #require(Correlation(pairs))
        #expect(abs(found.coefficient - 0.8) < 1e-12)
        // atanh 0.8 = 1.09861; 1.95996 / √2 = 1.38591.
        #expect(abs(found.interval.lowerBound - -0.27967) < 1e-4)
        #expect(abs(found.interval.upperBound - 0.98619) < 1e-4)
        let line = try #require(Correlation((0..<10).map { (Double($0), Double(-$0)) }))
        #expect(line.coefficient == -1)
        #expect(line.interval.lowerBound == -1)
        #expect(line.interval.upperBound < -0.99)
        #expect(Correlation([(1, 1), (2, 2), (3, 3)]) == nil)
        #expect(Correlation((0..<10).map { (1, Double($0)) }) == nil)
        #expect(Correlation((0..<10).map { (Double($0), .nan) }) == nil)
    }

    @Test("OWN-2: reviews follow the service's other files in the export, in pages that join to valid JSON")
    func export() async throws {
        let world = try World()
        for week in 0..<120 {
            try await Self.save(
                world, week: Self.monday.advanced(by: -7 * week), ReviewContent(nextWeek: "Week \(week)"))
        }
        let others = GoalsExport(store: world.store)
        let export = ReviewExport(store: world.store) { try await others.page($0, $1) }
        var (files, cursor): ([String: [UInt8]], String?) = ([:], nil)
        repeat {
            let page = try await export.page(World.ada, cursor)
            for file in page.files { files[file.name, default: []] += file.content }
            cursor = page.next
        } while cursor != nil
        #expect(
            Set(files.keys)
                == Set((GoalsExport.File.allCases.map(\.rawValue) + ["reviews"]).map { "goals/\($0).json" }))
        let read = try JSONDecoder().decode([WeekReview].self, from: Data(files["goals/reviews.json"] ?? []))
        #expect(try await read == world.state().reviews)
        #expect(read.count == 120)
        #expect(await code { _ = try await export.page(World.ada, "reviews/never") } == .invalid)
        let empty = try await export.page(World.ben, "reviews")
        #expect(empty.files[0].content == Array("[\n]\n".utf8) && empty.next == nil)
    }
}
