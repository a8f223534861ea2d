import Messages
import Storage

/// The goals that a person does not want to be proposed for an action (GOL-10).
struct DismissedRows {
    /// The goals of one action, as the export lists them.
    struct Entry: Codable, Equatable, Listed {
        var action: EntityID
        /// In the order of their ids.
        var goals: [EntityID]

        var cursor: ListCursor { ListCursor(place: 0, id: action) }
    }

    let user: UserID
    let transaction: Transaction

    /// Keeps a goal from being proposed again for an action.
    /// - Throws: `ServiceError(.notFound)` if one of them does not exist.
    func add(_ goal: EntityID, for action: EntityID) throws {
        try transaction.check(user)
        guard try ActionRows(user: user, transaction: transaction).has(action) else { throw Absence.action }
        guard try GoalRows(user: user, transaction: transaction).has(goal) else { throw Absence.goal }
        try transaction.execute(
            "INSERT INTO dismissed_proposals (user, action, goal) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [user, action, goal])
    }

    /// The dismissed goals of actions whose start lies in a range, by action. One statement.
    func goals(ofActionsFrom first: Milliseconds, through last: Milliseconds) throws -> [EntityID: Set<EntityID>] {
        var goals: [EntityID: Set<EntityID>] = [:]
        try transaction.forEachRow(
            """
            SELECT d.action, d.goal FROM actions a JOIN dismissed_proposals d ON d.user = a.user AND d.action = a.id
            WHERE a.user = ? AND a.start BETWEEN ? AND ?
            """, [user, first, last]
        ) { row in
            try read(row) { goals[$0, default: []].insert($1) }
            return true
        }
        return goals
    }

    /// Entries by action; at most `limit`.
    func page(after: ListCursor?, limit: Int) throws -> [Entry] {
        var entries: [Entry] = []
        try transaction.forEachRow(
            """
            SELECT action, goal FROM dismissed_proposals WHERE user = ?1 AND action IN (
                SELECT DISTINCT action FROM dismissed_proposals WHERE user = ?1 AND (?2 IS NULL OR action > ?2)
                ORDER BY action LIMIT ?3)
            ORDER BY action, goal
            """, [user, after?.id, limit]
        ) { row in
            try read(row) { action, goal in
                if entries.last?.action == action {
                    entries[entries.count - 1].goals.append(goal)
                } else {
                    entries.append(Entry(action: action, goals: [goal]))
                }
            }
            return true
        }
        return entries
    }

    /// Passes the action and the goal of a row, unless it is damaged.
    private func read(_ row: Row, _ body: (EntityID, EntityID) -> Void) throws {
        let pair = try transaction.readOne(of: user, in: "dismissed_proposals") {
            (try row["action"] as EntityID, try row["goal"] as EntityID)
        }
        if let (action, goal) = pair { body(action, goal) }
    }
}
