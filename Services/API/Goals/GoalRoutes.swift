import Hummingbird
import Messages

/// Routes for goals.
struct GoalRoutes {
    let desk: GoalsDesk

    /// A changed goal, with the version that was edited.
    struct GoalEdit: Codable, Sendable {
        let version: UInt64
        let content: GoalContent
        /// As in the goal that was read: amounts that it left out stay.
        let numbersHidden: Bool?
    }

    func add(to group: RouterGroup<EdgeContext>) {
        addReading(to: group)
        addWriting(to: group)
    }

    private func addReading(to group: RouterGroup<EdgeContext>) {
        group.get("goals") { request, context in
            let user = try context.user()
            let query = GoalsQuery(
                user: user, term: try request.query("term") { EntityID($0) },
                status: try request.query("status") { GoalStatus(name: $0) },
                value: try request.query("value") { EntityID($0) }, from: try request.query("from") { Day($0) },
                through: try request.query("through") { Day($0) }, limit: try GoalsDesk.limit(request),
                after: try GoalsDesk.after(request), asOf: try await desk.present(user).asOf)
            let reply = try await desk.bus.request(query)
            return try GoalsDesk.page(reply.goals, next: reply.next, of: request)
        }
        group.get("goals/{id}") { _, context in
            let user = try context.user()
            let query = GoalsQuery(
                user: user, goal: try context.entity("id"), asOf: try await desk.present(user).asOf)
            return try Response.json(try await desk.bus.request(query).goals[0])
        }
    }

    private func addWriting(to group: RouterGroup<EdgeContext>) {
        group.post("goals") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(GoalContent.self, for: user)
            let command = SaveGoal(
                user: user, content: body, country: try await desk.country(user))
            return try Response.json(try await desk.save(command, body.texts, id: id, request), status: .created)
        }
        group.put("goals/{id}") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(GoalEdit.self, for: user)
            let edited = EditedVersion(id: try context.entity("id"), version: body.version)
            let command = SaveGoal(
                user: user, edited: edited, content: body.content, country: try await desk.country(user),
                keepsHidden: body.numbersHidden)
            return try Response.json(try await desk.save(command, body.content.texts, id: id, request))
        }
        group.delete("goals/{id}") { request, context in
            let user = try context.user()
            let command = DeleteGoal(
                user: user, goal: try context.entity("id"), version: try GoalsDesk.version(request))
            _ = try await desk.bus.request(command, id: request.requestID(for: user))
            return Response(status: .noContent)
        }
    }
}
