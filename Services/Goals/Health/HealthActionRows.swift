import Foundation
import Messages
import Storage

/// The actions that a person's rules made of records.
struct HealthActionRows {
    /// An action of a rule and a record.
    struct Link {
        var rule: EntityID
        var record: EntityID
        var action: EntityID
        /// Of the record when it was last read.
        var revision: UInt64
        /// The action's version after the last own change; 0 once the person has edited it.
        var version: UInt64
        /// Deleted by the person.
        var isDismissed: Bool
        /// Nil while the record gives none.
        var derived: DerivedAction?
    }

    let user: UserID
    let transaction: Transaction

    // MARK: Writing

    func put(_ link: Link, _ state: HealthState) throws {
        let sealed = try link.derived.map {
            try transaction.seal($0, user: user, table: "health_actions", row: "\(link.rule)/\(link.record)")
        }
        try transaction.execute(
            """
            INSERT INTO health_actions (user, rule, record, kind, day, revision, action, version, dismissed, sealed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (user, rule, record) DO UPDATE SET day = excluded.day, revision = excluded.revision,
                version = excluded.version, dismissed = excluded.dismissed, sealed = excluded.sealed
            """,
            [
                user, link.rule, link.record, state.kind.rawValue, state.day, Int64(bitPattern: link.revision),
                link.action, Int64(clamping: link.version), link.isDismissed, sealed,
            ])
    }

    func remove(_ link: Link) throws {
        try transaction.execute(
            "DELETE FROM health_actions WHERE user = ? AND rule = ? AND record = ?", [user, link.rule, link.record])
    }

    /// A deleted action is back: it follows its record again, unless the person had edited it.
    func restore(_ action: EntityID, version: UInt64, from deleted: UInt64) throws {
        try transaction.execute(
            """
            UPDATE health_actions SET dismissed = 0, version = CASE version WHEN ?4 THEN ?3 ELSE version END
            WHERE user = ?1 AND action = ?2
            """, [user, action, Int64(clamping: version), Int64(clamping: deleted)])
    }

    /// The rule's actions follow nothing any more.
    func forget(rule: EntityID) throws {
        try transaction.execute("DELETE FROM health_actions WHERE user = ? AND rule = ?", [user, rule])
    }

    /// The rule's actions are to be removed.
    func markGone(rule: EntityID) throws {
        try transaction.execute("UPDATE health_actions SET gone = 1 WHERE user = ? AND rule = ?", [user, rule])
    }

    // MARK: Reading

    /// The actions of a record, without those of deleted rules.
    func links(of record: EntityID) throws -> [Link] {
        try transaction.rows(
            "SELECT \(Self.columns) FROM health_actions WHERE user = ? AND record = ? AND gone = 0 ORDER BY rule",
            [user, record]
        ).map(link)
    }

    /// Actions of deleted rules; at most `limit`.
    func gone(limit: Int) throws -> [Link] {
        try transaction.rows(
            "SELECT \(Self.columns) FROM health_actions WHERE user = ? AND gone = 1 LIMIT ?", [user, limit]
        ).map(link)
    }

    /// The highest revision at which a record gave an action; nil if it never did.
    func revision(of record: EntityID) throws -> UInt64? {
        try transaction.value(
            Int64.self, "SELECT max(revision) FROM health_actions WHERE user = ? AND record = ?", [user, record]
        ).map { UInt64(bitPattern: $0) }
    }

    private static let columns = "rule, record, action, revision, version, dismissed, sealed"

    private func link(_ row: Row) throws -> Link {
        let (rule, record): (EntityID, EntityID) = (try row["rule"], try row["record"])
        let sealed: Data? = try row["sealed"]
        return Link(
            rule: rule, record: record, action: try row["action"],
            revision: (try row["revision"] as StoredCounter).value,
            version: (try row["version"] as StoredCounter).value,
            isDismissed: try row["dismissed"],
            derived: try sealed.map {
                try transaction.open(
                    DerivedAction.self, $0, user: user, table: "health_actions", row: "\(rule)/\(record)")
            })
    }
}
