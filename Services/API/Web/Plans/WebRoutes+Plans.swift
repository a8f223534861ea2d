import CrisisCards
import HTTPTypes
import Hummingbird
import Messages
import NIOCore
import Pages

/// The plan: its page, computing it again, numbers away, changes by hand, the notice, earlier plans.
extension WebRoutes {
    /// Days of the charts.
    private static let planDays = 56
    private static let plansPerPage: Int32 = 20

    func addPlans(to router: Router<EdgeContext>) {
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
            let form = try await request.form()
            try requireWriter(form, visit)
            return try await computed(visit, request, requestID(form, visit))
        }
        action("plan/numbers", on: router) { visit, request, _ in
            let form = try await request.form()
            try requireWriter(form, visit)
            _ = try await bus.request(
                ShowNumbers(user: visit.user, shown: form["shown"] == "1"), id: requestID(form, visit))
            return seeOther("/plan", toast: form["shown"] == "1" ? "numbersShown" : "numbersAway")
        }
        action("plan/notice", on: router) { visit, request, _ in
            let form = try await request.form()
            try requireWriter(form, visit)
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
                inGerman: isGerman(visit))
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
        html(
            PlanScreen(facts, date: visit.dateOrTime, for: visit.reader), visit.frame(.ahead, request),
            for: visit.reader, status: status)
    }

    // MARK: Computing

    private func computed(
        _ visit: Visit, _ request: Request, _ id: Messages.RequestID
    ) async throws -> Response {
        try await PlanLimit(store: accounts.store, now: now).count(visit.user)
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
        let form = try await request.form()
        try requireWriter(form, visit)
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
            user: visit.user, plan: plan, revision: form["version"].flatMap { UInt64($0) },
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
        let query = PlanHistory(user: visit.user, limit: Self.plansPerPage, after: try GoalsDesk.after(request))
        let reply = try await PlanProblem.translated { try await bus.request(query) }
        func chosen(_ name: String) -> EntityID? {
            request.uri.queryParameters[Substring(name)].flatMap { EntityID(String($0)) }
        }
        let screen = PlanHistoryScreen(
            reply, chosen: (chosen("one"), chosen("other")),
            further: reply.next.map { "/plan/history?after=\($0.place).\($0.id)" },
            date: visit.dateOrTime, for: visit.reader)
        return html(screen, visit.frame(.ahead, request), for: visit.reader)
    }
}
