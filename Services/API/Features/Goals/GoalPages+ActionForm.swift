import Bus
import HTTPTypes
import Hummingbird
import Messages
import Pages

/// An action's form with all that is shown with the typed values.
struct ActionFormState: Sendable {
    var form: ActionForm
    /// The sentence that was read; empty without one.
    var sentence = ""
    /// Amounts of the sentence that fit no measure.
    var unmeasured: [ReadAmount] = []
    var problems: [String: String] = [:]
    var status = HTTPResponse.Status.ok
    /// Idempotency key of the form that was sent; nil for a new form.
    var key: String?
}

/// Actions: the form of a new or stored one, saving and deleting.
extension GoalPages {
    func addActionForms(to router: Router<EdgeContext>) {
        page("actions/new", on: router) { visit, request, _ in
            var form = ActionForm()
            form.day = "\(visit.today)"
            form.time = ActionForm.time(visit.minute(of: visit.at))
            return try await actionForm(ActionFormState(form: form), visit, request)
        }
        page("actions/{id}", on: router) { visit, request, context in
            let stored = try await storedAction(try context.entity("id"), visit)
            return try await actionForm(ActionFormState(form: await typed(stored, visit)), visit, request)
        }
        action("actions", on: router) { visit, request, _ in try await saveAction(nil, visit, request) }
        action("actions/{id}/edit", on: router) { visit, request, context in
            try await saveAction(try context.entity("id"), visit, request)
        }
        action("actions/{id}/delete", on: router) { visit, request, context in
            let id = try context.entity("id")
            let form = try await form(request, of: visit)
            let command = DeleteAction(
                user: visit.user, action: id, version: form.version)
            do {
                _ = try await bus.request(command, id: derived(requestID(form, visit), "delete \(id)"))
                return deleted(id, of: "actions")
            } catch let error as ServiceError where error.code == .conflict {
                let stored = try await storedAction(id, visit)
                let problem = visit.reader.words("actionpages.changedBeforeDeletion")
                return try await actionForm(
                    ActionFormState(
                        form: await typed(stored, visit), problems: ["form": problem], status: .conflict),
                    visit, request)
            }
        }
    }

    private func storedAction(_ id: EntityID, _ visit: Visit) async throws -> Action {
        let found = try await bus.request(ActionsQuery(user: visit.user, action: id)).actions.first
        guard let found else { throw ServiceError(.notFound, "There is no such action.") }
        return found
    }

    /// The form of a stored action. One that counts for no goal has the proposals of its day.
    private func typed(_ stored: Action, _ visit: Visit) async -> ActionForm {
        var form = ActionForm(stored.content, day: stored.day, minute: visit.minute(of: stored.content.start))
        form.edited = EditedVersion(id: stored.facts.id, version: stored.facts.version)
        form.isAway = stored.numbersHidden == true
        guard stored.content.contributions.isEmpty else { return form }
        let proposed = await part(
            MatchProposals(
                user: visit.user, from: stored.day, through: stored.day,
                asOf: visit.asOf, language: visit.language))
        let own = proposed?.actions.first { $0.action.facts.id == stored.facts.id }
        form.offers = (own?.proposals ?? []).flatMap { proposal in
            proposal.contributions.map { ActionForm.Offer($0, isTicked: false, reasons: proposal.reasons) }
        }
        return form
    }

    /// The page of a form.
    func actionForm(_ state: ActionFormState, _ visit: Visit, _ request: Request) async throws -> Response {
        // Without the measures a stored action would lose its own when it is saved.
        async let measures = bus.request(MeasuresQuery(user: visit.user, limit: 1_000))
        let reply = await part(GoalsQuery(user: visit.user, limit: 1_000))
        var facts = ActionScreen.Facts()
        facts.measures = try await measures.measures
        let goals = reply?.goals ?? []
        facts.titles = Dictionary(goals.map { ($0.facts.id, $0.content.title) }) { first, _ in first }
        facts.open = goals.filter { ($0.content.status ?? .active) == .active }.map {
            (id: $0.facts.id, title: $0.content.title)
        }
        facts.sentence = state.sentence
        facts.unmeasured = state.unmeasured
        facts.isQuiet = reply?.isQuiet ?? false
        let screen = ActionScreen(
            state.form, facts, key: state.key ?? freshKey(visit), problems: state.problems, for: visit.reader)
        return show(screen, in: .ahead, visit, request, status: state.status)
    }

    /// Saves the form of an action.
    /// - Parameter id: of the action to replace; nil for a new one.
    private func saveAction(_ id: EntityID?, _ visit: Visit, _ request: Request) async throws -> Response {
        let fields = try await form(request, of: visit)
        async let measures = part(MeasuresQuery(user: visit.user, limit: 1_000))
        var goals: [Goal] = []
        if fields["goal"] != nil { goals = await storedGoals(visit) }
        var read = ActionFormReading(fields, measures: (await measures)?.measures ?? [], goals: goals, visit)
        read.form.edited = id.map { id in
            fields.edited(id)
        }
        let sentence = fields["sentence"] ?? ""
        guard let content = read.content, let day = read.day else {
            return try await actionForm(
                ActionFormState(
                    form: read.form, sentence: sentence, problems: read.problems, status: .badRequest,
                    key: fields["key"]),
                visit, request)
        }
        let command = SaveAction(
            user: visit.user, edited: read.form.edited, content: content, day: day, country: visit.profile.country,
            keepsHidden: read.form.isAway)
        do {
            let reply = try await desk.save(
                command, id: requestID(fields, visit), inGerman: visit.isGerman)
            return afterSaving("/actions", reply.verdict)
        } catch let error as ServiceError {
            // Saved again, the typed values replace the version that was stored meanwhile.
            if error.code == .conflict, let id, let stored = try? await storedAction(id, visit) {
                read.form.edited = EditedVersion(id: id, version: stored.facts.version)
            }
            read.add(sentences(of: Self.inMinutes(error), visit, named: ActionFormReading.name))
            return try await actionForm(
                ActionFormState(
                    form: read.form, sentence: sentence, problems: read.problems, status: Problem(error).status,
                    key: fields["key"]),
                visit, request)
        }
    }

    /// The form has the duration in minutes, the command in seconds.
    private static func inMinutes(_ error: ServiceError) -> ServiceError {
        var error = error
        error.fields = error.fields.map { field in
            guard field.field == "duration" else { return field }
            var field = field
            (field.low, field.high) = (field.low.map { $0 / 60 }, field.high.map { $0 / 60 })
            return field
        }
        return error
    }
}
