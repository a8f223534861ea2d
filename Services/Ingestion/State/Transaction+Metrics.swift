import GRDB
import HealthFormats
import Messages
import Storage

extension Transaction {
    /// UTC days with changed samples, each with its mark.
    func dirtyDays(_ user: UserID) throws -> [Int32: Int64] {
        Dictionary(
            try rows("SELECT day, mark FROM dirty WHERE user = ?", [user]).map { ($0["day"], $0["mark"]) },
            uniquingKeysWith: { $1 })
    }

    /// Deletes the marks that were read; a day marked again meanwhile keeps its mark.
    func clean(_ days: [Int32: Int64], _ user: UserID) throws {
        for (day, mark) in days {
            try execute("DELETE FROM dirty WHERE user = ? AND day = ? AND mark = ?", [user, day, mark])
        }
    }

    /// The days of a range, oldest first, including days that lost all metrics.
    func metrics(_ user: UserID, from: Day, through: Day, limit: Int = -1) throws -> [(
        metrics: DailyMetrics, revision: UInt64
    )] {
        try rows(
            "SELECT day, revision, sealed FROM metrics WHERE user = ? AND day BETWEEN ? AND ? ORDER BY day LIMIT ?",
            [user, from, through, limit]
        ).map { row in
            let (day, revision): (Day, Int64) = (row["day"], row["revision"])
            return (
                try open(DailyMetrics.self, row["sealed"], user: user, table: "metrics", row: "\(day)"),
                UInt64(bitPattern: revision)
            )
        }
    }

    /// Sleep of the last valid nights before a day, oldest first, s, for the sleep need; at most
    /// `MetricsHistory.mostNights`.
    func nights(_ user: UserID, before day: Day) throws -> [Double] {
        var nights: [Double] = []
        // Only days near sleep samples can have a night, so for a person without sleep samples nothing is read.
        let kinds = SampleKind.allCases.filter(\.tellsNights).map(\.rawValue)
        // One subquery per kind: the first day of each is a single index lookup.
        let first = kinds.map { "SELECT min(day) AS day FROM samples WHERE user = ?1 AND kind = \($0)" }.joined(
            separator: " UNION ALL ")
        let list = kinds.map { "\($0)" }.joined(separator: ", ")
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT day, sealed FROM metrics AS m WHERE user = ?1 AND day < ?2
                        AND day >= (SELECT min(day) FROM (\(first))) - \(DayReducer.reach.after)
                        AND EXISTS (
                            SELECT 1 FROM samples WHERE user = ?1 AND kind IN (\(list))
                                AND day BETWEEN m.day - \(DayReducer.reach.before) AND m.day + \(DayReducer.reach.after))
                        ORDER BY day DESC
                    """), arguments: [user, day])
        while nights.count < MetricsHistory.mostNights, let row = try rows.next() {
            let day: Day = row["day"]
            let metrics = try open(DailyMetrics.self, row["sealed"], user: user, table: "metrics", row: "\(day)")
            if let night = MetricsHistory.validNight(metrics) { nights.append(night) }
        }
        return nights.reversed()
    }

    /// Stores a day and emits `DailyMetricsChanged` if it differs from the stored one.
    /// - Returns: false if nothing changed (ING-5).
    func put(_ metrics: DailyMetrics, _ user: UserID) throws -> Bool {
        let stored = try self.metrics(user, from: metrics.day, through: metrics.day).first
        if let stored, stored.metrics == metrics { return false }
        if stored == nil, !metrics.isSomething { return false }
        let revision = (stored?.revision ?? 0) + 1
        try execute(
            """
            INSERT INTO metrics (user, day, revision, sealed) VALUES (?, ?, ?, ?)
            ON CONFLICT (user, day) DO UPDATE SET revision = excluded.revision, sealed = excluded.sealed
            """,
            [
                user, metrics.day, Int64(bitPattern: revision),
                try seal(metrics, user: user, table: "metrics", row: "\(metrics.day)"),
            ])
        try emit(DailyMetricsChanged(user: user, revision: revision, metrics: metrics))
        return true
    }
}
