import Hummingbird
import Messages
import Moments
import Pages

/// Suggestions and conversation.
extension WebRoutes {
    func addCoach(to router: Router<EdgeContext>) {
        page("coach", on: router) { visit, request, _ in
            let facts = await facts(visit)
            var frame = visit.frame(.coach, request)
            if frame.toast != nil, let item = request.uri.queryParameters["item"].flatMap({ EntityID(String($0)) }) {
                frame.toast = said.take(item, for: visit.user) ?? frame.toast
            }
            return html(CoachScreen(facts, for: visit.reader), frame, for: visit.reader)
        }
        action("coach", on: router) { visit, request, _ in
            let form = try await request.form()
            guard let text = form["text"] else { return seeOther("/coach") }
            async let known = facts(visit)
            let chat = Chat(
                user: visit.user, text: text, at: visit.at, country: visit.profile.country, today: visit.today,
                language: visit.language, hour: Int32(visit.reader.minute / 60))
            do {
                let reply = try await coach.reply(to: chat, id: requestID(form, visit), fallback(visit))
                if let card = reply.crisis {
                    let denial: CrisisLink.Denial? = reply.level == .crisis ? .ofCoach : nil
                    return seeOther(CrisisLink(card, denial: denial).address)
                }
                var facts = await known
                (facts.asked, facts.reply) = (text, reply)
                if let drawn = reply.chart { facts.chart = await chart(drawn, visit) }
                return html(CoachScreen(facts, for: visit.reader), visit.frame(.coach, request), for: visit.reader)
            } catch let error as ServiceError {
                let problem = Problem(error)
                var facts = await known
                (facts.asked, facts.problem) = (text, visit.reader.sentence(problem))
                // Keeps the key: the same text sent again is the same request, and no model is asked twice.
                facts.key = form["key"] ?? facts.key
                return renderer.response(
                    CoachScreen(facts, for: visit.reader), visit.frame(.coach, request), for: visit.reader,
                    refused: problem)
            }
        }
        action(.deleteConversation, on: router) { visit, _, _ in
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
            let reply = try await bus.request(feedback, id: .random())
            if let cheer = reply.cheer {
                return seeOther("/coach?item=\(said.keep(cheer, for: visit.user))", toast: "done")
            }
            let toast = [CardFeedback.Action.completed: "done", .accepted: "later"][action] ?? "hidden"
            return seeOther("/coach", toast: toast)
        }
    }

    /// The data of the coach's page, with the conversation before the message that is being sent.
    private func facts(_ visit: Visit) async -> CoachFacts {
        async let cards = part(
            CardsQuery(
                user: visit.user, at: visit.at, country: visit.profile.country, today: visit.today,
                language: visit.language))
        async let models = InstallationState.inference(bus, user: visit.user)
        async let recent = part(RecentDays(user: visit.user, today: visit.today))
        let turns = await part(ConversationQuery(user: visit.user, at: visit.at))?.turns ?? []
        var facts = CoachFacts(
            cards: await cards, turns: turns, at: visit.at, date: { visit.date($0) }, key: "\(EntityID.random())")
        facts.time = { visit.reader.time(minute: visit.minute(of: $0)) }
        (facts.models, facts.recent) = (await models, await recent)
        facts.offersAhead = visit.account.hasAhead != true
        return facts
    }

    /// The values of the chart that a reply was read from; nil if they cannot be had.
    private func chart(_ chart: ChatChart, _ visit: Visit) async -> TrendFacts? {
        guard let subject = TrendSubject(chart.metric), chart.from <= chart.through,
            chart.from.distance(to: chart.through) < Self.mostDaysOfChart
        else { return nil }
        let days = chart.from...chart.through
        let first = min(chart.from, chart.through.advanced(by: -TrendFacts.usualDays))
        guard let values = try? await page(subject, first, chart.through, visit) else { return nil }
        return TrendFacts(subject, .all, days: days, values: values, comparesYear: false)
    }

    /// Longest range of days in one request.
    private static let mostDaysOfChart = 400
}
