import HTTPTypes
import Hummingbird
import Messages
import Pages

/// The form of the body profile.
extension WebRoutes {
    func addBody(to router: Router<EdgeContext>) {
        page("plan/profile", on: router) { visit, request, _ in
            let body = try await profiles.body(visit.user)
            let screen = PlanProfileScreen(
                BodyDraft(body, for: visit.reader), revision: body.revision, key: freshKey(visit), for: visit.reader)
            return html(screen, visit.frame(.ahead, request), for: visit.reader)
        }
        action("plan/profile", on: router) { visit, request, _ in try await saveBody(visit, request) }
    }

    /// The stored profile with the values that a computation refused.
    func bodyPage(refused error: ServiceError, _ visit: Visit, _ request: Request) async throws -> Response {
        let body = try await profiles.body(visit.user)
        let screen = PlanProfileScreen(
            BodyDraft(body, for: visit.reader), revision: body.revision, key: freshKey(visit),
            faults: bodyFaults(of: error, visit), for: visit.reader)
        return html(
            screen, visit.frame(.ahead, request), for: visit.reader, status: PlanProblem.problem(error).status)
    }

    /// The sentences of an error at the fields of the form.
    private func bodyFaults(of error: ServiceError, _ visit: Visit) -> TypedForm {
        let names = [
            "heightCentimetres": "height", "weightKilograms": "weight", "targetKilograms": "target",
            "bodyFatPercent": "bodyFat",
        ]
        let faults = sentences(of: error, visit) { field in
            let name = String(field.split(separator: ".").last ?? "")
            return names[name] ?? name
        }
        return TypedForm(faults: faults.filter { $0.key != "form" }, problem: faults["form"])
    }

    private func saveBody(_ visit: Visit, _ request: Request) async throws -> Response {
        let form = try await request.form()
        try requireWriter(form, visit)
        let draft = BodyDraft(fields: form.fields)
        let revision = form["revision"].flatMap { UInt64($0) } ?? 0
        func again(_ typed: TypedForm, revision: UInt64, _ status: HTTPResponse.Status) -> Response {
            let screen = PlanProfileScreen(
                draft, revision: revision, key: form["key"] ?? freshKey(visit), faults: typed, for: visit.reader)
            return html(screen, visit.frame(.ahead, request), for: visit.reader, status: status)
        }
        var stored = try await profiles.body(visit.user)
        let (read, faults) = draft.reading(over: stored, for: visit.reader)
        guard faults.isEmpty else { return again(TypedForm(faults: faults), revision: revision, .badRequest) }
        var body = read
        body.revision = revision
        // The time of the weight is that of its statement.
        if body.weightKilograms != stored.weightKilograms { body.weightAt = visit.at }
        do {
            let saved = try await profiles.set(requestID(form, visit), body: body, of: visit.user)
            if saved.revision != stored.revision { _ = await planFollowing(saved, visit) }
            return seeOther("/plan", toast: "saved")
        } catch let error as ServiceError {
            guard error.code == .conflict else {
                return again(bodyFaults(of: error, visit), revision: revision, Problem(error).status)
            }
            // The form takes the stored version, so that sending it again replaces what it was told of.
            stored = try await profiles.body(visit.user)
            let typed = TypedForm(problem: visit.reader.words("plan.body.stale"))
            return again(typed, revision: stored.revision, .conflict)
        }
    }
}
