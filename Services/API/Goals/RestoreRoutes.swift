import Hummingbird
import Messages

/// Routes that undo deletions, and routes for changes without texts: marked steps, the order of a term, dismissed
/// proposals.
struct RestoreRoutes {
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

    func add(to group: RouterGroup<EdgeContext>) {
        addRestoring(to: group)
        group.post("goals/{id}/steps") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(StepMark.self, for: user)
            let command = MarkStep(
                user: user, edited: EditedVersion(id: try context.entity("id"), version: body.version),
                milestone: body.milestone, obligation: body.obligation, day: body.day)
            return try Response.json(try await desk.bus.request(command, id: id))
        }
        group.put("terms/{id}/order") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(TermOrder.self, for: user)
            let command = OrderTermGoals(
                user: user, edited: EditedVersion(id: try context.entity("id"), version: body.version),
                goals: body.goals)
            return try Response.json(try await desk.bus.request(command, id: id))
        }
        group.delete("actions/{id}/proposals/{goal}") { request, context in
            let user = try context.user()
            let command = DismissProposal(
                user: user, action: try context.entity("id"), goal: try context.entity("goal"))
            _ = try await desk.bus.request(command, id: request.requestID(for: user))
            return Response(status: .noContent)
        }
    }

    private func addRestoring(to group: RouterGroup<EdgeContext>) {
        group.post("goals/{id}/restore") { request, context in try await restore(.goal, request, context) }
        group.post("terms/{id}/restore") { request, context in try await restore(.term, request, context) }
        group.post("actions/{id}/restore") { request, context in try await restore(.action, request, context) }
        group.post("values/{id}/restore") { request, context in try await restore(.value, request, context) }
    }

    private func restore(_ kind: DeletedKind, _ request: Request, _ context: EdgeContext) async throws -> Response {
        let user = try context.user()
        let command = RestoreDeleted(user: user, kind: kind, id: try context.entity("id"))
        _ = try await desk.bus.request(command, id: request.requestID(for: user))
        return Response(status: .noContent)
    }
}
