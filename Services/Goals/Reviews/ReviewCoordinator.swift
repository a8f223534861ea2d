import Messages
import Storage

/// Writes a weekly review in one transaction, or nothing.
struct ReviewCoordinator {
    let rows: ReviewRows

    private var abstractions: AbstractionRows { AbstractionRows(user: rows.user, transaction: rows.transaction) }

    init(user: UserID, in transaction: Transaction) { rows = ReviewRows(user: user, transaction: transaction) }

    /// - Parameter id: of a new review; a review that has it already is left unchanged, because a late retry sends it
    ///   again.
    /// - Returns: the review's id.
    /// - Throws: errors as of `SaveReview`.
    func save(_ request: SaveReview, id: EntityID, now: Milliseconds) throws -> EntityID {
        try Self.form(request)
        let texts = StoredTexts(request.content)
        let week = request.week.monday
        let stored = try rows.id(of: week)
        if let version = request.version {
            guard let stored else { throw Absence.review }
            try abstractions.replace(stored, texts, version: version, now: now)
            return stored
        }
        guard stored == nil || stored == id else {
            throw ServiceError(.conflict, "This week has a review already; load it and change it.")
        }
        guard stored == nil else { return id }
        try abstractions.add(id, texts, now: now)
        try rows.add(id, week: week)
        return id
    }

    /// - Throws: `ServiceError`: `invalid`, `notFound`, `conflict`.
    func delete(_ request: DeleteReview) throws {
        var checks = FieldChecks()
        checks.day("week", request.week)
        try checks.finish()
        guard let stored = try rows.id(of: request.week.monday) else { throw Absence.review }
        try abstractions.delete(stored, version: request.version)
    }

    /// - Throws: `ServiceError(.invalid)` with all wrong fields.
    static func form(_ request: SaveReview) throws {
        var checks = FieldChecks()
        let content = request.content
        checks.day("week", request.week)
        checks.text("wentWell", content.wentWell, FieldChecks.MaximumScalars.notes)
        checks.text("gotInTheWay", content.gotInTheWay, FieldChecks.MaximumScalars.notes)
        checks.text("nextWeek", content.nextWeek, FieldChecks.MaximumScalars.notes)
        if [content.wentWell, content.gotInTheWay, content.nextWeek].allSatisfy({ $0.nonblank == nil }) {
            checks.add("wentWell", .textNeeded)
        }
        try checks.finish()
    }
}
