import Messages
import Storage

/// A person's values.
struct ValueRows {
    let user: UserID
    let transaction: Transaction

    func add(_ id: EntityID, _ value: ValueContent) throws {
        try transaction.execute(
            "INSERT INTO personal_values (user, id, rank, priority) VALUES (?, ?, ?, ?)",
            [user, id, (value.level ?? .general).rawValue, value.priority ?? 50])
    }

    func replace(_ id: EntityID, _ value: ValueContent) throws {
        try transaction.execute(
            "UPDATE personal_values SET rank = ?, priority = ? WHERE user = ? AND id = ?",
            [(value.level ?? .general).rawValue, value.priority ?? 50, user, id])
    }

    func has(_ id: EntityID) throws -> Bool {
        try transaction.row("SELECT 1 FROM personal_values WHERE user = ? AND id = ?", [user, id]) != nil
    }

    /// Values by priority and id; at most `limit`.
    func page(_ only: EntityID?, limit: Int, after: ListCursor?) throws -> [PersonalValue] {
        let abstractions = AbstractionRows(user: user, transaction: transaction)
        return try abstractions.page(
            only, limit: limit, after: after, place: "priority",
            read: { after, limit in
                let filters = Filters(user: user, of: "v").id(only, "v.id").after(after, "v.priority", "v.id")
                return try transaction.rows(
                    """
                    SELECT \(AbstractionRows.columns), v.rank, v.priority FROM personal_values v
                    JOIN abstractions a ON a.user = v.user AND a.id = v.id
                    WHERE \(filters.condition) ORDER BY v.priority, v.id LIMIT ?
                    """, filters.arguments + [limit])
            }
        ) { row in
            let (facts, texts) = try abstractions.read(row)
            return PersonalValue(
                facts: facts,
                content: ValueContent(
                    title: texts.title, detailedDescription: texts.detailedDescription,
                    freeformNotes: texts.freeformNotes, level: ValueLevel(rawValue: try row["rank"]),
                    priority: try row["priority"], lifeDomain: texts.lifeDomain,
                    alignmentGuidance: texts.alignmentGuidance))
        }
    }
}
