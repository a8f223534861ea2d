import Hummingbird
import Messages

/// Routes for terms.
struct TermRoutes {
    let desk: GoalsDesk

    /// A changed term, with the version that was edited.
    struct TermEdit: Codable, Sendable {
        let version: UInt64
        let content: TermContent
    }

    /// The end of a term.
    struct TermClose: Codable, Sendable {
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
                limit: try GoalsDesk.limit(request),
                after: try GoalsDesk.after(request))
            let reply = try await desk.bus.request(query)
            return try GoalsDesk.page(reply.terms, next: reply.next, of: request)
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
            let user = try context.user()
            let (body, id) = try await request.command(TermContent.self, for: user)
            let command = SaveTerm(
                user: user, content: body, country: try await desk.country(user))
            return try Response.json(try await desk.save(command, body.texts, id: id, request), status: .created)
        }
        endpoints.add(
            "PUT /v1/terms/{id}", .session, .goals, "Replaces a term: all of it or nothing.",
            request: .json(TermRoutes.TermEdit.self),
            responses: [200: .json(SavedTerm.self)], errors: Operation.editErrors, takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(TermEdit.self, for: user)
            let edited = EditedVersion(id: try context.entity("id"), version: body.version)
            let command = SaveTerm(
                user: user, edited: edited, content: body.content, country: try await desk.country(user))
            return try Response.json(try await desk.save(command, body.content.texts, id: id, request))
        }
        endpoints.add(
            "POST /v1/terms/{id}/close", .session, .goals,
            "Completes a term with a reflection; its goals join no other term.",
            request: .json(TermRoutes.TermClose.self, limits: ["reflection": ["pattern": "\\S"]]),
            responses: [200: .json(SavedTerm.self)],
            errors: Operation.saveErrors.merging([409: "It is closed, or `version` is not the stored one."]) { $1 },
            takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(TermClose.self, for: user)
            let command = CloseTerm(
                user: user, edited: EditedVersion(id: try context.entity("id"), version: body.version),
                reflection: body.reflection, country: try await desk.country(user))
            return try Response.json(try await desk.save(command, [body.reflection], id: id, request))
        }
        endpoints.add(
            "DELETE /v1/terms/{id}", .session, .goals, "Deletes a term; its goals stay.", query: [Operation.version],
            responses: [204: nil], errors: [409: "`version` is not the stored one."], takesKey: true
        ) { request, context in
            let user = try context.user()
            let command = DeleteTerm(
                user: user, term: try context.entity("id"), version: try GoalsDesk.version(request))
            _ = try await desk.bus.request(command, id: request.requestID(for: user))
            return Response(status: .noContent)
        }
    }
}
