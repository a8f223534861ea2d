import Hummingbird
import Messages

/// Routes for goals.
struct GoalRoutes {
    let desk: GoalsDesk

    /// A changed goal, with the version that was edited.
    struct GoalEdit: Codable, Sendable {
        let version: UInt64
        let content: GoalContent
        /// As in the goal that was read: amounts that it left out stay.
        let numbersHidden: Bool?
    }

    func declare(in endpoints: inout Endpoints) {
        declareReading(in: &endpoints)
        declareWriting(in: &endpoints)
    }

    private func declareReading(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/goals", .session, .goals, "Goals as whole graphs, by target date.",
            query: [
                .id("term", "Only goals of this term."),
                .names("status", GoalStatus.names.map(\.name), "Only goals with this status."),
                .id("value", "Only goals that serve this value."),
                .day("from", "Only goals whose target date is not earlier."),
                .day("through", "Only goals whose start is not later."),
            ] + Operation.paging, responses: [200: .json([Goal].self)]
        ) { request, context in
            let user = try context.user()
            let query = GoalsQuery(
                user: user, term: try request.query("term") { EntityID($0) },
                status: try request.query("status") { GoalStatus(name: $0) },
                value: try request.query("value") { EntityID($0) }, from: try request.query("from") { Day($0) },
                through: try request.query("through") { Day($0) }, limit: try GoalsDesk.limit(request),
                after: try GoalsDesk.after(request), asOf: try await desk.present(user).asOf)
            let reply = try await desk.bus.request(query)
            return try GoalsDesk.page(reply.goals, next: reply.next, of: request)
        }
        endpoints.add(
            "GET /v1/goals/{id}", .session, .goals, "A goal.", responses: [200: .json(Goal.self)]
        ) { _, context in
            let user = try context.user()
            let query = GoalsQuery(
                user: user, goal: try context.entity("id"), asOf: try await desk.present(user).asOf)
            return try Response.json(try await desk.bus.request(query).goals[0])
        }
    }

    private func declareWriting(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/goals", .session, .goals, "Adds a goal: all of it or nothing; `fields` names every wrong field.",
            request: .json(GoalContent.self), responses: [201: .json(SaveGoal.Reply.self)],
            errors: Operation.saveErrors,
            takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(GoalContent.self, for: user)
            let command = SaveGoal(
                user: user, content: body, country: try await desk.country(user))
            return try Response.json(try await desk.save(command, body.texts, id: id, request), status: .created)
        }
        endpoints.add(
            "PUT /v1/goals/{id}", .session, .goals, "Replaces a goal: all of it or nothing.",
            request: .json(GoalRoutes.GoalEdit.self),
            responses: [200: .json(SaveGoal.Reply.self)], errors: Operation.editErrors, takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(GoalEdit.self, for: user)
            let edited = EditedVersion(id: try context.entity("id"), version: body.version)
            let command = SaveGoal(
                user: user, edited: edited, content: body.content, country: try await desk.country(user),
                keepsHidden: body.numbersHidden)
            return try Response.json(try await desk.save(command, body.content.texts, id: id, request))
        }
        endpoints.add(
            "DELETE /v1/goals/{id}", .session, .goals,
            "Deletes a goal with its milestones and obligations; actions, values, measures and terms stay.",
            query: [Operation.version],
            responses: [204: nil], errors: [409: "`version` is not the stored one."], takesKey: true
        ) { request, context in
            let user = try context.user()
            let command = DeleteGoal(
                user: user, goal: try context.entity("id"), version: try GoalsDesk.version(request))
            _ = try await desk.bus.request(command, id: request.requestID(for: user))
            return Response(status: .noContent)
        }
    }
}
