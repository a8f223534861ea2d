import Hummingbird
import Messages

/// Routes for health rules and for the records that wait for one (GOL-6).
struct HealthRuleRoutes {
    let desk: GoalsDesk

    /// A changed rule, with the version that was edited.
    struct RuleEdit: Codable, Sendable {
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

    func add(to group: RouterGroup<EdgeContext>) {
        addRules(to: group)
        addRecords(to: group)
    }

    private func addRules(to group: RouterGroup<EdgeContext>) {
        group.get("goals/health-rules") { _, context in
            try Response.json(try await desk.bus.request(HealthRulesQuery(user: try context.user())).rules)
        }
        group.get("goals/health-rules/{id}") { _, context in
            let query = HealthRulesQuery(user: try context.user(), rule: try context.entity("id"))
            return try Response.json(try await desk.bus.request(query).rules[0])
        }
        group.post("goals/health-rules") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(HealthRuleContent.self, for: user)
            let command = SaveHealthRule(user: user, content: body, country: try await desk.country(user))
            return try Response.json(try await desk.save(command, body.texts, id: id, request), status: .created)
        }
        group.put("goals/health-rules/{id}") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(RuleEdit.self, for: user)
            let command = SaveHealthRule(
                user: user, edited: EditedVersion(id: try context.entity("id"), version: body.version),
                content: body.content, country: try await desk.country(user), keepsHidden: body.numbersHidden)
            return try Response.json(try await desk.save(command, body.content.texts, id: id, request))
        }
        group.delete("goals/health-rules/{id}") { request, context in
            let user = try context.user()
            let command = DeleteHealthRule(
                user: user, rule: try context.entity("id"), version: try GoalsDesk.version(request),
                keepsActions: try request.query("keepActions") { Bool($0) })
            _ = try await desk.bus.request(command, id: request.requestID(for: user))
            return Response(status: .noContent)
        }
    }

    private func addRecords(to group: RouterGroup<EdgeContext>) {
        group.get("goals/staged") { request, context in
            let query = StagedHealthQuery(
                user: try context.user(), state: try request.query("state") { StagedState(name: $0) },
                kind: try request.query("kind") { HealthRecordKind(name: $0) }, limit: try GoalsDesk.limit(request),
                after: try GoalsDesk.after(request))
            let reply = try await desk.bus.request(query)
            return try GoalsDesk.page(
                StagedPage(records: reply.records, counts: reply.counts), next: reply.next, of: request)
        }
        group.post("goals/staged/reparse") { request, context in
            let user = try context.user()
            let command = ReparseStaged(user: user, kind: try request.query("kind") { HealthRecordKind(name: $0) })
            return try Response.json(try await desk.bus.request(command, id: request.requestID(for: user)))
        }
    }
}

extension HealthRuleContent: WrittenTexts {
    var texts: [String] { [title, activity].compactMap(\.self) }
}

extension SaveHealthRule.Reply: JudgedReply { var facts: RecordFacts { rule.facts } }
