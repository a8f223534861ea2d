import Actions
import Bus
import Hummingbird
import Messages
import Moments
import Pages

/// Suggestions and conversation.
struct CoachPages: FeaturePages {
    let pager: Pager
    let bus: any Requesting
    let sights: NightSights
    private let said = OneTimeTexts()
    /// The bus for replies that the page shows; notes a night's measurements in them as seen.
    private var shown: NightWitness { NightWitness(bus, sights, now: now) }

    func add(to router: Router<EdgeContext>) {
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
                let reply = try await CoachActions(bus: shown, fallback: fallback(visit)).reply(
                    to: chat, id: requestID(form, visit))
                if let card = reply.crisis {
                    let denial: CrisisLink.Denial? = reply.level == .crisis ? .ofCoach : nil
                    return seeOther(CrisisLink(card, denial: denial).address)
                }
                var facts = await known
                (facts.asked, facts.reply) = (text, reply)
                if let drawn = reply.chart { facts.chart = await chart(drawn, visit) }
                return show(CoachScreen(facts, for: visit.reader), in: .coach, visit, request)
            } catch let error as ServiceError {
                let problem = Problem(error)
                var facts = await known
                (facts.asked, facts.problem) = (text, visit.reader.sentence(problem))
                // Keeps the key: the same text sent again is the same request, and no model is asked twice.
                facts.key = form["key"] ?? facts.key
                return pager.renderer.response(
                    CoachScreen(facts, for: visit.reader), visit.frame(.coach, request), for: visit.reader,
                    refused: problem)
            }
        }
        action(.deleteConversation, on: router) { visit, _, _ in
            _ = try await bus.request(DeleteConversation(user: visit.user), id: .random())
            return seeOther("/coach", toast: "conversationDeleted")
        }
        page("explanations", on: router) { visit, request, _ in
            show(ExplanationsScreen(for: visit.reader), in: .coach, visit, request)
        }
        page("explanations/{id}", on: router) { visit, request, context in
            let id = try context.parameters.require("id").removingPercentEncoding
            guard let explanation = Explanations.shipped.first(where: { $0.id == id }) else {
                throw HTTPError(.notFound)
            }
            return show(ExplanationScreen(explanation, for: visit.reader), in: .coach, visit, request)
        }
        page("suggestions/{moment}", on: router) { visit, request, context in
            let moment = try context.parameters.require("moment").removingPercentEncoding ?? ""
            let query = CardQuery(user: visit.user, moment: moment, today: visit.today, language: visit.language)
            let screen = SuggestionScreen(try await shown.request(query), for: visit.reader)
            return show(screen, in: .coach, visit, request)
        }
        action("suggestions/{moment}", on: router) { visit, request, context in
            let form = try await form(request, of: visit)
            // Pages of 0.1 that are still open say `action`.
            guard let action = CardFeedback.Action(name: form["answer"] ?? form["action"] ?? "") else {
                throw Problem.invalid("Choose one of the buttons.")
            }
            let moment = try context.parameters.require("moment").removingPercentEncoding ?? ""
            let feedback = CardFeedback(
                user: visit.user, moment: moment, action: action, at: visit.at, day: visit.today,
                hour: Int32(visit.reader.minute / 60), language: visit.language,
                countsStreak: visit.profile.display?.countsStreak)
            let reply = try await bus.request(feedback, id: requestID(form, visit))
            // Today shows the answer on its card.
            if let back = SitePath.own(form["back"]) { return seeOther(back) }
            if let cheer = reply.cheer {
                return seeOther("/coach?item=\(said.keep(cheer, for: visit.user))", toast: "done")
            }
            let toasts: [CardFeedback.Action: String] = [
                .completed: "done", .accepted: "later", .declined: "declined", .restored: "restored",
            ]
            return seeOther("/coach", toast: toasts[action] ?? "hidden")
        }
    }

    /// The data of the coach's page, with the conversation before the message that is being sent.
    private func facts(_ visit: Visit) async -> CoachFacts {
        let query = CardsQuery(
            user: visit.user, at: visit.at, country: visit.profile.country, today: visit.today,
            language: visit.language, hour: Int32(visit.reader.minute / 60))
        async let cards = try? shown.request(query)
        async let models = InstallationState.inference(bus, user: visit.user)
        async let recent = part(RecentDays(user: visit.user, today: visit.today))
        let turns = await part(ConversationQuery(user: visit.user, at: visit.at))?.turns ?? []
        var facts = CoachFacts(
            cards: await cards, turns: turns, at: visit.at, date: { visit.date($0) }, key: "\(EntityID.random())")
        facts.time = { visit.reader.time(minute: visit.minute(of: $0)) }
        (facts.models, facts.recent) = (await models, await recent)
        return facts
    }

    /// The values of the chart that a reply was read from; nil if they cannot be had.
    private func chart(_ chart: ChatChart, _ visit: Visit) async -> TrendFacts? {
        guard let subject = TrendSubject(chart.metric), chart.from <= chart.through,
            chart.from.distance(to: chart.through) < Request.maximumDays
        else { return nil }
        let days = chart.from...chart.through
        let first = min(chart.from, chart.through.advanced(by: -TrendFacts.usualDays))
        guard let values = try? await TrendValues(bus: bus).values(of: subject, first, chart.through, visit) else {
            return nil
        }
        return TrendFacts(subject, .all, days: days, values: values, comparesYear: false)
    }

}

/// A person's own libraries of suggestions.
struct LibraryPages: FeaturePages {
    let pager: Pager
    let bus: any Requesting

    func add(to router: Router<EdgeContext>) {
        page("settings/library", on: router) { visit, request, _ in try await library(visit, request) }
        action("settings/library", on: router) { visit, request, _ in
            guard let file = try await request.multipartForm(limit: 4 << 20).file("file") else {
                return try await library(visit, request, problem: visit.reader.words("ownlibrary.noFile"))
            }
            do {
                let name = file.name.isEmpty ? "library.json" : String(file.name.prefix(255))
                let reply = try await bus.request(
                    ImportLibrary(user: visit.user, fileName: name, json: Array(file.bytes), at: visit.at))
                return try await library(visit, request, reply: reply)
            } catch let error as ServiceError {
                let problem = visit.reader.words("ownlibrary.failed", ["reason": visit.reader.sentence(error)])
                return try await library(visit, request, problem: problem, status: Problem(error).status)
            }
        }
        action("settings/library/{id}/remove", on: router) { visit, _, context in
            _ = try await bus.request(RemoveLibrary(user: visit.user, library: try context.libraryID()))
            return seeOther("/settings/library", toast: "deleted")
        }
    }

    private func library(
        _ visit: Visit, _ request: Request, reply: ImportLibrary.Reply? = nil, problem: String? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let libraries = try await bus.request(LibrariesQuery(user: visit.user)).libraries
        let screen = LibraryScreen(libraries, reply: reply, problem: problem, date: visit.date, for: visit.reader)
        return show(screen, in: .settings, visit, request, status: status)
    }
}
