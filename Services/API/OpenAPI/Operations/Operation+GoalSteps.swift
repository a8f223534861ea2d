import Messages

extension Operation {
    private static let late = [404: "It was deleted more than ten minutes ago, or never existed."]

    static let goalSteps: [Operation] = [
        Operation(
            "POST /v1/goals/{id}/restore", .goals,
            "Takes back a deletion of the last ten minutes, with contributions and places in terms.",
            responses: [204: nil],
            errors: late.merging([409: "None of its measures exists any more."]) { $1 }, takesKey: true),
        Operation(
            "POST /v1/goals/{id}/steps", .goals,
            "Marks a milestone as reached or an obligation as met; without a day it takes the mark back.",
            request: .json(RestoreRoutes.StepMark.self), responses: [200: .json(Goal.self)],
            errors: [409: "`version` is not the stored one."], takesKey: true),
        Operation(
            "POST /v1/terms/{id}/restore", .goals, "Takes back a deletion of the last ten minutes, with its goals.",
            responses: [204: nil],
            errors: late.merging([409: "Another term has its number or its days meanwhile."]) { $1 }, takesKey: true),
        Operation(
            "PUT /v1/terms/{id}/order", .goals, "Puts the goals of a term into another order.",
            request: .json(RestoreRoutes.TermOrder.self), responses: [200: .json(Term.self)],
            errors: [409: "`version` is not the stored one."], takesKey: true),
        Operation(
            "POST /v1/actions/{id}/restore", .goals,
            "Takes back a deletion of the last ten minutes, with measurements and contributions.",
            responses: [204: nil], errors: late, takesKey: true),
        Operation(
            "DELETE /v1/actions/{id}/proposals/{goal}", .goals, "Keeps a goal from being proposed again for an action.",
            responses: [204: nil], takesKey: true),
        Operation(
            "POST /v1/values/{id}/restore", .goals,
            "Takes back a deletion of the last ten minutes, with its relevance for goals.",
            responses: [204: nil], errors: late, takesKey: true),
    ]
}
