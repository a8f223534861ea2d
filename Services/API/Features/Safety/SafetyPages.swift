import Bus
import CrisisCards
import Foundation
import Hummingbird
import Messages
import Pages

/// The safety page, which works without session, script and other services.
struct SafetyPages: FeaturePages {
    let pager: Pager
    let bus: any Requesting

    func add(to router: Router<EdgeContext>) {
        open(.get, "safety", on: router) { request, context in
            let visit = try? await visit(request, context)
            let reader = visit?.reader ?? request.stranger(at: now())
            let isGerman = reader.settings.language == .german
            // A link from something written names its reason.
            let named = request.uri.queryParameters["reason"].flatMap { Verdict.Reason(name: String($0)) }
            // The table of this process, so that the page works while other services are down.
            let card = CrisisCardWriter.card(
                country: visit?.profile.country ?? reader.settings.region, reason: named ?? .selfHarm,
                inGerman: isGerman, isAboutWords: named != nil)
            guard let visit else {
                let screen = SafetyScreen(
                    card, plan: nil, planNote: reader.words("safety.signInForPlan"), for: reader)
                return html(screen, PageFrame(), for: reader)
            }
            let plan = await part(SafetyPlanQuery(user: visit.user, language: isGerman ? "de" : "en"))
            let entry = request.uri.queryParameters["entry"].flatMap { EntityID(String($0)) }
            let denial =
                entry.map { "/journal/\($0)/not-a-crisis" }
                ?? (request.uri.queryParameters["chat"] == nil ? nil : "/coach/not-a-crisis")
            let screen = SafetyScreen(
                card, plan: plan, planNote: plan == nil ? reader.words("safety.planAway") : nil, denial: denial,
                for: reader)
            return show(screen, in: nil, visit, request)
        }
        action("safety/plan", on: router) { visit, request, _ in
            let form = try await request.form()
            guard let revision = form["revision"].flatMap({ UInt64($0) }) else {
                throw Problem.invalid("The form lacks its revision: load it again.")
            }
            var plan = SafetyPlan(revision: revision)
            for field in form.fields where field.name != "revision" {
                let lines = field.value.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                plan.set(field.name, lines.filter { !$0.isEmpty })
            }
            do {
                _ = try await bus.request(SetSafetyPlan(user: visit.user, plan: plan), id: requestID(form, visit))
            } catch let error as ServiceError {
                return await again(plan, after: error, visit, request)
            }
            return seeOther("/safety#plan", toast: "saved")
        }
        action("coach/not-a-crisis", on: router) { visit, _, _ in
            _ = try await bus.request(NotACrisis(user: visit.user, at: visit.at), id: .random())
            return seeOther("/coach")
        }
        action("journal/{id}/not-a-crisis", on: router) { visit, _, context in
            _ = try await bus.request(
                NotACrisis(user: visit.user, at: visit.at, entry: try context.entity("id")), id: .random())
            return seeOther("/")
        }
    }

    /// The page again, with the typed text, which is not stored. Another version that was stored meanwhile is shown
    /// with it.
    private func again(_ typed: SafetyPlan, after error: ServiceError, _ visit: Visit, _ request: Request) async
        -> Response
    {
        let isGerman = visit.reader.settings.language == .german
        let stored = await part(SafetyPlanQuery(user: visit.user, language: isGerman ? "de" : "en"))?.plan
        var shown = typed
        if let stored { shown.revision = stored.revision }
        let reply = SafetyPlanQuery.Reply(plan: shown, guide: SafetyPlanGuide.guide(inGerman: isGerman))
        let card = CrisisCardWriter.card(
            country: visit.profile.country, reason: .selfHarm, inGerman: isGerman, isAboutWords: false)
        let screen = SafetyScreen(
            card, plan: reply, stored: stored, planProblem: visit.reader.sentence(error), for: visit.reader)
        return show(screen, in: nil, visit, request, status: Problem(error).status)
    }
}
