import Foundation
import Messages
import Storage

/// Reads a person's goals as whole graphs in seven statements, however many they are (GOL-3). Order: target day, then
/// id.
struct GoalGraphRows {
    let user: UserID
    let transaction: Transaction

    /// The parts of the goals of a page, by goal.
    private struct Parts {
        var targets: [EntityID: [(target: MeasureTarget, facts: MeasureFacts)]] = [:]
        var relevance: [EntityID: [ValueRelevance]] = [:]
        var milestones: [EntityID: [Milestone]] = [:]
        var obligations: [EntityID: [Obligation]] = [:]
        var terms: [EntityID: [EntityID]] = [:]
        var series: [EntityID: [Progress.Series]] = [:]
        /// The highest level of the steps' texts; nil inside if one is not judged.
        var levels: [EntityID: Verdict.Level?] = [:]

        mutating func note(_ level: Verdict.Level?, of goal: EntityID) {
            let before = levels[goal] ?? .safe
            levels[goal] = .some(before.flatMap { before in level.map { max(before, $0) } })
        }
    }

    /// Goals of a list; at most `limit`.
    func page(_ query: GoalsQuery, limit: Int) throws -> [Goal] {
        let inTerm = """
            EXISTS (SELECT 1 FROM term_goal_assignments t WHERE t.user = g.user AND t.goal = g.id AND t.term = ?)
            """
        let serves = """
            EXISTS (SELECT 1 FROM goal_relevances r WHERE r.user = g.user AND r.goal = g.id AND r.value = ?)
            """
        let filters = Filters(user: user, of: "g").id(query.goal, "g.id").with(query.term, inTerm)
            .with(query.status?.rawValue, "g.status = ?").with(query.value, serves)
            .with(query.from, "g.target >= ?").with(query.through, "g.start <= ?")
            .after(query.after, "g.target", "g.id")
        let page = """
            WITH page AS MATERIALIZED (SELECT g.id, g.start, g.target, g.weeks, g.status FROM goals g
            WHERE \(filters.condition) ORDER BY g.target, g.id LIMIT ?)
            """
        let arguments = filters.arguments + [limit, user]
        let parts = try parts(page, arguments)
        let abstractions = AbstractionRows(user: user, transaction: transaction)
        return try transaction.rows(
            """
            \(page) SELECT \(AbstractionRows.columns), page.start, page.target, page.weeks, page.status,
                e.importance, e.urgency
            FROM page JOIN abstractions a ON a.user = ? AND a.id = page.id
            JOIN expectations e ON e.user = a.user AND e.id = page.id ORDER BY page.target, page.id
            """, arguments
        ).map { row in
            let (facts, texts) = try abstractions.read(row)
            return try goal(row, facts, texts, parts, on: query.asOf?.today)
        }
    }

    /// - Parameter today: for pace; nil for sums of all contributions.
    private func goal(
        _ row: Row, _ facts: RecordFacts, _ texts: StoredTexts, _ parts: Parts, on today: Day?
    ) throws -> Goal {
        var facts = facts
        let id = facts.id
        if let steps = parts.levels[id] {
            facts.level = facts.level.flatMap { own in steps.map { max(own, $0) } }
        }
        let targets = parts.targets[id] ?? []
        let content = GoalContent(
            title: texts.title ?? "", detailedDescription: texts.detailedDescription,
            freeformNotes: texts.freeformNotes, actionPlan: texts.actionPlan, start: try row["start"],
            target: try row["target"], termWeeks: try row["weeks"], status: GoalStatus(rawValue: try row["status"]),
            importance: try row["importance"], urgency: try row["urgency"], targets: targets.map(\.target),
            relevance: parts.relevance[id] ?? [], milestones: parts.milestones[id] ?? [],
            obligations: parts.obligations[id] ?? [], terms: parts.terms[id] ?? [])
        let present = content.status == .active ? today : nil
        let progress = Progress.progress(
            targets.map { Progress.Target(measure: $0.target.measure, value: $0.target.value, facts: $0.facts) },
            parts.series[id] ?? [], from: content.start, through: today,
            pace: present.map { Progress.Present(start: content.start, target: content.target, today: $0) })
        return Goal(
            facts: facts, content: content, progress: progress,
            state: present.flatMap { _ in Progress.state(progress) })
    }

    // MARK: Parts

