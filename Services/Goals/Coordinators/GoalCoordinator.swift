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
            goal, hasMeasure: { try measures.facts($0) != nil }, hasValue: values.has, hasTerm: terms.has)
        var texts = StoredTexts(
            title: goal.title, detailedDescription: goal.detailedDescription, freeformNotes: goal.freeformNotes)
        texts.actionPlan = goal.actionPlan.nonblank
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

    /// Deletes a goal with its milestones, obligations and junctions.
    /// - Throws: `ServiceError`: `notFound`, `conflict`.
    func delete(_ request: DeleteGoal) throws {
        guard try rows.has(request.goal) else { throw Absence.goal }
        try rows.emit(request.goal, deleted: true)
        try rows.removeSteps(request.goal)
        try abstractions.delete(request.goal, version: request.version)
    }
}
