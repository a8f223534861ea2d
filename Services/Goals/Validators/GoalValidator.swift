import Messages

/// Checks a goal (GOL-2): the form before anything is written, then its references.
enum GoalValidator {
    static let maximumTargets = 20
    static let maximumRelevances = 20
    static let maximumSteps = 50
    static let maximumTerms = 100

    /// - Throws: `ServiceError(.invalid)` with all wrong fields.
    static func form(_ goal: GoalContent) throws {
        var checks = FieldChecks()
        texts(goal, &checks)
        checks.day("start", goal.start)
        checks.day("target", goal.target)
        if goal.target <= goal.start { checks.add("target", .endBeforeStart) }
        checks.number("termWeeks", goal.termWeeks, 1...520)
        checks.choice("status", goal.status)
        checks.number("importance", goal.importance, 1...10)
        checks.number("urgency", goal.urgency, 1...10)
        checks.count("targets", goal.targets.count, maximumTargets)
        if goal.targets.isEmpty { checks.add("targets", .targetNeeded) }
        for (index, target) in goal.targets.prefix(maximumTargets).enumerated() {
            checks.amount("targets[\(index)].value", target.value)
            checks.text("targets[\(index)].notes", target.notes, FieldChecks.MaximumScalars.remark)
        }
        checks.distinct(goal.targets.map(\.measure)) { "targets[\($0)].measure" }
        checks.count("relevance", goal.relevance.count, maximumRelevances)
        for (index, relevance) in goal.relevance.prefix(maximumRelevances).enumerated() {
            checks.number("relevance[\(index)].strength", relevance.strength, 1...10)
        }
        checks.distinct(goal.relevance.map(\.value)) { "relevance[\($0)].value" }
        checks.count("terms", goal.terms.count, maximumTerms)
        checks.distinct(goal.terms) { "terms[\($0)]" }
        steps(goal, &checks)
        try checks.finish()
    }

    private static func texts(_ goal: GoalContent, _ checks: inout FieldChecks) {
        checks.text("title", goal.title, FieldChecks.MaximumScalars.title)
        if Optional(goal.title).nonblank == nil { checks.add("title", .titleNeeded) }
        checks.text("detailedDescription", goal.detailedDescription, FieldChecks.MaximumScalars.description)
        checks.text("freeformNotes", goal.freeformNotes, FieldChecks.MaximumScalars.notes)
        checks.text("actionPlan", goal.actionPlan, FieldChecks.MaximumScalars.notes)
    }

    private static func steps(_ goal: GoalContent, _ checks: inout FieldChecks) {
        checks.count("milestones", goal.milestones.count, maximumSteps)
        for (index, milestone) in goal.milestones.prefix(maximumSteps).enumerated() {
            let field = "milestones[\(index)]."
            checks.wording(
                field, title: milestone.title, description: milestone.detailedDescription,
                notes: milestone.freeformNotes)
            within(field + "target", milestone.target, goal, &checks)
            checks.day(field + "reached", milestone.reached)
            checks.number(field + "importance", milestone.importance, 1...10)
            checks.number(field + "urgency", milestone.urgency, 1...10)
        }
        checks.count("obligations", goal.obligations.count, maximumSteps)
        for (index, obligation) in goal.obligations.prefix(maximumSteps).enumerated() {
            let field = "obligations[\(index)]."
            checks.wording(
                field, title: obligation.title, description: obligation.detailedDescription,
                notes: obligation.freeformNotes)
            within(field + "deadline", obligation.deadline, goal, &checks)
            checks.day(field + "met", obligation.met)
            checks.text(field + "toWhom", obligation.toWhom, FieldChecks.MaximumScalars.title)
            checks.text(field + "consequence", obligation.consequence, FieldChecks.MaximumScalars.remark)
            checks.number(field + "importance", obligation.importance, 1...10)
            checks.number(field + "urgency", obligation.urgency, 1...10)
        }
    }

    private static func within(_ field: String, _ day: Day, _ goal: GoalContent, _ checks: inout FieldChecks) {
        checks.day(field, day)
        guard FieldChecks.days.contains(day), goal.start < goal.target, day < goal.start || day > goal.target else {
            return
        }
        checks.add(field, .outsideGoal)
    }

    /// The second phase: every reference is to something of this person, and the weight to reach is one of a body.
    /// - Parameter measure: nil for an unknown measure.
    /// - Throws: `ServiceError(.invalid)` with all wrong fields.
    static func references(
        _ goal: GoalContent, measure: (EntityID) throws -> MeasureFacts?, hasValue: (EntityID) throws -> Bool,
        hasTerm: (EntityID) throws -> Bool
    ) throws {
        var checks = FieldChecks()
        for (index, target) in goal.targets.enumerated() {
            guard let facts = try measure(target.measure) else {
                checks.add("targets[\(index)].measure", .unknownReference)
                continue
            }
            let limits = BodyLimits.weights
            if facts.isLevel, !limits.contains(target.value * facts.factor) {
                checks.add(
                    "targets[\(index)].value", .outOfRange, low: limits.lowerBound / facts.factor,
                    high: limits.upperBound / facts.factor)
            }
        }
        for (index, relevance) in goal.relevance.enumerated() where try !hasValue(relevance.value) {
            checks.add("relevance[\(index)].value", .unknownReference)
        }
        for (index, term) in goal.terms.enumerated() where try !hasTerm(term) {
            checks.add("terms[\(index)]", .unknownReference)
        }
        try checks.finish()
    }
}
