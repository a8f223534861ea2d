import Bus
import HTTPTypes
import Hummingbird
import Messages
import Pages

/// Terms: list, one term, close with a reflection, goals carried over on purpose.
extension GoalPages {
    private static let termsPerPage: Int32 = 50
    /// Most terms and goals that a form offers.
    private static let maximumOffered: Int32 = 1_000

    func addTerms(to router: Router<EdgeContext>) {
        page("terms", on: router) { visit, request, _ in try await terms(visit, request) }
        page("terms/{id}", on: router) { visit, request, context in
            try await termPage(try context.entity("id"), visit, request)
        }
        action("terms", on: router) { visit, request, _ in try await saveTerm(visit, request, editing: nil) }
        action("terms/{id}/edit", on: router) { visit, request, context in
            try await saveTerm(visit, request, editing: try context.entity("id"))
        }
        action("terms/{id}/close", on: router) { visit, request, context in
            try await closeTerm(visit, request, try context.entity("id"))
        }
        action("terms/{id}/carry", on: router) { visit, request, context in
            try await carryOver(visit, request, try context.entity("id"))
        }
        action("terms/{id}/delete", on: router) { visit, request, context in
            let id = try context.entity("id")
            let form = try await form(request, of: visit)
            let delete = DeleteTerm(user: visit.user, term: id, version: form.version)
            do {
                _ = try await bus.request(delete, id: derived(requestID(form, visit), "delete \(id)"))
                return deleted(id, of: "terms")
            } catch let error as ServiceError where error.code == .conflict {
                let failed = TermScreen.Failed(moving: visit.reader.words("actionpages.changedBeforeDeletion"))
                return try await termPage(id, visit, request, failed: failed, status: .conflict)
            }
        }
    }

    // MARK: Pages

    private func terms(_ visit: Visit, _ request: Request) async throws -> Response {
        async let overview = part(GoalsOverview(user: visit.user, asOf: visit.asOf))
        async let goals = activeGoals(visit)
        async let all = allTerms(visit)
        let reply = try await bus.request(
            TermsQuery(user: visit.user, limit: Self.termsPerPage, after: try request.after()))
        let further = reply.next.map { "/terms?after=\($0.place).\($0.id)" }
        let screen = TermsScreen(
            reply.terms, running: await overview?.term, all: try await all, goals: await goals, key: freshKey(visit),
            further: further, for: visit.reader)
        return html(screen, frame(ofList: "terms", visit, request), for: visit.reader)
    }

    func termPage(
        _ id: EntityID, _ visit: Visit, _ request: Request, failed: TermScreen.Failed = TermScreen.Failed(),
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        async let all = allTerms(visit)
        async let goals = offeredGoals(id, visit)
        let term = try await storedTerm(id, visit)
        let screen = TermScreen(
            term, all: try await all, goals: try await goals, failed: failed, key: freshKey(visit),
            for: visit.reader)
        return show(screen, in: .ahead, visit, request, status: status)
    }

    // MARK: Parts

    func storedTerm(_ id: EntityID, _ visit: Visit) async throws -> Term {
        let reply = try await bus.request(TermsQuery(user: visit.user, term: id))
        guard let term = reply.terms.first else { throw Problem.nothingHere }
        return term
    }

    private func allTerms(_ visit: Visit) async throws -> [Term] {
        try await bus.request(TermsQuery(user: visit.user, limit: Self.maximumOffered)).terms
    }

    private func activeGoals(_ visit: Visit) async -> [Goal] {
        await part(GoalsQuery(user: visit.user, status: .active, limit: Self.maximumOffered))?.goals ?? []
    }

    /// The goals of a term, then active ones that it may take.
    /// - Throws: `ServiceError` if those of the term cannot be read: a form without them would take them away.
    private func offeredGoals(_ term: EntityID, _ visit: Visit) async throws -> [Goal] {
        async let active = activeGoals(visit)
        let own = try await bus.request(GoalsQuery(user: visit.user, term: term, limit: Self.maximumOffered)).goals
        let known = Set(own.map(\.facts.id))
        return own + (await active).filter { !known.contains($0.facts.id) }
    }

    // MARK: Forms

