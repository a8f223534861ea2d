import Hummingbird
import Messages

/// Routes for measures.
struct MeasureRoutes {
    let desk: GoalsDesk

    /// A changed measure, with the version that was edited.
    struct MeasureEdit: Codable, Sendable {
        let version: UInt64
        let content: MeasureContent
    }

    func add(to group: RouterGroup<EdgeContext>) {
        addReading(to: group)
        addWriting(to: group)
    }

    private func addReading(to group: RouterGroup<EdgeContext>) {
        group.get("measures") { request, context in
            let query = MeasuresQuery(
                user: try context.user(), limit: try GoalsDesk.limit(request),
                after: try GoalsDesk.after(request))
            let reply = try await desk.bus.request(query)
            return try GoalsDesk.page(reply.measures, next: reply.next, of: request)
        }
        group.get("measures/{id}") { _, context in
            let query = MeasuresQuery(user: try context.user(), measure: try context.entity("id"))
            return try Response.json(try await desk.bus.request(query).measures[0])
        }
    }

    private func addWriting(to group: RouterGroup<EdgeContext>) {
        group.post("measures") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(MeasureContent.self, for: user)
            let command = SaveMeasure(
                user: user, content: body, country: try await desk.country(user))
            return try Response.json(try await desk.save(command, body.texts, id: id, request), status: .created)
        }
        group.put("measures/{id}") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(MeasureEdit.self, for: user)
            let edited = EditedVersion(id: try context.entity("id"), version: body.version)
            let command = SaveMeasure(
                user: user, edited: edited, content: body.content, country: try await desk.country(user))
            return try Response.json(try await desk.save(command, body.content.texts, id: id, request))
        }
        group.delete("measures/{id}") { request, context in
            let user = try context.user()
            let command = DeleteMeasure(
                user: user, measure: try context.entity("id"), version: try GoalsDesk.version(request))
            _ = try await desk.bus.request(command, id: request.requestID(for: user))
            return Response(status: .noContent)
        }
    }
}
