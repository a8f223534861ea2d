import Bus
import Hummingbird
import Messages
import Pages

/// Goals, terms, actions, values, reviews, health rules and tables. This file: the list, one goal, and deletion.
struct GoalPages: FeaturePages {
    let pager: Pager
    let bus: any Requesting
    let desk: GoalsDesk

    private static let goalsPerPage: Int32 = 50
    /// Most measures, values and terms that a form offers.
    private static let maximumOffered: Int32 = 1_000

    func add(to router: Router<EdgeContext>) {
        addGoals(to: router)
        addTerms(to: router)
        addActions(to: router)
        addValues(to: router)
        addReview(to: router)
        addRestoring(to: router)
        addHealthRules(to: router)
        addTables(to: router)
    }

    private func addGoals(to router: Router<EdgeContext>) {
        page("goals", on: router) { visit, request, _ in try await goals(visit, request) }
        page("goals/new", on: router) { visit, request, _ in
            async let around = goalSurroundings(visit)
            let running = await part(GoalsOverview(user: visit.user, asOf: visit.asOf))?.term
            let draft = GoalDraft(today: visit.today, term: running.map { (id: $0.term, end: $0.end) })
            let screen = GoalFormScreen(draft, try await around, key: freshKey(visit), for: visit.reader)
            return show(screen, in: .ahead, visit, request)
        }
        page("goals/{id}", on: router) { visit, request, context in
            try await goalPage(try context.entity("id"), visit, request)
        }
        action("goals", on: router) { visit, request, _ in try await saveGoal(visit, request, editing: nil) }
        action("goals/{id}/edit", on: router) { visit, request, context in
            try await saveGoal(visit, request, editing: try context.entity("id"))
        }
        action("goals/{id}/delete", on: router) { visit, request, context in
            let id = try context.entity("id")
            let form = try await form(request, of: visit)
            let delete = DeleteGoal(user: visit.user, goal: id, version: form.version)
            do {
                _ = try await bus.request(delete, id: derived(requestID(form, visit), "delete \(id)"))
                return deleted(id, of: "goals")
            } catch let error as ServiceError where error.code == .conflict {
                let problem = visit.reader.words("actionpages.changedBeforeDeletion")
                return try await goalPage(id, visit, request, problem: problem)
            }
        }
    }

    /// The page of a goal.
    /// - Parameter problem: why something was not done; the answer is a conflict then.
    func goalPage(_ id: EntityID, _ visit: Visit, _ request: Request, problem: String? = nil) async throws -> Response {
        async let around = goalSurroundings(visit)
        let reply = try await bus.request(GoalsQuery(user: visit.user, goal: id, asOf: visit.asOf))
        guard let goal = reply.goals.first else { throw Problem.nothingHere }
        let screen = GoalScreen(
            goal, isQuiet: reply.isQuiet, try await around, key: freshKey(visit), problem: problem, for: visit.reader)
        return show(screen, in: .ahead, visit, request, status: problem == nil ? .ok : .conflict)
    }

    /// What the form of a goal offers.
    /// - Throws: `ServiceError` if the measures cannot be read: a form without them would lose those of the goal.
    func goalSurroundings(_ visit: Visit) async throws -> GoalSurroundings {
        async let values = bus.request(ValuesQuery(user: visit.user, limit: Self.maximumOffered))
        async let terms = bus.request(TermsQuery(user: visit.user, limit: Self.maximumOffered))
        let measures = try await bus.request(MeasuresQuery(user: visit.user, limit: Self.maximumOffered))
        return GoalSurroundings(
            measures: measures.measures, values: try await values.values, terms: try await terms.terms)
    }

    private func goals(_ visit: Visit, _ request: Request) async throws -> Response {
        async let overview = part(GoalsOverview(user: visit.user, asOf: visit.asOf))
        async let measures = part(MeasuresQuery(user: visit.user, limit: Self.maximumOffered))
        async let terms = part(TermsQuery(user: visit.user, limit: Self.maximumOffered))
        let running = await overview?.term
        // Without a choice the running term is shown.
        let chosen = request.uri.queryParameters["term"].map { String($0) } ?? ""
        let term = chosen.isEmpty ? running?.term : EntityID(chosen)
        let status = request.uri.queryParameters["status"].flatMap { GoalStatus(name: String($0)) }
        let after = try request.after()
        let reply = try await bus.request(
            GoalsQuery(
                user: visit.user, term: term, status: status, limit: Self.goalsPerPage, after: after,
                asOf: visit.asOf))
        let further = reply.next.map { next in
            "/goals?term=\(term.map { "\($0)" } ?? GoalsScreen.Filter.allTerms)&"
                + (status.map { "status=\($0)&" } ?? "") + "after=\(next.place).\(next.id)"
        }
        let screen = GoalsScreen(
            reply, measures: await measures?.measures ?? [], running: running, terms: await terms?.terms ?? [],
            filter: GoalsScreen.Filter(term: term, status: status), further: further, for: visit.reader)
        return html(screen, frame(ofList: "goals", visit, request), for: visit.reader)
    }
}
