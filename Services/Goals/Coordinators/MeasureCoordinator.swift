import Messages
import Storage

/// Writes a measure in one transaction, or nothing (GOL-1).
struct MeasureCoordinator {
    let rows: MeasureRows

    private var abstractions: AbstractionRows { AbstractionRows(user: rows.user, transaction: rows.transaction) }

    init(user: UserID, in transaction: Transaction) { rows = MeasureRows(user: user, transaction: transaction) }

    /// As `GoalCoordinator.save`; `conflict` also for another kind or factor of a measure that is in use, which would
    /// change what was recorded in it.
    func save(_ request: SaveMeasure, id: EntityID, now: Milliseconds) throws -> EntityID {
        let measure = request.content
        try MeasureValidator.form(measure)
        if request.edited == nil, try rows.facts(id) != nil { return id }
        let texts = StoredTexts(measure)
        let facts = MeasureFacts(measure)
        guard let edited = request.edited else {
            try abstractions.add(id, texts, now: now)
            try rows.add(id, facts)
            return id
        }
        guard let stored = try rows.facts(edited.id) else { throw Absence.measure }
        let isRenamed = try abstractions.texts(of: edited.id)?.unit != measure.unit
        if stored != facts || isRenamed, try rows.isUsed(edited.id) {
            throw ServiceError(
                .conflict, "Goals or actions count in this measure; make a new measure for another unit.")
        }
        try abstractions.replace(edited.id, texts, version: edited.version, now: now)
        try rows.replace(edited.id, facts)
        return edited.id
    }

    /// Deletes a measure that is not in use.
    /// - Throws: `ServiceError`: `notFound`; `conflict` also for a measure in use.
    func delete(_ request: DeleteMeasure) throws {
        guard try rows.facts(request.measure) != nil else { throw Absence.measure }
        guard try !rows.isUsed(request.measure) else {
            throw ServiceError(.conflict, "Goals or actions count in this measure; change them first.")
        }
        try abstractions.delete(request.measure, version: request.version)
    }
}
