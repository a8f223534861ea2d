import Foundation
import Messages
import Storage
import Wire

/// One person's sealed day states in a transaction. A state's revision grows when the state changes.
struct ScoreRows {
    struct Stored {
        var state: DayState
        var revision: UInt64
    }

    let user: UserID
    let transaction: Transaction
    /// True for a reader who must not learn of a crisis: every state is as in `DayState.outward`.
    let isOutward: Bool

    init(user: UserID, transaction: Transaction, isOutward: Bool? = nil) {
        self.user = user
        self.transaction = transaction
        self.isOutward = isOutward ?? false
    }

    func state(of day: Day) throws -> Stored? {
        try transaction.row("SELECT day, revision, sealed FROM scores WHERE user = ? AND day = ?", [user, day])
            .flatMap(stored)
    }

    /// The latest day with an input.
    func latest() throws -> Stored? {
        var before = Day(number: .max)
        while let row = try transaction.row(
            """
            SELECT day, revision, sealed FROM scores
            WHERE user = ? AND filled = 1 AND day < ? AND \(transaction.isInteger("day")) ORDER BY day DESC LIMIT 1
            """, [user, before])
        {
            if let stored = try stored(row), stored.state.kind != .noData { return stored }
            before = try row["day"]
        }
        return nil
    }

    /// At most `limit` days of the range, ascending.
    func states(from: Day, through: Day, limit: Int = .max) throws -> [Stored] {
        try transaction.rows(
            """
            SELECT day, revision, sealed FROM scores
            WHERE user = ? AND day BETWEEN ? AND ? AND \(transaction.isInteger("day")) ORDER BY day LIMIT ?
            """, [user, from, through, limit]
        ).compactMap(stored)
    }

    private static func name(_ row: Row) throws -> String { "\(try row["day"] as Day)" }

    /// The withheld days from one on.
    static func withheld(of user: UserID, from first: Day, _ transaction: Transaction) throws -> Set<Day> {
        let rows = ScoreRows(user: user, transaction: transaction)
        return Set(
            try rows.dayScores(from: first, through: DayInputs.plausible.upperBound).filter { $0.kind == .withheld }
                .map(\.day))
    }

    /// What decides the scores of a range of days, ascending; damaged days are left out.
    func dayScores(from: Day, through: Day) throws -> [DayScore] {
        let rows = try transaction.rows(
            "SELECT day, sealed FROM scores WHERE user = ? AND day BETWEEN ? AND ? ORDER BY day", [user, from, through])
        return try transaction.openEach(rows, of: user, in: "scores", name: Self.name) { row in
            let day: Day = try row["day"]
            return try transaction.open(DayScore.self, row["sealed"], user: user, table: "scores", row: "\(day)")
        }.values
    }

    /// The first day whose state was written by an earlier release that shares the database.
    func firstOfEarlierRelease() throws -> Day? {
        try transaction.value(
            Day.self, "SELECT min(day) FROM scores WHERE user = ? AND written IS NOT revision", [user])
    }

    /// Writes the changed states among the days from `first` on. A day that lost all its inputs remains as a day
    /// without data.
    /// - Returns: the earliest day that changed; nil if none did.
    func update(_ states: [DayState], from first: Day) throws -> Day? {
        var old: [Day: (revision: UInt64, sealed: Data)] = [:]
        for row in try transaction.rows(
            "SELECT day, revision, sealed FROM scores WHERE user = ? AND day >= ?", [user, first])
        {
            // A damaged revision begins anew: the row is written again.
            old[try row["day"]] = try ((try? row["revision"] as StoredCounter)?.value ?? 0, row["sealed"])
        }
        let lost = Set(old.keys).subtracting(states.map(\.day)).sorted().map(DayState.empty)
        let all = lost.isEmpty ? states : states + lost
        guard !all.isEmpty else { return nil }
        let (key, stored) = (try transaction.dataKey(user), old)
        // Keeps the states that differ from the stored ones.
        let changed = try Parallel.compactMap(all) { state -> (day: Day, kind: DayState.Kind, sealed: Data)? in
            let (bytes, address) = (Data(try WireEncoder().encode(state)), "\(state.day)")
            // A damaged state is written again.
            if let row = stored[state.day], (try? key.open(row.sealed, table: "scores", row: address)) == bytes {
                return nil
            }
            return (state.day, state.kind, try key.seal(bytes, table: "scores", row: address))
        }
        let hides = try transaction.hidesContent()
        for (day, kind, sealed) in changed {
            try transaction.execute(
                """
                INSERT INTO scores (user, day, revision, filled, sealed, written) VALUES (?1, ?2, ?3, ?4, ?5, ?3)
                ON CONFLICT (user, day) DO UPDATE SET
                    revision = excluded.revision, filled = excluded.filled, sealed = excluded.sealed, written = excluded.written
                """, [user, day, (stored[day]?.revision ?? 0) + 1, kind == .noData && !hides ? 0 : 1, sealed])
        }
        // States by an earlier release that turned out equal are marked as current.
        try transaction.execute(
            "UPDATE scores SET written = revision WHERE user = ? AND day >= ? AND written IS NOT revision",
            [user, first])
        return changed.map(\.day).min()
    }

