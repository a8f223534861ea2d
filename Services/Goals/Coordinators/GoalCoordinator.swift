import Messages
import Storage

/// Writes a goal with everything that belongs to it in one transaction, or nothing (GOL-1).
struct GoalCoordinator {
    let rows: GoalRows

    private var user: UserID { rows.user }
    private var abstractions: AbstractionRows { AbstractionRows(user: user, transaction: rows.transaction) }

    init(user: UserID, in transaction: Transaction) { rows = GoalRows(user: user, transaction: transaction) }

    /// Adds a goal, or replaces the edited one.
    /// - Parameter id: of a new goal; a goal that has it already is left unchanged, because a late retry sends it again.
    /// - Returns: the goal's id.
    /// - Throws: `ServiceError`: `invalid` with all wrong fields, `notFound`, `conflict`.
    func save(_ request: SaveGoal, id: EntityID, now: Milliseconds) throws -> EntityID {
        let goal = request.content
        try GoalValidator.form(goal)
        if request.edited == nil, try rows.has(id) { return id }
        if let edited = request.edited, try !rows.has(edited.id) { throw Absence.goal }
        let (measures, values, terms) = (
            MeasureRows(user: user, transaction: rows.transaction),
            ValueRows(user: user, transaction: rows.transaction),
            TermRows(user: user, transaction: rows.transaction)
        )
        try GoalValidator.references(
            goal, measure: measures.facts, hasValue: values.has, hasTerm: terms.has)
        let texts = StoredTexts(goal)
        let saved = request.edited?.id ?? id
        if let edited = request.edited {
            try abstractions.replace(saved, texts, version: edited.version, now: now)
            try rows.replace(saved, goal, now: now)
        } else {
            try abstractions.add(saved, texts, now: now)
            try rows.add(saved, goal, now: now)
        }
        try rows.emit(saved)
        return saved
    }

    /// All texts of a goal without steps, in the order in which they are judged; nil with steps, which are judged one by
    /// one.
    static func texts(_ goal: GoalContent) -> [String]? {
        guard goal.milestones.isEmpty, goal.obligations.isEmpty else { return nil }
        return StoredTexts(goal).all + goal.targets.compactMap(\.notes.nonblank)
    }

    /// Deletes a goal with its milestones, obligations and junctions.
    /// - Parameter now: when the person deleted it, who can restore it from then on; nil to keep nothing of it.
    /// - Throws: `ServiceError`: `notFound`, `conflict`.
    func delete(_ request: DeleteGoal, at now: Milliseconds? = nil) throws {
        guard try rows.has(request.goal) else { throw Absence.goal }
        if let now {
            try DeletedRows(user: user, transaction: rows.transaction).keep(.goal, request.goal, now: now)
        }
        try rows.emit(request.goal, deleted: true)
        try rows.removeSteps(request.goal)
        try abstractions.delete(request.goal, version: request.version)
    }

    /// Marks a milestone or an obligation, or takes the mark back.
    /// - Throws: `ServiceError`: `invalid`, `notFound`, `conflict`.
    func mark(_ request: MarkStep) throws -> EntityID {
        let id = request.edited.id
        var checks = FieldChecks()
        checks.day("day", request.day)
        if (request.milestone == nil) == (request.obligation == nil) { checks.add("milestone", .unknownReference) }
        try checks.finish()
        guard try rows.has(id) else { throw Absence.goal }
        try abstractions.count(id, version: request.edited.version)
        let isMarked =
            if let place = request.milestone {
                try rows.mark(milestone: place, of: id, request.day)
            } else {
                try rows.mark(obligation: request.obligation ?? 0, of: id, request.day)
            }
        guard isMarked else {
            throw ServiceError(.notFound, "There is no such step (any more); load the goal again.")
        }
        try rows.emit(id)
        return id
    }
}
