import Foundation
import Messages
import Storage

/// Running sums of a person's contributions, by goal, measure and day. `ActionRows` keeps them with each change of an
/// action, in the same transaction.
struct GoalDayRows {
    let user: UserID
    let transaction: Transaction
    /// Collects changes until `write`; nil to write each immediately.
    var collected: Collected?

    /// Changed sums of one transaction that are not written yet. Each holds all days of a goal, so that writing it once
    /// for many actions saves most of their time.
    final class Collected {
        fileprivate struct Key: Hashable {
            let goal, measure: EntityID
        }
        fileprivate var series: [Key: DaySeries] = [:]
        /// Whether a measure is a level, by measure; only of measures that were looked up in this transaction.
        fileprivate var levels: [EntityID: Bool] = [:]
    }

    // MARK: Writing

    /// Adds contributions of one day, which are stored already.
    func add(_ contributions: [GoalContribution], on day: Day) throws {
        for contribution in contributions {
            // Which value of a level is the day's latest depends on the others.
            if try isLevel(contribution.measure) {
                try refresh(contribution.goal, contribution.measure, on: day)
                continue
            }
            var series = try series(contribution.goal, contribution.measure)
            series.add(contribution.amount, on: day)
            try put(series, contribution.goal, contribution.measure)
        }
    }

    private func isLevel(_ measure: EntityID) throws -> Bool {
        if let known = collected?.levels[measure] { return known }
        let isLevel = try MeasureRows(user: user, transaction: transaction).facts(measure)?.isLevel ?? false
        collected?.levels[measure] = isLevel
        return isLevel
    }

    /// Sums a day's stored contributions again, after some of them were removed: subtracting would leave what rounding
    /// leaves. For a level the day's latest value is used instead of the sum. A damaged amount is left out.
    func refresh(_ goal: EntityID, _ measure: EntityID, on day: Day) throws {
        var series = try series(goal, measure)
        // The days' actions come first: one day has few, one goal may have many.
        let rows = try transaction.rows(
            """
            SELECT c.action, c.amount, c.sealed
            FROM actions a INDEXED BY actions_by_day CROSS JOIN action_goal_contributions c
            ON c.user = a.user AND c.action = a.id AND c.goal = ?3 AND c.measure = ?4
            WHERE a.user = ?1 AND a.day = ?2 ORDER BY a.start, a.id
            """, [user, day, goal, measure])
        let amounts = try rows.compactMap { row in
            try transaction.readOne(of: user, in: "action_goal_contributions") {
                try amount(row, goal, measure)
            }
        }
        let sum = try isLevel(measure) ? amounts.last ?? 0 : amounts.reduce(0, +)
        series.set(sum, number: Int32(clamping: amounts.count), on: day)
        try put(series, goal, measure)
    }

    /// The amount of a row with `action`, `amount` and `sealed`.
    private func amount(_ row: Row, _ goal: EntityID, _ measure: EntityID) throws -> Double {
        try AmountColumn.contributed.amount(row, of: [try row["action"], goal, measure], user, transaction)
    }

    /// Sums all stored contributions to a goal that has no sums.
    func sum(goal: EntityID) throws {
        var sums: [EntityID: DaySeries] = [:]
        try transaction.forEachRow(
            """
            SELECT c.action, c.measure, c.amount, c.sealed, a.day, \(MeasureRows.columns) FROM action_goal_contributions c
            JOIN actions a ON a.user = c.user AND a.id = c.action
            JOIN measures m ON m.user = c.user AND m.id = c.measure WHERE c.user = ? AND c.goal = ?
            ORDER BY c.measure, a.day, a.start, a.id
            """, [user, goal]
        ) { row in
            let isLevel = try MeasureRows.facts(row).isLevel
            let measure: EntityID = try row["measure"]
            sums[measure, default: DaySeries()].add(
                try amount(row, goal, measure), on: try row["day"], replacing: isLevel)
            return true
        }
        for (measure, series) in sums { try put(series, goal, measure) }
    }

    private func series(_ goal: EntityID, _ measure: EntityID) throws -> DaySeries {
        if let known = collected?.series[Collected.Key(goal: goal, measure: measure)] { return known }
        return try transaction.row(
            "SELECT days, sealed FROM goal_days WHERE user = ? AND goal = ? AND measure = ?", [user, goal, measure]
        ).map { try days($0, of: goal, measure) } ?? DaySeries()
    }

