import Bus
import Hummingbird
import Messages
import Pages

/// Undoing the deletion of a goal, term, action or value, and small changes with one tap.
extension GoalPages {
    func addRestoring(to router: Router<EdgeContext>) {
        action("goals/{id}/restore", on: router) { visit, request, context in
            try await restore(.goal, "goals", try context.entity("id"), visit, request)
        }
        action("terms/{id}/restore", on: router) { visit, request, context in
            try await restore(.term, "terms", try context.entity("id"), visit, request)
        }
        action("actions/{id}/restore", on: router) { visit, request, context in
            try await restore(.action, "actions", try context.entity("id"), visit, request)
        }
        action("values/{id}/restore", on: router) { visit, request, context in
            try await restore(.value, "values", try context.entity("id"), visit, request)
        }
        action("goals/{id}/step", on: router) { visit, request, context in
            try await mark(try context.entity("id"), visit, request)
        }
        action("terms/{id}/move", on: router) { visit, request, context in
            try await move(try context.entity("id"), visit, request)
        }
        action("actions/{id}/dismiss", on: router) { visit, request, context in
            let action = try context.entity("id")
            let form = try await form(request, of: visit)
            guard let goal = form["goal"].flatMap({ EntityID($0) }) else { throw Problem.nothingHere }
            let command = DismissProposal(user: visit.user, action: action, goal: goal)
            _ = try await bus.request(command, id: requestID(form, visit))
            return seeOther("/actions", toast: "dismissed")
        }
    }

    /// The frame of a list, with the form that takes back the deletion that its address reports.
    /// - Parameter list: path of the list, such as `goals`.
    func frame(ofList list: String, _ visit: Visit, _ request: Request) -> PageFrame {
        var frame = visit.frame(.ahead, request)
        if let item = request.uri.queryParameters["item"].flatMap({ EntityID(String($0)) }), frame.toast != nil {
            // A fresh key: an entry that was restored can be deleted and restored again.
            frame.undo = PageFrame.Undo(action: "/\(list)/\(item)/restore", key: freshKey(visit))
        }
        return frame
    }

    /// Leads to the list after a deletion, where it can be taken back.
    func deleted(_ id: EntityID, of list: String) -> Response { seeOther("/\(list)?item=\(id)", toast: "deleted") }

    private func restore(
        _ kind: DeletedKind, _ list: String, _ id: EntityID, _ visit: Visit, _ request: Request
    ) async throws -> Response {
        let form = try await form(request, of: visit)
        _ = try await bus.request(
            RestoreDeleted(user: visit.user, kind: kind, id: id), id: derived(requestID(form, visit), "restore \(id)"))
        return seeOther("/\(list)/\(id)", toast: "restored")
    }

    /// Marks a milestone or a promise with a day, or takes the mark back.
    private func mark(_ goal: EntityID, _ visit: Visit, _ request: Request) async throws -> Response {
        let form = try await form(request, of: visit)
        let command = MarkStep(
            user: visit.user,
            edited: form.edited(goal),
            milestone: form["milestone"].flatMap { Int32($0) }, obligation: form["obligation"].flatMap { Int32($0) },
            day: form["day"].flatMap { Day($0) })
        do {
            _ = try await bus.request(command, id: derived(requestID(form, visit), "step \(goal)"))
            return seeOther("/goals/\(goal)#way", toast: "marked")
        } catch let error as ServiceError where error.code == .conflict {
            return try await goalPage(goal, visit, request, problem: visit.reader.words("goals.changed"))
        }
    }

    /// Moves a goal of a term up or down.
    private func move(_ term: EntityID, _ visit: Visit, _ request: Request) async throws -> Response {
        let form = try await form(request, of: visit)
        let stored = try await storedTerm(term, visit)
        var goals = stored.content.goals
        let step = form["to"] == "up" ? -1 : 1
        guard let place = form["goal"].flatMap({ EntityID($0) }).flatMap({ goals.firstIndex(of: $0) }),
            goals.indices.contains(place + step)
        else { return seeOther("/terms/\(term)#goals") }
        goals.swapAt(place, place + step)
        // A form sent twice has the same request id and is answered from the first time.
        let edited = form.edited(term)
        do {
            _ = try await bus.request(
                OrderTermGoals(user: visit.user, edited: edited, goals: goals),
                id: derived(requestID(form, visit), "move \(term)"))
            return seeOther("/terms/\(term)#goals", toast: "ordered")
        } catch let error as ServiceError where error.code == .conflict {
            let failed = TermScreen.Failed(moving: visit.reader.words("terms.changed"))
            return try await termPage(term, visit, request, failed: failed, status: .conflict)
        }
    }
}
