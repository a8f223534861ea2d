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

    func add(to group: RouterGroup<EdgeContext>) {
        addReading(to: group)
        addWriting(to: group)
    }

    private func addReading(to group: RouterGroup<EdgeContext>) {
        group.get("terms") { request, context in
            let query = TermsQuery(
                user: try context.user(), status: try request.query("status") { TermStatus(name: $0) },
                limit: try GoalsDesk.limit(request),
                after: try GoalsDesk.after(request))
            let reply = try await desk.bus.request(query)
            return try GoalsDesk.page(reply.terms, next: reply.next, of: request)
        }
        group.get("terms/{id}") { _, context in
            let query = TermsQuery(user: try context.user(), term: try context.entity("id"))
            return try Response.json(try await desk.bus.request(query).terms[0])
        }
    }

    private func addWriting(to group: RouterGroup<EdgeContext>) {
        group.post("terms") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(TermContent.self, for: user)
            let command = SaveTerm(
                user: user, content: body, country: try await desk.country(user))
            return try Response.json(try await desk.save(command, body.texts, id: id, request), status: .created)
        }
        group.put("terms/{id}") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(TermEdit.self, for: user)
            let edited = EditedVersion(id: try context.entity("id"), version: body.version)
            let command = SaveTerm(
                user: user, edited: edited, content: body.content, country: try await desk.country(user))
            return try Response.json(try await desk.save(command, body.content.texts, id: id, request))
        }
        group.post("terms/{id}/close") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(TermClose.self, for: user)
            let command = CloseTerm(
                user: user, edited: EditedVersion(id: try context.entity("id"), version: body.version),
                reflection: body.reflection, country: try await desk.country(user))
            return try Response.json(try await desk.save(command, [body.reflection], id: id, request))
        }
        group.delete("terms/{id}") { request, context in
            let user = try context.user()
            let command = DeleteTerm(
                user: user, term: try context.entity("id"), version: try GoalsDesk.version(request))
            _ = try await desk.bus.request(command, id: request.requestID(for: user))
            return Response(status: .noContent)
        }
    }
}