    private func saveTerm(_ visit: Visit, _ request: Request, editing term: EntityID?) async throws -> Response {
        let form = try await form(request, of: visit)
        let edited = term.map { form.edited($0) }
        let draft = TermDraft(fields: form.fields)
        func again(_ typed: TypedForm, version: UInt64? = nil, status: HTTPResponse.Status) async throws -> Response {
            var isClosed = false
            var goals: [Goal] = []
            if let term {
                isClosed = try await storedTerm(term, visit).content.status == .completed
                goals = try await offeredGoals(term, visit)
            } else {
                goals = await activeGoals(visit)
            }
            let shown = edited.map { EditedVersion(id: $0.id, version: version ?? $0.version) }
            let screen = TermFormScreen(
                draft, goals, edited: shown, isClosed: isClosed, key: form["key"] ?? freshKey(visit), faults: typed,
                for: visit.reader)
            return show(screen, in: .ahead, visit, request, status: status)
        }
        let reading = draft.reading(for: visit.reader)
        guard reading.faults.isEmpty else {
            return try await again(TypedForm(faults: fieldFaults(reading.faults, visit)), status: .badRequest)
        }
        do {
            let saved = try await keep(reading.content, edited, requestID(form, visit), visit)
            return afterSaving("/terms/\(saved.term.facts.id)", saved.verdict)
        } catch {
            let problem = try formProblem(error)
            guard let term, problem.code == "conflict" else {
                return try await again(typedForm(problem, visit), status: problem.status)
            }
            let stored = try await storedTerm(term, visit)
            let typed = TypedForm(problem: visit.reader.words("terms.stale"))
            return try await again(typed, version: stored.facts.version, status: .conflict)
        }
    }

    private func keep(
        _ content: TermContent, _ edited: EditedVersion?, _ id: Messages.RequestID, _ visit: Visit
    ) async throws -> SavedTerm {
        let command = SaveTerm(user: visit.user, edited: edited, content: content, country: visit.profile.country)
        return try await desk.save(command, id: id, inGerman: visit.isGerman)
    }

    /// Closes a term. Its page then offers the goals that are not completed, to be carried over.
    private func closeTerm(_ visit: Visit, _ request: Request, _ term: EntityID) async throws -> Response {
        let form = try await form(request, of: visit)
        let reflection = form["reflection"] ?? ""
        let edited = form.edited(term)
        func again(_ typed: TypedForm, _ status: HTTPResponse.Status) async throws -> Response {
            try await termPage(term, visit, request, failed: TermScreen.Failed(closing: typed), status: status)
        }
        do {
            let command = CloseTerm(
                user: visit.user, edited: edited, reflection: reflection, country: visit.profile.country)
            let saved = try await desk.save(
                command, id: requestID(form, visit), inGerman: visit.isGerman)
            return afterSaving("/terms/\(term)#carry", saved.verdict)
        } catch {
            let (problem, texts) = (try formProblem(error), ["reflection": reflection])
            guard problem.code == "conflict" else {
                return try await again(typedForm(problem, visit, texts: texts), problem.status)
            }
            return try await again(TypedForm(texts, problem: visit.reader.words("terms.stale")), .conflict)
        }
    }

    /// Puts the chosen goals of a closed term into another one, after those that it has.
    private func carryOver(_ visit: Visit, _ request: Request, _ term: EntityID) async throws -> Response {
        let form = try await form(request, of: visit)
        let goals = form.all("goal").compactMap { EntityID($0) }
        func again(_ sentence: String, _ status: HTTPResponse.Status) async throws -> Response {
            let failed = TermScreen.Failed(carrying: (problem: sentence, goals: goals))
            return try await termPage(term, visit, request, failed: failed, status: status)
        }
        guard !goals.isEmpty else { return try await again(visit.reader.words("terms.carry.none"), .badRequest) }
        do {
            let id = requestID(form, visit)
            let saved: SavedTerm
            if let place = form["into"].flatMap({ EntityID($0) }) {
                let next = try await storedTerm(place, visit)
                var content = next.content
                content.goals += goals.filter { !next.content.goals.contains($0) }
                saved = try await keep(content, EditedVersion(id: place, version: next.facts.version), id, visit)
            } else {
                let start = TermDraft.start(after: try await allTerms(visit), today: visit.today)
                let status: TermStatus = start > visit.today ? .planned : .active
                saved = try await keep(TermContent(start: start, status: status, goals: goals), nil, id, visit)
            }
            return afterSaving("/terms/\(saved.term.facts.id)", saved.verdict)
        } catch {
            let problem = try formProblem(error)
            return try await again(visit.reader.sentence(problem), problem.status)
        }
    }
}
