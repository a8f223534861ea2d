import Messages
import Storage

/// A person's weekly reviews, one for each ISO week.
struct ReviewRows {
    let user: UserID
    let transaction: Transaction

    func add(_ id: EntityID, week: Day) throws {
        try transaction.execute("INSERT INTO reviews (user, id, week) VALUES (?, ?, ?)", [user, id, week])
    }

    /// The review of the week with this Monday; nil if there is none.
    func id(of week: Day) throws -> EntityID? {
        try transaction.value(EntityID.self, "SELECT id FROM reviews WHERE user = ? AND week = ?", [user, week])
    }

    /// The review of the week with this Monday.
    func review(of week: Day) throws -> WeekReview? {
        try reviews("r.week = ?2", [user, week, 1]).first
    }

    /// Reviews from the first week on, behind a Monday; at most `limit`.
    func page(after week: Day?, limit: Int) throws -> [WeekReview] {
        try reviews("(?2 IS NULL OR r.week > ?2)", [user, week, limit])
    }

    private func reviews(_ condition: String, _ arguments: Arguments) throws -> [WeekReview] {
        let abstractions = AbstractionRows(user: user, transaction: transaction)
        return try transaction.rows(
            """
            SELECT \(AbstractionRows.columns), r.week FROM reviews r
            JOIN abstractions a ON a.user = r.user AND a.id = r.id
            WHERE r.user = ?1 AND \(condition) ORDER BY r.week LIMIT ?3
            """, arguments
        ).map { row in
            let (facts, texts) = try abstractions.read(row)
            return WeekReview(
                facts: facts, week: try row["week"],
                content: ReviewContent(
                    wentWell: texts.wentWell, gotInTheWay: texts.gotInTheWay, nextWeek: texts.nextWeek))
        }
    }
}
