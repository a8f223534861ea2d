import HTTPTypes
import Hummingbird
import Localization
import Messages
import Pages

/// Saving a goal from its form, with the measures that it names for the first time.
extension GoalPages {
    /// - Parameter editing: the goal of the form; nil for a new one.
    func saveGoal(_ visit: Visit, _ request: Request, editing goal: EntityID?) async throws -> Response {
        let form = try await form(request, of: visit)
        let edited = goal.map { form.edited($0) }
        let around = try await reading(form, visit) { try await goalSurroundings(visit) }
        var draft = GoalDraft(fields: form.fields)
        func again(
            _ typed: TypedForm, version: UInt64? = nil, alike: [SimilarTitle] = [],
            status: HTTPResponse.Status
        ) -> Response {
            let shown = edited.map { EditedVersion(id: $0.id, version: version ?? $0.version) }
            let key = form["key"] ?? freshKey(visit)
            let screen = GoalFormScreen(
                draft, around, edited: shown, key: key, faults: typed, alike: alike, for: visit.reader)
            return show(screen, in: .ahead, visit, request, status: status)
        }
        let reading = draft.reading(around.measures, for: visit.reader)
        guard reading.faults.isEmpty else {
            return again(TypedForm(faults: fieldFaults(reading.faults, visit)), status: .badRequest)
        }
        // Alike goals are offered once before a new one is saved (GOL-3).
        if edited == nil, form["seen"] == nil {
            let alike = await alikeGoals(reading.content.title, visit)
            if !alike.isEmpty { return again(TypedForm(), alike: alike, status: .ok) }
        }
        let id = requestID(form, visit)
        var content = reading.content
        do {
            var verdict: Verdict?
            for measure in reading.newMeasures {
                let saved = try await self.measure(
                    measure.content, named: "measure \(measure.row)", at: "targets[\(measure.row)].unit", id, visit)
                verdict = verdict ?? saved.verdict
                content.targets[measure.row].measure = saved.measure.facts.id
                draft.use(saved.measure.facts.id, forTarget: measure.row)
            }
            let command = SaveGoal(
                user: visit.user, edited: edited, content: content, country: visit.profile.country,
                keepsHidden: draft.isAway)
            let reply = try await desk.save(command, id: id, inGerman: visit.isGerman)
            var counts = false
            if edited == nil, draft.counts {
                let measures = around.measures.map { ($0.facts.id, $0.content) }
                let fresh = reading.newMeasures.map { (content.targets[$0.row].measure, $0.content) }
                counts = await count(reply.goal, Dictionary(measures + fresh) { $1 }, id, visit)
            }
            let toast = counts ? "countsItself" : "saved"
            return afterSaving("/goals/\(reply.goal.facts.id)", reply.verdict ?? verdict, toast: toast)
        } catch {
            let problem = try formProblem(error)
            guard let edited, problem.code == "conflict" else {
                return again(typedForm(problem, visit), status: problem.status)
            }
            // The form takes the stored version, so that sending it again replaces what it was shown.
            let stored = await part(GoalsQuery(user: visit.user, goal: edited.id))?.goals.first
            let typed = TypedForm(problem: visit.reader.words("goals.form.stale"))
            return again(typed, version: stored?.facts.version, status: .conflict)
        }
    }

    /// The page after a text was saved: the safety card where the text asks for it.
    func afterSaving(_ path: String, _ verdict: Verdict?, toast: String = "saved") -> Response {
        guard let verdict, let card = verdict.card else { return seeOther(path, toast: toast) }
        // The coach keeps a crisis of these texts like one of the chat, and withdraws it there.
        let denial: CrisisLink.Denial? = verdict.level == .crisis ? .ofCoach : nil
        return seeOther(CrisisLink(card, denial: denial).address, toast: toast)
    }

    /// Makes the rule by which a new goal counts records of the phone, where its unit fits. A goal without it is whole.
    private func count(
        _ goal: Goal, _ measures: [EntityID: MeasureContent], _ id: Messages.RequestID, _ visit: Visit
    ) async -> Bool {
        let content = goal.content
        guard let target = content.targets.first, let measure = measures[target.measure],
            let rule = CountedGoal.rule(
                content.title, in: measure, target.measure, for: goal.facts.id, from: content.start)
        else { return false }
        let command = SaveHealthRule(user: visit.user, content: rule, country: visit.profile.country)
        return (try? await desk.save(command, id: derived(id, "rule"), inGerman: visit.isGerman)) != nil
    }

    private func alikeGoals(_ title: String, _ visit: Visit) async -> [SimilarTitle] {
        let query = SimilarTitles(
            user: visit.user, title: title, kind: .goal, language: visit.language, country: visit.profile.country)
        return await part(query)?.similar ?? []
    }

    /// Makes the measure that a form names for the first time. Its errors are about the field in which the thing to count
    /// was typed.
    /// - Parameters:
    ///   - name: distinguishes the measures of one form.
    ///   - field: in which the thing to count was typed.
    func measure(
        _ content: MeasureContent, named name: String, at field: String, _ id: Messages.RequestID, _ visit: Visit
    ) async throws -> SaveMeasure.Reply {
        let command = SaveMeasure(user: visit.user, content: content, country: visit.profile.country)
        do {
            return try await desk.save(
                command, id: derived(id, name), inGerman: visit.isGerman)
        } catch {
            var problem = try formProblem(error)
            for index in problem.fields.indices { problem.fields[index].field = field }
            throw problem
        }
    }
}
