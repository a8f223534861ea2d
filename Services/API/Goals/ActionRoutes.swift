import Hummingbird
import Messages

/// Routes for actions.
struct ActionRoutes {
    let desk: GoalsDesk

    /// A changed action, with the version that was edited.
    struct ActionEdit: Codable, Sendable {
        let version: UInt64
        let content: ActionContent
        /// As in the action that was read: amounts that it left out stay.
        let numbersHidden: Bool?
    }

    func add(to group: RouterGroup<EdgeContext>) {
        addReading(to: group)
        addWriting(to: group)
    }

    private func addReading(to group: RouterGroup<EdgeContext>) {
        group.get("actions") { request, context in
            let query = ActionsQuery(
                user: try context.user(), goal: try request.query("goal") { EntityID($0) },
                from: try request.query("from") { Day($0) }, through: try request.query("through") { Day($0) },
                limit: try GoalsDesk.limit(request),
                after: try GoalsDesk.after(request))
            let reply = try await desk.bus.request(query)
            return try GoalsDesk.page(reply.actions, next: reply.next, of: request)
        }
        group.get("actions/{id}") { _, context in
            let query = ActionsQuery(user: try context.user(), action: try context.entity("id"))
            return try Response.json(try await desk.bus.request(query).actions[0])
        }
    }

    private func addWriting(to group: RouterGroup<EdgeContext>) {
        group.post("actions") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(ActionContent.self, for: user)
            let command = SaveAction(
                user: user, content: body, day: try await desk.day(of: body.start, user),
                country: try await desk.country(user))
            return try Response.json(try await desk.save(command, body.texts, id: id, request), status: .created)
        }
        group.put("actions/{id}") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(ActionEdit.self, for: user)
            let edited = EditedVersion(id: try context.entity("id"), version: body.version)
            let command = SaveAction(
                user: user, edited: edited, content: body.content,
                day: try await desk.day(of: body.content.start, user), country: try await desk.country(user),
                keepsHidden: body.numbersHidden)
            return try Response.json(try await desk.save(command, body.content.texts, id: id, request))
        }
        group.delete("actions/{id}") { request, context in
            let user = try context.user()
            let command = DeleteAction(
                user: user, action: try context.entity("id"), version: try GoalsDesk.version(request))
            _ = try await desk.bus.request(command, id: request.requestID(for: user))
            return Response(status: .noContent)
        }
    }
}
