import Bus
import HTTPTypes
import Hummingbird
import LocalTime
import Messages
import Pages

/// Routes for plans. `PlanLimit` counts their requests.
struct PlanEndpoints {
    let profiles: Profiles
    let bus: any Requesting
    let now: @Sendable () -> Milliseconds
    let limit: PlanLimit

    struct Generate: Codable, Sendable {
        /// True to compute in any case; false if absent.
        let forceRecompute: Bool?
    }

    /// Targets by hand; an absent one is the computed one.
    struct Adjustment: Codable, Sendable {
        let plan: EntityID
        /// Revision of the plan that the person edited; absent to change the plan whatever its revision is.
        let revision: UInt64?
        let kilocalories: Int32?
        let proteinGrams: Int32?
        let waterMillilitres: Int32?
    }

    struct Numbers: Codable, Sendable {
        /// False to put numbers away.
        let shown: Bool
    }

    struct Notice: Codable, Sendable {
        /// True for a notice of plans that were computed without the person; absent to keep the setting.
        let announces: Bool?
        /// The plan that the person has seen.
        let seen: EntityID?
    }

    /// A plan of the history.
    struct Past: Codable, Sendable {
        let plan: PlanAnswer.WeeklyPlan
        let adherence: PlanAdherence?
    }

    /// One page of the history; the `Link` header leads to the next one.
    struct History: Codable, Sendable {
        let plans: [Past]
        let numbersHidden: Bool
    }

    /// The course of weight and intake.
    struct CourseAnswer: Codable, Sendable {
        let days: [CourseDay]
        let numbersHidden: Bool
    }

    private static let errors = [
        429: "More than 20 requests to plans in a minute (`rate-limited`).",
        503: "Plans are migrated, restored or restarted (`maintenance`); see `Retry-After`.",
    ]
    private static func errors(_ own: [Int: String]) -> [Int: String] { errors.merging(own) { $1 } }

    func declare(in endpoints: inout Endpoints) {
        var counted = Endpoints()
        declareReading(in: &counted)
        declareWriting(in: &counted)
        endpoints.add(counted, behind: limit)
    }

    private func declareReading(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/plans/current", .session, .plans, "The active plan as it is stored, with the targets before it.",
            responses: [200: .json(PlanAnswer.self)],
            errors: Self.errors([404: "`plan-not-found`: no plan was computed yet."])
        ) { request, context in
            let user = try context.user()
            return try await answer(try await ask(CurrentPlan(user: user)), request, user)
        }
        endpoints.add(
            "GET /v1/plans/history", .session, .plans,
            "The person's plans, the latest first, with how their days went.",
            query: [
                .number("limit", 1...100, "Most plans, 20 by default."),
                .text("after", "Where the page before ended; the `Link` header has it."),
            ], responses: [200: .json(PlanEndpoints.History.self)], errors: Self.errors
        ) { request, context in
            let user = try context.user()
            let reply = try await ask(
                PlanHistory(user: user, limit: try request.limit(), after: try request.after()))
            let reader = try await reader(request, user)
            let plans = reply.plans.map {
                Past(plan: PlanAnswer.WeeklyPlan($0.plan, for: reader), adherence: $0.adherence)
            }
            return try Response.page(
                History(plans: plans, numbersHidden: reply.numbersHidden), next: reply.next, of: request)
        }
        endpoints.add(
            "GET /v1/plans/course", .session, .plans,
            "Weight and intake of days, with the corridor that the plans expected.",
            query: Operation.Parameter.range, responses: [200: .json(PlanEndpoints.CourseAnswer.self)],
            errors: Self.errors
        ) { request, context in
            let user = try context.user()
            let today = try await profiles.profile(user).localTime(at: now()).day
            let through = try request.query("through") { Day($0) } ?? today
            let from = try request.query("from") { Day($0) } ?? through.advanced(by: -27)
            let reply = try await ask(PlanCourse(user: user, from: from, through: through))
            return try Response.json(CourseAnswer(days: reply.days, numbersHidden: reply.numbersHidden))
        }
    }

    private func declareWriting(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/plans/generate", .session, .plans,
            "The active plan of the week, computed if there is none, its week ended, or the profile or the weight changed.",
            request: .json(PlanEndpoints.Generate.self), responses: [200: .json(PlanAnswer.self)],
            errors: Self.errors([
                400: "`onboarding-incomplete`: `fields` names the missing values of the profile.",
                422: "`implausible-result`: a result is outside its limits; `fields` names the value behind it.",
            ]), takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(Generate.self, for: user)
            let reply = try await ask(
                GeneratePlan(
                    user: user, forceRecompute: body.forceRecompute ?? false, body: try await profiles.body(user)),
                id: id)
            return try await answer(reply, request, user)
        }
        endpoints.add(
            "PUT /v1/plans/adjustment", .session, .plans,
            "Changes targets of the active plan by hand, within their limits.",
            request: .json(PlanEndpoints.Adjustment.self), responses: [200: .json(PlanAnswer.self)],
            errors: Self.errors([
                400: "`fields` names every target outside its limits.",
                404: "`plan-not-found`: it is not the active plan.",
                409: "`revision` is not the stored one.",
            ]), takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(Adjustment.self, for: user)
            let reply = try await ask(
                AdjustPlan(
                    user: user, plan: body.plan, revision: body.revision, kilocalories: body.kilocalories,
                    proteinGrams: body.proteinGrams, waterMillilitres: body.waterMillilitres), id: id)
            return try await answer(reply, request, user)
        }
        endpoints.add(
            "PUT /v1/plans/numbers", .session, .plans, "Puts numbers away, or shows them again.",
            request: .json(PlanEndpoints.Numbers.self), responses: [200: .json(ShowNumbers.Reply.self)],
            errors: Self.errors, takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(Numbers.self, for: user)
            return try Response.json(try await ask(ShowNumbers(user: user, shown: body.shown), id: id))
        }
        endpoints.add(
            "PUT /v1/plans/notice", .session, .plans,
            "Turns the notice of plans on or off that were computed without the person, or marks a plan as seen.",
            request: .json(PlanEndpoints.Notice.self), responses: [200: .json(SetPlanNotice.Reply.self)],
            errors: Self.errors, takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(Notice.self, for: user)
            return try Response.json(
                try await ask(SetPlanNotice(user: user, announces: body.announces, seen: body.seen), id: id))
        }
    }

    private func ask<R: UserRequest>(_ request: R, id: Messages.RequestID = .random()) async throws -> R.Reply {
        try await PlanProblem.translated { try await bus.request(request, id: id) }
    }

    private func reader(_ request: Request, _ user: UserID) async throws -> Reader {
        request.reader(try await profiles.profile(user), at: now())
    }

    private func answer(_ reply: PlanReply, _ request: Request, _ user: UserID) async throws -> Response {
        try Response.json(PlanAnswer(reply, for: try await reader(request, user)))
    }
}
