import Bus
import Foundation
import Messages
import Testing

@testable import Scoring

/// Circumstances that go on, and how predictions compare with answers.
@Suite struct LastingContextTests {
    private func start(_ world: ServiceWorld, _ flag: ContextFlag, _ offset: Int, id: RequestID = .random())
        async throws -> LastingContext
    {
        try await world.service.start(
            StartLastingContext(user: world.user, flag: flag, from: day(offset)), id: id)
    }

    private func end(_ world: ServiceWorld, _ context: LastingContext, _ offset: Int?) async throws -> LastingContext {
        try await world.service.end(
            EndLastingContext(user: world.user, context: context.id, through: offset.map { day($0) }), id: .random())
    }

    private func contexts(_ world: ServiceWorld, _ from: Int, _ through: Int) async throws -> DayContextsQuery.Reply {
        try await world.service.contexts(
            DayContextsQuery(user: world.user, from: day(from), through: day(through), today: day(40)))
    }

    @Test(
        "SCO-7 an illness that goes on masks each of its days as its flag on each day does; ending and removing it undo that"
    )
    func masks() async throws {
        let world = try ServiceWorld()
        let inputs = person(23, days: 40)
        try await world.enter(inputs)
        let plain = try await world.states()
        func noted(_ days: ClosedRange<Int>) -> [DayState] {
            ScoreCalculator.states(
                inputs + days.map { .context(DayContext(day: day($0), flags: [.illness])) })
        }
        let id = RequestID.random()
        let context = try await start(world, .illness, 20, id: id)
        #expect(context.id == EntityID(high: id.high, low: id.low))
        #expect(context.through == nil)
        #expect(try await world.states() == noted(20...39))
        // Days that arrive later count too.
        let breakdown = try await world.breakdown(30)
        #expect(breakdown.context == [.illness])
        #expect(breakdown.masked == [.illness])
        #expect(try await start(world, .illness, 25) == context)
        #expect(try await start(world, .illness, 18).from == day(18))
        #expect(try await world.states() == noted(18...39))
        #expect(try await end(world, context, 22).through == day(22))
        #expect(try await world.states() == noted(18...22))
        #expect(try await world.breakdown(23).context.isEmpty)
        await #expect(throws: ServiceError.self) { try await end(world, context, 17) }
        // A mask that changes applies to its days.
        _ = try await world.service.setMask(SetContextMask(user: world.user, flags: []), id: .random())
        #expect(try await world.states() == plain)
        _ = try await world.service.setMask(SetContextMask(user: world.user, flags: [.illness]), id: .random())
        #expect(try await world.states() == noted(18...22))
        _ = try await end(world, context, nil)
        #expect(try await world.states() == plain)
        await #expect(throws: ServiceError.self) { try await end(world, context, 30) }
    }

    @Test("SCO-7 the flags of a range are those of days and those that go on, up to today")
    func range() async throws {
        let world = try ServiceWorld()
        #expect(try await contexts(world, 0, 39) == DayContextsQuery.Reply(days: [], lasting: []))
        let travel = try await start(world, .travel, 38)
        _ = try await world.service.setContext(
            SetDayContext(user: world.user, day: day(39), flags: [.alcohol]), id: .random())
        let found = try await contexts(world, 0, 100)
        #expect(
            found.days == [
                DayContext(day: day(38), flags: [.travel]), DayContext(day: day(39), flags: [.alcohol, .travel]),
                DayContext(day: day(40), flags: [.travel]),
            ])
        #expect(found.lasting == [travel])
        #expect(try await contexts(world, 0, 37) == DayContextsQuery.Reply(days: [], lasting: []))
        // The flags of a day alone are replaced without those that go on.
        _ = try await world.service.setContext(
            SetDayContext(user: world.user, day: day(39), flags: []), id: .random())
        #expect(try await world.breakdown(39).context == [.travel])
        for (from, through) in [(5, 4), (0, 400)] {
            await #expect(throws: ServiceError.self) { try await contexts(world, from, through) }
        }
        await #expect(throws: ServiceError.self) { try await start(world, ContextFlag(rawValue: 77), 30) }
        await #expect(throws: ServiceError.self) { try await start(world, .illness, 60) }
    }

    @Test("OWN-1 OWN-2 what goes on is published with the latest day, exported, and goes with the person")
    func own() async throws {
        let world = try ServiceWorld()
        try await world.deliver((0..<40).map { world.reduced(metrics($0, hrv: Double(48 + $0 % 5))) })
        _ = try await start(world, .travel, 30)
        #expect(try await world.told().last?.context == [.travel])
        let text = try await world.exported()["scoring/inputs.jsonl"] ?? ""
        #expect(text.contains(#""kind":"lasting""#))
        #expect(text.contains("travel"))
        #expect(try await world.store.erase(world.user) > 0)
        #expect(try await world.count("inputs") == 0)
    }

    private func prediction(_ score: Double, at: Milliseconds? = nil) -> AnswerRecord.Prediction {
        AnswerRecord.Prediction(
            ScoreReport(day: day(0), status: .final, score: score, low: score - 10, high: score + 10), at: at)!
    }

    @Test(
        "SCO-5 an answer is compared with the latest score before it that was shown before it, at most three days old")
    func record() {
        func answer(_ offset: Int, _ value: Double) -> AnswerRecord.Answer {
            AnswerRecord.Answer(day: day(offset), value: value, at: 1_000)
        }
        let predictions: [Day: [AnswerRecord.Prediction]] = [
            day(0): [prediction(50, at: 1), prediction(60, at: 900), prediction(90, at: 2_000)],
            day(1): [prediction(40, at: 5_000)], day(9): [prediction(70, at: 1)],
        ]
        // Day 2: that of day 1 was shown too late, so that of day 0 as last shown counts: 60, inside.
        let first = AnswerRecord.record([answer(2, 65)], predictions)
        #expect(first == TrackRecord(answers: 1, inside: 1))
        // Day 5 is too late for day 0 and day 1; day 10 follows day 9: 70, outside, 15 off; the answer before was 65.
        let all = AnswerRecord.record([answer(2, 65), answer(5, 65), answer(10, 85)], predictions)
        #expect(all == TrackRecord(answers: 2, inside: 1, compared: 1, error: 15, lastError: 20))
        // An answer on day 1 labels day 0, which the one on day 2 then does not.
        #expect(AnswerRecord.record([answer(1, 65), answer(2, 65)], predictions).answers == 1)
        #expect(AnswerRecord.answers([]).isEmpty)
        #expect(AnswerRecord.record([], [:]) == TrackRecord())
    }

    @Test("SCO-5 the record of shown scores grows as they are shown; the computed one covers every answer")
    func records() async throws {
        let world = try ServiceWorld()
        try await world.enter(person(5, days: 40))
        func reply() async throws -> TrackRecordQuery.Reply {
            try await world.service.trackRecord(TrackRecordQuery(user: world.user, today: day(40)))
        }
        let before = try await reply()
        #expect(before.shown.answers == 0)
        #expect(before.computed.answers > 20)
        let error = try #require(before.computed.error), last = try #require(before.computed.lastError)
        // The person's answers follow the day before: the score knows more than the last answer.
        #expect(error > 0, "\(error) \(last)")
        #expect(error < last, "\(error) \(last)")
        // Shown now; the next answer is compared with what was shown.
        _ = try await world.history(0, 39)
        _ = try await world.submit(40, after: 20 * 3_600_000)
        #expect(try await reply().shown.answers == 1)
    }
}
