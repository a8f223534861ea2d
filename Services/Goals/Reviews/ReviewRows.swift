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
        try rows("r.week = ?2", [user, week, 1]).first.map(review)
    }

    /// Reviews from the first week on, behind a Monday; at most `limit`.
    func page(after week: Day?, limit: Int) throws -> [WeekReview] {
        try transaction.openPage(
            of: user, in: "abstractions", limit: limit, name: { "\(try $0["id"] as EntityID)" },
            read: { last, limit in
                let week = try last.map { try $0["week"] as Day } ?? week
                return try rows("(?2 IS NULL OR r.week > ?2)", [user, week, limit])
            }, review)
    }

    private func rows(_ condition: String, _ arguments: Arguments) throws -> [Row] {
        try transaction.rows(
            """
            SELECT \(AbstractionRows.columns), r.week FROM reviews r
            JOIN abstractions a ON a.user = r.user AND a.id = r.id
            WHERE r.user = ?1 AND \(condition) ORDER BY r.week LIMIT ?3
            """, arguments)
    }

    private func review(_ row: Row) throws -> WeekReview {
        let (facts, texts) = try AbstractionRows(user: user, transaction: transaction).read(row)
        return WeekReview(
            facts: facts, week: try row["week"],
            content: ReviewContent(
                wentWell: texts.wentWell, gotInTheWay: texts.gotInTheWay, nextWeek: texts.nextWeek))
    }
}
