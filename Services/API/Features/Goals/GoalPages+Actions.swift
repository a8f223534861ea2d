import Bus
import HTTPTypes
import Hummingbird
import Messages
import Pages

/// Actions: quick add, the list, and proposals of goals.
extension GoalPages {
    private static let actionsPerPage: Int32 = 30
    /// Days back in which actions without a goal are looked for.
    private static let proposalDays = 28
    /// Most actions with proposals on the page.
    private static let maximumProposals = 5

    func addActions(to router: Router<EdgeContext>) {
        page("actions", on: router) { visit, request, _ in try await actions(visit, request) }
        action("actions/read", on: router) { visit, request, _ in try await read(visit, request) }
        action("actions/{id}/count", on: router) { visit, request, context in
            try await count(try context.entity("id"), visit, request)
        }
        addActionForms(to: router)
    }

    /// The list.
    /// - Parameters:
    ///   - sentence: the typed sentence that could not be read.
    ///   - status: of the error.
    private func actions(
        _ visit: Visit, _ request: Request, sentence: String = "", problems: [String: String] = [:],
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let goal = try request.query("goal") { EntityID($0) }
        async let proposed = part(
            MatchProposals(
                user: visit.user, from: visit.today.advanced(by: -Self.proposalDays), through: visit.today,
                asOf: visit.asOf, language: visit.language))
        async let measures = part(MeasuresQuery(user: visit.user, limit: 1_000))
        let reply = try await bus.request(
            ActionsQuery(
                user: visit.user, goal: goal, limit: Self.actionsPerPage, after: try request.after()))
        var facts = ActionsScreen.Facts(
            actions: reply.actions.map { (action: $0, minute: visit.minute(of: $0.content.start)) })
        if let proposed = await proposed, !proposed.isQuiet, goal == nil {
            facts.unmatched = Array(proposed.actions.prefix(Self.maximumProposals))
        }
        facts.measures = Dictionary((await measures)?.measures.map { ($0.facts.id, $0) } ?? []) { first, _ in first }
        facts.goal = goal
        if goal != nil || reply.actions.contains(where: { !$0.content.contributions.isEmpty }) {
            facts.goals = Dictionary(await storedGoals(visit).map { ($0.facts.id, $0.content.title) }) { first, _ in
                first
            }
        }
        facts.older = reply.next.map { next in
            "/actions?" + (goal.map { "goal=\($0)&" } ?? "") + "after=\(next.place).\(next.id)"
        }
        let screen = ActionsScreen(
            facts, key: freshKey(visit), sentence: sentence, problems: problems, for: visit.reader)
        return html(screen, frame(ofList: "actions", visit, request), for: visit.reader, status: status)
    }

    /// The person's goals, for their titles and targets; empty if the service does not answer.
    func storedGoals(_ visit: Visit, _ status: GoalStatus? = nil) async -> [Goal] {
        await part(GoalsQuery(user: visit.user, status: status, limit: 1_000))?.goals ?? []
    }

    /// Reads a sentence and shows the action that it says. Nothing is saved.
    private func read(_ visit: Visit, _ request: Request) async throws -> Response {
        let form = try await request.form()
        let sentence = form["sentence"] ?? ""
        let zones = visit.profile.timeZones
        let query = ReadAction(
            user: visit.user, sentence: sentence, asOf: visit.asOf,
            timeZone: (zones.last { $0.since <= visit.at } ?? zones.first)?.zone, language: visit.language,
            country: visit.profile.country)
        do {
            let reply = try await desk.actions(country: visit.profile.country, inGerman: visit.isGerman).ask(
                query, about: sentence)
            guard let content = reply.action, let day = reply.day else {
                let reason: Verdict.Reason = reply.verdict?.card?.reason ?? reply.verdict?.reason ?? .selfHarm
                return seeOther(CrisisLink.address(reason, denial: .ofCoach))
            }
            var typed = ActionForm(content, day: day, minute: visit.minute(of: content.start))
            typed.offers = ActionForm.offers(reply.proposals)
            return try await actionForm(
                ActionFormState(form: typed, sentence: sentence, unmeasured: reply.unmeasured), visit, request)
        } catch let error as ServiceError {
            return try await actions(
                visit, request, sentence: sentence,
                problems: sentences(of: error, visit) { $0 == "sentence" ? $0 : nil }, status: Problem(error).status)
        }
    }

    /// Accepts a proposal: the action counts towards the goal.
    private func count(_ id: EntityID, _ visit: Visit, _ request: Request) async throws -> Response {
        let form = try await form(request, of: visit)
        let contributions = form.all("count").prefix(50).compactMap { CountToken($0)?.contribution }
        let stored = try await bus.request(ActionsQuery(user: visit.user, action: id)).actions[0]
        let missing = contributions.filter { new in
            !stored.content.contributions.contains { $0.goal == new.goal && $0.measure == new.measure }
        }
        guard !missing.isEmpty else { return seeOther("/actions") }
        var content = stored.content
        content.contributions += missing
        let version = form.version ?? stored.facts.version
        let command = SaveAction(
            user: visit.user, edited: EditedVersion(id: id, version: version), content: content, day: stored.day,
            country: visit.profile.country, keepsHidden: stored.numbersHidden)
        do {
            let reply = try await desk.save(
                command, id: requestID(form, visit), inGerman: visit.isGerman)
            return afterSaving("/actions", reply.verdict, toast: "counted")
        } catch let error as ServiceError {
            let problems =
                error.code == .conflict
                ? ["form": visit.reader.words("actionpages.proposals.changed")]
                : sentences(of: error, visit) { _ in nil }
            return try await actions(visit, request, problems: problems, status: Problem(error).status)
        }
    }
}
