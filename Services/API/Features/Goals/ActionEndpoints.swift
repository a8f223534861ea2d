import Bus
import Hummingbird
import Messages

/// Routes for actions.
struct ActionEndpoints {
    let desk: GoalsDesk

    /// A changed action, with the version that was edited.
    struct ActionEdit: Codable, VersionedEdit, Sendable {
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
                limit: try request.limit(),
                after: try request.after())
            let reply = try await desk.bus.request(query)
            return try Response.page(reply.actions, next: reply.next, of: request)
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
            try await desk.add(request, context) { (user, body: ActionContent, country) in
                SaveAction(
                    user: user, content: body, day: try await desk.day(of: body.start, user),
                    country: country)
            }
        }
        endpoints.add(
            "PUT /v1/actions/{id}", .session, .goals, "Replaces an action: all of it or nothing.",
            request: .json(ActionEndpoints.ActionEdit.self),
            responses: [200: .json(SaveAction.Reply.self)], errors: Operation.editErrors, takesKey: true
        ) { request, context in
            try await desk.replace(request, context) { (user, body: ActionEdit, edited, country) in
                SaveAction(
                    user: user, edited: edited, content: body.content,
                    day: try await desk.day(of: body.content.start, user), country: country,
                    keepsHidden: body.numbersHidden)
            }
        }
        endpoints.add(
            "DELETE /v1/actions/{id}", .session, .goals, "Deletes an action with its measurements and contributions.",
            query: [Operation.version],
            responses: [204: nil], errors: [409: "`version` is not the stored one."], takesKey: true
        ) { request, context in
            try await desk.delete(request, context) {
                DeleteAction(user: $0, action: $1, version: $2)
            }
        }
    }
}

/// Routes that read a sentence as an action, and propose goals for actions. Neither saves anything.
struct QuickAddEndpoints {
    let desk: GoalsDesk

    /// A sentence to read.
    struct Sentence: Codable, Sendable {
        let sentence: String
    }

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/actions/read", .session, .goals,
            "Reads a sentence such as “ran 5 km this morning” as an action, on this machine; saves nothing.",
            request: .json(QuickAddEndpoints.Sentence.self), responses: [200: .json(ReadAction.Reply.self)],
            errors: Operation.saveErrors
        ) { request, context in
            let user = try context.user()
            let (body, _) = try await request.command(Sentence.self, for: user)
            let (asOf, profile) = try await desk.present(user)
            let query = ReadAction(
                user: user, sentence: body.sentence, asOf: asOf, timeZone: profile.zone(at: asOf.at),
                language: request.language(profile), country: profile.country)
            return try Response.json(
                try await desk.actions(country: profile.country, inGerman: request.prefersGerman).ask(
                    query, about: body.sentence))
        }
        endpoints.add(
            "GET /v1/actions/proposals", .session, .goals,
            "Actions without contributions, with goals that they may count towards and the reasons.",
            query: Operation.Parameter.range + Operation.paging, responses: [200: .json([UnmatchedAction].self)]
        ) { request, context in
            let user = try context.user()
            let (asOf, profile) = try await desk.present(user)
            let days = try request.days(today: asOf.today)
            let query = MatchProposals(
                user: user, from: days.lowerBound, through: days.upperBound, asOf: asOf,
                language: request.language(profile), limit: try request.limit(),
                after: try request.after())
            let reply = try await desk.bus.request(query)
            return try Response.page(reply.actions, next: reply.next, of: request)
        }
    }
}
