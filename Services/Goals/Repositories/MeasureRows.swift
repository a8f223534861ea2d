import Messages
import Storage

/// A person's measures.
struct MeasureRows {
    let user: UserID
    let transaction: Transaction

    func add(_ id: EntityID, _ facts: MeasureFacts) throws {
        try transaction.execute(
            "INSERT INTO measures (user, id, kind, factor) VALUES (?, ?, ?, ?)",
            [user, id, facts.kind.rawValue, facts.factor])
    }

    func replace(_ id: EntityID, _ facts: MeasureFacts) throws {
        try transaction.execute(
            "UPDATE measures SET kind = ?, factor = ? WHERE user = ? AND id = ?",
            [facts.kind.rawValue, facts.factor, user, id])
    }

    /// Nil for an unknown measure.
    func facts(_ id: EntityID) throws -> MeasureFacts? {
        try transaction.row("SELECT kind, factor FROM measures WHERE user = ? AND id = ?", [user, id]).map(Self.facts)
    }

    /// The facts of a row with `kind` and `factor`.
    static func facts(_ row: Row) throws -> MeasureFacts {
        MeasureFacts(kind: MeasureKind(rawValue: try row["kind"]), factor: try row["factor"])
    }

    /// The facts of all measures.
    func all() throws -> [EntityID: MeasureFacts] {
        var all: [EntityID: MeasureFacts] = [:]
        try transaction.forEachRow("SELECT id, kind, factor FROM measures WHERE user = ?", [user]) { row in
            all[try row["id"]] = try Self.facts(row)
            return true
        }
        return all
    }

    /// The measures in which an active goal counts.
    func ofActiveGoals() throws -> Set<EntityID> {
        Set(
            try transaction.rows(
                """
                SELECT DISTINCT t.measure FROM goals g
                JOIN expectation_measures t ON t.user = g.user AND t.expectation = g.id
                WHERE g.user = ? AND g.status = ?
                """, [user, GoalStatus.active.rawValue]
            ).map { try $0["measure"] })
    }

    /// True if a goal, an action or a health rule counts in this measure.
    func isUsed(_ id: EntityID) throws -> Bool {
        try transaction.row(
            """
            SELECT 1 FROM expectation_measures WHERE user = ?1 AND measure = ?2
            UNION ALL SELECT 1 FROM measured_actions WHERE user = ?1 AND measure = ?2
            UNION ALL SELECT 1 FROM action_goal_contributions WHERE user = ?1 AND measure = ?2
            UNION ALL SELECT 1 FROM health_rules WHERE user = ?1 AND measure = ?2
            """, [user, id]) != nil
    }

    /// Measures in the order in which they were recorded; at most `limit`.
    func page(_ only: EntityID?, limit: Int, after: ListCursor?) throws -> [Measure] {
        let abstractions = AbstractionRows(user: user, transaction: transaction)
        let filters = Filters(user: user, of: "m").id(only, "m.id").after(after, "a.logged", "m.id")
        return try transaction.rows(
            """
            SELECT \(AbstractionRows.columns), m.kind, m.factor FROM measures m
            JOIN abstractions a ON a.user = m.user AND a.id = m.id
            WHERE \(filters.condition) ORDER BY a.logged, m.id LIMIT ?
            """, filters.arguments + [limit]
        ).map { row in
            let (facts, texts) = try abstractions.read(row)
            return Measure(
                facts: facts,
                content: MeasureContent(
                    title: texts.title, detailedDescription: texts.detailedDescription,
                    freeformNotes: texts.freeformNotes, unit: texts.unit ?? "",
                    kind: MeasureKind(rawValue: try row["kind"]), factor: try row["factor"]))
        }
    }
}
