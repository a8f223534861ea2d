import Bus
import Hummingbird
import Messages

/// Routes for terms.
struct TermEndpoints {
    let desk: GoalsDesk

    /// A changed term, with the version that was edited.
    struct TermEdit: Codable, VersionedEdit, Sendable {
        let version: UInt64
        let content: TermContent
    }

    /// The end of a term.
    struct TermClose: Codable, VersionedEdit, Sendable {
        let version: UInt64
        let reflection: String
    }

    func declare(in endpoints: inout Endpoints) {
        declareReading(in: &endpoints)
        declareWriting(in: &endpoints)
    }

    private func declareReading(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/terms", .session, .goals, "Terms with their goals, the highest number first.",
            query: [
                .names("status", TermStatus.names.map(\.name), "Only terms with this status.")
            ] + Operation.paging, responses: [200: .json([Term].self)]
        ) { request, context in
            let query = TermsQuery(
                user: try context.user(), status: try request.query("status") { TermStatus(name: $0) },
                limit: try request.limit(),
                after: try request.after())
            let reply = try await desk.bus.request(query)
            return try Response.page(reply.terms, next: reply.next, of: request)
        }
        endpoints.add(
            "GET /v1/terms/{id}", .session, .goals, "A term.", responses: [200: .json(Term.self)]
        ) { _, context in
            let query = TermsQuery(user: try context.user(), term: try context.entity("id"))
            return try Response.json(try await desk.bus.request(query).terms[0])
        }
    }

    private func declareWriting(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/terms", .session, .goals, "Adds a term: all of it or nothing; `fields` names every wrong field.",
            request: .json(TermContent.self), responses: [201: .json(SavedTerm.self)], errors: Operation.saveErrors,
            takesKey: true
        ) { request, context in
            try await desk.add(request, context) { (user, body: TermContent, country) in
                SaveTerm(user: user, content: body, country: country)
            }
        }
        endpoints.add(
            "PUT /v1/terms/{id}", .session, .goals, "Replaces a term: all of it or nothing.",
            request: .json(TermEndpoints.TermEdit.self),
            responses: [200: .json(SavedTerm.self)], errors: Operation.editErrors, takesKey: true
        ) { request, context in
            try await desk.replace(request, context) { (user, body: TermEdit, edited, country) in
                SaveTerm(user: user, edited: edited, content: body.content, country: country)
            }
        }
        endpoints.add(
            "POST /v1/terms/{id}/close", .session, .goals,
            "Completes a term with a reflection; its goals join no other term.",
            request: .json(TermEndpoints.TermClose.self, limits: ["reflection": ["pattern": "\\S"]]),
            responses: [200: .json(SavedTerm.self)],
            errors: Operation.saveErrors.merging([409: "It is closed, or `version` is not the stored one."]) { $1 },
            takesKey: true
        ) { request, context in
            try await desk.replace(request, context) { (user, body: TermClose, edited, country) in
                CloseTerm(
                    user: user, edited: edited,
                    reflection: body.reflection, country: country)
            }
        }
        endpoints.add(
            "DELETE /v1/terms/{id}", .session, .goals, "Deletes a term; its goals stay.", query: [Operation.version],
            responses: [204: nil], errors: [409: "`version` is not the stored one."], takesKey: true
        ) { request, context in
            try await desk.delete(request, context) {
                DeleteTerm(user: $0, term: $1, version: $2)
            }
        }
    }
}
