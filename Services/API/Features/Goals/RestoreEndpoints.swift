import Bus
import Hummingbird
import Messages

/// Routes that undo deletions, and routes for changes without texts: marked steps, the order of a term, dismissed
/// proposals.
struct RestoreEndpoints {
    let desk: GoalsDesk

    /// A milestone or an obligation by its place from 0, with the day on which it was reached or met.
    struct StepMark: Codable, Sendable {
        let version: UInt64
        let milestone: Int32?
        let obligation: Int32?
        let day: Day?
    }

    /// The goals of a term in a new order.
    struct TermOrder: Codable, Sendable {
        let version: UInt64
        let goals: [EntityID]
    }

    private static let late = [404: "It was deleted more than ten minutes ago, or never existed."]

    func declare(in endpoints: inout Endpoints) {
        declareRestoring(in: &endpoints)
        endpoints.add(
            "POST /v1/goals/{id}/steps", .session, .goals,
            "Marks a milestone as reached or an obligation as met; without a day it takes the mark back.",
            request: .json(RestoreEndpoints.StepMark.self), responses: [200: .json(Goal.self)],
            errors: [409: "`version` is not the stored one."], takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(StepMark.self, for: user)
            let command = MarkStep(
                user: user, edited: EditedVersion(id: try context.entity("id"), version: body.version),
                milestone: body.milestone, obligation: body.obligation, day: body.day)
            return try Response.json(try await desk.bus.request(command, id: id))
        }
        endpoints.add(
            "PUT /v1/terms/{id}/order", .session, .goals, "Puts the goals of a term into another order.",
            request: .json(RestoreEndpoints.TermOrder.self), responses: [200: .json(Term.self)],
            errors: [409: "`version` is not the stored one."], takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(TermOrder.self, for: user)
            let command = OrderTermGoals(
                user: user, edited: EditedVersion(id: try context.entity("id"), version: body.version),
                goals: body.goals)
            return try Response.json(try await desk.bus.request(command, id: id))
        }
        endpoints.add(
            "DELETE /v1/actions/{id}/proposals/{goal}", .session, .goals,
            "Keeps a goal from being proposed again for an action.",
            responses: [204: nil], takesKey: true
        ) { request, context in
            let user = try context.user()
            let command = DismissProposal(
                user: user, action: try context.entity("id"), goal: try context.entity("goal"))
            _ = try await desk.bus.request(command, id: request.requestID(for: user))
            return Response(status: .noContent)
        }
    }

    private func declareRestoring(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/goals/{id}/restore", .session, .goals,
            "Takes back a deletion of the last ten minutes, with contributions and places in terms.",
            responses: [204: nil],
            errors: Self.late.merging([409: "None of its measures exists any more."]) { $1 }, takesKey: true
        ) { request, context in try await restore(.goal, request, context) }
        endpoints.add(
            "POST /v1/terms/{id}/restore", .session, .goals,
            "Takes back a deletion of the last ten minutes, with its goals.",
            responses: [204: nil],
            errors: Self.late.merging([409: "Another term has its number or its days meanwhile."]) { $1 },
            takesKey: true
        ) { request, context in try await restore(.term, request, context) }
        endpoints.add(
            "POST /v1/actions/{id}/restore", .session, .goals,
            "Takes back a deletion of the last ten minutes, with measurements and contributions.",
            responses: [204: nil], errors: Self.late, takesKey: true
        ) { request, context in try await restore(.action, request, context) }
        endpoints.add(
            "POST /v1/values/{id}/restore", .session, .goals,
            "Takes back a deletion of the last ten minutes, with its relevance for goals.",
            responses: [204: nil], errors: Self.late, takesKey: true
        ) { request, context in try await restore(.value, request, context) }
    }

    private func restore(_ kind: DeletedKind, _ request: Request, _ context: EdgeContext) async throws -> Response {
        let user = try context.user()
        let command = RestoreDeleted(user: user, kind: kind, id: try context.entity("id"))
        _ = try await desk.bus.request(command, id: request.requestID(for: user))
        return Response(status: .noContent)
    }
}
