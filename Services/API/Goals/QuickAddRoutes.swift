import Hummingbird
import Messages

/// Routes that read a sentence as an action, and propose goals for actions. Neither saves anything.
struct QuickAddRoutes {
    let desk: GoalsDesk

    /// A sentence to read.
    struct Sentence: Codable, Sendable {
        let sentence: String
    }

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/actions/read", .session, .goals,
            "Reads a sentence such as “ran 5 km this morning” as an action, on this machine; saves nothing.",
            request: .json(QuickAddRoutes.Sentence.self), responses: [200: .json(ReadAction.Reply.self)],
            errors: Operation.saveErrors
        ) { request, context in
            let user = try context.user()
            let (body, _) = try await request.command(Sentence.self, for: user)
            let (asOf, profile) = try await desk.present(user)
            let query = ReadAction(
                user: user, sentence: body.sentence, asOf: asOf, timeZone: profile.zone(at: asOf.at),
                language: request.language(profile), country: profile.country)
            return try Response.json(
                try await desk.ask(query, body.sentence, country: profile.country, inGerman: request.prefersGerman))
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
                language: request.language(profile), limit: try GoalsDesk.limit(request),
                after: try GoalsDesk.after(request))
            let reply = try await desk.bus.request(query)
            return try GoalsDesk.page(reply.actions, next: reply.next, of: request)
        }
    }
}
