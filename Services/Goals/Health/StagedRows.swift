import Foundation
import Messages
import Storage

/// A person's staged health records.
struct StagedRows {
    /// Milliseconds that a record stays after its day: a rule that is added or changed meanwhile still reads it.
    static let keptAfterDay: Milliseconds = 90 * 86_400_000
    /// Milliseconds that a record stays after it arrived, however old its day.
    static let keptAfterArrival: Milliseconds = 7 * 86_400_000
    /// Milliseconds that a record of a restored producer waits for the producer's present state.
    static let restoring: Milliseconds = 600_000

    let user: UserID
    let transaction: Transaction

    // MARK: Writing

    /// Stages a record to be read, unless it is known in this state or a later one.
    func put(_ state: HealthState, now: Milliseconds) throws {
        let stored = try transaction.row(
            "SELECT revision, day, sealed FROM health_staged WHERE user = ? AND id = ?", [user, state.id])
        let revision: UInt64?
        if let stored {
            revision = (try stored["revision"] as StoredCounter).value
        } else {
            revision = try HealthActionRows(user: user, transaction: transaction).revision(of: state.id)
        }
        if let revision, revision >= state.revision { return }
        // A day has no workouts to be empty of: what was never known leaves no record.
        if revision == nil, state.content == nil { return }
        if let stored, try stored["day"] as Day == state.day, try content(stored["sealed"], state.id) == state.content {
            try transaction.execute(
                "UPDATE health_staged SET revision = ? WHERE user = ? AND id = ?",
                [Int64(bitPattern: state.revision), user, state.id])
            return
        }
        let sealed = try state.content.map {
            try transaction.seal($0, user: user, table: "health_staged", row: "\(state.id)")
        }
        let expires = max(
            Milliseconds(state.day.number) * 86_400_000 + Self.keptAfterDay, now + Self.keptAfterArrival)
        try transaction.execute(
            """
            INSERT INTO health_staged (user, id, kind, day, revision, state, due, expires, sealed)
            VALUES (?, ?, ?, ?, ?, \(StagedState.pending.rawValue), 0, ?, ?)
            ON CONFLICT (user, id) DO UPDATE SET day = excluded.day, revision = excluded.revision,
                state = excluded.state, due = excluded.due, expires = excluded.expires, sealed = excluded.sealed,
                errors = NULL
            """,
            [user, state.id, state.kind.rawValue, state.day, Int64(bitPattern: state.revision), expires, sealed])
    }

    /// Stores the outcome of reading a record.
    func set(_ reading: RecordReading, _ id: EntityID) throws {
        let errors =
            try reading.state == .failed
            ? transaction.seal(
                StagedErrors(errors: reading.errors), user: user, table: "health_staged", row: "\(id)/errors")
            : nil
        try transaction.execute(
            "UPDATE health_staged SET state = ?, errors = ? WHERE user = ? AND id = ?",
            [reading.state.rawValue, errors, user, id])
    }

    /// Has records read again.
    /// - Parameters:
    ///   - kind: only of this kind; nil for all.
    ///   - states: only in these states; empty for all.
    /// - Returns: how many.
    @discardableResult
    func markPending(kind: HealthRecordKind?, states: [StagedState] = []) throws -> Int {
        try transaction.check(user)
        let list = states.map { "\($0.rawValue)" }.joined(separator: ", ")
        return try transaction.execute(
            """
            UPDATE health_staged SET state = \(StagedState.pending.rawValue), errors = NULL
            WHERE user = ?1 AND (?2 IS NULL OR kind = ?2) \(states.isEmpty ? "" : "AND state IN (\(list))")
            """, [user, kind?.rawValue])
    }

    /// Forgets every record, because their producer was restored from an older copy and sends its state again. Records
    /// with actions wait for it; those that it does not know any more then lose their actions.
    func reset(now: Milliseconds) throws {
        try transaction.check(user)
        try transaction.execute("DELETE FROM health_staged WHERE user = ?", [user])
        try transaction.execute("UPDATE health_actions SET revision = 0 WHERE user = ?", [user])
        try transaction.execute(
            """
            INSERT INTO health_staged (user, id, kind, day, revision, state, due, expires)
            SELECT user, record, min(kind), max(day), 0, \(StagedState.pending.rawValue), ?, ? FROM health_actions
            WHERE user = ? AND gone = 0 GROUP BY user, record
            """, [now + Self.restoring, now + Self.keptAfterArrival, user])
    }

    // MARK: Reading

    private static let canRead = """
        s.state = \(StagedState.pending.rawValue) AND s.due <= ?1 AND NOT EXISTS (
            SELECT 1 FROM health_rules r JOIN abstractions a ON a.user = r.user AND a.id = r.id
            WHERE r.user = s.user AND r.kind = s.kind AND a.level IS NULL)
        """

