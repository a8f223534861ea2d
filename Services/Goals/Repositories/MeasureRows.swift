import Messages
import Storage

/// A person's measures.
struct MeasureRows {
    let user: UserID
    let transaction: Transaction

    func add(_ id: EntityID, _ facts: MeasureFacts) throws {
        try transaction.execute(
            "INSERT INTO measures (user, id, kind, quantity, factor) VALUES (?, ?, ?, ?, ?)",
            [user, id, facts.kind.earlier.rawValue, facts.kind.rawValue, facts.factor])
    }

    func replace(_ id: EntityID, _ facts: MeasureFacts) throws {
        try transaction.execute(
            "UPDATE measures SET kind = ?, quantity = ?, factor = ? WHERE user = ? AND id = ?",
            [facts.kind.earlier.rawValue, facts.kind.rawValue, facts.factor, user, id])
    }

    /// Nil for an unknown measure.
    func facts(_ id: EntityID) throws -> MeasureFacts? {
        try transaction.row("SELECT \(Self.columns) FROM measures m WHERE m.user = ? AND m.id = ?", [user, id])
            .map(Self.facts)
    }

    /// Kind and factor of `measures m`.
    static let columns = "coalesce(m.quantity, m.kind) AS kind, m.factor"

    /// The facts of a row with `columns`.
    static func facts(_ row: Row) throws -> MeasureFacts {
        MeasureFacts(kind: MeasureKind(rawValue: try row["kind"]), factor: try row["factor"])
    }

    /// The facts of all measures that can be read.
    func all() throws -> [EntityID: MeasureFacts] {
        let rows = try transaction.rows("SELECT m.id, \(Self.columns) FROM measures m WHERE m.user = ?", [user])
        let facts = try transaction.openEach(rows, of: user, in: "measures") {
            (id: try $0["id"] as EntityID, facts: try Self.facts($0))
        }
        return Dictionary(facts.values.map { ($0.id, $0.facts) }) { $1 }
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
        return try abstractions.page(
            only, limit: limit, after: after, place: "logged",
            read: { after, limit in
                let filters = Filters(user: user, of: "m").id(only, "m.id").after(after, "a.logged", "m.id")
                return try transaction.rows(
                    """
                    SELECT \(AbstractionRows.columns), \(Self.columns) FROM measures m
                    JOIN abstractions a ON a.user = m.user AND a.id = m.id
                    WHERE \(filters.condition) ORDER BY a.logged, m.id LIMIT ?
                    """, filters.arguments + [limit])
            }
        ) { row in
            let (facts, texts) = try abstractions.read(row)
            return Measure(
                facts: facts,
                content: MeasureContent(
                    title: texts.title, detailedDescription: texts.detailedDescription,
                    freeformNotes: texts.freeformNotes, unit: texts.unit ?? "",
                    kind: MeasureKind(rawValue: try row["kind"]), factor: try row["factor"]))
        }
    }

    // MARK: Measures of an earlier release

    /// Measures of one read.
    private static let page = 200

    /// Reads the quantity of measures that an earlier release stored: it knew energy and volume as counts only. Does
    /// nothing if all are known.
    static func classify(_ store: Store) async throws {
        var isDone = false
        while !isDone {
            isDone = try await store.write { transaction in
                let rows = try transaction.rows(
                    "SELECT user, id, kind FROM measures WHERE quantity IS NULL LIMIT ?", [page])
                for row in rows {
                    let (user, id): (UserID, EntityID) = (try row["user"], try row["id"])
                    let kind = MeasureKind(rawValue: try row["kind"])
                    let texts = try AbstractionRows(user: user, transaction: transaction).texts(of: id)
                    let content = MeasureContent(unit: texts?.unit ?? "", kind: kind)
                    try transaction.execute(
                        "UPDATE measures SET quantity = ? WHERE user = ? AND id = ?",
                        [content.quantityKind.rawValue, user, id])
                }
                return rows.count < page
            }
        }
    }
}

extension MeasureKind {
    /// The kind that releases before energy, volume and body mass know in its place.
    fileprivate var earlier: MeasureKind {
        switch self {
        case .energy, .volume: .count
        case .bodyMass: .mass
        default: self
        }
    }
}
