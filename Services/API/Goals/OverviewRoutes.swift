import Hummingbird
import Messages

/// Routes for the overview of the running term and for alike titles.
struct OverviewRoutes {
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
            request: .json(OverviewRoutes.TitleQuestion.self), responses: [200: .json(SimilarTitles.Reply.self)],
            errors: Operation.saveErrors
        ) { request, context in
            let user = try context.user()
            let (body, _) = try await request.command(TitleQuestion.self, for: user)
            let profile = try await desk.profiles.profile(user)
            let query = SimilarTitles(
                user: user, title: body.title, kind: body.kind, language: request.language(profile),
                country: profile.country)
            return try Response.json(
                try await desk.ask(query, body.title, country: profile.country, inGerman: request.prefersGerman))
        }
    }
}
