import Bus
import Hummingbird
import Messages

/// Routes for measures.
struct MeasureEndpoints {
    let desk: GoalsDesk

    /// A changed measure, with the version that was edited.
    struct MeasureEdit: Codable, VersionedEdit, Sendable {
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
                user: try context.user(), limit: try request.limit(),
                after: try request.after())
            let reply = try await desk.bus.request(query)
            return try Response.page(reply.measures, next: reply.next, of: request)
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
            try await desk.add(request, context) { (user, body: MeasureContent, country) in
                SaveMeasure(user: user, content: body, country: country)
            }
        }
        endpoints.add(
            "PUT /v1/measures/{id}", .session, .goals, "Replaces a measure: all of it or nothing.",
            request: .json(MeasureEndpoints.MeasureEdit.self),
            responses: [200: .json(SaveMeasure.Reply.self)], errors: Operation.editErrors, takesKey: true
        ) { request, context in
            try await desk.replace(request, context) { (user, body: MeasureEdit, edited, country) in
                SaveMeasure(user: user, edited: edited, content: body.content, country: country)
            }
        }
        endpoints.add(
            "DELETE /v1/measures/{id}", .session, .goals, "Deletes a measure that is not in use.",
            query: [Operation.version],
            responses: [204: nil], errors: [409: "It is in use, or `version` is not the stored one."], takesKey: true
        ) { request, context in
            try await desk.delete(request, context) {
                DeleteMeasure(user: $0, measure: $1, version: $2)
            }
        }
    }
}
