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

    func declare(in endpoints: inout Endpoints) {
        declareReading(in: &endpoints)
        declareWriting(in: &endpoints)
    }

    private func declareReading(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/measures", .session, .goals, "Measures in the order in which they were recorded.",
            query: Operation.paging, responses: [200: .json([Measure].self)]
        ) { request, context in
            let query = MeasuresQuery(
                user: try context.user(), limit: try GoalsDesk.limit(request),
                after: try GoalsDesk.after(request))
            let reply = try await desk.bus.request(query)
            return try GoalsDesk.page(reply.measures, next: reply.next, of: request)
        }
        endpoints.add(
            "GET /v1/measures/{id}", .session, .goals, "A measure.", responses: [200: .json(Measure.self)]
        ) { _, context in
            let query = MeasuresQuery(user: try context.user(), measure: try context.entity("id"))
            return try Response.json(try await desk.bus.request(query).measures[0])
        }
    }

    private func declareWriting(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/measures", .session, .goals,
            "Adds a measure: all of it or nothing; `fields` names every wrong field.",
            request: .json(MeasureContent.self), responses: [201: .json(SaveMeasure.Reply.self)],
            errors: Operation.saveErrors,
            takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(MeasureContent.self, for: user)
            let command = SaveMeasure(
                user: user, content: body, country: try await desk.country(user))
            return try Response.json(try await desk.save(command, body.texts, id: id, request), status: .created)
        }
        endpoints.add(
            "PUT /v1/measures/{id}", .session, .goals, "Replaces a measure: all of it or nothing.",
            request: .json(MeasureRoutes.MeasureEdit.self),
            responses: [200: .json(SaveMeasure.Reply.self)], errors: Operation.editErrors, takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(MeasureEdit.self, for: user)
            let edited = EditedVersion(id: try context.entity("id"), version: body.version)
            let command = SaveMeasure(
                user: user, edited: edited, content: body.content, country: try await desk.country(user))
            return try Response.json(try await desk.save(command, body.content.texts, id: id, request))
        }
        endpoints.add(
            "DELETE /v1/measures/{id}", .session, .goals, "Deletes a measure that is not in use.",
            query: [Operation.version],
            responses: [204: nil], errors: [409: "It is in use, or `version` is not the stored one."], takesKey: true
        ) { request, context in
            let user = try context.user()
            let command = DeleteMeasure(
                user: user, measure: try context.entity("id"), version: try GoalsDesk.version(request))
            _ = try await desk.bus.request(command, id: request.requestID(for: user))
            return Response(status: .noContent)
        }
    }
}
