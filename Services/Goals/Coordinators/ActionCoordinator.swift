import Messages
import Storage

/// Writes an action with its measurements and contributions in one transaction, or nothing (GOL-1).
struct ActionCoordinator {
    let rows: ActionRows

    private var user: UserID { rows.user }
    private var abstractions: AbstractionRows { AbstractionRows(user: user, transaction: rows.transaction) }
    private var goals: GoalRows { GoalRows(user: user, transaction: rows.transaction) }

    init(user: UserID, in transaction: Transaction) { rows = ActionRows(user: user, transaction: transaction) }

    /// As `GoalCoordinator.save`.
    func save(_ request: SaveAction, id: EntityID, now: Milliseconds) throws -> EntityID {
        let action = request.content
        try ActionValidator.form(action, day: request.day)
        if request.edited == nil, try rows.has(id) { return id }
        if let edited = request.edited, try !rows.has(edited.id) { throw Absence.action }
        let measures = MeasureRows(user: user, transaction: rows.transaction)
        let targets = TargetRows(user: user, transaction: rows.transaction)
        try ActionValidator.references(
            action, measure: measures.facts, targets: { try goals.has($0) ? targets.targets(of: $0) : nil })
        let texts = StoredTexts(action)
        let saved = request.edited?.id ?? id
        var affected = Set(action.contributions.map(\.goal))
        if let edited = request.edited {
            affected.formUnion(try rows.goals(of: saved))
            try abstractions.replace(saved, texts, version: edited.version, now: now)
            try rows.replace(saved, action, day: request.day)
        } else {
            try abstractions.add(saved, texts, now: now)
            try rows.add(saved, action, day: request.day)
        }
        try emit(saved, action, day: request.day, affected)
        return saved
    }

    /// Deletes an action with its measurements and contributions.
    /// - Parameter now: when the person deleted it, who can restore it from then on; nil to keep nothing of it.
    /// - Throws: `ServiceError`: `notFound`, `conflict`.
    func delete(_ request: DeleteAction, at now: Milliseconds? = nil) throws {
        let query = ActionsQuery(user: user, action: request.action)
        guard let stored = try rows.page(query, limit: 1).first else { throw Absence.action }
        if let now {
            try DeletedRows(user: user, transaction: rows.transaction).keep(.action, request.action, now: now)
        }
        let affected = Set(try rows.goals(of: request.action))
        try rows.removeContributions(request.action)
        try abstractions.delete(request.action, version: request.version)
        try rows.transaction.emit(
            ActionCompleted(
                user: user, action: request.action, revision: stored.facts.version + 1, day: stored.day,
                at: stored.content.start, duration: stored.content.duration ?? 0, goals: affected.sorted(),
                deleted: true), id: request.action)
        for goal in affected.sorted() { try goals.emit(goal) }
    }

    private func emit(_ id: EntityID, _ action: ActionContent, day: Day, _ affected: Set<EntityID>) throws {
        try rows.transaction.emit(
            ActionCompleted(
                user: user, action: id, revision: try abstractions.version(id) ?? 1, day: day, at: action.start,
                duration: action.duration ?? 0, goals: Set(action.contributions.map(\.goal)).sorted()), id: id)
        for goal in affected.sorted() { try goals.emit(goal) }
    }
}
