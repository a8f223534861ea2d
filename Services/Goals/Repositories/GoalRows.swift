import Messages
import Storage

/// A person's goals: writing one with its parts. `GoalGraphRows` reads them.
struct GoalRows {
    /// Kinds of expectations.
    private enum Kind: Int {
        case goal = 1
        case milestone, obligation
    }

    /// Rank of an expectation whose rank is not given, of 1 … 10.
    static let defaultRank: Int32 = 5

    let user: UserID
    let transaction: Transaction

    // MARK: Writing

    /// Adds expectation, goal and everything that belongs to them; the abstraction exists.
    func add(_ id: EntityID, _ goal: GoalContent, now: Milliseconds) throws {
        try addExpectation(id, .goal, goal.importance, goal.urgency)
        try transaction.execute(
            "INSERT INTO goals (user, id, start, target, weeks, status) VALUES (?, ?, ?, ?, ?, ?)",
            [user, id, goal.start, goal.target, goal.termWeeks ?? 10, (goal.status ?? .active).rawValue])
        try addParts(id, goal, now: now)
    }

    /// Replaces the graph below a goal.
    func replace(_ id: EntityID, _ goal: GoalContent, now: Milliseconds) throws {
        try transaction.execute(
            "UPDATE expectations SET importance = ?, urgency = ? WHERE user = ? AND id = ?",
            [goal.importance ?? Self.defaultRank, goal.urgency ?? Self.defaultRank, user, id])
        try transaction.execute(
            "UPDATE goals SET start = ?, target = ?, weeks = ?, status = ? WHERE user = ? AND id = ?",
            [goal.start, goal.target, goal.termWeeks ?? 10, (goal.status ?? .active).rawValue, user, id])
        try TargetRows(user: user, transaction: transaction).removeAll(of: id)
        try transaction.execute("DELETE FROM goal_relevances WHERE user = ? AND goal = ?", [user, id])
        try removeSteps(id)
        try addParts(id, goal, now: now)
    }

    /// Deletes a goal's milestones and obligations with their abstractions. Junctions follow the goal itself.
    func removeSteps(_ id: EntityID) throws {
        for table in ["milestones", "obligations"] {
            try transaction.execute(
                """
                DELETE FROM abstractions WHERE user = ?1 AND id IN (
                    SELECT id FROM \(table) WHERE user = ?1 AND goal = ?2)
                """, [user, id])
        }
    }

    /// Sets the day on which a milestone was reached; nil for none.
    /// - Parameter place: in the order of `GoalContent.milestones`, from 0.
    /// - Returns: false if there is no such milestone.
    func mark(milestone place: Int32, of goal: EntityID, _ day: Day?) throws -> Bool {
        try transaction.execute(
            """
            UPDATE milestones SET reached = ?3 WHERE user = ?1 AND id = (
                SELECT id FROM milestones WHERE user = ?1 AND goal = ?2 AND ?4 >= 0 ORDER BY target, id
                LIMIT 1 OFFSET max(?4, 0))
            """, [user, goal, day, place]) > 0
    }

    /// Sets the day on which an obligation was met; nil for none. As `mark(milestone:)`.
    func mark(obligation place: Int32, of goal: EntityID, _ day: Day?) throws -> Bool {
        try transaction.execute(
            """
            UPDATE obligations SET met = ?3 WHERE user = ?1 AND id = (
                SELECT id FROM obligations WHERE user = ?1 AND goal = ?2 AND ?4 >= 0 ORDER BY deadline, id
                LIMIT 1 OFFSET max(?4, 0))
            """, [user, goal, day, place]) > 0
    }

    private func addParts(_ id: EntityID, _ goal: GoalContent, now: Milliseconds) throws {
        let targets = TargetRows(user: user, transaction: transaction)
        for (position, target) in goal.targets.enumerated() { try targets.add(target, to: id, position: position) }
        for (position, relevance) in goal.relevance.enumerated() {
            try transaction.execute(
                "INSERT INTO goal_relevances (user, goal, value, position, strength) VALUES (?, ?, ?, ?, ?)",
                [user, id, relevance.value, position, relevance.strength ?? Self.defaultRank])
        }
        let abstractions = AbstractionRows(user: user, transaction: transaction)
        for milestone in goal.milestones {
            let step = EntityID.random()
            let texts = StoredTexts(
                title: milestone.title, detailedDescription: milestone.detailedDescription,
                freeformNotes: milestone.freeformNotes)
            try abstractions.add(step, texts, now: now)
            try addExpectation(step, .milestone, milestone.importance, milestone.urgency)
            try transaction.execute(
                "INSERT INTO milestones (user, id, goal, target, reached) VALUES (?, ?, ?, ?, ?)",
                [user, step, id, milestone.target, milestone.reached])
        }
        for obligation in goal.obligations {
            let step = EntityID.random()
            var texts = StoredTexts(
                title: obligation.title, detailedDescription: obligation.detailedDescription,
                freeformNotes: obligation.freeformNotes)
            (texts.toWhom, texts.consequence) = (obligation.toWhom.nonblank, obligation.consequence.nonblank)
            try abstractions.add(step, texts, now: now)
            try addExpectation(step, .obligation, obligation.importance, obligation.urgency)
            try transaction.execute(
                "INSERT INTO obligations (user, id, goal, deadline, met) VALUES (?, ?, ?, ?, ?)",
                [user, step, id, obligation.deadline, obligation.met])
        }
        try TermRows(user: user, transaction: transaction).assign(id, to: goal.terms)
    }

    private func addExpectation(_ id: EntityID, _ kind: Kind, _ importance: Int32?, _ urgency: Int32?) throws {
        try transaction.execute(
            "INSERT INTO expectations (user, id, kind, importance, urgency) VALUES (?, ?, ?, ?, ?)",
            [user, id, kind.rawValue, importance ?? Self.defaultRank, urgency ?? Self.defaultRank])
    }

    // MARK: Events

    func has(_ id: EntityID) throws -> Bool {
        try transaction.row("SELECT 1 FROM goals WHERE user = ? AND id = ?", [user, id]) != nil
    }

    /// Counts a revision and emits the goal's state.
    func emit(_ id: EntityID, deleted: Bool = false) throws {
        try transaction.execute(
            "UPDATE goals SET revision = revision + 1 WHERE user = ? AND id = ?", [user, id])
        guard var state = try states(of: id).first else { return }
        state.deleted = deleted
        try transaction.emit(state, id: id)
    }

    /// The states of goals as they were last emitted.
    /// - Parameter goal: nil for all of the person.
    func states(of goal: EntityID? = nil) throws -> [GoalProgressed] {
        let targets = TargetRows(user: user, transaction: transaction)
        return try transaction.rows(
            "SELECT id, start, target, status, revision FROM goals WHERE user = ?1 AND (?2 IS NULL OR id = ?2)",
            [user, goal]
        ).map { row in
            let (id, start): (EntityID, Day) = (try row["id"], try row["start"])
            return GoalProgressed(
                user: user, goal: id, revision: (try row["revision"] as StoredCounter).value,
                status: GoalStatus(rawValue: try row["status"]), start: start, target: try row["target"],
                reached: Progress.reached(
                    Progress.progress(try targets.targets(of: id), try days.series(of: id), from: start)))
        }
    }

    private var days: GoalDayRows { GoalDayRows(user: user, transaction: transaction) }
}
