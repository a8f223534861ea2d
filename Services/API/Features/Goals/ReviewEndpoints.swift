import Bus
import Hummingbird
import Messages

/// Routes for weekly reviews. A week is named by any of its days.
struct ReviewEndpoints {
    let desk: GoalsDesk

    /// The answers, with the version that was edited; without one for a week's first review.
    struct ReviewEdit: Codable, Sendable {
        let version: UInt64?
        let content: ReviewContent
    }

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/reviews/{day}", .session, .goals,
            "The review of a day's ISO week, the week's days, and how actions and score moved together.",
            responses: [200: .json(ReviewQuery.Reply.self)]
        ) { _, context in
            try Response.json(try await desk.review(try context.user(), week: try context.day()))
        }
        endpoints.add(
            "PUT /v1/reviews/{day}", .session, .goals, "Saves or replaces the review of a day's ISO week.",
            request: .json(ReviewEndpoints.ReviewEdit.self), responses: [200: .json(SaveReview.Reply.self)],
            errors: Operation.saveErrors.merging([
                404: "`version` is given, and the week has no review.",
                409: "`version` is not the stored one, or the week has a review and `version` is absent.",
            ]) { $1 }, takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(ReviewEdit.self, for: user)
            let command = SaveReview(
                user: user, week: try context.day(), version: body.version, content: body.content,
                country: try await desk.country(user))
            return try Response.json(try await desk.save(command, id: id, request))
        }
        endpoints.add(
            "DELETE /v1/reviews/{day}", .session, .goals, "Deletes the review of a day's ISO week.",
            query: [Operation.version],
            responses: [204: nil],
            errors: [404: "The week has no review.", 409: "`version` is not the stored one."], takesKey: true
        ) { request, context in
            let user = try context.user()
            let command = DeleteReview(
                user: user, week: try context.day(), version: try request.version())
            _ = try await desk.bus.request(command, id: request.requestID(for: user))
            return Response(status: .noContent)
        }
    }
}
