import HealthFormats
import Messages
import Storage

/// Finds the groups of records that a release before these groups stored: asks about intimate ones, deletes those of
/// declined ones, and keeps the readings of all kinds by day.
struct RecordSorting {
    private let rows: CompanionRows
    private let transaction: Transaction
    private static let page = 100

    init(user: UserID, transaction: Transaction) throws {
        self.transaction = transaction
        try transaction.check(user)
        rows = try CompanionRows(user: user, transaction: transaction)
    }

    /// Sorts the first records that wait.
    /// - Returns: whether some may be left.
    func sortPart(at now: Milliseconds) throws -> Bool {
        let (tellings, count) = try rows.unsorted(limit: Self.page)
        let answers = GroupRows(rows: rows)
        let declined = try answers.ask(about: Set(tellings.compactMap(\.stored.record.intimateGroup)), at: now)
        var view = try CompanionView(rows)
        var keys = Set<String>()
        for telling in tellings {
            if let group = telling.stored.record.intimateGroup, declined.contains(group) {
                try rows.remove(telling.stored.key, of: telling.device)
            } else {
                try rows.set(telling.stored, by: telling.device)
                keys.insert(telling.stored.key)
            }
        }
        for key in keys { try view.add(rows.group(.id, key), isChanging: false) }
        let counting = view.fold.settled().filter { keys.contains($0.key) }
        _ = try ReadingRows(rows: rows).apply(left: counting, come: counting)
        return count == Self.page
    }
}
