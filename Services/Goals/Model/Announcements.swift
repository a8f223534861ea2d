import Messages
import Storage

/// Tells consumers of goals and actions that an earlier release stored: it emitted no event about them, or none heard it.
enum Announcements {
    /// People per transaction.
    private static let page = 20
    /// Latest actions that are sent; consumers keep no more.
    static let maximumActions = 200

    static func migration(_ number: Int) -> Migration {
        Migration(
            number, "people whose goals are announced",
            """
            -- People whose goals and actions consumers do not know yet, until `Announcements.run` has sent them.
            CREATE TABLE unannounced (user BLOB NOT NULL PRIMARY KEY) WITHOUT ROWID;
            INSERT INTO unannounced (user) SELECT user FROM goals UNION SELECT user FROM actions;
            """)
    }

    /// Emits everybody's present state once. Idempotent: the events have the revisions that were emitted last.
    static func run(_ store: Store) async throws {
        var isDone = false
        while !isDone {
            isDone = try await store.write { transaction in
                let rows = UnannouncedRows(transaction: transaction)
                let people = try rows.people(limit: page)
                for user in people {
                    for goal in try GoalRows(user: user, transaction: transaction).states() {
                        try transaction.emit(goal, id: goal.goal)
                    }
                    let actions = ActionRows(user: user, transaction: transaction)
                    for action in try actions.states(since: nil, limit: maximumActions) {
                        try transaction.emit(action, id: action.action)
                    }
                    try rows.remove(user)
                }
                return people.count < page
            }
        }
    }
}

/// The people of earlier releases whose goals and actions are not announced yet.
private struct UnannouncedRows {
    let transaction: Transaction

    func people(limit: Int) throws -> [UserID] {
        let rows = try transaction.rows("SELECT user FROM unannounced ORDER BY user LIMIT ?", [limit])
        return try transaction.readEach(rows, in: "unannounced") { try $0["user"] }
    }

    func remove(_ user: UserID) throws {
        try transaction.execute("DELETE FROM unannounced WHERE user = ?", [user])
    }
}
