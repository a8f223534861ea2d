import Bus
import Hummingbird
import Messages

/// Routes for values.
struct ValueEndpoints {
    let desk: GoalsDesk

    /// A changed value, with the version that was edited.
    struct ValueEdit: Codable, VersionedEdit, Sendable {
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
                user: try context.user(), limit: try request.limit(),
                after: try request.after())
            let reply = try await desk.bus.request(query)
            return try Response.page(reply.values, next: reply.next, of: request)
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
            try await desk.add(request, context) { (user, body: ValueContent, country) in
                SaveValue(user: user, content: body, country: country)
            }
        }
        endpoints.add(
            "PUT /v1/values/{id}", .session, .goals, "Replaces a value: all of it or nothing.",
            request: .json(ValueEndpoints.ValueEdit.self),
            responses: [200: .json(SaveValue.Reply.self)], errors: Operation.editErrors, takesKey: true
        ) { request, context in
            try await desk.replace(request, context) { (user, body: ValueEdit, edited, country) in
                SaveValue(user: user, edited: edited, content: body.content, country: country)
            }
        }
        endpoints.add(
            "DELETE /v1/values/{id}", .session, .goals, "Deletes a value; the goals that serve it stay.",
            query: [Operation.version],
            responses: [204: nil], errors: [409: "`version` is not the stored one."], takesKey: true
        ) { request, context in
            try await desk.delete(request, context) {
                DeleteValue(user: $0, value: $1, version: $2)
            }
        }
    }
}
