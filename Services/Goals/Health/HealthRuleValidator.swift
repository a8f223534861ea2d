import Messages

/// Checks a health rule (GOL-2).
enum HealthRuleValidator {
    /// - Throws: `ServiceError(.invalid)` with all wrong fields.
    static func form(_ rule: HealthRuleContent) throws {
        var checks = FieldChecks()
        checks.choice("kind", rule.kind)
        checks.text("title", rule.title, FieldChecks.MaximumScalars.title)
        if Optional(rule.title).nonblank == nil { checks.add("title", .textNeeded) }
        checks.text("activity", rule.activity, FieldChecks.MaximumScalars.title)
        checks.choice("quantity", rule.quantity)
        if rule.kind != .workout {
            if rule.activity.nonblank != nil { checks.add("activity", .unknownChoice) }
            if rule.quantity != nil { checks.add("quantity", .unknownChoice) }
        }
        checks.amount("least", rule.least ?? 0, mayBeZero: true)
        checks.day("from", rule.from)
        try checks.finish()
    }

    /// The second phase: the measure counts what the rule takes, and the goal counts in it.
    /// - Parameters:
    ///   - measure: nil for an unknown measure.
    ///   - targets: of a goal; nil for an unknown goal.
    /// - Throws: `ServiceError(.invalid)` with all wrong fields.
    static func references(
        _ rule: HealthRuleContent, measure: (EntityID) throws -> MeasureFacts?,
        targets: (EntityID) throws -> [Progress.Target]?
    ) throws {
        var checks = FieldChecks()
        let facts = try measure(rule.measure)
        if facts == nil { checks.add("measure", .unknownReference) }
        if let facts, facts.kind != RuleFacts.measureKind(rule) { checks.add("measure", .unitMismatch) }
        if let goal = rule.goal {
            let targets = try targets(goal)
            if targets == nil { checks.add("goal", .unknownReference) }
            if let facts, let targets, Progress.place(of: rule.measure, facts, in: targets) == nil {
                checks.add("goal", .unitMismatch)
            }
        }
        try checks.finish()
    }
}
