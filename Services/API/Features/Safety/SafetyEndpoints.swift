import Bus
import CrisisCards
import Foundation
import Hummingbird
import Messages

/// Routes for the safety plan, help lines, and taking back a verdict.
struct SafetyEndpoints {
    let profiles: Profiles
    let bus: any Requesting
    let now: @Sendable () -> Milliseconds

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/chat/not-a-crisis", .session, .journal, "Reports that the latest verdicts were no crisis.",
            responses: [204: nil], takesKey: true
        ) { request, context in
            let user = try context.user()
            _ = try await bus.request(NotACrisis(user: user, at: now()), id: request.requestID(for: user))
            return Response(status: .noContent)
        }
        endpoints.add(
            "POST /v1/journal/{id}/not-a-crisis", .session, .journal, "Reports that an entry was no crisis.",
            responses: [204: nil], takesKey: true
        ) { request, context in
            let user = try context.user()
            _ = try await bus.request(
                NotACrisis(user: user, at: now(), entry: try context.entity("id")), id: request.requestID(for: user))
            return Response(status: .noContent)
        }
        endpoints.add(
            "GET /v1/crisis-resources", .session, .journal,
            "Where to find help, from the API's own table; German with `Accept-Language: de`.",
            query: [.names("reason", Verdict.Reason.names.map(\.name), "`selfHarm` by default.")],
            responses: [200: .json(CrisisCard.self)], isCompressed: true
        ) { request, context in
            // A reason is that of something written.
            let reason = try request.query("reason") { Verdict.Reason(name: $0) }
            let country = try await profiles.profile(try context.user()).country
            // Read from the table in this process, so that it works while other services are down.
            return try Response.json(
                CrisisCardWriter.card(
                    country: country, reason: reason ?? .selfHarm, inGerman: request.prefersGerman,
                    isAboutWords: reason != nil))
        }
        endpoints.add(
            "GET /v1/safety-plan", .session, .journal, "The person's safety plan and its guide.",
            query: [.text("language", "Language of the guide, `en` by default.")],
            responses: [200: .json(SafetyPlanQuery.Reply.self)], isCompressed: true
        ) { request, context in
            let language = try request.query("language") { $0 } ?? "en"
            return try Response.json(
                try await bus.request(SafetyPlanQuery(user: try context.user(), language: language)))
        }
        endpoints.add(
            "PUT /v1/safety-plan", .session, .journal, "Replaces the safety plan.", request: .json(SafetyPlan.self),
            responses: [200: .json(SetSafetyPlan.Reply.self)], errors: [409: "`revision` is not the stored one."],
            takesKey: true
        ) { request, context in
            let user = try context.user()
            let (plan, id) = try await request.command(SafetyPlan.self, for: user)
            return try Response.json(try await bus.request(SetSafetyPlan(user: user, plan: plan), id: id))
        }
    }
}
