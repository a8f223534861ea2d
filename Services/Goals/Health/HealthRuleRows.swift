import Messages
import Storage

/// A person's health rules.
struct HealthRuleRows {
    /// Rules of a person, at most.
    static let maximumRules = 50

    let user: UserID
    let transaction: Transaction

    private var abstractions: AbstractionRows { AbstractionRows(user: user, transaction: transaction) }

    // MARK: Writing

    func add(_ id: EntityID, _ rule: HealthRuleContent) throws {
        try transaction.execute(
            """
            INSERT INTO health_rules (user, id, kind, quantity, least, since, measure, goal)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                user, id, rule.kind.rawValue, (rule.quantity ?? .duration).rawValue, rule.least ?? 0, rule.from,
                rule.measure, rule.goal,
            ])
    }

    func replace(_ id: EntityID, _ rule: HealthRuleContent) throws {
        try transaction.execute(
            """
            UPDATE health_rules SET kind = ?, quantity = ?, least = ?, since = ?, measure = ?, goal = ?
            WHERE user = ? AND id = ?
            """,
            [
                rule.kind.rawValue, (rule.quantity ?? .duration).rawValue, rule.least ?? 0, rule.from, rule.measure,
                rule.goal, user, id,
            ])
    }

    // MARK: Reading

    /// Nil for an unknown rule.
    func kind(_ id: EntityID) throws -> HealthRecordKind? {
        try transaction.value(Int32.self, "SELECT kind FROM health_rules WHERE user = ? AND id = ?", [user, id])
            .map(HealthRecordKind.init(rawValue:))
    }

    func count() throws -> Int {
        try transaction.value(Int.self, "SELECT count(*) FROM health_rules WHERE user = ?", [user]) ?? 0
    }

    /// All rules with the facts of their measures.
    func facts() throws -> [RuleFacts] {
        try transaction.rows(
            """
            SELECT \(AbstractionRows.columns), \(Self.columns), coalesce(m.quantity, m.kind) AS unit_kind, m.factor FROM health_rules r
            JOIN abstractions a ON a.user = r.user AND a.id = r.id
            LEFT JOIN measures m ON m.user = r.user AND m.id = r.measure WHERE r.user = ? ORDER BY a.logged, r.id
            """, [user]
        ).map { row in
            let (facts, texts) = try abstractions.read(row)
            let kind: Int32? = try row["unit_kind"]
            return RuleFacts(
                id: facts.id, content: try Self.content(row, texts), level: facts.level,
                measure: try kind.map { MeasureFacts(kind: MeasureKind(rawValue: $0), factor: try row["factor"]) })
        }
    }

    /// Rules in the order in which they were recorded, with the number of their actions.
    func list(_ only: EntityID? = nil) throws -> [StoredHealthRule] {
        let rows = try transaction.rows(
            """
            SELECT \(AbstractionRows.columns), \(Self.columns),
                (SELECT count(*) FROM health_actions h WHERE h.user = r.user AND h.rule = r.id AND h.gone = 0
                    AND h.dismissed = 0 AND h.sealed IS NOT NULL) AS actions
            FROM health_rules r JOIN abstractions a ON a.user = r.user AND a.id = r.id
            WHERE r.user = ?1 AND (?2 IS NULL OR r.id = ?2) ORDER BY a.logged, r.id
            """, [user, only])
        func rule(_ row: Row) throws -> StoredHealthRule {
            let (facts, texts) = try abstractions.read(row)
            return StoredHealthRule(
                facts: facts, content: try Self.content(row, texts), actions: Int32(try row["actions"] as Int64))
        }
        // A single rule is read or refused as a whole.
        guard only == nil else { return try rows.map(rule) }
        return try transaction.openEach(rows, of: user, in: "abstractions", rule).values
    }

    private static let columns = "r.kind AS record_kind, r.quantity, r.least, r.since, r.measure, r.goal"

    /// The activity is in the column of the description.
    private static func content(_ row: Row, _ texts: StoredTexts) throws -> HealthRuleContent {
        let kind = HealthRecordKind(rawValue: try row["record_kind"])
        let least: Double = try row["least"]
        return HealthRuleContent(
            kind: kind, activity: texts.detailedDescription,
            quantity: kind == .workout ? WorkoutQuantity(rawValue: try row["quantity"]) : nil,
            least: least == 0 ? nil : least, from: try row["since"], title: texts.title ?? "",
            measure: try row["measure"], goal: try row["goal"])
    }
}
