import Hummingbird
import Messages

/// Routes that read a sentence as an action, and propose goals for actions. Neither saves anything.
struct QuickAddRoutes {
    let desk: GoalsDesk

    /// A sentence to read.
    struct Sentence: Codable, Sendable {
        let sentence: String
    }

    func add(to group: RouterGroup<EdgeContext>) {
        group.post("actions/read") { request, context in
            let user = try context.user()
            let (body, _) = try await request.command(Sentence.self, for: user)
            let (asOf, profile) = try await desk.present(user)
            let query = ReadAction(
                user: user, sentence: body.sentence, asOf: asOf, timeZone: profile.zone(at: asOf.at),
                language: request.language(profile), country: profile.country)
            return try Response.json(try await desk.ask(query, body.sentence, country: profile.country, request))
        }
        group.get("actions/proposals") { request, context in
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
