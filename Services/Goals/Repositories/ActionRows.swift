import Messages
import Storage

/// A person's actions with their measurements and contributions.
struct ActionRows {
    let user: UserID
    let transaction: Transaction
    /// Collects the changed sums of goals; nil to write them with each action.
    var sums: GoalDayRows.Collected?

    // MARK: Writing

    func add(_ id: EntityID, _ action: ActionContent, day: Day) throws {
        try transaction.execute(
            "INSERT INTO actions (user, id, start, duration, day) VALUES (?, ?, ?, ?, ?)",
            [user, id, action.start, action.duration ?? 0, day])
        try addParts(id, action)
        try days.add(action.contributions, on: day)
    }

    func replace(_ id: EntityID, _ action: ActionContent, day: Day) throws {
        let (before, counted) = (try self.day(of: id), try counted(of: id))
        try transaction.execute(
            "UPDATE actions SET start = ?, duration = ?, day = ? WHERE user = ? AND id = ?",
            [action.start, action.duration ?? 0, day, user, id])
        try transaction.execute("DELETE FROM measured_actions WHERE user = ? AND action = ?", [user, id])
        try transaction.execute("DELETE FROM action_goal_contributions WHERE user = ? AND action = ?", [user, id])
        if let before { try refresh(counted, on: before) }
        try addParts(id, action)
        try days.add(action.contributions, on: day)
    }

    /// Deletes an action's contributions, before the action itself goes.
    func removeContributions(_ id: EntityID) throws {
        let (before, counted) = (try self.day(of: id), try counted(of: id))
        try transaction.execute("DELETE FROM action_goal_contributions WHERE user = ? AND action = ?", [user, id])
        if let before { try refresh(counted, on: before) }
    }

    private var days: GoalDayRows { GoalDayRows(user: user, transaction: transaction, collected: sums) }

    /// Writes the sums that were collected.
    func writeSums() throws { try days.write() }

