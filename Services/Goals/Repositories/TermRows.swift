import Messages
import Storage

/// A person's terms with their periods and goals.
struct TermRows {
    let user: UserID
    let transaction: Transaction

    // MARK: Writing

    func add(_ id: EntityID, _ days: ClosedRange<Day>, number: Int32, _ status: TermStatus) throws {
        try transaction.execute(
            "INSERT INTO time_periods (user, id, start, \"end\") VALUES (?, ?, ?, ?)",
            [user, id, days.lowerBound, days.upperBound])
        try transaction.execute(
            "INSERT INTO terms (user, id, number, status) VALUES (?, ?, ?, ?)", [user, id, number, status.rawValue])
    }

    func replace(_ id: EntityID, _ days: ClosedRange<Day>, number: Int32, _ status: TermStatus) throws {
        try transaction.execute(
            "UPDATE time_periods SET start = ?, \"end\" = ? WHERE user = ? AND id = ?",
            [days.lowerBound, days.upperBound, user, id])
        try transaction.execute(
            "UPDATE terms SET number = ?, status = ? WHERE user = ? AND id = ?", [number, status.rawValue, user, id])
    }

    func setStatus(_ status: TermStatus, of id: EntityID) throws {
        try transaction.execute("UPDATE terms SET status = ? WHERE user = ? AND id = ?", [status.rawValue, user, id])
    }

    /// Replaces the term's goals, in this order.
    func assign(_ goals: [EntityID], to term: EntityID) throws {
        try transaction.execute("DELETE FROM term_goal_assignments WHERE user = ? AND term = ?", [user, term])
        for (position, goal) in goals.enumerated() {
            try transaction.execute(
                "INSERT INTO term_goal_assignments (user, term, goal, position) VALUES (?, ?, ?, ?)",
                [user, term, goal, position])
        }
    }

    /// Replaces the goal's terms: it leaves the others, and comes last in those that are new.
    func assign(_ goal: EntityID, to terms: [EntityID]) throws {
        let present = try self.terms(of: goal)
        for term in present where !terms.contains(term) {
            try transaction.execute(
                "DELETE FROM term_goal_assignments WHERE user = ? AND term = ? AND goal = ?", [user, term, goal])
        }
        for term in terms where !present.contains(term) {
            try transaction.execute(
                """
                INSERT INTO term_goal_assignments (user, term, goal, position)
                SELECT ?1, ?2, ?3, coalesce(max(position), -1) + 1 FROM term_goal_assignments
                WHERE user = ?1 AND term = ?2
                """, [user, term, goal])
        }
    }

    // MARK: Reading

    func has(_ id: EntityID) throws -> Bool { try status(id) != nil }

    /// The terms that a goal is assigned to, in no order.
    func terms(of goal: EntityID) throws -> [EntityID] {
        try transaction.rows("SELECT term FROM term_goal_assignments WHERE user = ? AND goal = ?", [user, goal]).map {
            try $0["term"]
        }
    }

    /// Nil for an unknown term.
    func status(_ id: EntityID) throws -> TermStatus? {
        try transaction.value(Int32.self, "SELECT status FROM terms WHERE user = ? AND id = ?", [user, id])
            .map(TermStatus.init(rawValue:))
    }

    func number(_ id: EntityID) throws -> Int32? {
        try transaction.value(Int32.self, "SELECT number FROM terms WHERE user = ? AND id = ?", [user, id])
    }

    func nextNumber() throws -> Int32 {
        let last = try transaction.value(
            Int32.self,
            "SELECT max(number) FROM terms WHERE user = ? AND number BETWEEN 0 AND ? AND \(transaction.isInteger("number"))",
            [user, Int32.max - 1])
        return (last ?? 0) + 1
    }

    /// All terms but this one.
    func others(than id: EntityID) throws -> [TermValidator.Neighbour] {
        try transaction.rows(
            """
            SELECT t.number, t.status, p.start, p."end" FROM terms t
            JOIN time_periods p ON p.user = t.user AND p.id = t.id WHERE t.user = ? AND t.id <> ?
            """, [user, id]
        ).map {
            TermValidator.Neighbour(
                number: try $0["number"], days: try Self.days($0), status: TermStatus(rawValue: try $0["status"]))
        }
    }

    /// The days of a row with `start` and `end`.
    static func days(_ row: Row) throws -> ClosedRange<Day> {
        let (first, last): (Day, Day) = (try row["start"], try row["end"])
        guard first <= last else {
            throw StorageError.damaged("A term ends before it begins; restore the database from a backup.")
        }
        return first...last
    }

    /// The term whose days hold this day: the active one, else one that is planned. Nil if none runs.
    func running(on day: Day) throws -> EntityID? {
        try transaction.value(
            EntityID.self,
            """
            SELECT t.id FROM terms t JOIN time_periods p ON p.user = t.user AND p.id = t.id
            WHERE t.user = ? AND p.start <= ? AND p."end" >= ? AND t.status IN (?, ?)
            ORDER BY t.status DESC, t.number LIMIT 1
            """, [user, day, day, TermStatus.active.rawValue, TermStatus.planned.rawValue])
    }

    /// Terms with the highest number first; at most `limit`.
    func page(_ query: TermsQuery, limit: Int) throws -> [Term] {
        var goals: [EntityID: [EntityID]] = [:]
        let abstractions = AbstractionRows(user: user, transaction: transaction)
        return try abstractions.page(
            query.term, limit: limit, after: query.after, place: "number",
            read: { after, limit in
                let filters = Filters(user: user, of: "t").id(query.term, "t.id")
                    .with(query.status?.rawValue, "t.status = ?").after(after, "t.number", "t.id", descending: true)
                let page = """
                    SELECT t.id, t.number, t.status FROM terms t WHERE \(filters.condition)
                    ORDER BY t.number DESC, t.id DESC LIMIT ?
                    """
                let arguments = filters.arguments + [limit, user]
                try transaction.forEachRow(
                    """
                    WITH page AS (\(page)) SELECT g.term, g.goal FROM page
                    JOIN term_goal_assignments g ON g.user = ? AND g.term = page.id ORDER BY g.term, g.position, g.goal
                    """, arguments
                ) { row in
                    func read() throws { goals[try row["term"], default: []].append(try row["goal"]) }
                    if query.term != nil {
                        try read()
                    } else {
                        _ = try transaction.readOne(
                            of: user, in: "parts of term", row: (try? row["term"] as EntityID).map { "\($0)" }, read)
                    }
                    return true
                }
                return try transaction.rows(
                    """
                    WITH page AS (\(page))
                    SELECT \(AbstractionRows.columns), page.number, page.status, p.start, p."end" FROM page
                    JOIN abstractions a ON a.user = ? AND a.id = page.id
                    JOIN time_periods p ON p.user = a.user AND p.id = page.id ORDER BY page.number DESC, page.id DESC
                    """, arguments)
            }
        ) { row in
            let (facts, texts) = try abstractions.read(row)
            return Term(
                facts: facts,
                content: TermContent(
                    title: texts.title, detailedDescription: texts.detailedDescription,
                    freeformNotes: texts.freeformNotes, theme: texts.theme, start: try row["start"],
                    end: try row["end"], number: try row["number"], status: TermStatus(rawValue: try row["status"]),
                    goals: goals[facts.id] ?? []),
                reflection: texts.reflection)
        }
    }
}
