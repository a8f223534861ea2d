import Bus
import CrisisCards
import HTTPTypes
import Hummingbird
import Messages
import NIOCore
import Pages

/// The plan: its page, computing it again, numbers away, changes by hand, the notice, earlier plans.
struct PlanPages: FeaturePages {
    let pager: Pager
    let bus: any Requesting
    let profiles: Profiles
    let limit: PlanLimit

    /// Days of the charts.
    private static let planDays = 56
    private static let plansPerPage: Int32 = 20

    func add(to router: Router<EdgeContext>) {
        page("plan", on: router) { visit, request, _ in
            let facts = try await PlanProblem.translated { try await planFacts(visit) }
            // The notice on Today ends here.
            if let plan = facts.reply?.plan?.id, facts.reply?.isNews == true {
                _ = try? await bus.request(SetPlanNotice(user: visit.user, seen: plan), id: .random())
            }
            return planPage(facts, visit, request)
        }
        // Lets a browser that kept the page find out whether it is still the present one, in a few bytes.
        page("plan/version", on: router) { visit, _, _ in
            let state = try await PlanProblem.translated { try await bus.request(PlanNumbers(user: visit.user)) }
            return Response(
                status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: Self.planVersion(state.revision, visit))))
        }
        page("plan/history", on: router) { visit, request, _ in try await planHistory(visit, request) }
        action("plan/recompute", on: router) { visit, request, _ in
            let form = try await form(request, of: visit)
            return try await compute(visit, request, requestID(form, visit))
        }
        action("plan/numbers", on: router) { visit, request, _ in
            let form = try await form(request, of: visit)
            _ = try await bus.request(
                ShowNumbers(user: visit.user, shown: form["shown"] == "1"), id: requestID(form, visit))
            return seeOther("/plan", toast: form["shown"] == "1" ? "numbersShown" : "numbersAway")
        }
        action("plan/notice", on: router) { visit, request, _ in
            let form = try await form(request, of: visit)
            _ = try await bus.request(
                SetPlanNotice(user: visit.user, announces: form["announces"] != nil), id: requestID(form, visit))
            return seeOther("/plan", toast: "saved")
        }
        action("plan/adjustment", on: router) { visit, request, _ in try await adjust(visit, request) }
        // A page that shows a refused form again has the address of the form, and is loaded anew when data changes.
        page("plan/adjustment", on: router) { _, _, _ in seeOther("/plan") }
        page("plan/weight", on: router) { _, _, _ in seeOther("/plan") }
        page("plan/recompute", on: router) { _, _, _ in seeOther("/plan") }
        addBody(to: router)
        addWeight(to: router)
    }

    // MARK: Page

    /// - Throws: `ServiceError` if the service does not answer: a page without the plan would offer a first one.
    func planFacts(_ visit: Visit) async throws -> PlanFacts {
        let days = visit.today.advanced(by: 1 - Self.planDays)...visit.today
        async let course = part(PlanCourse(user: visit.user, from: days.lowerBound, through: days.upperBound))
        async let body = profiles.body(visit.user)
        var facts = PlanFacts(
            reply: try await currentPlan(visit), body: try await body, days: days, at: visit.at, key: freshKey(visit))
        facts.course = await course?.days ?? []
        // The revision comes with what is shown: one that was asked for later could be that of hidden numbers.
        let revision: UInt64?
        if let reply = facts.reply {
            revision = reply.stateRevision
        } else {
            revision = await part(PlanNumbers(user: visit.user))?.revision
        }
        facts.version = revision.map { Self.planVersion($0, visit) } ?? ""
        if let care = facts.reply?.care {
            facts.resources = CrisisCardWriter.card(
                country: care.country.isEmpty ? visit.profile.country : care.country, reason: .disorderedEating,
                inGerman: visit.isGerman)
        }
        return facts
    }

    /// As `PlanFacts.version`.
    private static func planVersion(_ revision: UInt64, _ visit: Visit) -> String { "\(visit.tag).\(revision)" }

    /// The active plan as it is stored; nil if there is none.
    func currentPlan(_ visit: Visit) async throws -> PlanReply? {
        do {
            return try await bus.request(CurrentPlan(user: visit.user))
        } catch let error as ServiceError where error.code == .notFound {
            return nil
        }
    }

    func planPage(
        _ facts: PlanFacts, _ visit: Visit, _ request: Request, status: HTTPResponse.Status = .ok
    ) -> Response {
        show(PlanScreen(facts, date: visit.dateOrTime, for: visit.reader), in: .ahead, visit, request, status: status)
    }

    // MARK: Computing

    private func compute(
        _ visit: Visit, _ request: Request, _ id: Messages.RequestID
    ) async throws -> Response {
        try await limit.count(visit.user)
        do {
            let body = try await profiles.body(visit.user)
            let reply = try await bus.request(
                GeneratePlan(user: visit.user, forceRecompute: true, body: body), id: id)
            return seeOther("/plan", toast: reply.changes.isEmpty ? "planSame" : "planAdjusted")
        } catch let error as ServiceError {
            guard !error.fields.isEmpty else { throw PlanProblem.problem(error) }
            return try await bodyPage(refused: error, visit, request)
        }
    }

    /// Has a plan computed from a profile that was just saved. The request carries it, because its event may still be on
    /// its way.
    /// - Returns: nil if the profile lacks something, or the service does not answer: it is used the next time.
    func planFollowing(_ body: BodyProfile, _ visit: Visit) async -> PlanReply? {
        // A scale may know the weight.
        guard body.missing.allSatisfy({ $0 == "weight" }) else { return nil }
        return try? await bus.request(GeneratePlan(user: visit.user, body: body), id: .random())
    }

    // MARK: By hand

    private func adjust(_ visit: Visit, _ request: Request) async throws -> Response {
        let form = try await form(request, of: visit)
        let reader = visit.reader
        let texts = Dictionary(form.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        func again(_ typed: TypedForm, _ status: HTTPResponse.Status) async throws -> Response {
            var facts = try await planFacts(visit)
            facts.adjustment = typed
            return planPage(facts, visit, request, status: status)
        }
        guard let plan = form["plan"].flatMap({ EntityID($0) }) else {
            throw ServiceError(.invalid, "The form names no plan.")
        }
        let isComputed = form["computed"] != nil
        let (values, faults) = reader.adjustment(typed: isComputed ? [:] : texts)
        guard faults.isEmpty else { return try await again(TypedForm(texts, faults: faults), .badRequest) }
        let command = AdjustPlan(
            user: visit.user, plan: plan, revision: form.version,
            kilocalories: values["kilocalories"], proteinGrams: values["proteinGrams"],
            waterMillilitres: values["waterMillilitres"])
        do {
            _ = try await bus.request(command, id: requestID(form, visit))
            return seeOther("/plan", toast: "saved")
        } catch let error as ServiceError {
            let status = Problem(error).status
            switch error.code {
            case .conflict, .notFound:
                return try await again(TypedForm(texts, problem: reader.words("plan.adjust.stale")), .conflict)
            case .invalid where !error.fields.isEmpty:
                let faults = Dictionary(
                    error.fields.map { ($0.field, reader.adjustmentFault($0)) }, uniquingKeysWith: { first, _ in first }
                )
                return try await again(TypedForm(texts, faults: faults), status)
            default: return try await again(TypedForm(texts, problem: reader.sentence(error)), status)
            }
        }
    }

    // MARK: History

    private func planHistory(_ visit: Visit, _ request: Request) async throws -> Response {
        let query = PlanHistory(user: visit.user, limit: Self.plansPerPage, after: try request.after())
        let reply = try await PlanProblem.translated { try await bus.request(query) }
        func chosen(_ name: String) -> EntityID? {
            request.uri.queryParameters[Substring(name)].flatMap { EntityID(String($0)) }
        }
        let screen = PlanHistoryScreen(
            reply, chosen: (chosen("one"), chosen("other")),
            further: reply.next.map { "/plan/history?after=\($0.place).\($0.id)" },
            date: visit.dateOrTime, for: visit.reader)
        return show(screen, in: .ahead, visit, request)
    }
}

