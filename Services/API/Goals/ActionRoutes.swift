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

    func declare(in endpoints: inout Endpoints) {
        declareReading(in: &endpoints)
        declareWriting(in: &endpoints)
    }

    private func declareReading(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/actions", .session, .goals, "Actions as whole graphs, the latest first.",
            query: [
                .id("goal", "Only actions that contribute to this goal."),
                .day("from", "First day."),
                .day("through", "Last day."),
            ] + Operation.paging, responses: [200: .json([Action].self)]
        ) { request, context in
            let query = ActionsQuery(
                user: try context.user(), goal: try request.query("goal") { EntityID($0) },
                from: try request.query("from") { Day($0) }, through: try request.query("through") { Day($0) },
                limit: try GoalsDesk.limit(request),
                after: try GoalsDesk.after(request))
            let reply = try await desk.bus.request(query)
            return try GoalsDesk.page(reply.actions, next: reply.next, of: request)
        }
        endpoints.add(
            "GET /v1/actions/{id}", .session, .goals, "An action.", responses: [200: .json(Action.self)]
        ) { _, context in
            let query = ActionsQuery(user: try context.user(), action: try context.entity("id"))
            return try Response.json(try await desk.bus.request(query).actions[0])
        }
    }

    private func declareWriting(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/actions", .session, .goals,
            "Adds an action: all of it or nothing; `fields` names every wrong field.",
            request: .json(ActionContent.self), responses: [201: .json(SaveAction.Reply.self)],
            errors: Operation.saveErrors,
            takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(ActionContent.self, for: user)
            let command = SaveAction(
                user: user, content: body, day: try await desk.day(of: body.start, user),
                country: try await desk.country(user))
            return try Response.json(try await desk.save(command, body.texts, id: id, request), status: .created)
        }
        endpoints.add(
            "PUT /v1/actions/{id}", .session, .goals, "Replaces an action: all of it or nothing.",
            request: .json(ActionRoutes.ActionEdit.self),
            responses: [200: .json(SaveAction.Reply.self)], errors: Operation.editErrors, takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(ActionEdit.self, for: user)
            let edited = EditedVersion(id: try context.entity("id"), version: body.version)
            let command = SaveAction(
                user: user, edited: edited, content: body.content,
                day: try await desk.day(of: body.content.start, user), country: try await desk.country(user),
                keepsHidden: body.numbersHidden)
            return try Response.json(try await desk.save(command, body.content.texts, id: id, request))
        }
        endpoints.add(
            "DELETE /v1/actions/{id}", .session, .goals, "Deletes an action with its measurements and contributions.",
            query: [Operation.version],
            responses: [204: nil], errors: [409: "`version` is not the stored one."], takesKey: true
        ) { request, context in
            let user = try context.user()
            let command = DeleteAction(
                user: user, action: try context.entity("id"), version: try GoalsDesk.version(request))
            _ = try await desk.bus.request(command, id: request.requestID(for: user))
            return Response(status: .noContent)
        }
    }
}
