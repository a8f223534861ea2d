import Bus
import Foundation
import Hummingbird
import LocalTime
import Messages
import Pages

/// Routes for scores.
struct ScoreEndpoints {
    let profiles: Profiles
    let bus: any Requesting
    let now: @Sendable () -> Milliseconds

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/score", .read, .scores, "The score of a day.",
            query: [.day("day", "The latest day with data by default.")], responses: [200: .json(ScoreReport.self)],
            isCompressed: true
        ) { request, context in
            let user = try context.user()
            let day = try request.query("day") { Day($0) }
            let reader = request.reader(try await profiles.profile(user), at: now())
            let report = try await bus.request(ScoreQuery(user: user, day: day, today: reader.today))
            return try Response.json(reader.spoken(report))
        }
        endpoints.add(
            "GET /v1/score/breakdown", .read, .scores, "A score with all its inputs.",
            query: [.day("day", "The latest day with data by default.")],
            responses: [200: .json(ScoreBreakdown.self)], isCompressed: true
        ) { request, context in
            let user = try context.user()
            let day = try request.query("day") { Day($0) }
            let reader = request.reader(try await profiles.profile(user), at: now())
            let breakdown = try await bus.request(BreakdownQuery(user: user, day: day, today: reader.today))
            return try Response.json(reader.spoken(breakdown))
        }
        endpoints.add(
            "GET /v1/score/record", .read, .scores,
            "How the scores of a year compare with the answers that followed them.",
            responses: [200: .json(TrackRecordQuery.Reply.self)], isCompressed: true
        ) { _, context in
            let user = try context.user()
            return try Response.json(
                try await bus.request(TrackRecordQuery(user: user, today: try await today(user))))
        }
        endpoints.add(
            "GET /v1/score/history", .read, .scores, "The scores of a range, oldest first.",
            query: Operation.Parameter.range,
            responses: [200: .json([ScoreReport].self)], isCompressed: true
        ) { request, context in
            let user = try context.user()
            let reader = request.reader(try await profiles.profile(user), at: now())
            let days = try request.days(today: reader.today)
            let history = ScoreHistory(
                user: user, from: days.lowerBound, through: days.upperBound, today: reader.today)
            return try Response.json(try await bus.request(history).scores.map(reader.spoken))
        }
    }

    private func today(_ user: UserID) async throws -> Day { try await profiles.profile(user).localTime(at: now()).day }
}
