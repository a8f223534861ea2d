import Actions
import Bus
import CrisisCards
import Foundation
import Hummingbird
import LocalTime
import Messages

/// Routes for cards, chat and the person's own libraries.
struct CoachEndpoints {
    let profiles: Profiles
    let bus: any Requesting
    let now: @Sendable () -> Milliseconds

    struct Feedback: Decodable { let action: CardFeedback.Action }
    struct ChatText: Decodable { let text: String }

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/cards", .session, .journal, "The day's suggestions: a top pick and two others.",
            responses: [200: .json(CardsQuery.Reply.self)]
        ) { request, context in
            let user = try context.user()
            let (profile, at) = (try await profiles.profile(user), now())
            let local = profile.localTime(at: at)
            let query = CardsQuery(
                user: user, at: at, country: profile.country, today: local.day, language: request.language(profile),
                hour: local.hour)
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
            request: .json(CoachEndpoints.Feedback.self), responses: [200: .json(CardFeedback.Reply.self)],
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
            request: .json(CoachEndpoints.ChatText.self, limits: ["text": ["pattern": "\\S"]]),
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
                try await CoachActions(
                    bus: bus,
                    fallback: CrisisFallback(bus: bus, country: chat.country, inGerman: request.prefersGerman)
                ).reply(to: chat, id: id))
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
    }
}

extension EdgeContext {
    /// The library in the path; nil for `unnamed`, the imports of releases that kept no file names.
    /// - Throws: as `entity`.
    func libraryID() throws -> EntityID? { parameters.get("id") == "unnamed" ? nil : try entity("id") }
}
