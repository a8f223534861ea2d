import Messages

extension Operation {
    private static let planErrors = [
        429: "More than 20 requests to plans in a minute (`rate-limited`).",
        503: "Plans are migrated, restored or restarted (`maintenance`); see `Retry-After`.",
    ]

    private static func planErrors(_ own: [Int: String]) -> [Int: String] { planErrors.merging(own) { $1 } }

    static let plans: [Operation] = [
        Operation(
            "POST /v1/plans/generate", .plans,
            "The active plan of the week, computed if there is none, its week ended, or the profile or the weight changed.",
            request: .json(PlanRoutes.Generate.self), responses: [200: .json(PlanAnswer.self)],
            errors: planErrors([
                400: "`onboarding-incomplete`: `fields` names the missing values of the profile.",
                422: "`implausible-result`: a result is outside its limits; `fields` names the value behind it.",
            ]), takesKey: true),
        Operation(
            "GET /v1/plans/current", .plans, "The active plan as it is stored, with the targets before it.",
            responses: [200: .json(PlanAnswer.self)],
            errors: planErrors([404: "`plan-not-found`: no plan was computed yet."])),
        Operation(
            "GET /v1/plans/history", .plans, "The person's plans, the latest first, with how their days went.",
            query: [
                .number("limit", 1...100, "Most plans, 20 by default."),
                .text("after", "Where the page before ended; the `Link` header has it."),
            ], responses: [200: .json(PlanRoutes.History.self)], errors: planErrors),
        Operation(
            "GET /v1/plans/course", .plans, "Weight and intake of days, with the corridor that the plans expected.",
            query: Parameter.range, responses: [200: .json(PlanRoutes.CourseAnswer.self)], errors: planErrors),
        Operation(
            "PUT /v1/plans/adjustment", .plans, "Changes targets of the active plan by hand, within their limits.",
            request: .json(PlanRoutes.Adjustment.self), responses: [200: .json(PlanAnswer.self)],
            errors: planErrors([
                400: "`fields` names every target outside its limits.",
                404: "`plan-not-found`: it is not the active plan.",
                409: "`revision` is not the stored one.",
            ]), takesKey: true),
        Operation(
            "PUT /v1/plans/numbers", .plans, "Puts numbers away, or shows them again.",
            request: .json(PlanRoutes.Numbers.self), responses: [200: .json(ShowNumbers.Reply.self)],
            errors: planErrors, takesKey: true),
        Operation(
            "PUT /v1/plans/notice", .plans,
            "Turns the notice of plans on or off that were computed without the person, or marks a plan as seen.",
            request: .json(PlanRoutes.Notice.self), responses: [200: .json(SetPlanNotice.Reply.self)],
            errors: planErrors, takesKey: true),
    ]
}
