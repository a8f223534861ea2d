import Messages
import Storage

/// Writes a value in one transaction, or nothing (GOL-1).
struct ValueCoordinator {
    let rows: ValueRows

    private var abstractions: AbstractionRows { AbstractionRows(user: rows.user, transaction: rows.transaction) }

    init(user: UserID, in transaction: Transaction) { rows = ValueRows(user: user, transaction: transaction) }

    /// As `GoalCoordinator.save`.
    func save(_ request: SaveValue, id: EntityID, now: Milliseconds) throws -> EntityID {
        let value = request.content
        try ValueValidator.form(value)
        if request.edited == nil, try rows.has(id) { return id }
        if let edited = request.edited, try !rows.has(edited.id) { throw Absence.value }
        let texts = StoredTexts(value)
        guard let edited = request.edited else {
            try abstractions.add(id, texts, now: now)
            try rows.add(id, value)
            return id
        }
        try abstractions.replace(edited.id, texts, version: edited.version, now: now)
        try rows.replace(edited.id, value)
        return edited.id
    }

    /// Deletes a value and its relevance for goals.
    /// - Parameter now: when the person deleted it, who can restore it from then on; nil to keep nothing of it.
    /// - Throws: `ServiceError`: `notFound`, `conflict`.
    func delete(_ request: DeleteValue, at now: Milliseconds? = nil) throws {
        guard try rows.has(request.value) else { throw Absence.value }
        if let now {
            try DeletedRows(user: rows.user, transaction: rows.transaction).keep(.value, request.value, now: now)
        }
        try abstractions.delete(request.value, version: request.version)
    }
}
