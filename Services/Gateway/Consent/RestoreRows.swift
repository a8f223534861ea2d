import Messages
import Storage

/// The restore of this database in a transaction, as consent sees it.
struct RestoreRows {
    let transaction: Transaction

    /// Id of the latest restore; nil if there was none.
    func latest() throws -> EntityID? { try transaction.value(EntityID.self, "SELECT id FROM restores") }

    /// Withdraws every consent of a database restored from a backup, because withdrawals made since the backup are
    /// lost. Call it in the transaction that marks the restore as handled, before any request is served.
    ///
    /// Every person with a record gets a new one, even if the last record is a withdrawal: a grant that follows a
    /// record of the backup may still be in transit, sent before a withdrawal that is now lost. For people without a
    /// record, the restore itself gets an id, which their first grant must name.
    /// - Returns: the people whose consent this ended, with the withdrawal's version.
    @discardableResult
    func withdrawConsents(at now: Milliseconds) throws -> [(user: UserID, version: Int64)] {
        var ended: [(user: UserID, version: Int64)] = []
        for row in try transaction.rows("SELECT DISTINCT user FROM consents ORDER BY user") {
            guard let user = try? row["user"] as UserID else { continue }
            let rows = ConsentRows(user: user, transaction: transaction)
            // Also where no record counts now: one may count again once what hides it is gone.
            let consent = try rows.current()
            let withdrawn = try rows.withdraw(copyVersion: consent?.copyVersion ?? 0, at: now)
            if consent?.granted == true { ended.append((user, withdrawn.version)) }
        }
        try transaction.execute(
            "INSERT INTO restores (one, id) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET id = excluded.id",
            [EntityID.random()])
        return ended
    }
}