    private func addParts(_ id: EntityID, _ action: ActionContent) throws {
        for (position, measurement) in action.measurements.enumerated() {
            let value = try AmountColumn.measured.cells(
                measurement.value, of: [id, measurement.measure], user, transaction)
            try transaction.execute(
                "INSERT INTO measured_actions (user, action, measure, position, value, sealed) VALUES (?, ?, ?, ?, ?, ?)",
                [user, id, measurement.measure, position, value.number, value.sealed])
        }
        for (position, contribution) in action.contributions.enumerated() {
            let amount = try AmountColumn.contributed.cells(
                contribution.amount, of: [id, contribution.goal, contribution.measure], user, transaction)
            try transaction.execute(
                """
                INSERT INTO action_goal_contributions (user, action, goal, measure, position, amount, sealed)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [user, id, contribution.goal, contribution.measure, position, amount.number, amount.sealed])
        }
    }

    // MARK: Reading

    func has(_ id: EntityID) throws -> Bool {
        try transaction.row("SELECT 1 FROM actions WHERE user = ? AND id = ?", [user, id]) != nil
    }

    /// Goals that the action contributes to.
    func goals(of id: EntityID) throws -> [EntityID] {
        try transaction.rows(
            "SELECT DISTINCT goal FROM action_goal_contributions WHERE user = ? AND action = ? ORDER BY goal",
            [user, id]
        ).map { try $0["goal"] }
    }

    /// The states of the latest actions as they were last emitted, oldest first.
    /// - Parameter since: first local day; nil for all.
    func states(since: Day?, limit: Int) throws -> [ActionCompleted] {
        try transaction.rows(
            """
            SELECT x.id, a.version, x.day, x.start, x.duration FROM actions x
            JOIN abstractions a ON a.user = x.user AND a.id = x.id
            WHERE x.user = ?1 AND (?2 IS NULL OR x.day >= ?2) ORDER BY x.start DESC, x.id DESC LIMIT ?3
            """, [user, since, limit]
        ).reversed().map { row in
            let id: EntityID = try row["id"]
            return ActionCompleted(
                user: user, action: id, revision: (try row["version"] as StoredCounter).value, day: try row["day"],
                at: try row["start"], duration: try row["duration"], goals: try goals(of: id))
        }
    }

    private func day(of id: EntityID) throws -> Day? {
        try transaction.value(Day.self, "SELECT day FROM actions WHERE user = ? AND id = ?", [user, id])
    }

    /// The goals and measures in which an action counts.
    private func counted(of id: EntityID) throws -> [(goal: EntityID, measure: EntityID)] {
        try transaction.rows(
            "SELECT goal, measure FROM action_goal_contributions WHERE user = ? AND action = ? ORDER BY position",
            [user, id]
        ).map { (try $0["goal"], try $0["measure"]) }
    }

    private func refresh(_ counted: [(goal: EntityID, measure: EntityID)], on day: Day) throws {
        for (goal, measure) in counted { try days.refresh(goal, measure, on: day) }
    }

    /// Actions as whole graphs, the latest start first; at most `limit`. Three statements.
    /// - Parameter unmatched: only actions without contributions.
    func page(_ query: ActionsQuery, limit: Int, unmatched: Bool = false) throws -> [Action] {
        let contributes = """
            EXISTS (SELECT 1 FROM action_goal_contributions g
            WHERE g.user = x.user AND g.action = x.id AND g.goal = ?)
            """
        let isUnmatched = """
            NOT EXISTS (SELECT 1 FROM action_goal_contributions g WHERE g.user = x.user AND g.action = x.id)
            """
        var parts = Parts()
        return try AbstractionRows(user: user, transaction: transaction).page(
            query.action, limit: limit, after: query.after, place: "start",
            read: { after, limit in
                let filters = Filters(user: user, of: "x").id(query.action, "x.id").with(query.goal, contributes)
                    .with(query.from, "x.day >= ?").with(query.through, "x.day <= ?")
                    .after(after, "x.start", "x.id", descending: true)
                let condition = filters.condition + (unmatched ? " AND " + isUnmatched : "")
                return try rows(
                    condition, filters.arguments, limit: limit, isWhole: query.action != nil, &parts)
            }
        ) { try action($0, parts) }
    }

    /// The parts of actions.
    private struct Parts {
        var measurements: [EntityID: [MeasuredValue]] = [:]
        var contributions: [EntityID: [GoalContribution]] = [:]
    }

    /// The actions of a condition about `actions x` as whole graphs, in the order of a page. Three statements.
    func actions(_ condition: String, _ arguments: Arguments, limit: Int) throws -> [Action] {
        var parts = Parts()
        let rows = try rows(condition, arguments, limit: limit, isWhole: true, &parts)
        return try rows.map { try action($0, parts) }
    }

    /// - Parameter isWhole: whether a damaged part is an error; else it costs itself.
    private func rows(
        _ condition: String, _ arguments: Arguments, limit: Int, isWhole: Bool, _ parts: inout Parts
    ) throws -> [Row] {
        let page = """
            WITH page AS (SELECT x.id, x.start, x.duration, x.day FROM actions x WHERE \(condition)
            ORDER BY x.start DESC, x.id DESC LIMIT ?)
            """
        let arguments = arguments + [limit, user]
        parts.measurements.merge(try measurements(page, arguments, isWhole)) { $1 }
        parts.contributions.merge(try contributions(page, arguments, isWhole)) { $1 }
        return try transaction.rows(
            """
            \(page) SELECT \(AbstractionRows.columns), page.start, page.duration, page.day FROM page
            JOIN abstractions a ON a.user = ? AND a.id = page.id ORDER BY page.start DESC, page.id DESC
            """, arguments)
    }

    private func action(_ row: Row, _ parts: Parts) throws -> Action {
        let (facts, texts) = try AbstractionRows(user: user, transaction: transaction).read(row)
        return Action(
            facts: facts,
            content: ActionContent(
                title: texts.title, detailedDescription: texts.detailedDescription,
                freeformNotes: texts.freeformNotes, start: try row["start"], duration: try row["duration"],
                measurements: parts.measurements[facts.id] ?? [], contributions: parts.contributions[facts.id] ?? []),
            day: try row["day"])
    }

    /// Passes the rows of a query.
    private func each(
        _ query: String, _ arguments: Arguments, _ isWhole: Bool, _ body: (Row) throws -> Void
    ) throws {
        try transaction.forEachRow(query, arguments) { row in
            if isWhole {
                try body(row)
            } else {
                _ = try transaction.readOne(
                    of: user, in: "parts of action", row: (try? row["action"] as EntityID).map { "\($0)" }
                ) { try body(row) }
            }
            return true
        }
    }

    private func measurements(
        _ page: String, _ arguments: Arguments, _ isWhole: Bool
    ) throws -> [EntityID: [MeasuredValue]] {
        var measurements: [EntityID: [MeasuredValue]] = [:]
        try each(
            """
            \(page) SELECT m.action, m.measure, m.value, m.sealed FROM page
            JOIN measured_actions m ON m.user = ? AND m.action = page.id ORDER BY m.action, m.position
            """, arguments, isWhole
        ) { row in
            let (action, measure): (EntityID, EntityID) = (try row["action"], try row["measure"])
            let value = try AmountColumn.measured.amount(row, of: [action, measure], user, transaction)
            measurements[action, default: []].append(MeasuredValue(measure: measure, value: value))
        }
        return measurements
    }

    private func contributions(
        _ page: String, _ arguments: Arguments, _ isWhole: Bool
    ) throws -> [EntityID: [GoalContribution]] {
        var contributions: [EntityID: [GoalContribution]] = [:]
        try each(
            """
            \(page) SELECT c.action, c.goal, c.measure, c.amount, c.sealed FROM page
            JOIN action_goal_contributions c ON c.user = ? AND c.action = page.id ORDER BY c.action, c.position
            """, arguments, isWhole
        ) { row in
            let action: EntityID = try row["action"]
            let (goal, measure): (EntityID, EntityID) = (try row["goal"], try row["measure"])
            let amount = try AmountColumn.contributed.amount(row, of: [action, goal, measure], user, transaction)
            contributions[action, default: []].append(GoalContribution(goal: goal, measure: measure, amount: amount))
        }
        return contributions
    }
}