    /// Revision of the scores last emitted as a whole; 1 before the first.
    func revision() throws -> Int64 {
        try transaction.value(Int64.self, "SELECT revision FROM people WHERE user = ?", [user]) ?? 1
    }

    /// Raises that revision by one, and at least to a value.
    func raiseRevision(to least: Int64) throws {
        try transaction.execute("UPDATE people SET revision = max(revision + 1, ?) WHERE user = ?", [least, user])
    }

    /// Nil for a day that has no state for this reader. A damaged one is `DayState.damaged`.
    private func stored(_ row: Row) throws -> Stored? {
        let day: Day = try row["day"]
        let opened = try transaction.openOne(of: user, in: "scores", row: "\(day)") {
            (
                try transaction.open(DayState.self, row["sealed"], user: user, table: "scores", row: "\(day)"),
                try (row["revision"] as StoredCounter).value
            )
        }
        let (state, revision) = opened ?? (.damaged(day), 0)
        guard isOutward else { return Stored(state: state, revision: revision) }
        // The revision counts the changes of a day, verdicts included.
        return state.outward().map { Stored(state: $0, revision: $0.kind == .scored ? revision : 0) }
    }
}

/// Scores as shown to a person, each with the revision it had then (SCO-6).
struct ShownRows {
    /// Least length of a sealed report, bytes: one of a withheld day lacks the numbers and the comparison.
    private static let minimumBytes = 384

    let user: UserID
    let transaction: Transaction

    /// The reports that carry a score and have not been recorded as shown. Where the database hides content, a withheld
    /// day is recorded like one with a score.
    func unseen(_ reports: [ScoreReport]) throws -> [ScoreReport] {
        let hides = try transaction.hidesContent()
        return try reports.filter { report in
            try (report.score != nil || hides && report.status == .withheld)
                && transaction.value(
                    Int.self, "SELECT 1 FROM shown WHERE user = ? AND day = ? AND revision = ?",
                    [user, report.day, Int64(bitPattern: report.revision)]) == nil
        }
    }

    /// The places that an open day had when it was shown (`Comparison.place`), oldest first, at most the last 32.
    func places(of day: Day) throws -> [Double] {
        let rows = try transaction.rows(
            "SELECT day, revision, at, sealed FROM shown WHERE user = ? AND day = ? ORDER BY revision DESC LIMIT 32",
            [user, day])
        return try opened(rows).reversed().compactMap(\.report.comparison?.place)
    }

    func remember(_ reports: [ScoreReport], at: Milliseconds) throws {
        for var report in reports {
            report.reason = nil
            let sealed = try transaction.seal(
                report, user: user, table: "shown", row: Self.address(report.day, report.revision),
                minimum: Self.minimumBytes)
            try transaction.execute(
                "INSERT INTO shown (user, day, revision, at, sealed) VALUES (?, ?, ?, ?, ?) ON CONFLICT (user, day, revision) DO NOTHING",
                [user, report.day, Int64(bitPattern: report.revision), at, sealed])
        }
    }

    /// Recorded scores after a place, ascending by day and revision, at most `limit`. Withheld days are left out.
    func page(after day: Day, _ revision: UInt64, limit: Int) throws -> [(at: Milliseconds, report: ScoreReport)] {
        try transaction.openPage(
            of: user, in: "shown", limit: limit, name: Self.address,
            read: { last, limit in
                let day = try last.map { try $0["day"] } ?? day
                let revision = try last.map { try $0["revision"] } ?? Int64(bitPattern: revision)
                return try transaction.rows(
                    "SELECT day, revision, at, sealed FROM shown WHERE user = ? AND (day, revision) > (?, ?) ORDER BY day, revision LIMIT ?",
                    [user, day, revision, limit])
            }, { row in try Optional(open(row)).flatMap { $0.report.score == nil ? nil : $0 } })
    }

    /// Most recorded scores of one read, the newest.
    private static let maximumScores = 5_000

    /// Recorded scores of the days from one on, in the order in which they were shown.
    func since(_ day: Day) throws -> [(at: Milliseconds, report: ScoreReport)] {
        let rows = try transaction.rows(
            "SELECT day, revision, at, sealed FROM shown WHERE user = ? AND day >= ? ORDER BY at DESC, revision DESC LIMIT ?",
            [user, day, Self.maximumScores])
        return try opened(rows).reversed()
    }

    private func opened(_ rows: [Row]) throws -> [(at: Milliseconds, report: ScoreReport)] {
        try transaction.openEach(rows, of: user, in: "shown", name: Self.address, open).values
    }

    private func open(_ row: Row) throws -> (at: Milliseconds, report: ScoreReport) {
        (
            try row["at"],
            try transaction.open(
                ScoreReport.self, row["sealed"], user: user, table: "shown", row: try Self.address(row))
        )
    }

    private static func address(_ row: Row) throws -> String {
        address(try row["day"], (try row["revision"] as StoredCounter).value)
    }

    private static func address(_ day: Day, _ revision: UInt64) -> String { "\(day)/\(revision)" }
}
