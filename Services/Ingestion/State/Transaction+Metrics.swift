import Messages
import Storage

extension Transaction {
    /// UTC days whose samples changed, each with its mark.
    func dirtyDays(_ user: UserID) throws -> [Int32: Int64] {
        Dictionary(try rows("SELECT day, mark FROM dirty WHERE user = ?", [user]).map { ($0["day"], $0["mark"]) }, uniquingKeysWith: { $1 })
    }

    /// Forgets the marks as they were read; a day marked again meanwhile stays.
    func clean(_ days: [Int32: Int64], _ user: UserID) throws {
        for (day, mark) in days { try execute("DELETE FROM dirty WHERE user = ? AND day = ? AND mark = ?", [user, day, mark]) }
    }

    /// The days of a range, oldest first, empty ones (that lost their samples) included.
    func metrics(_ user: UserID, from: Day, through: Day, limit: Int = -1) throws -> [(metrics: DailyMetrics, revision: UInt64)] {
        try rows(
            "SELECT day, revision, sealed FROM metrics WHERE user = ? AND day BETWEEN ? AND ? ORDER BY day LIMIT ?", [user, from, through, limit]
        ).map { row in
            let (day, revision): (Day, Int64) = (row["day"], row["revision"])
            return (try open(DailyMetrics.self, row["sealed"], user: user, table: "metrics", row: "\(day)"), UInt64(bitPattern: revision))
        }
    }

    /// Stores a day and tells who hears of it, where it differs from what is stored.
    /// - Returns: false where nothing changed (ING-5).
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
            [user, metrics.day, Int64(bitPattern: revision), try seal(metrics, user: user, table: "metrics", row: "\(metrics.day)")])
        try emit(MetricsReduced(user: user, revision: revision, metrics: metrics))
        return true
    }
}