    private func parts(_ page: String, _ arguments: Arguments) throws -> Parts {
        var parts = Parts()
        try addTargets(page, arguments, &parts)
        try each(page, "goal_relevances", "x.goal, x.value, x.strength", "x.goal = page.id", "x.position", arguments) {
            parts.relevance[try $0["goal"], default: []].append(
                ValueRelevance(value: try $0["value"], strength: try $0["strength"]))
        }
        try addMilestones(page, arguments, &parts)
        try addObligations(page, arguments, &parts)
        try each(page, "term_goal_assignments", "x.goal, x.term", "x.goal = page.id", "x.term", arguments) {
            parts.terms[try $0["goal"], default: []].append(try $0["term"])
        }
        try transaction.forEachRow(
            """
            \(page) SELECT d.goal, d.measure, d.days, \(MeasureRows.columns)
            FROM page JOIN goal_days d ON d.user = ? AND d.goal = page.id
            JOIN measures m ON m.user = d.user AND m.id = d.measure
            """, arguments
        ) { row in
            parts.series[try row["goal"], default: []].append(try GoalDayRows.series(row))
            return true
        }
        return parts
    }

    /// Rows of one table that belong to the page, ordered within each goal.
    private func each(
        _ page: String, _ table: String, _ columns: String, _ join: String, _ order: String, _ arguments: Arguments,
        joins: String = "", _ body: (Row) throws -> Void
    ) throws {
        try transaction.forEachRow(
            """
            \(page) SELECT \(columns) FROM page JOIN \(table) x ON x.user = ? AND \(join) \(joins)
            ORDER BY page.id, \(order)
            """, arguments
        ) { row in
            try body(row)
            return true
        }
    }

    private func addTargets(_ page: String, _ arguments: Arguments, _ parts: inout Parts) throws {
        let rows = TargetRows(user: user, transaction: transaction)
        try each(
            page, "expectation_measures", "x.expectation, x.measure, x.target, x.notes, \(MeasureRows.columns)",
            "x.expectation = page.id", "x.position", arguments,
            joins: "JOIN measures m ON m.user = x.user AND m.id = x.measure"
        ) { row in
            let (goal, measure): (EntityID, EntityID) = (try row["expectation"], try row["measure"])
            let target = MeasureTarget(
                measure: measure, value: try row["target"], notes: try rows.notes(row["notes"], of: goal, measure))
            parts.targets[goal, default: []].append((target, try MeasureRows.facts(row)))
        }
    }

    /// The abstraction and expectation of a step.
    private static let stepJoins = """
        JOIN abstractions a ON a.user = x.user AND a.id = x.id
        JOIN expectations e ON e.user = x.user AND e.id = x.id
        """
    private static let stepColumns = "x.goal, \(AbstractionRows.columns), e.importance, e.urgency"

    private func addMilestones(_ page: String, _ arguments: Arguments, _ parts: inout Parts) throws {
        let abstractions = AbstractionRows(user: user, transaction: transaction)
        try each(
            page, "milestones", "\(Self.stepColumns), x.target, x.reached", "x.goal = page.id", "x.target, x.id",
            arguments, joins: Self.stepJoins
        ) { row in
            let (facts, texts) = try abstractions.read(row)
            let goal: EntityID = try row["goal"]
            parts.note(facts.level, of: goal)
            parts.milestones[goal, default: []].append(
                Milestone(
                    title: texts.title, detailedDescription: texts.detailedDescription,
                    freeformNotes: texts.freeformNotes, target: try row["target"], reached: try row["reached"],
                    importance: try row["importance"], urgency: try row["urgency"]))
        }
    }

    private func addObligations(_ page: String, _ arguments: Arguments, _ parts: inout Parts) throws {
        let abstractions = AbstractionRows(user: user, transaction: transaction)
        try each(
            page, "obligations", "\(Self.stepColumns), x.deadline, x.met", "x.goal = page.id", "x.deadline, x.id",
            arguments, joins: Self.stepJoins
        ) { row in
            let (facts, texts) = try abstractions.read(row)
            let goal: EntityID = try row["goal"]
            parts.note(facts.level, of: goal)
            parts.obligations[goal, default: []].append(
                Obligation(
                    title: texts.title, detailedDescription: texts.detailedDescription,
                    freeformNotes: texts.freeformNotes, deadline: try row["deadline"], met: try row["met"],
                    toWhom: texts.toWhom, consequence: texts.consequence, importance: try row["importance"],
                    urgency: try row["urgency"]))
        }
    }
}
