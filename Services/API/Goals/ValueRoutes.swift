import Hummingbird
import Messages

/// Routes for values.
struct ValueRoutes {
    let desk: GoalsDesk

    /// A changed value, with the version that was edited.
    struct ValueEdit: Codable, Sendable {
        let version: UInt64
        let content: ValueContent
    }

    func add(to group: RouterGroup<EdgeContext>) {
        addReading(to: group)
        addWriting(to: group)
    }

    private func addReading(to group: RouterGroup<EdgeContext>) {
        group.get("values") { request, context in
            let query = ValuesQuery(
                user: try context.user(), limit: try GoalsDesk.limit(request),
                after: try GoalsDesk.after(request))
            let reply = try await desk.bus.request(query)
            return try GoalsDesk.page(reply.values, next: reply.next, of: request)
        }
        group.get("values/{id}") { _, context in
            let query = ValuesQuery(user: try context.user(), value: try context.entity("id"))
            return try Response.json(try await desk.bus.request(query).values[0])
        }
    }

    private func addWriting(to group: RouterGroup<EdgeContext>) {
        group.post("values") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(ValueContent.self, for: user)
            let command = SaveValue(
                user: user, content: body, country: try await desk.country(user))
            return try Response.json(try await desk.save(command, body.texts, id: id, request), status: .created)
        }
        group.put("values/{id}") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(ValueEdit.self, for: user)
            let edited = EditedVersion(id: try context.entity("id"), version: body.version)
            let command = SaveValue(
                user: user, edited: edited, content: body.content, country: try await desk.country(user))
            return try Response.json(try await desk.save(command, body.content.texts, id: id, request))
        }
        group.delete("values/{id}") { request, context in
            let user = try context.user()
            let command = DeleteValue(
                user: user, value: try context.entity("id"), version: try GoalsDesk.version(request))
            _ = try await desk.bus.request(command, id: request.requestID(for: user))
            return Response(status: .noContent)
        }
    }
}
