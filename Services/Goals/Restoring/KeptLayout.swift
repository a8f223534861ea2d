import Messages

/// The rows of one table that belong to an entry and are deleted with it.
struct KeptLayout {
    /// A column that names a row of another table, which need not exist any more.
    struct Reference {
        var column: String
        var table: String
    }

    var table: String
    /// The columns other than the user.
    var columns: [String]
    /// Condition of the entry's rows: `?1` is the person, `?2` the entry's id.
    var condition: String
    var references: [Reference] = []

    /// The tables of an entry, in an order in which foreign keys hold. `goal_days` follows from the contributions and
    /// is summed again. Empty for an unknown kind.
    static func tables(of kind: DeletedKind) -> [KeptLayout] {
        switch kind {
        case .goal: goal
        case .term: term
        case .action: action
        case .value: value
        default: []
        }
    }

    // MARK: Kinds

    private static let goal = [
        abstractions(ofStepsToo),
        KeptLayout(
            table: "expectations", columns: ["id", "kind", "importance", "urgency"], condition: ofStepsToo),
        KeptLayout(
            table: "goals", columns: ["id", "start", "target", "weeks", "status", "revision"], condition: "id = ?2"),
        KeptLayout(table: "milestones", columns: ["id", "goal", "target", "reached"], condition: "goal = ?2"),
        KeptLayout(table: "obligations", columns: ["id", "goal", "deadline", "met"], condition: "goal = ?2"),
        KeptLayout(
            table: "expectation_measures",
            columns: ["expectation", "measure", "position", "target", "notes", "sealed"],
            condition: "expectation = ?2", references: [ofMeasure]),
        relevances("goal", [Reference(column: "value", table: "personal_values")]),
        contributions("goal", [Reference(column: "action", table: "actions"), ofMeasure]),
        assignments("goal", [Reference(column: "term", table: "terms")]),
        dismissed("goal", [Reference(column: "action", table: "actions")]),
    ]

    private static let term = [
        abstractions("id = ?2"),
        KeptLayout(table: "time_periods", columns: ["id", "start", "end"], condition: "id = ?2"),
        KeptLayout(table: "terms", columns: ["id", "number", "status"], condition: "id = ?2"),
        assignments("term", [ofGoal]),
    ]

    private static let action = [
        abstractions("id = ?2"),
        KeptLayout(table: "actions", columns: ["id", "start", "duration", "day"], condition: "id = ?2"),
        KeptLayout(
            table: "measured_actions", columns: ["action", "measure", "position", "value", "sealed"],
            condition: "action = ?2", references: [ofMeasure]),
        contributions("action", [ofGoal, ofMeasure]),
        dismissed("action", [ofGoal]),
    ]

    private static let value = [
        abstractions("id = ?2"),
        KeptLayout(table: "personal_values", columns: ["id", "rank", "priority"], condition: "id = ?2"),
        relevances("value", [ofGoal]),
    ]

    // MARK: Tables

    private static let ofGoal = Reference(column: "goal", table: "goals")
    private static let ofMeasure = Reference(column: "measure", table: "measures")

    /// A goal, its milestones and its obligations.
    private static let ofStepsToo = """
        id IN (SELECT ?2 UNION ALL SELECT id FROM milestones WHERE user = ?1 AND goal = ?2
            UNION ALL SELECT id FROM obligations WHERE user = ?1 AND goal = ?2)
        """

    private static func abstractions(_ condition: String) -> KeptLayout {
        KeptLayout(
            table: "abstractions",
            columns: ["id", "version", "logged", "texts", "level", "judged", "due", "attempts"], condition: condition)
    }

    private static func relevances(_ owner: String, _ references: [Reference]) -> KeptLayout {
        KeptLayout(
            table: "goal_relevances", columns: ["goal", "value", "position", "strength"],
            condition: "\(owner) = ?2", references: references)
    }

    private static func contributions(_ owner: String, _ references: [Reference]) -> KeptLayout {
        KeptLayout(
            table: "action_goal_contributions", columns: ["action", "goal", "measure", "position", "amount", "sealed"],
            condition: "\(owner) = ?2", references: references)
    }

    private static func assignments(_ owner: String, _ references: [Reference]) -> KeptLayout {
        KeptLayout(
            table: "term_goal_assignments", columns: ["term", "goal", "position"], condition: "\(owner) = ?2",
            references: references)
    }

    private static func dismissed(_ owner: String, _ references: [Reference]) -> KeptLayout {
        KeptLayout(
            table: "dismissed_proposals", columns: ["action", "goal"], condition: "\(owner) = ?2",
            references: references)
    }
}