    private func put(_ series: DaySeries, _ goal: EntityID, _ measure: EntityID) throws {
        if let collected {
            collected.series[Collected.Key(goal: goal, measure: measure)] = series
        } else {
            try write(series, goal, measure)
        }
    }

    /// Writes what was collected.
    func write() throws {
        guard let collected else { return }
        for (key, series) in collected.series { try write(series, key.goal, key.measure) }
        (collected.series, collected.levels) = ([:], [:])
    }

    private func write(_ series: DaySeries, _ goal: EntityID, _ measure: EntityID) throws {
        guard !series.entries.isEmpty else {
            try transaction.execute(
                "DELETE FROM goal_days WHERE user = ? AND goal = ? AND measure = ?", [user, goal, measure])
            return
        }
        let sealed = try transaction.hidesContent() ? try seal(series.data, goal, measure) : nil
        try transaction.execute(
            """
            INSERT INTO goal_days (user, goal, measure, days, sealed) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user, goal, measure) DO UPDATE SET days = excluded.days, sealed = excluded.sealed
            """, [user, goal, measure, sealed == nil ? series.data : Data(), sealed])
    }

    private func seal(_ days: Data, _ goal: EntityID, _ measure: EntityID) throws -> Data {
        try transaction.sealBytes(days, user: user, table: "goal_days", row: "\(goal)/\(measure)")
    }

    /// Seals the sums of everybody that are in the clear.
    static func hide(_ transaction: Transaction) throws {
        for row in try transaction.rows("SELECT user, goal, measure, days FROM goal_days WHERE sealed IS NULL") {
            let (user, goal, measure): (UserID, EntityID, EntityID) =
                (try row["user"], try row["goal"], try row["measure"])
            // Damaged sums stay.
            guard let days: Data = try? row["days"] else { continue }
            let sealed = try GoalDayRows(user: user, transaction: transaction).seal(days, goal, measure)
            try transaction.execute(
                "UPDATE goal_days SET days = ?, sealed = ? WHERE user = ? AND goal = ? AND measure = ?",
                [Data(), sealed, user, goal, measure])
        }
    }

    // MARK: Reading

    /// The contributions to a goal, by measure.
    func series(of goal: EntityID) throws -> [Progress.Series] {
        try transaction.rows(
            """
            SELECT d.measure, d.days, d.sealed, \(MeasureRows.columns) FROM goal_days d
            JOIN measures m ON m.user = d.user AND m.id = d.measure WHERE d.user = ? AND d.goal = ?
            """, [user, goal]
        ).map { row in
            let measure: EntityID = try row["measure"]
            return Progress.Series(
                measure: measure, facts: try MeasureRows.facts(row), days: try days(row, of: goal, measure))
        }
    }

    /// The sums of a row with `days` and `sealed`.
    /// - Throws: `StorageError(.damagedValue)`.
    func days(_ row: Row, of goal: EntityID, _ measure: EntityID) throws -> DaySeries {
        guard let sealed: Data = try row["sealed"] else { return try DaySeries(row["days"]) }
        return try DaySeries(
            transaction.openBytes(sealed, user: user, table: "goal_days", row: "\(goal)/\(measure)"))
    }

    // MARK: Contributions of an earlier release

    /// Sums the contributions that were stored before there were running sums. Does nothing if there are sums.
    static func fill(_ store: Store) async throws {
        let isEmpty = try await store.read { transaction in
            try transaction.row("SELECT 1 FROM goal_days LIMIT 1") == nil
                && transaction.row("SELECT 1 FROM action_goal_contributions LIMIT 1") != nil
        }
        guard isEmpty else { return }
        try await store.write { transaction in
            var (key, series) = ([EntityID](), DaySeries())
            func flush() throws {
                guard key.count == 3 else { return }
                let user = UserID(high: key[0].high, low: key[0].low)
                try GoalDayRows(user: user, transaction: transaction).put(series, key[1], key[2])
            }
            try transaction.forEachRow(
                """
                SELECT c.user, c.goal, c.measure, c.action, c.amount, c.sealed, a.day FROM action_goal_contributions c
                JOIN actions a ON a.user = c.user AND a.id = c.action ORDER BY c.user, c.goal, c.measure, a.day
                """
            ) { row in
                let next: [EntityID] = [try row["user"], try row["goal"], try row["measure"]]
                if next != key {
                    try flush()
                    (key, series) = (next, DaySeries())
                }
                let rows = GoalDayRows(user: try row["user"], transaction: transaction)
                series.add(try rows.amount(row, next[1], next[2]), on: try row["day"])
                return true
            }
            try flush()
        }
    }
}