/// A weight that the person states, also one that was typed while the server did not answer (PLN-9).
extension PlanPages {
    /// Tells the service worker that the person has to decide before the form counts.
    private static let asks = "asks"
    /// A change of the profile by another page may come between reading and writing.
    private static let maximumTries = 3

    func addWeight(to router: Router<EdgeContext>) {
        action("plan/weight", on: router) { visit, request, _ in try await saveWeight(visit, request) }
        // A line for the script: what a weight would change, while it is typed. Empty where there is nothing to say.
        // A form, so that no weight is in an address.
        action("plan/estimate", on: router) { visit, request, _ in
            let line = try await estimate(visit, request) ?? ""
            return Response(
                status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: line)))
        }
    }

    private func estimate(_ visit: Visit, _ request: Request) async throws -> String? {
        let texts = Dictionary(
            try await request.form().fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        guard let kilograms = visit.reader.kilograms(typed: texts, in: "weight") else { return nil }
        var body = try await profiles.body(visit.user)
        body.weightKilograms = kilograms
        body.weightAt = visit.at
        // Later than the stored one, as saving makes it.
        body.revision += 1
        let reply = try await PlanProblem.translated {
            try await bus.request(EstimatePlan(user: visit.user, body: body))
        }
        return visit.reader.estimate(reply, kilograms: kilograms, date: visit.dateOrTime)
    }

    private func saveWeight(_ visit: Visit, _ request: Request) async throws -> Response {
        let form = try await form(request, of: visit)
        let at = try written(form, request, visit)
        let texts = Dictionary(
            form.fields.filter { $0.name.hasPrefix("weight") }.map { ($0.name, $0.value) },
            uniquingKeysWith: { first, _ in first })
        func again(status: HTTPResponse.Status, _ change: (inout PlanFacts) -> Void) async throws -> Response {
            var facts = try await planFacts(visit)
            change(&facts)
            return planPage(facts, visit, request, status: status)
        }
        guard let kilograms = visit.reader.kilograms(typed: texts, in: "weight") else {
            return try await again(status: .badRequest) {
                $0.weight = TypedForm(texts, faults: ["weight": visit.reader.weightRange])
            }
        }
        let id = requestID(form, visit)
        for attempt in 1... {
            let stored = try await profiles.body(visit.user)
            if form["replace"] == nil, try await isNewer(than: at, kilograms, stored, visit) {
                var response = try await again(status: .conflict) {
                    $0.question = PlanFacts.StaleWeight(texts: texts, kilograms: kilograms, written: at)
                }
                response.headers[.heldForm] = Self.asks
                return response
            }
            var body = stored
            body.weightKilograms = kilograms
            // Chosen against a newer one, it counts from now on.
            body.weightAt = form["replace"] == nil ? at : visit.at
            do {
                let saved = try await profiles.set(id, body: body, of: visit.user)
                if saved.revision != stored.revision { _ = await planFollowing(saved, visit) }
                return seeOther("/plan", toast: "weightSaved")
            } catch let error as ServiceError where error.code == .conflict && attempt < Self.maximumTries {
                continue
            }
        }
        throw ServiceError(.conflict, "The profile has changed meanwhile: load it again.")
    }

    /// Whether a weight that was stated or measured later than this one differs from it.
    private func isNewer(
        than at: Milliseconds, _ kilograms: Double, _ stored: BodyProfile, _ visit: Visit
    ) async throws -> Bool {
        if let known = stored.weightAt, known > at, stored.weightKilograms != kilograms { return true }
        let inputs = try await currentPlan(visit)?.plan?.inputs
        return inputs.map { $0.isMeasured && $0.weightAt > at && abs($0.kilograms - kilograms) > 0.05 } ?? false
    }
}
