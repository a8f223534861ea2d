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

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/cards", .session, .journal, "The day's suggestions: a top pick and two others.",
            responses: [200: .json(CardsQuery.Reply.self)]
        ) { request, context in
            let user = try context.user()
            let (profile, at) = (try await profiles.profile(user), now())
            let query = CardsQuery(
                user: user, at: at, country: profile.country, today: profile.localTime(at: at).day,
                language: request.language(profile))
            return try Response.json(try await bus.request(query))
        }
        endpoints.add(
            "GET /v1/cards/{moment}", .session, .journal, "One suggestion with its cautions and its source.",
            responses: [200: .json(Card.self)]
        ) { request, context in
            let user = try context.user()
            let profile = try await profiles.profile(user)
            let moment = try context.parameters.require("moment").removingPercentEncoding ?? ""
            let query = CardQuery(
                user: user, moment: moment, today: profile.localTime(at: now()).day,
                language: request.language(profile))
            return try Response.json(try await bus.request(query))
        }
        endpoints.add(
            "POST /v1/cards/{moment}/feedback", .session, .journal, "Reports what the person did with a suggestion.",
            request: .json(CoachRoutes.Feedback.self), responses: [200: .json(CardFeedback.Reply.self)],
            takesKey: true
        ) { request, context in
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
        endpoints.add(
            "POST /v1/chat", .session, .journal,
            "Sends a message of at most 2,000 characters to the coach; a longer one gets a crisis card where it needs one.",
            request: .json(CoachRoutes.ChatText.self, limits: ["text": ["pattern": "\\S"]]),
            responses: [200: .json(ChatReply.self)], takesKey: true
        ) { request, context in
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
        endpoints.add(
            "GET /v1/conversation", .session, .journal,
            "The conversation of the last 30 days, at most 100 turns, oldest first.",
            responses: [200: .json(ConversationQuery.Reply.self)]
        ) { _, context in
            try Response.json(try await bus.request(ConversationQuery(user: try context.user(), at: now())))
        }
        endpoints.add(
            "DELETE /v1/conversation", .session, .journal, "Deletes the conversation.", responses: [204: nil]
        ) { _, context in
            _ = try await bus.request(DeleteConversation(user: try context.user()))
            return Response(status: .noContent)
        }
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
            "POST /v1/library", .session, .journal, "Imports the person's own library of suggestions, at most 4 MiB.",
            query: [.text("name", "The file's name.")], request: .file("application/json"),
            responses: [200: .json(ImportLibrary.Reply.self)]
        ) { request, context in
            let body = try await request.body.collect(upTo: 4 << 20)
            let name = try request.query("name") { $0.removingPercentEncoding } ?? "library.json"
            let library = ImportLibrary(
                user: try context.user(), fileName: String(name.prefix(255)), json: Array(body.readableBytesView),
                at: now())
            return try Response.json(try await bus.request(library))
        }
        endpoints.add(
            "GET /v1/library", .session, .journal, "The person's own libraries, the latest first.",
            responses: [200: .json(LibrariesQuery.Reply.self)]
        ) { _, context in
            try Response.json(try await bus.request(LibrariesQuery(user: try context.user())))
        }
        endpoints.add(
            "DELETE /v1/library/{id}", .session, .journal,
            "Removes a library with its suggestions, except those that another library has; `unnamed` for what was imported before file names were kept.",
            responses: [200: .json(RemoveLibrary.Reply.self)], errors: [404: "There is no such library."]
        ) { _, context in
            let id = try context.libraryID()
            return try Response.json(try await bus.request(RemoveLibrary(user: try context.user(), library: id)))
        }
        endpoints.add(
            "GET /v1/crisis-resources", .session, .journal,
            "Where to find help, from the API's own table; German with `Accept-Language: de`.",
            query: [.names("reason", Verdict.Reason.names.map(\.name), "`selfHarm` by default.")],
            responses: [200: .json(CrisisCard.self)], isCompressed: true
        ) { request, context in
            let reason = try request.query("reason") { Verdict.Reason(name: $0) } ?? .selfHarm
            let country = try await profiles.profile(try context.user()).country
            // Read from the table in this process, so that it works while other services are down.
            return try Response.json(
                CrisisCardWriter.card(country: country, reason: reason, inGerman: request.prefersGerman))
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
        declareCloud(in: &endpoints)
    }

    /// Requests the coach's reply. If the coach is unavailable, a person in danger still gets the crisis card (SAF-4).
    func reply(to chat: Chat, id: Messages.RequestID, _ fallback: CrisisFallback) async throws -> ChatReply {
        do {
            return try await fallback.reading(chat.text) { try await bus.request(chat, id: id) }
        } catch let unread as UnreadText {
            return ChatReply(
                coachReply: unread.card.message, source: .fixed, level: unread.level, crisis: unread.card,
                gate: "unavailable")
        }
    }

    private func declareCloud(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/consent", .session, .cloud, "The state of consent to cloud phrasing.",
            responses: [200: .json(ConsentState.self)]
        ) { _, context in
            try Response.json(try await bus.request(ConsentQuery(user: try context.user())))
        }
        endpoints.add(
            "PUT /v1/consent", .session, .cloud, "Grants consent, or withdraws it.",
            request: .json(CoachRoutes.ConsentDecision.self), responses: [200: .json(ConsentState.self)],
            errors: [403: "A grant needs a recent password.", 409: "The text or the record changed."], takesKey: true
        ) { request, context in
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
        endpoints.add(
            "GET /v1/receipts", .session, .cloud,
            "What left this machine, newest first, at most 100; `Link` names the next page.",
            query: [
                .number("before", .min ... .max, "Only receipts before this time, ms since 1970."),
                .id("beforeID", "Id of the previous page's last receipt, whose time is `before`."),
            ], responses: [200: .json([Receipt].self)], isCompressed: true
        ) { request, context in
            let query = ReceiptsQuery(
                user: try context.user(), before: try request.query("before") { Milliseconds($0) },
                beforeID: try request.query("beforeID") { EntityID($0) })
            let receipts = try await bus.request(query).receipts
            let last = receipts.count == ReceiptsQuery.limit ? receipts.last : nil
            return try Response.page(
                receipts, next: last.map { [("before", "\($0.at)"), ("beforeID", "\($0.id)")] }, of: request)
        }
        endpoints.add(
            "GET /v1/cloud-preview", .session, .cloud,
            "What a chat message would send to the cloud model now, and the gate that would keep it here. Nothing is sent.",
            query: [
                .names("topic", Topic.names.map(\.name), "Topic of the message; what stands out today by default.")
            ],
            responses: [200: .json(PreviewedCall.self)]
        ) { request, context in
            let user = try context.user()
            let (profile, at) = (try await profiles.profile(user), now())
            let topic = try request.query("topic") { name in Topic.names.first { $0.name == name }?.value }
            let query = CloudPreview(user: user, at: at, today: profile.localTime(at: at).day, topic: topic)
            return try Response.json(try await bus.request(query))
        }
        endpoints.add(
            "GET /v1/cloud-usage", .session, .cloud,
            "The number of calls to the cloud model this month, in the person's zone.",
            responses: [200: .json(CloudUsage.Reply.self)]
        ) { _, context in
            let user = try context.user()
            let since = CloudUsage.month(try await profiles.profile(user), at: now())
            return try Response.json(try await bus.request(CloudUsage(user: user, since: since)))
        }
        endpoints.add(
            "PUT /v1/cloud-key", .recent, .cloud, "Stores the key of the cloud model; an empty one removes it.",
            request: .json(CoachRoutes.CloudKey.self), responses: [204: nil], takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(CloudKey.self, for: user)
            _ = try await bus.request(SetCloudKey(user: user, key: body.key), id: id)
            await record.note(body.key.isEmpty ? .keyRemoved : .keySet, of: user, from: "\(context.clientAddress)")
            return Response(status: .noContent)
        }
        endpoints.add(
            "POST /v1/cloud-test", .session, .cloud, "Tests the connection; needs consent like every call.",
            responses: [200: .json(TestConnection.Reply.self)]
        ) { _, context in
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
