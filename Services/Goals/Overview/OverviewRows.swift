import Messages
import Storage

/// Sums of a person's actions over days (GOL-7).
struct OverviewRows {
    let user: UserID
    let transaction: Transaction

    /// Actions and time of some days.
    struct Sums: Equatable {
        var actions: Int32 = 0
        /// Seconds.
        var seconds: Int64 = 0
        /// Days with an action.
        var days: Int32 = 0
        /// Actions from a later day on.
        var late: Int32 = 0
    }

    /// The sums of a range of days.
    /// - Parameter later: the first day of `Sums.late`.
    func sums(of days: ClosedRange<Day>, since later: Day) throws -> Sums {
        guard
            let row = try transaction.row(
                """
                SELECT count(*) AS actions, \(seconds("duration")) AS seconds, count(DISTINCT day) AS days,
                    count(*) FILTER (WHERE day >= ?4) AS late
                FROM actions INDEXED BY actions_by_day
                WHERE user = ?1 AND day BETWEEN ?2 AND ?3 AND \(transaction.isInteger("day"))
                """, [user, days.lowerBound, days.upperBound, later])
        else { return Sums() }
        return Sums(
            actions: try row["actions"], seconds: try row["seconds"], days: try row["days"], late: try row["late"])
    }

    /// Actions and time of a range of days for each value that a goal of theirs serves. An action that contributes to
    /// several goals of one value counts once for it.
    func served(on days: ClosedRange<Day>) throws -> [EntityID: (actions: Int32, seconds: Int64)] {
        var served: [EntityID: (actions: Int32, seconds: Int64)] = [:]
        // The range of days comes first: a term has few of a person's actions, a goal may have most of them.
        try transaction.forEachRow(
            """
            WITH served AS (
                SELECT DISTINCT r.value AS value, a.id AS id, a.duration AS duration
                FROM actions a INDEXED BY actions_by_day
                CROSS JOIN action_goal_contributions c ON c.user = a.user AND c.action = a.id
                CROSS JOIN goal_relevances r ON r.user = c.user AND r.goal = c.goal
                WHERE a.user = ? AND a.day BETWEEN ? AND ?)
            SELECT value, count(*) AS actions, \(seconds("duration")) AS seconds FROM served GROUP BY value
            """, [user, days.lowerBound, days.upperBound]
        ) { row in
            let value = try transaction.readOne(of: user, in: "goal_relevances") { try row["value"] as EntityID }
            if let value { served[value] = (try row["actions"], try row["seconds"]) }
            return true
        }
        return served
    }

    /// Goals of a term, or all for nil, and those of them that the person completed.
    func goals(of term: EntityID?) throws -> (all: Int32, completed: Int32) {
        let row = try transaction.row(
            """
            SELECT count(*) AS number, count(*) FILTER (WHERE g.status = ?3) AS completed FROM goals g
            WHERE g.user = ?1 AND g.status <> ?4 AND (?2 IS NULL OR EXISTS (
                SELECT 1 FROM term_goal_assignments t WHERE t.user = g.user AND t.term = ?2 AND t.goal = g.id))
            """, [user, term, GoalStatus.completed.rawValue, GoalStatus.cancelled.rawValue])
        return (try row?["number"] ?? 0, try row?["completed"] ?? 0)
    }

    /// The number and duration of the actions of each day of a range that has some, by day.
    func days(_ days: ClosedRange<Day>) throws -> [Day: (actions: Int32, seconds: Int64)] {
        var found: [Day: (actions: Int32, seconds: Int64)] = [:]
        try transaction.forEachRow(
            """
            SELECT day, count(*) AS actions, \(seconds("duration")) AS seconds FROM actions INDEXED BY actions_by_day
            WHERE user = ? AND day BETWEEN ? AND ? AND \(transaction.isInteger("day")) GROUP BY day
            """, [user, days.lowerBound, days.upperBound]
        ) { row in
            found[try row["day"]] = (try row["actions"], try row["seconds"])
            return true
        }
        return found
    }

    /// The first day with an action.
    func firstDay() throws -> Day? {
        try transaction.value(
            Day.self,
            "SELECT day FROM actions WHERE user = ? AND day >= ? AND \(transaction.isInteger("day")) ORDER BY day LIMIT 1",
            [user, Day(number: .min)])
    }

    /// Calls `body` with the days with an action up to a day, the latest first, until it returns false. Each day costs
    /// one search in the index, however many actions it has.
    func forEachDay(through today: Day, _ body: (Day) -> Bool) throws {
        try transaction.forEachRow(
            """
            WITH RECURSIVE days(day) AS (
                SELECT max(day) FROM actions WHERE user = ?1 AND day BETWEEN ?3 AND ?2 AND \(transaction.isInteger("day"))
                UNION ALL
                SELECT (SELECT max(a.day) FROM actions a WHERE a.user = ?1 AND a.day >= ?3 AND a.day < days.day
                    AND \(transaction.isInteger("a.day"))) FROM days
                WHERE days.day IS NOT NULL)
            SELECT day FROM days WHERE day IS NOT NULL
            """, [user, today, Day(number: .min)]
        ) { body(try $0["day"]) }
    }

    /// The sum of durations. Those that no action can have are left out: another program wrote them.
    private func seconds(_ column: String) -> String {
        let isCounted = "\(transaction.isInteger(column)) AND \(column) BETWEEN 0 AND \(Self.maximumSeconds)"
        return "coalesce(sum(\(column)) FILTER (WHERE \(isCounted)), 0)"
    }

    private static let maximumSeconds = 1_000_000_000
}
