import Bus
import CrisisCards
import Foundation
import HTTPTypes
import Hummingbird
import LocalTime
import Messages

/// Routes for cards, chat, the safety plan, the library, consent and receipts.
struct CoachRoutes {
    let profiles: Profiles
    let bus: any Requesting
    let credentials: Credentials
    let record: SecurityRecord
    let now: @Sendable () -> Milliseconds

    func add(to group: RouterGroup<EdgeContext>) {
        group.get("cards") { request, context in
            let user = try context.user()
            let (profile, at) = (try await profiles.profile(user), now())
            let query = CardsQuery(
                user: user, at: at, country: profile.country, today: profile.localTime(at: at).day,
                language: request.language(profile))
            return try Response.json(try await bus.request(query))
        }
        group.get("cards/{moment}") { request, context in
            let user = try context.user()
            let profile = try await profiles.profile(user)
            let moment = try context.parameters.require("moment").removingPercentEncoding ?? ""
            let query = CardQuery(
                user: user, moment: moment, today: profile.localTime(at: now()).day,
                language: request.language(profile))
            return try Response.json(try await bus.request(query))
        }
        group.post("cards/{moment}/feedback") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(Feedback.self, for: user)
            let at = now()
            let profile = try await profiles.profile(user)
            let local = profile.localTime(at: at)
            let moment = try context.parameters.require("moment").removingPercentEncoding ?? ""
            let feedback = CardFeedback(
                user: user, moment: moment, action: body.action, at: at, day: local.day, hour: local.hour,
                language: request.language(profile), countsStreak: profile.display?.countsStreak)
            return try Response.json(try await bus.request(feedback, id: id))
        }
        group.post("chat") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(ChatText.self, for: user)
            let (profile, at) = (try await profiles.profile(user), now())
            let local = profile.localTime(at: at)
            let chat = Chat(
                user: user, text: body.text, at: at, country: profile.country, today: local.day,
                language: request.language(profile), hour: local.hour)
            return try Response.json(
                try await reply(
                    to: chat, id: id, CrisisFallback(bus: bus, country: chat.country, inGerman: request.prefersGerman)))
        }
        group.get("conversation") { _, context in
            try Response.json(try await bus.request(ConversationQuery(user: try context.user(), at: now())))
        }
        group.delete("conversation") { _, context in
            _ = try await bus.request(DeleteConversation(user: try context.user()))
            return Response(status: .noContent)
        }
        group.post("chat/not-a-crisis") { request, context in
            let user = try context.user()
            _ = try await bus.request(NotACrisis(user: user, at: now()), id: request.requestID(for: user))
            return Response(status: .noContent)
        }
        group.post("journal/{id}/not-a-crisis") { request, context in
            let user = try context.user()
            _ = try await bus.request(
                NotACrisis(user: user, at: now(), entry: try context.entity("id")), id: request.requestID(for: user))
            return Response(status: .noContent)
        }
        group.post("library") { request, context in
            let body = try await request.body.collect(upTo: 4 << 20)
            let name = try request.query("name") { $0.removingPercentEncoding } ?? "library.json"
            let library = ImportLibrary(
                user: try context.user(), fileName: String(name.prefix(255)), json: Array(body.readableBytesView),
                at: now())
            return try Response.json(try await bus.request(library))
        }
        group.get("library") { _, context in
            try Response.json(try await bus.request(LibrariesQuery(user: try context.user())))
        }
        group.delete("library/{id}") { _, context in
            let id = try context.libraryID()
            return try Response.json(try await bus.request(RemoveLibrary(user: try context.user(), library: id)))
        }
        group.get("crisis-resources") { request, context in
            let reason = try request.query("reason") { Verdict.Reason(name: $0) } ?? .selfHarm
            let country = try await profiles.profile(try context.user()).country
            // Read from the table in this process, so that it works while other services are down.
            return try Response.json(
                CrisisCardWriter.card(country: country, reason: reason, inGerman: request.prefersGerman))
        }
        group.get("safety-plan") { request, context in
            let language = try request.query("language") { $0 } ?? "en"
            return try Response.json(
                try await bus.request(SafetyPlanQuery(user: try context.user(), language: language)))
        }
        group.put("safety-plan") { request, context in
            let user = try context.user()
            let (plan, id) = try await request.command(SafetyPlan.self, for: user)
            return try Response.json(try await bus.request(SetSafetyPlan(user: user, plan: plan), id: id))
        }
        addCloud(to: group)
    }

    /// Requests the coach's reply. If the coach is unavailable, a person in danger still gets the crisis card (SAF-4).
    func reply(to chat: Chat, id: Messages.RequestID, _ fallback: CrisisFallback) async throws -> ChatReply {
        do {
            return try await bus.request(chat, id: id)
        } catch let error as ServiceError where CrisisFallback.mayBeUnread(error) {
            guard let (level, card) = await fallback.card(for: chat.text) else { throw error }
            return ChatReply(coachReply: card.message, source: .fixed, level: level, crisis: card, gate: "unavailable")
        }
    }

    private func addCloud(to group: RouterGroup<EdgeContext>) {
        group.get("consent") { _, context in
            try Response.json(try await bus.request(ConsentQuery(user: try context.user())))
        }
        group.put("consent") { request, context in
            let session = try context.person()
            let user = session.user
            let (body, id) = try await request.command(ConsentDecision.self, for: user)
            guard !body.granted || credentials.isConfirmed(session) else { throw Problem.confirmationNeeded(session) }
            let consent = SetConsent(
                user: user, granted: body.granted, copyVersion: body.copyVersion, at: now(), follows: body.follows)
            let state = try await bus.request(consent, id: id)
            await record.note(
                body.granted ? .consentGiven : .consentWithdrawn, of: user, from: "\(context.clientAddress)")
            return try Response.json(state)
        }
        group.get("receipts") { request, context in
            let query = ReceiptsQuery(
                user: try context.user(), before: try request.query("before") { Milliseconds($0) },
                beforeID: try request.query("beforeID") { EntityID($0) })
            let receipts = try await bus.request(query).receipts
            var response = try Response.json(receipts)
            if let last = receipts.last, receipts.count == ReceiptsQuery.limit {
                response.headers[HTTPField.Name("Link")!] =
                    "</v1/receipts?before=\(last.at)&beforeID=\(last.id)>; rel=\"next\""
            }
            return response
        }
        group.get("cloud-preview") { request, context in
            let user = try context.user()
            let (profile, at) = (try await profiles.profile(user), now())
            let topic = try request.query("topic") { name in Topic.names.first { $0.name == name }?.value }
            let query = CloudPreview(user: user, at: at, today: profile.localTime(at: at).day, topic: topic)
            return try Response.json(try await bus.request(query))
        }
        group.get("cloud-usage") { _, context in
            let user = try context.user()
            let since = CloudUsage.month(try await profiles.profile(user), at: now())
            return try Response.json(try await bus.request(CloudUsage(user: user, since: since)))
        }
        group.put("cloud-key") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(CloudKey.self, for: user)
            _ = try await bus.request(SetCloudKey(user: user, key: body.key), id: id)
            await record.note(body.key.isEmpty ? .keyRemoved : .keySet, of: user, from: "\(context.clientAddress)")
            return Response(status: .noContent)
        }
        group.post("cloud-test") { _, context in
            try Response.json(try await bus.request(TestConnection(user: try context.user())))
        }
    }
}

extension EdgeContext {
    /// The library in the path; nil for `unnamed`, the imports of releases that kept no file names.
    /// - Throws: as `entity`.
    func libraryID() throws -> EntityID? { parameters.get("id") == "unnamed" ? nil : try entity("id") }
}

extension CoachRoutes {
    struct Feedback: Decodable { let action: CardFeedback.Action }
    struct ChatText: Decodable { let text: String }
    struct CloudKey: Decodable { let key: String }

    struct ConsentDecision: Decodable {
        let granted: Bool
        let copyVersion: Int32
        /// `record` of the consent state that the person saw. A grant must name it once there is one.
        let follows: EntityID?
    }
}

extension CloudUsage {
    /// Start of the person's month, local time.
    static func month(_ profile: Profile, at instant: Milliseconds) -> Milliseconds {
        let today = profile.localTime(at: instant).day
        return profile.calendar.start(of: today.advanced(by: 1 - today.components.day)) * 1000
    }
}
