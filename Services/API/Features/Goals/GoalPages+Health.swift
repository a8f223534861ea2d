import Bus
import HTTPTypes
import Hummingbird
import Messages
import Pages

/// Health rules and the records that wait for one (GOL-6).
extension GoalPages {
    private static let recordsPerPage: Int32 = 50
    /// Most measures and goals that a form offers.
    private static let maximumOffered: Int32 = 1_000

    func addHealthRules(to router: Router<EdgeContext>) {
        page("actions/health", on: router) { visit, request, _ in try await healthRules(visit, request) }
        page("actions/health/{id}", on: router) { visit, request, context in
            try await healthRule(try context.entity("id"), visit, request)
        }
        action("actions/health", on: router) { visit, request, _ in try await saveRule(nil, visit, request) }
        action("actions/health/reparse", on: router) { visit, request, _ in
            let form = try await form(request, of: visit)
            _ = try await bus.request(
                ReparseStaged(user: visit.user), id: derived(requestID(form, visit), "reparse"))
            return seeOther("/actions/health#waiting", toast: "readAgain")
        }
        action("actions/health/{id}/edit", on: router) { visit, request, context in
            try await saveRule(try context.entity("id"), visit, request)
        }
        action("actions/health/{id}/delete", on: router) { visit, request, context in
            let id = try context.entity("id")
            let form = try await form(request, of: visit)
            let command = DeleteHealthRule(
                user: visit.user, rule: id, version: form.version,
                keepsActions: form["keep"] == nil ? nil : true)
            do {
                _ = try await bus.request(command, id: derived(requestID(form, visit), "delete \(id)"))
                return seeOther("/actions/health", toast: "deleted")
            } catch let error as ServiceError where error.code == .conflict {
                return try await healthRule(
                    id, visit, request, problem: visit.reader.words("healthrules.changedBeforeDeletion"),
                    status: .conflict)
            }
        }
    }

    // MARK: Pages

    private func healthRules(
        _ visit: Visit, _ request: Request, form draft: RuleDraft = RuleDraft(), faults: TypedForm = TypedForm(),
        key: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        async let rules = bus.request(HealthRulesQuery(user: visit.user))
        // Without the measures a form would offer to make those again that there are.
        async let measures = bus.request(MeasuresQuery(user: visit.user, limit: Self.maximumOffered))
        async let goals = part(GoalsQuery(user: visit.user, limit: Self.maximumOffered))
        let staged = try await bus.request(
            StagedHealthQuery(
                user: visit.user, limit: Self.recordsPerPage, after: try request.after()))
        var facts = HealthScreen.Facts(rules: try await rules.rules, staged: staged)
        facts.measures = try await measures.measures
        let stored = await goals
        facts.goals = stored?.goals ?? []
        facts.isQuiet = stored?.isQuiet ?? false
        facts.older = staged.next.map { "/actions/health?after=\($0.place).\($0.id)#waiting" }
        let screen = HealthScreen(
            facts, form: draft, faults: faults, key: key ?? freshKey(visit), for: visit.reader)
        return show(screen, in: .ahead, visit, request, status: status)
    }

    private func healthRule(
        _ id: EntityID, _ visit: Visit, _ request: Request, form draft: RuleDraft? = nil,
        faults: TypedForm = TypedForm(), key: String? = nil, problem: String? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        async let measures = bus.request(MeasuresQuery(user: visit.user, limit: Self.maximumOffered))
        // Without its goal a rule that is saved would lose it.
        async let goals = bus.request(GoalsQuery(user: visit.user, limit: Self.maximumOffered))
        guard let rule = try await bus.request(HealthRulesQuery(user: visit.user, rule: id)).rules.first else {
            throw Problem.nothingHere
        }
        let screen = HealthRuleScreen(
            rule, measures: try await measures.measures, goals: try await goals.goals, form: draft, faults: faults,
            key: key ?? freshKey(visit), problem: problem, for: visit.reader)
        return show(screen, in: .ahead, visit, request, status: status)
    }

    // MARK: Saving

    /// Saves the form of a rule, with the measure that it names for the first time.
    /// - Parameter rule: the one to replace; nil for a new one.
    private func saveRule(_ rule: EntityID?, _ visit: Visit, _ request: Request) async throws -> Response {
        let form = try await form(request, of: visit)
        let measures = try await reading(form, visit) {
            try await bus.request(MeasuresQuery(user: visit.user, limit: Self.maximumOffered)).measures
        }
        var draft = RuleDraft(fields: form.fields)
        func again(_ typed: TypedForm, _ status: HTTPResponse.Status) async throws -> Response {
            guard let rule else {
                return try await healthRules(
                    visit, request, form: draft, faults: typed, key: form["key"], status: status)
            }
            // The form takes the stored version, so that sending it again replaces what it was shown.
            return try await healthRule(
                rule, visit, request, form: draft, faults: typed, key: form["key"], status: status)
        }
        let reading = draft.reading(measures, for: visit.reader)
        let faults = fieldFaults(reading.faults, visit).merging(reading.misplaced) { first, _ in first }
        guard faults.isEmpty else { return try await again(TypedForm(faults: faults), .badRequest) }
        let id = requestID(form, visit)
        var content = reading.content
        do {
            var verdict: Verdict?
            if let fresh = reading.newMeasure {
                let saved = try await measure(fresh, named: "measure", at: "unit", id, visit)
                verdict = saved.verdict
                content.measure = saved.measure.facts.id
                draft.use(content.measure)
            }
            let edited = rule.map { form.edited($0) }
            let command = SaveHealthRule(
                user: visit.user, edited: edited, content: content, country: visit.profile.country,
                keepsHidden: draft.isAway)
            let reply = try await desk.save(command, id: id, inGerman: visit.isGerman)
            return afterSaving("/actions/health", reply.verdict ?? verdict)
        } catch {
            let problem = try formProblem(error)
            guard rule != nil, problem.code == "conflict" else {
                return try await again(typedForm(problem, visit), problem.status)
            }
            return try await again(TypedForm(problem: visit.reader.words("healthrules.stale")), .conflict)
        }
    }
}
