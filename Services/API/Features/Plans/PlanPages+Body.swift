import Bus
import HTTPTypes
import Hummingbird
import LocalTime
import Messages
import Pages

/// The form of the body profile.
extension PlanPages {
    func addBody(to router: Router<EdgeContext>) {
        page("plan/profile", on: router) { visit, request, _ in
            let numbers = try await PlanProblem.translated { try await bus.request(PlanNumbers(user: visit.user)) }
            return try await bodyPage(isAway: numbers.numbersHidden, visit, request)
        }
        action("plan/profile", on: router) { visit, request, _ in try await saveBody(visit, request) }
    }

    /// The stored profile with the values that a computation refused.
    func bodyPage(refused error: ServiceError, _ visit: Visit, _ request: Request) async throws -> Response {
        let isAway = await bus.hidesNumbers(of: visit.user)
        return try await bodyPage(
            isAway: isAway, faults: bodyFaults(of: error, visit), visit, request,
            status: PlanProblem.problem(error).status)
    }

    /// The stored profile, without numbers while the person sees none (PLN-10).
    private func bodyPage(
        isAway: Bool, faults: TypedForm = TypedForm(), _ visit: Visit, _ request: Request,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let body = try await profiles.body(visit.user)
        let offer = await offer(over: body, isAway: isAway, visit)
        let screen = PlanProfileScreen(
            BodyDraft(isAway ? offer.body.withoutNumbers : offer.body, for: visit.reader), revision: body.revision,
            key: freshKey(visit), faults: faults, isAway: isAway, offer: offer, for: visit.reader)
        return show(screen, in: .ahead, visit, request, status: status)
    }

    /// Imported values for the empty fields of the stored profile; none if ingestion does not answer, or the person has
    /// saved the form before.
    private func offer(over stored: BodyProfile, isAway: Bool, _ visit: Visit) async -> BodyOffer {
        var arrived: ArrivedBody?
        let lacks = stored.sex == nil || stored.birthday == nil || (stored.weightKilograms == nil && !isAway)
        if lacks, stored.isFormSaved != true {
            arrived = await part(LatestArrival(user: visit.user, withBody: true))?.body
        }
        return BodyOffer(
            stored, arrived, isAway: isAway, day: { visit.profile.calendar.day(millisecond: $0) }, for: visit.reader)
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
        let form = try await form(request, of: visit)
        let draft = BodyDraft(fields: form.fields)
        let revision = form["revision"].flatMap { UInt64($0) } ?? 0
        let showedNone = form["away"] != nil
        let stored = try await profiles.body(visit.user)
        // A weight that comes back as it was offered keeps its digits and the time of its reading.
        let offered = await offer(over: stored, isAway: showedNone, visit)
        let (read, faults) = draft.reading(over: offered.body, isAway: showedNone, for: visit.reader)
        func again(
            _ typed: TypedForm, _ offer: BodyOffer, revision: UInt64, _ status: HTTPResponse.Status
        ) async -> Response {
            let isAway = await bus.hidesNumbers(of: visit.user)
            let screen = PlanProfileScreen(
                isAway ? draft.withoutNumbers(of: offer.body, for: visit.reader) : draft, revision: revision,
                key: form["key"] ?? freshKey(visit), faults: typed, isAway: isAway || showedNone,
                offer: offer.kept(in: read, isAway: isAway), for: visit.reader)
            return show(screen, in: .ahead, visit, request, status: status)
        }
        guard faults.isEmpty else {
            return await again(TypedForm(faults: faults), offered, revision: revision, .badRequest)
        }
        var body = read
        body.revision = revision
        if offered.hasOffers, !showedNone { body.isFormSaved = true }
        if body.weightKilograms != stored.weightKilograms {
            let weighed = body.weightKilograms == offered.body.weightKilograms ? offered.weighed : nil
            body.weightAt = weighed ?? visit.at
        }
        do {
            let saved = try await profiles.set(requestID(form, visit), body: body, of: visit.user)
            if saved.revision != stored.revision { _ = await planFollowing(saved, visit) }
            return seeOther("/plan", toast: "saved")
        } catch let error as ServiceError {
            guard error.code == .conflict else {
                let shown = showedNone ? error.withoutLimits : error
                return await again(bodyFaults(of: shown, visit), offered, revision: revision, Problem(error).status)
            }
            // The form takes the stored version, so that sending it again replaces what it was shown.
            let newer = try await profiles.body(visit.user)
            let latest = await offer(over: newer, isAway: showedNone, visit)
            let typed = TypedForm(problem: visit.reader.words("plan.body.stale"))
            return await again(typed, latest, revision: latest.body.revision, .conflict)
        }
    }
}