    /// Pending records whose rules are judged, the latest day first; at most `limit`.
    func pending(now: Milliseconds, limit: Int) throws -> [HealthState] {
        try transaction.rows(
            """
            SELECT s.id, s.kind, s.day, s.revision, s.sealed FROM health_staged s WHERE \(Self.canRead) AND s.user = ?2
            ORDER BY s.day DESC, s.id LIMIT ?3
            """, [now, user, limit]
        ).map { row in
            let id: EntityID = try row["id"]
            return HealthState(
                id: id, kind: HealthRecordKind(rawValue: try row["kind"]), day: try row["day"],
                revision: (try row["revision"] as StoredCounter).value, content: try content(row["sealed"], id))
        }
    }

    /// Number of records in each state.
    func counts() throws -> [String: Int64] {
        try transaction.rows(
            "SELECT state, count(*) AS number FROM health_staged WHERE user = ? GROUP BY state", [user]
        ).reduce(into: [:]) { counts, row in
            let read = try transaction.readOne(of: user, in: "health_staged") { try row["state"] as Int32 }
            guard let state = read.map(StagedState.init(rawValue:)) else { return }
            if let name = StagedState.names.first(where: { $0.value == state })?.name {
                counts[name] = try row["number"]
            }
        }
    }

    /// Records of a list, the latest day first; at most `limit`.
    func page(_ query: StagedHealthQuery, limit: Int) throws -> [StagedRecord] {
        let waiting = "s.state IN (\(StagedState.unmatched.rawValue), \(StagedState.failed.rawValue))"
        let filters = Filters(user: user, of: "s").with(query.kind?.rawValue, "s.kind = ?")
            .with(query.state?.rawValue, "s.state = ?")
        return try records(filters, query.state == nil ? waiting : "true", after: query.after, limit: limit)
    }

    /// All records, the latest day first; at most `limit`.
    func all(after: ListCursor?, limit: Int) throws -> [StagedRecord] {
        try records(Filters(user: user, of: "s"), "true", after: after, limit: limit)
    }

    private func records(_ filters: Filters, _ condition: String, after: ListCursor?, limit: Int) throws
        -> [StagedRecord]
    {
        try transaction.openPage(
            of: user, in: "health_staged", limit: limit, name: { "\(try $0["id"] as EntityID)" },
            read: { last, limit in
                let after = try last.map { ListCursor(place: try $0["day"], id: try $0["id"]) } ?? after
                let filters = filters.after(after, "s.day", "s.id", descending: true)
                return try transaction.rows(
                    """
                    SELECT s.id, s.kind, s.day, s.state, s.sealed, s.errors FROM health_staged s
                    WHERE \(filters.condition) AND \(condition) ORDER BY s.day DESC, s.id DESC LIMIT ?
                    """, filters.arguments + [limit])
            }
        ) { row in
            let id: EntityID = try row["id"]
            let (content, errors): (StagedContent?, Data?) = (try content(row["sealed"], id), try row["errors"])
            return StagedRecord(
                id: id, kind: HealthRecordKind(rawValue: try row["kind"]), day: try row["day"],
                state: StagedState(rawValue: try row["state"]), value: content?.value, activity: content?.activity,
                distance: content?.distance,
                errors: try errors.map {
                    try transaction.open(
                        StagedErrors.self, $0, user: user, table: "health_staged", row: "\(id)/errors"
                    ).errors
                } ?? [])
        }
    }

    private func content(_ sealed: Data?, _ id: EntityID) throws -> StagedContent? {
        try sealed.map {
            try transaction.open(StagedContent.self, $0, user: user, table: "health_staged", row: "\(id)")
        }
    }

    // MARK: All people

    /// People with records that can be read or actions of deleted rules; at most `limit`.
    static func people(now: Milliseconds, limit: Int, _ transaction: Transaction) throws -> [UserID] {
        let pending = try transaction.rows(
            "SELECT DISTINCT s.user FROM health_staged s WHERE \(canRead) LIMIT ?2", [now, limit])
        let gone = try transaction.rows("SELECT DISTINCT user FROM health_actions WHERE gone = 1 LIMIT ?", [limit])
        let people = try transaction.readEach(pending + gone, in: "health_staged") { try $0["user"] as UserID }
        return Set(people).sorted()
    }

    private static let expired = """
        SELECT user, id FROM health_staged
        WHERE state IN (\(StagedState.parsed.rawValue), \(StagedState.empty.rawValue)) AND expires <= ? LIMIT ?
        """

    /// True if there is something to purge.
    static func hasExpired(now: Milliseconds, _ transaction: Transaction) throws -> Bool {
        try transaction.row(expired, [now, 1]) != nil
    }

    /// Deletes parsed and empty records past their date; at most `limit`.
    /// - Returns: how many.
    static func purge(now: Milliseconds, limit: Int, _ transaction: Transaction) throws -> Int {
        try transaction.execute("DELETE FROM health_staged WHERE (user, id) IN (\(expired))", [now, limit])
    }
}
