import Messages

extension Operation {
    private static let kind: Parameter = .names(
        "kind", TableKind.names.map(\.name), "The contents; `graph` is JSON, the others are CSV.")
    private static let recordKind: Parameter = .names(
        "kind", HealthRecordKind.names.map(\.name), "Only records of this kind.")

    static let goalsExchange: [Operation] = [
        Operation(
            "GET /v1/goals/health-rules", .goals, "Rules that turn health records into actions.",
            responses: [200: .json([StoredHealthRule].self)]),
        Operation(
            "POST /v1/goals/health-rules", .goals,
            "Adds a rule: records of its kind that wait become actions; `fields` names every wrong field.",
            request: .json(HealthRuleContent.self), responses: [201: .json(SaveHealthRule.Reply.self)],
            errors: saveErrors.merging([409: "There are 50 rules already."]) { $1 }, takesKey: true),
        Operation(
            "GET /v1/goals/health-rules/{id}", .goals, "A rule.", responses: [200: .json(StoredHealthRule.self)]),
        Operation(
            "PUT /v1/goals/health-rules/{id}", .goals, "Replaces a rule; its actions follow.",
            request: .json(HealthRuleRoutes.RuleEdit.self), responses: [200: .json(SaveHealthRule.Reply.self)],
            errors: editErrors, takesKey: true),
        Operation(
            "DELETE /v1/goals/health-rules/{id}", .goals,
            "Deletes a rule with its actions, except those that the person edited.",
            query: [version, .flag("keepActions", "True to keep all of its actions.")],
            responses: [204: nil], errors: [409: "`version` is not the stored one."], takesKey: true),
        Operation(
            "GET /v1/goals/staged", .goals,
            "Health records that no rule is about or that cannot be read, the latest day first.",
            query: [
                .names("state", StagedState.names.map(\.name), "Only records in this state; by default the two."),
                recordKind,
            ] + paging, responses: [200: .json(HealthRuleRoutes.StagedPage.self)]),
        Operation(
            "POST /v1/goals/staged/reparse", .goals, "Reads failed and unmatched records again.", query: [recordKind],
            responses: [200: .json(ReparseStaged.Reply.self)], takesKey: true),
        Operation(
            "POST /v1/goals/import", .goals,
            "Imports a table of at most 32 MiB: all rows or none. Bad rows are no error but the phase `refused`; while the phase is `writing` the import goes on by itself.",
            query: [kind], request: .file("text/csv", or: "application/json"),
            responses: [202: .json(TableImportStatus.self)],
            errors: [409: "The table is being imported as another kind.", 413: "Larger than 32 MiB."], takesKey: true),
        Operation(
            "POST /v1/goals/import/preview", .goals,
            "Checks a table and writes nothing: every bad row by its line, with each wrong field.",
            query: [kind], request: .file("text/csv", or: "application/json"),
            responses: [200: .json(TableReport.self)], errors: [413: "Larger than 32 MiB."]),
        Operation(
            "GET /v1/goals/import/{id}", .goals, "The state of an import, for a day.",
            responses: [200: .json(TableImportStatus.self)]),
        Operation(
            "GET /v1/goals/table", .goals, "A table as a file, which can be imported again.", query: [kind],
            responses: [200: .file("text/csv", or: "application/json")]),
    ]
}
