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

    func declare(in endpoints: inout Endpoints) {
        declareReading(in: &endpoints)
        declareWriting(in: &endpoints)
    }

    private func declareReading(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/values", .session, .goals, "Values by priority.",
            query: Operation.paging, responses: [200: .json([PersonalValue].self)]
        ) { request, context in
            let query = ValuesQuery(
                user: try context.user(), limit: try GoalsDesk.limit(request),
                after: try GoalsDesk.after(request))
            let reply = try await desk.bus.request(query)
            return try GoalsDesk.page(reply.values, next: reply.next, of: request)
        }
        endpoints.add(
            "GET /v1/values/{id}", .session, .goals, "A value.", responses: [200: .json(PersonalValue.self)]
        ) { _, context in
            let query = ValuesQuery(user: try context.user(), value: try context.entity("id"))
            return try Response.json(try await desk.bus.request(query).values[0])
        }
    }

    private func declareWriting(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/values", .session, .goals,
            "Adds a value: all of it or nothing; `fields` names every wrong field.",
            request: .json(ValueContent.self), responses: [201: .json(SaveValue.Reply.self)],
            errors: Operation.saveErrors,
            takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(ValueContent.self, for: user)
            let command = SaveValue(
                user: user, content: body, country: try await desk.country(user))
            return try Response.json(try await desk.save(command, body.texts, id: id, request), status: .created)
        }
        endpoints.add(
            "PUT /v1/values/{id}", .session, .goals, "Replaces a value: all of it or nothing.",
            request: .json(ValueRoutes.ValueEdit.self),
            responses: [200: .json(SaveValue.Reply.self)], errors: Operation.editErrors, takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(ValueEdit.self, for: user)
            let edited = EditedVersion(id: try context.entity("id"), version: body.version)
            let command = SaveValue(
                user: user, edited: edited, content: body.content, country: try await desk.country(user))
            return try Response.json(try await desk.save(command, body.content.texts, id: id, request))
        }
        endpoints.add(
            "DELETE /v1/values/{id}", .session, .goals, "Deletes a value; the goals that serve it stay.",
            query: [Operation.version],
            responses: [204: nil], errors: [409: "`version` is not the stored one."], takesKey: true
        ) { request, context in
            let user = try context.user()
            let command = DeleteValue(
                user: user, value: try context.entity("id"), version: try GoalsDesk.version(request))
            _ = try await desk.bus.request(command, id: request.requestID(for: user))
            return Response(status: .noContent)
        }
    }
}
