import Hummingbird
import Messages
import Moments
import Pages

/// Suggestions and conversation.
extension WebRoutes {
    func addCoach(to router: Router<EdgeContext>) {
        page("coach", on: router) { visit, request, _ in
            async let cards = cards(visit)
            async let models = InstallationState.inference(bus, user: visit.user)
            let turns = await part(ConversationQuery(user: visit.user, at: visit.at))?.turns ?? []
            let screen = CoachScreen(
                cards: await cards, turns: turns, date: visit.date, key: "\(EntityID.random())", models: await models,
                for: visit.reader)
            return html(screen, visit.frame(.coach, request), for: visit.reader)
        }
        action("coach", on: router) { visit, request, _ in
            let form = try await request.form()
            guard let text = form["text"] else { return seeOther("/coach") }
            async let cards = cards(visit)
            async let models = InstallationState.inference(bus, user: visit.user)
            let chat = Chat(
                user: visit.user, text: text, at: visit.at, country: visit.profile.country, today: visit.today,
                language: visit.language, hour: Int32(visit.reader.minute / 60))
            let turns = await part(ConversationQuery(user: visit.user, at: visit.at))?.turns ?? []
            do {
                let reply = try await coach.reply(to: chat, id: requestID(form, visit), fallback(visit))
                if let card = reply.crisis { return seeOther("/safety?reason=\(card.reason ?? .selfHarm)&chat=1") }
                let screen = CoachScreen(
                    cards: await cards, turns: turns, date: visit.date, asked: text, reply: reply,
                    key: "\(EntityID.random())", models: await models, for: visit.reader)
                return html(screen, visit.frame(.coach, request), for: visit.reader)
            } catch let error as ServiceError {
                let problem = Problem(error)
                let screen = CoachScreen(
                    cards: await cards, turns: turns, date: visit.date, asked: text, problem: problem.detail,
                    key: form["key"] ?? "", models: await models, for: visit.reader)
                return html(screen, visit.frame(.coach, request), for: visit.reader, status: problem.status)
            }
        }
        action("coach/conversation/delete", on: router) { visit, _, _ in
            _ = try await bus.request(DeleteConversation(user: visit.user), id: .random())
            return seeOther("/coach", toast: "conversationDeleted")
        }
        page("explanations", on: router) { visit, request, _ in
            html(ExplanationsScreen(for: visit.reader), visit.frame(.coach, request), for: visit.reader)
        }
        page("explanations/{id}", on: router) { visit, request, context in
            let id = try context.parameters.require("id").removingPercentEncoding
            guard let explanation = Explanations.shipped.first(where: { $0.id == id }) else {
                throw HTTPError(.notFound)
            }
            return html(
                ExplanationScreen(explanation, for: visit.reader), visit.frame(.coach, request), for: visit.reader)
        }
        page("suggestions/{moment}", on: router) { visit, request, context in
            let moment = try context.parameters.require("moment").removingPercentEncoding ?? ""
            let query = CardQuery(user: visit.user, moment: moment, today: visit.today, language: visit.language)
            let screen = SuggestionScreen(try await bus.request(query), for: visit.reader)
            return html(screen, visit.frame(.coach, request), for: visit.reader)
        }
        action("suggestions/{moment}", on: router) { visit, request, context in
            let form = try await request.form()
            guard let action = CardFeedback.Action(name: form["action"] ?? "") else {
                throw Problem(status: .badRequest, code: "invalid", detail: "Choose one of the buttons.")
            }
            let moment = try context.parameters.require("moment").removingPercentEncoding ?? ""
            let feedback = CardFeedback(
                user: visit.user, moment: moment, action: action, at: visit.at, day: visit.today,
                hour: Int32(visit.reader.minute / 60), language: visit.language,
                countsStreak: visit.profile.display?.countsStreak)
            _ = try await bus.request(feedback, id: .random())
            let toast = [CardFeedback.Action.completed: "done", .accepted: "later"][action] ?? "hidden"
            return seeOther("/coach", toast: toast)
        }
    }

    private func cards(_ visit: Visit) async -> CardsQuery.Reply? {
        await part(
            CardsQuery(
                user: visit.user, at: visit.at, country: visit.profile.country, today: visit.today,
                language: visit.language))
    }
}
