import Bus
import Hummingbird
import Messages

/// Routes for goals.
struct GoalEndpoints {
    let desk: GoalsDesk

    /// A changed goal, with the version that was edited.
    struct GoalEdit: Codable, VersionedEdit, Sendable {
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
                through: try request.query("through") { Day($0) }, limit: try request.limit(),
                after: try request.after(), asOf: try await desk.present(user).asOf)
            let reply = try await desk.bus.request(query)
            return try Response.page(reply.goals, next: reply.next, of: request)
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
            try await desk.add(request, context) { (user, body: GoalContent, country) in
                SaveGoal(user: user, content: body, country: country)
            }
        }
        endpoints.add(
            "PUT /v1/goals/{id}", .session, .goals, "Replaces a goal: all of it or nothing.",
            request: .json(GoalEndpoints.GoalEdit.self),
            responses: [200: .json(SaveGoal.Reply.self)], errors: Operation.editErrors, takesKey: true
        ) { request, context in
            try await desk.replace(request, context) { (user, body: GoalEdit, edited, country) in
                SaveGoal(
                    user: user, edited: edited, content: body.content, country: country,
                    keepsHidden: body.numbersHidden)
            }
        }
        endpoints.add(
            "DELETE /v1/goals/{id}", .session, .goals,
            "Deletes a goal with its milestones and obligations; actions, values, measures and terms stay.",
            query: [Operation.version],
            responses: [204: nil], errors: [409: "`version` is not the stored one."], takesKey: true
        ) { request, context in
            try await desk.delete(request, context) {
                DeleteGoal(user: $0, goal: $1, version: $2)
            }
        }
    }
}

/// Routes for the overview of the running term and for alike titles.
struct OverviewEndpoints {
    let desk: GoalsDesk

    /// A title to compare, in the body: addresses may be kept by what lies between.
    struct TitleQuestion: Codable, Sendable {
        let title: String
        let kind: TitleKind?
    }

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/goals/overview", .session, .goals,
            "The running term: its week, time and actions for each value, counts; after a crisis verdict only the term.",
            responses: [200: .json(GoalsOverview.Reply.self)]
        ) { _, context in
            let user = try context.user()
            let (asOf, profile) = try await desk.present(user)
            let query = GoalsOverview(user: user, asOf: asOf, countsStreak: profile.display?.countsStreak)
            return try Response.json(try await desk.bus.request(query))
        }
        endpoints.add(
            "POST /v1/goals/similar", .session, .goals,
            "Goals, values and actions with a title alike a given one, to be offered; saves nothing.",
            request: .json(OverviewEndpoints.TitleQuestion.self), responses: [200: .json(SimilarTitles.Reply.self)],
            errors: Operation.saveErrors
        ) { request, context in
            let user = try context.user()
            let (body, _) = try await request.command(TitleQuestion.self, for: user)
            let profile = try await desk.profiles.profile(user)
            let query = SimilarTitles(
                user: user, title: body.title, kind: body.kind, language: request.language(profile),
                country: profile.country)
            return try Response.json(
                try await desk.actions(country: profile.country, inGerman: request.prefersGerman).ask(
                    query, about: body.title))
        }
    }
}
