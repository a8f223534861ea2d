import Foundation
import Messages
import Storage

/// Reads a person's goals as whole graphs in eight statements, however many they are (GOL-3). Order: target day, then
/// id.
struct GoalGraphRows {
    let user: UserID
    let transaction: Transaction

    /// The rows of a goal that are not parts of it.
    private struct Head {
        var facts: RecordFacts
        var texts: StoredTexts
        var start: Day
        var target: Day
        var weeks: Int32
        var status: GoalStatus
        var importance: Int32
        var urgency: Int32
    }

    /// The parts of one goal.
    private struct Parts {
        var targets: [(target: MeasureTarget, facts: MeasureFacts)] = []
        var relevance: [ValueRelevance] = []
        var milestones: [Milestone] = []
        var obligations: [Obligation] = []
        var terms: [EntityID] = []
        var series: [Progress.Series] = []
        /// The highest level of the steps' texts; nil if one is not judged.
        var level: Verdict.Level? = .safe
    }

    /// The goals of a page, and how the rows of their parts are found.
    private struct Page {
        /// A common table `page` with the ids; empty if the page holds all goals of the person, whose parts are then read
        /// in the order in which they are stored.
        let table: String
        let arguments: Arguments
        let places: [EntityID: Int]
        /// True for a single goal, which is read or refused as a whole.
        let isSingle: Bool

        /// The rows of `table`, ordered within each goal.
        func rows(_ columns: String, _ table: String, goal: String = "goal", _ order: String, joins: String = "")
            -> String
        {
            self.table.isEmpty
                ? "SELECT \(columns) FROM \(table) x \(joins) WHERE x.user = ? ORDER BY x.\(goal), \(order)"
                : """
                \(self.table) SELECT \(columns) FROM page JOIN \(table) x ON x.user = ? AND x.\(goal) = page.id \(joins)
                ORDER BY page.id, \(order)
                """
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
        var read = 0
        let heads = try heads(filters, query, limit: limit, read: &read)
        let behind = filters.after(query.after, "g.target", "g.id")
        let isWhole = behind.conditions.count == 1 && read < limit
        let table = """
            WITH page AS MATERIALIZED (SELECT g.id FROM goals g
            WHERE \(behind.condition) ORDER BY g.target, g.id LIMIT ?)
            """
        let page = Page(
            table: isWhole ? "" : table, arguments: isWhole ? [user] : behind.arguments + [read, user],
            places: Dictionary(zip(heads.map(\.facts.id), heads.indices)) { first, _ in first },
            isSingle: query.goal != nil)
        let parts = try parts(page)
        return zip(heads, parts).map { Self.goal($0, $1, on: query.asOf?.today) }
    }

    /// - Parameter read: the number of goals from which these are, with those that could not be opened.
    private func heads(_ filters: Filters, _ query: GoalsQuery, limit: Int, read: inout Int) throws -> [Head] {
        let abstractions = AbstractionRows(user: user, transaction: transaction)
        return try abstractions.page(
            query.goal, limit: limit, after: query.after, place: "target",
            read: { after, limit in
                let filters = filters.after(after, "g.target", "g.id")
                let rows = try transaction.rows(
                    """
                    SELECT \(AbstractionRows.columns), g.start, g.target, g.weeks, g.status, e.importance, e.urgency
                    FROM goals g CROSS JOIN abstractions a ON a.user = g.user AND a.id = g.id
                    CROSS JOIN expectations e ON e.user = g.user AND e.id = g.id
                    WHERE \(filters.condition) ORDER BY g.target, g.id LIMIT ?
                    """, filters.arguments + [limit])
                read += rows.count
                return rows
            }
        ) { row in
            let (facts, texts) = try abstractions.read(row)
            return Head(
                facts: facts, texts: texts, start: try row["start"], target: try row["target"],
                weeks: try row["weeks"], status: GoalStatus(rawValue: try row["status"]),
                importance: try row["importance"], urgency: try row["urgency"])
        }
    }

    /// - Parameter today: for pace; nil for sums of all contributions.
    private static func goal(_ head: Head, _ parts: Parts, on today: Day?) -> Goal {
        var facts = head.facts
        facts.level = facts.level.flatMap { own in parts.level.map { max(own, $0) } }
        let texts = head.texts
        let content = GoalContent(
            title: texts.title ?? "", detailedDescription: texts.detailedDescription,
            freeformNotes: texts.freeformNotes, actionPlan: texts.actionPlan, start: head.start, target: head.target,
            termWeeks: head.weeks, status: head.status, importance: head.importance, urgency: head.urgency,
            targets: parts.targets.map(\.target), relevance: parts.relevance, milestones: parts.milestones,
            obligations: parts.obligations, terms: parts.terms)
        let present = head.status == .active ? today : nil
        let progress = Progress.progress(
            parts.targets.map { Progress.Target(measure: $0.target.measure, value: $0.target.value, facts: $0.facts) },
            parts.series, from: head.start, through: today,
            pace: present.map { Progress.Present(start: head.start, target: head.target, today: $0) })
        return Goal(
            facts: facts, content: content, progress: progress,
            state: present.flatMap { _ in Progress.state(progress) })
    }

