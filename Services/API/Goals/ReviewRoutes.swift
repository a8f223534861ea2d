import Hummingbird
import Messages

/// Routes for weekly reviews. A week is named by any of its days.
struct ReviewRoutes {
    let desk: GoalsDesk

    /// The answers, with the version that was edited; without one for a week's first review.
    struct ReviewEdit: Codable, Sendable {
        let version: UInt64?
        let content: ReviewContent
    }

    func add(to group: RouterGroup<EdgeContext>) {
        group.get("reviews/{day}") { _, context in
            try Response.json(try await desk.review(try context.user(), week: try Self.day(context)))
        }
        group.put("reviews/{day}") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(ReviewEdit.self, for: user)
            let command = SaveReview(
                user: user, week: try Self.day(context), version: body.version, content: body.content,
                country: try await desk.country(user))
            return try Response.json(try await desk.save(command, body.content.texts, id: id, request))
        }
        group.delete("reviews/{day}") { request, context in
            let user = try context.user()
            let command = DeleteReview(
                user: user, week: try Self.day(context), version: try GoalsDesk.version(request))
            _ = try await desk.bus.request(command, id: request.requestID(for: user))
            return Response(status: .noContent)
        }
    }

    private static func day(_ context: EdgeContext) throws -> Day {
        guard let day = context.parameters.get("day").flatMap({ Day($0) }) else {
            throw Problem(status: .badRequest, code: "invalid", detail: "A day is written as yyyy-mm-dd.")
        }
        return day
    }
}
