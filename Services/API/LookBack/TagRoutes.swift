import Bus
import CrisisCards
import Foundation
import Hummingbird
import LocalTime
import Messages

/// Routes for tags in a person's own words. They are shown and compared and go nowhere else; a new one is read for
/// safety before it is kept (SAF-1).
struct TagRoutes {
    let profiles: Profiles
    let bus: any Requesting
    let now: @Sendable () -> Milliseconds

    struct Tags: Decodable { let tags: [String] }

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/tags", .session, .scores, "The own tags of the days of a range, and all that the person has.",
            query: Operation.Parameter.range, responses: [200: .json(DayTagsQuery.Reply.self)], isCompressed: true
        ) { request, context in
            let user = try context.user()
            let days = try request.days(today: try await profiles.profile(user).localTime(at: now()).day)
            return try Response.json(
                try await bus.request(DayTagsQuery(user: user, from: days.lowerBound, through: days.upperBound)))
        }
        endpoints.add(
            "PUT /v1/days/{day}/tags", .session, .scores, "Replaces the own tags of a day.",
            request: .json(TagRoutes.Tags.self), responses: [200: .json(DayTags.self)], takesKey: true
        ) { request, context in
            let user = try context.user()
            guard let day = context.parameters.get("day").flatMap({ Day($0) }) else {
                throw Problem(status: .badRequest, code: "invalid", detail: "A day is written as yyyy-mm-dd.")
            }
            let (body, id) = try await request.command(Tags.self, for: user)
            let country = try await profiles.profile(user).country
            let fallback = CrisisFallback(bus: bus, country: country, inGerman: request.prefersGerman)
            return try Response.json(try await keep(body.tags, on: day, of: user, id: id, fallback))
        }
    }

    /// Replaces the tags of a day. One that the person has not used yet is kept only if it was read and is no sign of
    /// danger; otherwise nothing changes.
    /// - Throws: `Problem` with a crisis card; `ServiceError` as `SetDayTags`.
    func keep(_ tags: [String], on day: Day, of user: UserID, id: Messages.RequestID, _ fallback: CrisisFallback)
        async throws -> DayTags
    {
        guard tags.count <= OwnTag.mostPerDay else {
            throw ServiceError(.invalid, "A day has at most \(OwnTag.mostPerDay) tags; take one away first.")
        }
        // If the known tags cannot be read, safety reads all tags, so that a sign of danger still gets its card.
        let reply = try? await bus.request(DayTagsQuery(user: user, from: day, through: day))
        let known = Set((reply?.known ?? []).map(OwnTag.key))
        let fresh = tags.compactMap(OwnTag.kept).filter {
            !known.contains(OwnTag.key($0))
        }
        if !fresh.isEmpty, let found = await fallback.card(for: fresh.joined(separator: "\n")) {
            var problem = Problem(
                found.level == .crisis
                    ? ServiceError(.refused, "This is not kept as a tag; write it in the journal if you like.")
                    : ServiceError(.unavailable, "The tag could not be read for safety, so it is not kept; try again."))
            problem.crisis = found.card
            throw problem
        }
        return try await bus.request(SetDayTags(user: user, day: day, tags: tags), id: id)
    }
}
