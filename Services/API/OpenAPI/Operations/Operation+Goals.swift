import Messages

extension Operation {
    /// Parameters common to all lists of the goals service.
    static let paging: [Parameter] = [
        .number("limit", 1...1000, "Most entries, 100 by default."),
        .text("after", "Where the page before ended; the `Link` header has it."),
    ]
    static let version: Parameter = .number(
        "version", 0 ... .max, "Deletes this version only; any version by default.")
    static let saveErrors = [
        503: "The service is down; `crisis` holds a card where the text needs one.",
        504: "The service did not answer in time; `crisis` holds a card where the text needs one.",
    ]
    static let editErrors = saveErrors.merging([409: "`version` is not the stored one."]) { $1 }

    static let goals: [Operation] = [
        Operation(
            "GET /v1/goals", .goals, "Goals as whole graphs, by target date.",
            query: [
                .id("term", "Only goals of this term."),
                .names("status", GoalStatus.names.map(\.name), "Only goals with this status."),
                .id("value", "Only goals that serve this value."),
                .day("from", "Only goals whose target date is not earlier."),
                .day("through", "Only goals whose start is not later."),
            ] + paging, responses: [200: .json([Goal].self)]),
        Operation(
            "POST /v1/goals", .goals, "Adds a goal: all of it or nothing; `fields` names every wrong field.",
            request: .json(GoalContent.self), responses: [201: .json(SaveGoal.Reply.self)], errors: saveErrors,
            takesKey: true),
        Operation(
            "GET /v1/goals/{id}", .goals, "A goal.", responses: [200: .json(Goal.self)]),
        Operation(
            "PUT /v1/goals/{id}", .goals, "Replaces a goal: all of it or nothing.",
            request: .json(GoalRoutes.GoalEdit.self),
            responses: [200: .json(SaveGoal.Reply.self)], errors: editErrors, takesKey: true),
        Operation(
            "DELETE /v1/goals/{id}", .goals,
            "Deletes a goal with its milestones and obligations; actions, values, measures and terms stay.",
            query: [version],
            responses: [204: nil], errors: [409: "`version` is not the stored one."], takesKey: true),
        Operation(
            "GET /v1/terms", .goals, "Terms with their goals, the highest number first.",
            query: [
                .names("status", TermStatus.names.map(\.name), "Only terms with this status.")
            ] + paging, responses: [200: .json([Term].self)]),
        Operation(
            "POST /v1/terms", .goals, "Adds a term: all of it or nothing; `fields` names every wrong field.",
            request: .json(TermContent.self), responses: [201: .json(SavedTerm.self)], errors: saveErrors,
            takesKey: true),
        Operation(
            "GET /v1/terms/{id}", .goals, "A term.", responses: [200: .json(Term.self)]),
        Operation(
            "PUT /v1/terms/{id}", .goals, "Replaces a term: all of it or nothing.",
            request: .json(TermRoutes.TermEdit.self),
            responses: [200: .json(SavedTerm.self)], errors: editErrors, takesKey: true),
        Operation(
            "DELETE /v1/terms/{id}", .goals, "Deletes a term; its goals stay.", query: [version],
            responses: [204: nil], errors: [409: "`version` is not the stored one."], takesKey: true),
        Operation(
            "POST /v1/terms/{id}/close", .goals, "Completes a term with a reflection; its goals join no other term.",
            request: .json(TermRoutes.TermClose.self, limits: ["reflection": ["pattern": "\\S"]]),
            responses: [200: .json(SavedTerm.self)],
            errors: saveErrors.merging([409: "It is closed, or `version` is not the stored one."]) { $1 },
            takesKey: true),
        Operation(
            "GET /v1/actions", .goals, "Actions as whole graphs, the latest first.",
            query: [
                .id("goal", "Only actions that contribute to this goal."),
                .day("from", "First day."),
                .day("through", "Last day."),
            ] + paging, responses: [200: .json([Action].self)]),
        Operation(
            "POST /v1/actions", .goals, "Adds an action: all of it or nothing; `fields` names every wrong field.",
            request: .json(ActionContent.self), responses: [201: .json(SaveAction.Reply.self)], errors: saveErrors,
            takesKey: true),
        Operation(
            "GET /v1/actions/{id}", .goals, "An action.", responses: [200: .json(Action.self)]),
        Operation(
            "PUT /v1/actions/{id}", .goals, "Replaces an action: all of it or nothing.",
            request: .json(ActionRoutes.ActionEdit.self),
            responses: [200: .json(SaveAction.Reply.self)], errors: editErrors, takesKey: true),
        Operation(
            "DELETE /v1/actions/{id}", .goals, "Deletes an action with its measurements and contributions.",
            query: [version],
            responses: [204: nil], errors: [409: "`version` is not the stored one."], takesKey: true),
        Operation(
            "GET /v1/values", .goals, "Values by priority.",
            query: paging, responses: [200: .json([PersonalValue].self)]),
        Operation(
            "POST /v1/values", .goals, "Adds a value: all of it or nothing; `fields` names every wrong field.",
            request: .json(ValueContent.self), responses: [201: .json(SaveValue.Reply.self)], errors: saveErrors,
            takesKey: true),
        Operation(
            "GET /v1/values/{id}", .goals, "A value.", responses: [200: .json(PersonalValue.self)]),
        Operation(
            "PUT /v1/values/{id}", .goals, "Replaces a value: all of it or nothing.",
            request: .json(ValueRoutes.ValueEdit.self),
            responses: [200: .json(SaveValue.Reply.self)], errors: editErrors, takesKey: true),
        Operation(
            "DELETE /v1/values/{id}", .goals, "Deletes a value; the goals that serve it stay.", query: [version],
            responses: [204: nil], errors: [409: "`version` is not the stored one."], takesKey: true),
        Operation(
            "GET /v1/measures", .goals, "Measures in the order in which they were recorded.",
            query: paging, responses: [200: .json([Measure].self)]),
        Operation(
            "POST /v1/measures", .goals, "Adds a measure: all of it or nothing; `fields` names every wrong field.",
            request: .json(MeasureContent.self), responses: [201: .json(SaveMeasure.Reply.self)], errors: saveErrors,
            takesKey: true),
        Operation(
            "GET /v1/measures/{id}", .goals, "A measure.", responses: [200: .json(Measure.self)]),
        Operation(
            "PUT /v1/measures/{id}", .goals, "Replaces a measure: all of it or nothing.",
            request: .json(MeasureRoutes.MeasureEdit.self),
            responses: [200: .json(SaveMeasure.Reply.self)], errors: editErrors, takesKey: true),
        Operation(
            "DELETE /v1/measures/{id}", .goals, "Deletes a measure that is not in use.", query: [version],
            responses: [204: nil], errors: [409: "It is in use, or `version` is not the stored one."], takesKey: true),
    ]
}