    // MARK: Parts

    /// The parts of each goal, in the order of the page.
    private func parts(_ page: Page) throws -> [Parts] {
        var parts = [Parts](repeating: Parts(), count: page.places.count)
        let measures = try MeasureRows(user: user, transaction: transaction).all()
        try addTargets(page, measures, &parts)
        try each(page, page.rows("x.goal, x.value, x.strength", "goal_relevances", "x.position"), &parts) {
            $1.relevance.append(ValueRelevance(value: try $0["value"], strength: try $0["strength"]))
        }
        try addMilestones(page, &parts)
        try addObligations(page, &parts)
        try each(page, page.rows("x.goal, x.term", "term_goal_assignments", "x.term"), &parts) {
            $1.terms.append(try $0["term"])
        }
        let days = GoalDayRows(user: user, transaction: transaction)
        try each(page, page.rows("x.goal, x.measure, x.days, x.sealed", "goal_days", "x.measure"), &parts) {
            row, parts in
            let (goal, measure): (EntityID, EntityID) = (try row["goal"], try row["measure"])
            guard let facts = measures[measure] else { return }
            parts.series.append(
                Progress.Series(measure: measure, facts: facts, days: try days.days(row, of: goal, measure)))
        }
        return parts
    }

    /// Passes each row with the parts of its goal, which the first column names.
    private func each(
        _ page: Page, _ query: String, _ parts: inout [Parts], _ body: (Row, inout Parts) throws -> Void
    ) throws {
        try transaction.forEachRow(query, page.arguments) { row in
            func read() throws {
                // Of a goal of this page: a whole page holds every goal of the person.
                if let place = page.places[try row[0]] { try body(row, &parts[place]) }
            }
            if page.isSingle {
                try read()
            } else {
                _ = try transaction.readOne(
                    of: user, in: "parts of goal", row: (try? row[0] as EntityID).map { "\($0)" }, read)
            }
            return true
        }
    }

    private func addTargets(_ page: Page, _ measures: [EntityID: MeasureFacts], _ parts: inout [Parts]) throws {
        let rows = TargetRows(user: user, transaction: transaction)
        let query = page.rows(
            "x.expectation, x.measure, x.target, x.sealed, x.notes", "expectation_measures", goal: "expectation",
            "x.position")
        try each(page, query, &parts) { row, parts in
            let (goal, measure): (EntityID, EntityID) = (try row["expectation"], try row["measure"])
            // A single goal without a target would be stored without it.
            let known = try measures[measure] ?? (page.isSingle ? rows.facts(of: measure) : nil)
            guard let facts = known else { return }
            let target = MeasureTarget(
                measure: measure, value: try rows.value(row, of: goal, measure),
                notes: try rows.notes(row["notes"], of: goal, measure))
            parts.targets.append((target, facts))
        }
    }

    /// The abstraction and expectation of a step. CROSS JOIN keeps the order: a person has many more abstractions.
    private static let stepJoins = """
        CROSS JOIN abstractions a ON a.user = x.user AND a.id = x.id
        CROSS JOIN expectations e ON e.user = x.user AND e.id = x.id
        """
    private static let stepColumns = "x.goal, \(AbstractionRows.columns), e.importance, e.urgency"

    private func addMilestones(_ page: Page, _ parts: inout [Parts]) throws {
        let abstractions = AbstractionRows(user: user, transaction: transaction)
        let query = page.rows(
            "\(Self.stepColumns), x.target, x.reached", "milestones", "x.target, x.id", joins: Self.stepJoins)
        try each(page, query, &parts) { row, parts in
            let (facts, texts) = try abstractions.read(row)
            parts.level = parts.level.flatMap { before in facts.level.map { max(before, $0) } }
            parts.milestones.append(
                Milestone(
                    title: texts.title, detailedDescription: texts.detailedDescription,
                    freeformNotes: texts.freeformNotes, target: try row["target"], reached: try row["reached"],
                    importance: try row["importance"], urgency: try row["urgency"]))
        }
    }

    private func addObligations(_ page: Page, _ parts: inout [Parts]) throws {
        let abstractions = AbstractionRows(user: user, transaction: transaction)
        let query = page.rows(
            "\(Self.stepColumns), x.deadline, x.met", "obligations", "x.deadline, x.id", joins: Self.stepJoins)
        try each(page, query, &parts) { row, parts in
            let (facts, texts) = try abstractions.read(row)
            parts.level = parts.level.flatMap { before in facts.level.map { max(before, $0) } }
            parts.obligations.append(
                Obligation(
                    title: texts.title, detailedDescription: texts.detailedDescription,
                    freeformNotes: texts.freeformNotes, deadline: try row["deadline"], met: try row["met"],
                    toWhom: texts.toWhom, consequence: texts.consequence, importance: try row["importance"],
                    urgency: try row["urgency"]))
        }
    }
}
