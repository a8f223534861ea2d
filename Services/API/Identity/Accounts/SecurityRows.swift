import Messages
import Storage

/// One person's security events in a transaction, sealed.
struct SecurityRows {
    /// Rows of each person. Failed attempts have a separate limit, so that password guessing cannot displace other
    /// events.
    static let maximumEvents = 800
    static let maximumFailures = 200
    static let lifetime: Milliseconds = 2 * 365 * 86_400_000

    let user: UserID
    let transaction: Transaction

    /// Newest first.
    func entries(limit: Int) throws -> OpenedRows<SecurityEntry> {
        let rows = try transaction.rows(
            "SELECT number, sealed FROM security_record WHERE user = ? ORDER BY number DESC LIMIT ?", [user, limit])
        return try transaction.openEach(
            rows, of: user, in: "security_record", name: { "\(try $0["number"] as Int64)" }
        ) { row in
            let number: Int64 = try row["number"]
            return try transaction.open(
                SecurityEntry.self, row["sealed"], user: user, table: "security_record", row: "\(number)")
        }
    }

    /// Adds an entry, and deletes those beyond the limits.
    func append(_ entry: SecurityEntry) throws {
        let last = try transaction.value(
            Int64.self,
            """
            SELECT max(number) FROM security_record
            WHERE user = ? AND number BETWEEN 0 AND ? AND \(transaction.isInteger("number"))
            """, [user, Int64(1) << 62])
        let number = (last ?? 0) + 1
        let failed = entry.event == .signInFailed
        let sealed = try transaction.seal(entry, user: user, table: "security_record", row: "\(number)")
        try transaction.execute(
            "INSERT INTO security_record (user, number, at, failed, sealed) VALUES (?, ?, ?, ?, ?)",
            [user, number, entry.at, failed, sealed])
        try transaction.execute(
            """
            DELETE FROM security_record WHERE user = ? AND (at < ? OR failed = ? AND number <= coalesce(
                (SELECT number FROM security_record WHERE user = ? AND failed = ? ORDER BY number DESC LIMIT 1 OFFSET ?), 0))
            """,
            [
                user, entry.at - Self.lifetime, failed, user, failed,
                failed ? Self.maximumFailures : Self.maximumEvents,
            ])
    }
}
