import Messages
import Storage

/// Writes a term with its period and assignments in one transaction, or nothing (GOL-1).
struct TermCoordinator {
    let rows: TermRows

    private var user: UserID { rows.user }
    private var abstractions: AbstractionRows { AbstractionRows(user: user, transaction: rows.transaction) }

    init(user: UserID, in transaction: Transaction) { rows = TermRows(user: user, transaction: transaction) }

    /// As `GoalCoordinator.save`.
    func save(_ request: SaveTerm, id: EntityID, now: Milliseconds) throws -> EntityID {
        let term = request.content
        let saved = request.edited?.id ?? id
        let status = try rows.status(saved)
        try TermValidator.form(term, isClosed: request.edited != nil && status == .completed)
        if request.edited == nil, status != nil { return id }
        if request.edited != nil, status == nil { throw Absence.term }
        // A closed term stays closed.
        let next = status == .completed ? .completed : term.status ?? status ?? .planned
        let goals = GoalRows(user: user, transaction: rows.transaction)
        try TermValidator.references(term, as: next, others: try rows.others(than: saved), hasGoal: goals.has)
        var texts = StoredTexts(term)
        let days = term.start...TermValidator.end(term)
        if let edited = request.edited {
            texts.reflection = try abstractions.texts(of: saved)?.reflection
            try abstractions.replace(saved, texts, version: edited.version, now: now)
            let number = try term.number ?? rows.number(saved) ?? rows.nextNumber()
            try rows.replace(saved, days, number: number, next)
        } else {
            let number = try term.number ?? rows.nextNumber()
            guard number <= 9_999 else {
                throw ServiceError(.invalid, "There are 9,999 terms already; give this one a free number.")
            }
            try abstractions.add(saved, texts, now: now)
            try rows.add(saved, days, number: number, next)
        }
        try rows.assign(term.goals, to: saved)
        return saved
    }

    /// Completes a term with a reflection.
    /// - Throws: `ServiceError`: `invalid`, `notFound`; `conflict` also for a closed term.
    func close(_ request: CloseTerm, now: Milliseconds) throws -> EntityID {
        try TermValidator.reflection(request.reflection)
        let id = request.edited.id
        guard let status = try rows.status(id), var texts = try abstractions.texts(of: id) else { throw Absence.term }
        guard status != .completed else {
            throw ServiceError(.conflict, "This term is closed already; load it again to see its reflection.")
        }
        guard status != .cancelled else {
            throw ServiceError(.conflict, "This term was cancelled; plan it again before you close it.")
        }
        texts.reflection = request.reflection
        try abstractions.replace(id, texts, version: request.edited.version, now: now)
        try rows.setStatus(.completed, of: id)
        return id
    }

    /// Puts the goals of a term into another order.
    /// - Throws: `ServiceError`: `invalid`, `notFound`, `conflict`.
    func order(_ request: OrderTermGoals) throws -> EntityID {
        let id = request.edited.id
        // No text changes, and no event is emitted: an erased person is refused here.
        try rows.transaction.check(user)
        guard let term = try rows.page(TermsQuery(user: user, term: id), limit: 1).first else { throw Absence.term }
        var checks = FieldChecks()
        checks.distinct(request.goals) { "goals[\($0)]" }
        if Set(request.goals) != Set(term.content.goals) { checks.add("goals", .unknownReference) }
        try checks.finish()
        try abstractions.count(id, version: request.edited.version)
        try rows.assign(request.goals, to: id)
        return id
    }

    /// Deletes a term with its assignments; the goals stay.
    /// - Parameter now: when the person deleted it, who can restore it from then on; nil to keep nothing of it.
    /// - Throws: `ServiceError`: `notFound`, `conflict`.
    func delete(_ request: DeleteTerm, at now: Milliseconds? = nil) throws {
        guard try rows.has(request.term) else { throw Absence.term }
        if let now {
            try DeletedRows(user: user, transaction: rows.transaction).keep(.term, request.term, now: now)
        }
        try abstractions.delete(request.term, version: request.version)
    }
}
