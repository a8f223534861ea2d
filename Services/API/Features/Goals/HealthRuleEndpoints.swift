import Bus
import Hummingbird
import Messages

/// Routes for health rules and for the records that wait for one (GOL-6).
struct HealthRuleEndpoints {
    let desk: GoalsDesk

    /// A changed rule, with the version that was edited.
    struct RuleEdit: Codable, VersionedEdit, Sendable {
        let version: UInt64
        let content: HealthRuleContent
        /// As in the rule that was read: a least value that it left out stays.
        let numbersHidden: Bool?
    }

    /// Records of a list, with the number of all records by state.
    struct StagedPage: Codable, Sendable {
        let records: [StagedRecord]
        let counts: [String: Int64]
    }

    private static let recordKind: Operation.Parameter = .names(
        "kind", HealthRecordKind.names.map(\.name), "Only records of this kind.")

    func declare(in endpoints: inout Endpoints) {
        declareRules(in: &endpoints)
        declareRecords(in: &endpoints)
    }

    private func declareRules(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/goals/health-rules", .session, .goals, "Rules that turn health records into actions.",
            responses: [200: .json([StoredHealthRule].self)]
        ) { _, context in
            try Response.json(try await desk.bus.request(HealthRulesQuery(user: try context.user())).rules)
        }
        endpoints.add(
            "GET /v1/goals/health-rules/{id}", .session, .goals, "A rule.",
            responses: [200: .json(StoredHealthRule.self)]
        ) { _, context in
            let query = HealthRulesQuery(user: try context.user(), rule: try context.entity("id"))
            return try Response.json(try await desk.bus.request(query).rules[0])
        }
        endpoints.add(
            "POST /v1/goals/health-rules", .session, .goals,
            "Adds a rule: records of its kind that wait become actions; `fields` names every wrong field.",
            request: .json(HealthRuleContent.self), responses: [201: .json(SaveHealthRule.Reply.self)],
            errors: Operation.saveErrors.merging([409: "There are 50 rules already."]) { $1 }, takesKey: true
        ) { request, context in
            try await desk.add(request, context) { (user, body: HealthRuleContent, country) in
                SaveHealthRule(user: user, content: body, country: country)
            }
        }
        endpoints.add(
            "PUT /v1/goals/health-rules/{id}", .session, .goals, "Replaces a rule; its actions follow.",
            request: .json(HealthRuleEndpoints.RuleEdit.self), responses: [200: .json(SaveHealthRule.Reply.self)],
            errors: Operation.editErrors, takesKey: true
        ) { request, context in
            try await desk.replace(request, context) { (user, body: RuleEdit, edited, country) in
                SaveHealthRule(
                    user: user, edited: edited,
                    content: body.content, country: country, keepsHidden: body.numbersHidden)
            }
        }
        endpoints.add(
            "DELETE /v1/goals/health-rules/{id}", .session, .goals,
            "Deletes a rule with its actions, except those that the person edited.",
            query: [Operation.version, .flag("keepActions", "True to keep all of its actions.")],
            responses: [204: nil], errors: [409: "`version` is not the stored one."], takesKey: true
        ) { request, context in
            try await desk.delete(request, context) {
                DeleteHealthRule(
                    user: $0, rule: $1, version: $2, keepsActions: try request.query("keepActions") { Bool($0) })
            }
        }
    }

    private func declareRecords(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/goals/staged", .session, .goals,
            "Health records that no rule is about or that cannot be read, the latest day first.",
            query: [
                .names("state", StagedState.names.map(\.name), "Only records in this state; by default the two."),
                Self.recordKind,
            ] + Operation.paging, responses: [200: .json(HealthRuleEndpoints.StagedPage.self)]
        ) { request, context in
            let query = StagedHealthQuery(
                user: try context.user(), state: try request.query("state") { StagedState(name: $0) },
                kind: try request.query("kind") { HealthRecordKind(name: $0) }, limit: try request.limit(),
                after: try request.after())
            let reply = try await desk.bus.request(query)
            return try Response.page(
                StagedPage(records: reply.records, counts: reply.counts), next: reply.next, of: request)
        }
        endpoints.add(
            "POST /v1/goals/staged/reparse", .session, .goals, "Reads failed and unmatched records again.",
            query: [Self.recordKind],
            responses: [200: .json(ReparseStaged.Reply.self)], takesKey: true
        ) { request, context in
            let user = try context.user()
            let command = ReparseStaged(user: user, kind: try request.query("kind") { HealthRecordKind(name: $0) })
            return try Response.json(try await desk.bus.request(command, id: request.requestID(for: user)))
        }
    }
}
