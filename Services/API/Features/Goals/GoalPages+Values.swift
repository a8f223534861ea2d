import Bus
import HTTPTypes
import Hummingbird
import Messages
import Pages

/// Values: the list with a form, one value to change or delete.
extension GoalPages {
    func addValues(to router: Router<EdgeContext>) {
        page("values", on: router) { visit, request, _ in try await values(visit, request) }
        page("values/{id}", on: router) { visit, request, context in
            let stored = try await storedValue(try context.entity("id"), visit)
            return show(ValueScreen(stored, key: freshKey(visit), for: visit.reader), in: .ahead, visit, request)
        }
        action("values", on: router) { visit, request, _ in try await saveValue(nil, visit, request) }
        action("values/{id}/edit", on: router) { visit, request, context in
            try await saveValue(try context.entity("id"), visit, request)
        }
        action("values/{id}/delete", on: router) { visit, request, context in
            let id = try context.entity("id")
            let form = try await form(request, of: visit)
            let command = DeleteValue(user: visit.user, value: id, version: form.version)
            do {
                _ = try await bus.request(command, id: derived(requestID(form, visit), "delete \(id)"))
                return deleted(id, of: "values")
            } catch let error as ServiceError where error.code == .conflict {
                let problem = visit.reader.words("actionpages.changedBeforeDeletion")
                let screen = ValueScreen(
                    try await storedValue(id, visit), key: freshKey(visit), problems: ["form": problem],
                    for: visit.reader)
                return show(screen, in: .ahead, visit, request, status: .conflict)
            }
        }
    }

    private func storedValue(_ id: EntityID, _ visit: Visit) async throws -> PersonalValue {
        let found = try await bus.request(ValuesQuery(user: visit.user, value: id)).values.first
        guard let found else { throw ServiceError(.notFound, "There is no such value.") }
        return found
    }

    private func values(
        _ visit: Visit, _ request: Request, form: ValueForm = ValueForm(), key: String? = nil,
        problems: [String: String] = [:], status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let reply = try await bus.request(ValuesQuery(user: visit.user, after: try request.after()))
        let screen = ValuesScreen(
            reply.values, older: reply.next.map { "/values?after=\($0.place).\($0.id)" }, form: form,
            key: key ?? freshKey(visit), problems: problems, for: visit.reader)
        return html(screen, frame(ofList: "values", visit, request), for: visit.reader, status: status)
    }

    /// Saves the form of a value.
    /// - Parameter id: of the value to replace; nil for a new one.
    private func saveValue(_ id: EntityID?, _ visit: Visit, _ request: Request) async throws -> Response {
        let fields = try await form(request, of: visit)
        var form = ValueForm()
        form.title = fields["title"] ?? ""
        form.detailedDescription = fields["detailedDescription"] ?? ""
        form.freeformNotes = fields["freeformNotes"] ?? ""
        (form.level, form.priority) = (fields["level"] ?? "", fields["priority"] ?? "")
        (form.lifeDomain, form.alignmentGuidance) = (fields["lifeDomain"] ?? "", fields["alignmentGuidance"] ?? "")
        let content = ValueContent(
            title: fields["title"], detailedDescription: fields["detailedDescription"],
            freeformNotes: fields["freeformNotes"], level: fields["level"].flatMap { ValueLevel(name: $0) },
            // The service refuses 0, with the range that it takes.
            priority: fields["priority"].map { Int32($0) ?? 0 }, lifeDomain: fields["lifeDomain"],
            alignmentGuidance: fields["alignmentGuidance"])
        let edited = id.map { fields.edited($0) }
        let command = SaveValue(
            user: visit.user, edited: edited, content: content, country: visit.profile.country)
        do {
            let reply = try await desk.save(
                command, id: requestID(fields, visit), inGerman: visit.isGerman)
            return afterSaving("/values", reply.verdict)
        } catch let error as ServiceError {
            let known: Set = [
                "title", "detailedDescription", "freeformNotes", "level", "priority", "lifeDomain", "alignmentGuidance",
            ]
            let problems = sentences(of: error, visit) { known.contains($0) ? $0 : nil }
            let status = Problem(error).status
            guard let id else {
                return try await values(
                    visit, request, form: form, key: fields["key"], problems: problems, status: status)
            }
            // Saved again, the typed values replace the version that was stored meanwhile.
            let screen = ValueScreen(
                try await storedValue(id, visit), form: form, key: fields["key"] ?? freshKey(visit),
                problems: problems, for: visit.reader)
            return show(screen, in: .ahead, visit, request, status: status)
        }
    }
}
