import HealthFormats
import Messages
import Storage
import Synchronization

/// One person's daily metrics in a transaction, and the marks of days whose samples changed.
struct MetricsRows {
    let user: UserID
    let transaction: Transaction

    /// Marks of days that a transaction sets and clears again, and so need no rows. On PostgreSQL such rows would
    /// conflict with everybody else's, because their index has few pages.
    private final class HeldMarks: Sendable {
        @TaskLocal static var current: HeldMarks?
        let days = Mutex<[Int32: Int64]>([:])
    }

    /// Runs `body`, which marks days and computes them, and stores the marks that it leaves. Call in a transaction that
    /// has found no marks.
    func holdingMarks<T>(_ body: () throws -> T) throws -> T {
        let held = HeldMarks()
        let value = try HeldMarks.$current.withValue(held, operation: body)
        for day in held.days.withLock({ Array($0.keys) }).sorted() { try mark(day) }
        return value
    }

    /// Notes that samples of a UTC day changed.
    func mark(_ day: Int32) throws {
        if let held = HeldMarks.current { return held.days.withLock { $0[day, default: 0] += 1 } }
        try transaction.execute(
            "INSERT INTO dirty (user, day, mark) VALUES (?, ?, 1) ON CONFLICT (user, day) DO UPDATE SET mark = dirty.mark + 1",
            [user, day])
    }

    /// UTC days with changed samples, each with its mark.
    func dirtyDays() throws -> [Int32: Int64] {
        if let held = HeldMarks.current { return held.days.withLock { $0 } }
        return Dictionary(
            try transaction.rows("SELECT day, mark FROM dirty WHERE user = ?", [user]).map {
                try ($0["day"], $0["mark"])
            },
            uniquingKeysWith: { $1 })
    }

    /// Deletes the marks that were read; a day marked again meanwhile keeps its mark.
    func clean(_ days: [Int32: Int64]) throws {
        if let held = HeldMarks.current {
            return held.days.withLock { held in
                for (day, mark) in days where held[day] == mark { held[day] = nil }
            }
        }
        for (day, mark) in days {
            try transaction.execute("DELETE FROM dirty WHERE user = ? AND day = ? AND mark = ?", [user, day, mark])
        }
    }

    /// The days of a range, oldest first, including days that lost all metrics.
    func days(from: Day = Day(number: .min), through: Day = Day(number: .max), limit: Int = .max) throws -> [(
        metrics: DailyMetrics, revision: UInt64
    )] {
        try transaction.rows(
            "SELECT day, revision, sealed FROM metrics WHERE user = ? AND day BETWEEN ? AND ? ORDER BY day LIMIT ?",
            [user, from, through, limit]
        ).map { row in
            let (day, revision): (Day, Int64) = try (row["day"], row["revision"])
            return (
                try transaction.open(DailyMetrics.self, row["sealed"], user: user, table: "metrics", row: "\(day)"),
                UInt64(bitPattern: revision)
            )
        }
    }

    /// At most `limit` days of a range for showing, oldest first, including days that lost all metrics.
    func page(from: Day, through: Day, limit: Int) throws -> [DailyMetrics] {
        try transaction.openPage(
            of: user, in: "metrics", limit: limit, name: { "\(try $0["day"] as Day)" },
            read: { last, limit in
                let from = try last.map { try ($0["day"] as Day).advanced(by: 1) } ?? from
                return try transaction.rows(
                    "SELECT day, sealed FROM metrics WHERE user = ? AND day BETWEEN ? AND ? ORDER BY day LIMIT ?",
                    [user, from, through, limit])
            }
        ) { row in
            let day: Day = try row["day"]
            return try transaction.open(
                DailyMetrics.self, row["sealed"], user: user, table: "metrics", row: "\(day)")
        }
    }

    /// The last day with a row; nil if there is none.
    func lastDay() throws -> Day? {
        try transaction.value(
            Day.self,
            "SELECT max(day) FROM metrics WHERE user = ? AND day BETWEEN ? AND ? AND \(transaction.isInteger("day"))",
            [user, Day(number: .min), Day(number: .max)])
    }

    /// Sleep of the last valid nights before a day, oldest first, s, for the sleep need; at most
    /// `MetricsHistory.maximumNights`.
    func nights(before day: Day) throws -> [Double] {
        var nights: [Double] = []
        // Only days near sleep samples can have a night, so for a person without sleep samples nothing is read.
        let kinds = SampleKind.allCases.filter(\.tellsNights).map(\.rawValue)
        // One subquery per kind: the first day of each is a single index lookup.
        let first = kinds.map { "SELECT min(day) AS day FROM samples WHERE user = ?1 AND kind = \($0)" }.joined(
            separator: " UNION ALL ")
        let list = kinds.map { "\($0)" }.joined(separator: ", ")
        try transaction.forEachRow(
            """
            SELECT day, sealed FROM metrics AS m WHERE user = ?1 AND day < ?2
                AND day >= (SELECT min(day) FROM (\(first)) AS first) - \(DayReducer.reach.after)
                AND EXISTS (
                    SELECT 1 FROM samples WHERE user = ?1 AND kind IN (\(list))
                        AND day BETWEEN m.day - \(DayReducer.reach.before) AND m.day + \(DayReducer.reach.after))
                ORDER BY day DESC
            """, [user, day]
        ) { row in
            let day: Day = try row["day"]
            let metrics = try transaction.open(
                DailyMetrics.self, row["sealed"], user: user, table: "metrics", row: "\(day)")
            if let night = MetricsHistory.validNight(metrics) { nights.append(night) }
            return nights.count < MetricsHistory.maximumNights
        }
        return nights.reversed()
    }

    /// Stores a day and emits `DailyMetricsChanged` if it differs from the stored one.
    /// - Returns: false if nothing changed (ING-5).
    func put(_ metrics: DailyMetrics) throws -> Bool {
        let stored = try days(from: metrics.day, through: metrics.day).first
        if let stored, stored.metrics == metrics { return false }
        if stored == nil, !metrics.isSomething { return false }
        let revision = (stored?.revision ?? 0) + 1
        try transaction.execute(
            """
            INSERT INTO metrics (user, day, revision, sealed) VALUES (?, ?, ?, ?)
            ON CONFLICT (user, day) DO UPDATE SET revision = excluded.revision, sealed = excluded.sealed
            """,
            [
                user, metrics.day, Int64(bitPattern: revision),
                try transaction.seal(metrics, user: user, table: "metrics", row: "\(metrics.day)"),
            ])
        try transaction.emit(DailyMetricsChanged(user: user, revision: revision, metrics: metrics))
        return true
    }
}
