import Messages
import Storage

/// Measures, values, goals and terms that rows of a table can refer to: stored ones, and those that earlier rows add.
struct TableContext: Sendable {
    var measures = NameIndex()
    var values = NameIndex()
    var goals = NameIndex()
    var terms: Set<EntityID> = []
    var facts: [EntityID: MeasureFacts] = [:]
    var units: [EntityID: String] = [:]
    var targets: [EntityID: [Progress.Target]] = [:]
    /// For the overlap of terms, by term.
    var neighbours: [EntityID: TermValidator.Neighbour] = [:]
    /// Measures that rows name and that do not exist yet, by unit and name.
    private(set) var missing: [String: EntityID] = [:]
    private(set) var newMeasures: [EntityID: MeasureContent] = [:]
    /// Of the import: ids of new entries follow from it, so that every attempt gives the same ones.
    let table: EntityID

    init(table: EntityID) { self.table = table }

    // MARK: Rows before

    /// Notes an entry that a row adds or changes.
    mutating func note(_ id: EntityID, _ draft: Draft) {
        switch draft {
        case .value(let value): values.add(id, value.title)
        case .measure(let measure): add(id, measure)
        case .goal(let goal):
            goals.add(id, goal.title)
            targets[id] = goal.targets.compactMap { target in
                facts[target.measure].map { Progress.Target(measure: target.measure, value: target.value, facts: $0) }
            }
        case .term(let term, _):
            terms.insert(id)
            let number = term.number ?? neighbours[id]?.number ?? nextNumber
            neighbours[id] = TermValidator.Neighbour(
                number: number, days: term.start...TermValidator.end(term), status: term.status ?? .planned)
        case .action: return
        }
    }

    private var nextNumber: Int32 { (neighbours.values.map(\.number).max() ?? 0) + 1 }

    mutating func add(_ id: EntityID, _ measure: MeasureContent) {
        measures.add(id, measure.title)
        facts[id] = MeasureFacts(measure)
        units[id] = measure.tableUnit
    }

    // MARK: Measures

    /// The measure that a name and a unit mean; one that does not exist yet is added if there are both.
    mutating func measure(_ name: String?, unit: String?) -> Result<EntityID, NameIndex.Missing> {
        guard let name = name.nonblank else {
            guard let unit = unit.nonblank else { return .failure(NameIndex.Missing(code: .unknownReference)) }
            return measure(unit, unit: unit)
        }
        let units = units
        let found = measures.find(name) { unit.nonblank == nil || units[$0] == unit }
        guard case .failure(let missing) = found, missing.code == .unknownReference, EntityID(name) == nil,
            let unit = unit.nonblank
        else { return found }
        let key = "\(unit)\u{0}\(name.lowercased())"
        if let id = self.missing[key] { return .success(id) }
        let content = MeasureContent(title: name, tableUnit: unit)
        guard (try? MeasureValidator.form(content)) != nil else {
            return .failure(NameIndex.Missing(code: .unitUnknown))
        }
        let id = newID(Self.hash(key))
        self.missing[key] = id
        newMeasures[id] = content
        add(id, content)
        return .success(id)
    }

    /// The text that `measure` reads again with the unit.
    func reference(measure id: EntityID) -> String {
        let units = units
        return measures.reference(id) { units[$0] == units[id] }
    }

    // MARK: Ids

    /// FNV-1a with the highest bit set, which no number of a row has.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } | 1 << 63
    }

    /// The id of the new entry of a row. Ids of a table follow each other, so that its entries are neighbours in the
    /// database: scattered ones would change a page of each table and index for each row.
    func newID(_ row: UInt64) -> EntityID { EntityID(high: table.high &+ row, low: table.low) }
}

/// Reads what the rows of a table refer to.
struct TableContextRows {
    let user: UserID
    let transaction: Transaction

    /// Reads the present state; a constant number of statements.
    func context(of table: EntityID) throws -> TableContext {
        var context = TableContext(table: table)
        let all = Int(Int32.max)
        for measure in try MeasureRows(user: user, transaction: transaction).page(nil, limit: all, after: nil) {
            context.add(measure.facts.id, measure.content)
        }
        let abstractions = AbstractionRows(user: user, transaction: transaction)
        func names(_ kind: String, _ body: (EntityID, String?) -> Void) throws {
            try transaction.forEachRow(
                """
                SELECT \(AbstractionRows.columns) FROM \(kind) x JOIN abstractions a ON a.user = x.user AND a.id = x.id
                WHERE x.user = ?
                """, [user]
            ) { row in
                let (facts, texts) = try abstractions.read(row)
                body(facts.id, texts.title)
                return true
            }
        }
        try names("personal_values") { context.values.add($0, $1) }
        try names("goals") { id, title in
            context.goals.add(id, title)
            context.targets[id] = []
        }
        let targets = TargetRows(user: user, transaction: transaction)
        try transaction.forEachRow(
            """
            SELECT t.expectation, t.measure, t.target, t.sealed, \(MeasureRows.columns) FROM expectation_measures t
            JOIN measures m ON m.user = t.user AND m.id = t.measure WHERE t.user = ?
            ORDER BY t.expectation, t.position
            """, [user]
        ) { row in
            let (goal, measure): (EntityID, EntityID) = (try row["expectation"], try row["measure"])
            context.targets[goal, default: []].append(
                Progress.Target(
                    measure: measure, value: try targets.value(row, of: goal, measure),
                    facts: try MeasureRows.facts(row)))
            return true
        }
        try transaction.forEachRow(
            """
            SELECT t.id, t.number, t.status, p.start, p."end" FROM terms t
            JOIN time_periods p ON p.user = t.user AND p.id = t.id WHERE t.user = ?
            """, [user]
        ) { row in
            let id: EntityID = try row["id"]
            context.terms.insert(id)
            context.neighbours[id] = TermValidator.Neighbour(
                number: try row["number"], days: try TermRows.days(row),
                status: TermStatus(rawValue: try row["status"]))
            return true
        }
        return context
    }
}
