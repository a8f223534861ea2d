import Messages
import Storage

/// Writes a health rule in one transaction, or nothing (GOL-1), and has the records of its kind read again.
struct HealthRuleCoordinator {
    let rows: HealthRuleRows

    private var user: UserID { rows.user }
    private var abstractions: AbstractionRows { AbstractionRows(user: user, transaction: rows.transaction) }
    private var staged: StagedRows { StagedRows(user: user, transaction: rows.transaction) }

    init(user: UserID, in transaction: Transaction) { rows = HealthRuleRows(user: user, transaction: transaction) }

    /// As `GoalCoordinator.save`.
    func save(_ request: SaveHealthRule, id: EntityID, now: Milliseconds) throws -> EntityID {
        let rule = request.content
        try HealthRuleValidator.form(rule)
        let before = try request.edited.flatMap { try rows.kind($0.id) }
        if request.edited == nil, try rows.kind(id) != nil { return id }
        if request.edited != nil, before == nil { throw Absence.healthRule }
        let (measures, goals, targets) = (
            MeasureRows(user: user, transaction: rows.transaction), GoalRows(user: user, transaction: rows.transaction),
            TargetRows(user: user, transaction: rows.transaction)
        )
        try HealthRuleValidator.references(
            rule, measure: measures.facts, targets: { try goals.has($0) ? targets.targets(of: $0) : nil })
        let texts = StoredTexts(title: rule.title, detailedDescription: rule.activity, freeformNotes: nil)
        if let edited = request.edited {
            try abstractions.replace(edited.id, texts, version: edited.version, now: now)
            try rows.replace(edited.id, rule)
        } else {
            guard try rows.count() < HealthRuleRows.maximumRules else {
                throw ServiceError(
                    .conflict, "There are \(HealthRuleRows.maximumRules) rules already; delete one first.")
            }
            try abstractions.add(id, texts, now: now)
            try rows.add(id, rule)
        }
        for kind in Set([rule.kind, before ?? rule.kind]) { try staged.markPending(kind: kind) }
        return request.edited?.id ?? id
    }

    /// Deletes a rule. Its actions are removed by `HealthCoordinator.removeGone`, unless they are kept.
    /// - Throws: `ServiceError`: `notFound`, `conflict`.
    func delete(_ request: DeleteHealthRule) throws {
        guard let kind = try rows.kind(request.rule) else { throw Absence.healthRule }
        try abstractions.delete(request.rule, version: request.version)
        let actions = HealthActionRows(user: user, transaction: rows.transaction)
        if request.keepsActions == true {
            try actions.forget(rule: request.rule)
        } else {
            try actions.markGone(rule: request.rule)
        }
        try staged.markPending(kind: kind)
    }
}

extension Absence {
    static let healthRule = ServiceError(.notFound, "There is no such rule (any more); load the list again.")
}
