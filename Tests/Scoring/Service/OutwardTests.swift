import Messages
import Testing

@testable import Scoring

/// What readers other than the person learn of a withheld day.
@Suite struct OutwardTests {
    /// Everything that scoring answers about the days 0 … 25, as of day 25.
    private struct Answers: Equatable {
        var reports: [ScoreReport] = []
        var breakdowns: [ScoreBreakdown] = []
        var recent: [RecentDays.Reply] = []
        var record: TrackRecordQuery.Reply
    }

    private func answers(_ world: ServiceWorld, on last: Int) async throws -> Answers {
        let (service, user, today) = (world.service, world.user, day(last))
        var answers = Answers(
            record: try await service.trackRecord(TrackRecordQuery(user: user, today: today).outward()))
        for asked in [nil, day(last), day(last - 1)] {
            answers.reports.append(
                try await service.score(ScoreQuery(user: user, day: asked, today: today).outward()))
            answers.breakdowns.append(
                try await service.breakdown(BreakdownQuery(user: user, day: asked, today: today).outward()))
            answers.recent.append(
                try await service.recentDays(RecentDays(user: user, day: asked, today: today).outward()))
        }
        answers.reports += try await service.history(
            ScoreHistory(user: user, from: day(0), through: today, today: today).outward()
        ).scores
        return answers
    }

    @Test("SCO-7 outward a withheld day that would have a score is a day without input, also where it was shown before")
    func scored() async throws {
        let (troubled, other) = (try ServiceWorld(), try ServiceWorld())
        for world in [troubled, other] {
            try await world.deliver((0..<19).map { world.reduced(metrics($0, hrv: 50 + Double($0 % 5))) })
            _ = try await world.history(0, 18, today: 19)
        }
        try await troubled.deliver([troubled.reduced(metrics(19, hrv: 55))])
        #expect(try await troubled.history(19, 19, today: 19).map(\.status) == [.provisional])
        let at = Milliseconds(day(19).number) * 86_400_000
        try await troubled.deliver(
            [CrisisChanged(user: troubled.user, id: entity(1), revision: 1, at: at, withdrawn: false)], from: .coaching)
        #expect(try await troubled.history(19, 19, today: 19).map(\.status) == [.withheld])
        #expect(try await answers(troubled, on: 19) == answers(other, on: 19))
        // An answer on the next day is compared with the last score that was not withheld.
        // It is given after the scores were shown.
        for world in [troubled, other] { _ = try await world.submit(20, after: 20 * 86_400_000 + 43_200_000) }
        let records = (
            try await answers(troubled, on: 20).record, try await answers(other, on: 20).record
        )
        #expect(records.0 == records.1 && records.0.shown.answers == 1)
        // The person's own session still learns why.
        #expect(try await troubled.breakdown(19, today: 20).report.status == .withheld)
    }

    @Test("SCO-7 outward the record counts no answer of a withheld day")
    func answered() async throws {
        let (troubled, other) = (try ServiceWorld(), try ServiceWorld())
        for world in [troubled, other] {
            try await world.deliver((0..<19).map { world.reduced(metrics($0, hrv: 50 + Double($0 % 5))) })
            _ = try await world.history(0, 18, today: 19)
        }
        let at = Milliseconds(day(19).number) * 86_400_000
        _ = try await troubled.submit(19, after: 43_200_000)
        try await troubled.deliver(
            [CrisisChanged(user: troubled.user, id: entity(1), revision: 1, at: at, withdrawn: false)], from: .coaching)
        let records = (try await answers(troubled, on: 19).record, try await answers(other, on: 19).record)
        #expect(records.0 == records.1)
        let own = try await troubled.service.trackRecord(TrackRecordQuery(user: troubled.user, today: day(19)))
        #expect(own.computed.answers == 1)
    }

    @Test(
        "SCO-7 outward a withheld day without a score is what it would be without its verdict, with the same revision",
        arguments: [3, 12])
    func unscored(days: Int) async throws {
        let (troubled, other) = (try ServiceWorld(), try ServiceWorld())
        for (world, level) in [(troubled, Verdict.Level.crisis), (other, .safe)] {
            // Of the last day a metric arrived that has no usual range; in the shorter world nothing has one.
            try await world.deliver((0..<days - 1).map { world.reduced(metrics($0, hrv: 50)) })
            try await world.deliver([world.reduced(metrics(days - 1, respiratory: 14))])
            try await world.deliver([world.analyzed(days - 1, nil, entry: entity(1), level: level)], from: .sentiment)
        }
        #expect(try await troubled.history(days - 1, days - 1, today: days - 1).map(\.status) == [.withheld])
        let own = try await other.history(days - 1, days - 1, today: days - 1).map(\.status)
        #expect(own == [.warmingUp])
        #expect(try await answers(troubled, on: days - 1) == answers(other, on: days - 1))
    }
}
