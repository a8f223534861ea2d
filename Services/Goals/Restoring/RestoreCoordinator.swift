import Messages
import Storage

/// Restores a deleted entry with everything that was deleted along, in one transaction, or nothing (GOL-1). Texts keep
/// their judgement, and the entry gets a version of its own: those of the deletion and of what was deleted are known to
/// others.
struct RestoreCoordinator {
    /// Versions between what was deleted and what is restored.
    private static let step = 2

    let user: UserID
    let transaction: Transaction

    private var deleted: DeletedRows { DeletedRows(user: user, transaction: transaction) }
    private var goals: GoalRows { GoalRows(user: user, transaction: transaction) }
    private var terms: TermRows { TermRows(user: user, transaction: transaction) }
    private var actions: ActionRows { ActionRows(user: user, transaction: transaction) }

    init(user: UserID, in transaction: Transaction) { (self.user, self.transaction) = (user, transaction) }

    /// - Throws: `ServiceError`: errors as of `RestoreDeleted`.
    func restore(_ request: RestoreDeleted, now: Milliseconds) throws {
        try transaction.check(user)
        let (kind, id) = (request.kind, request.id)
        guard try !exists(kind, id) else { return }
        guard let kept = try deleted.entry(kind, id, now: now) else {
            throw ServiceError(.notFound, "This cannot be restored; that is possible for ten minutes.")
        }
        if kind == .term { try check(kept, id) }
        try deleted.add(kept, kind)
        try transaction.execute(
            "UPDATE abstractions SET version = version + ? WHERE user = ? AND id = ?", [Self.step, user, id])
        switch kind {
        case .goal: try finishGoal(id)
        case .action: try finishAction(id)
        default: break
        }
        try deleted.remove(id)
    }

    private func exists(_ kind: DeletedKind, _ id: EntityID) throws -> Bool {
        switch kind {
        case .goal: try goals.has(id)
        case .term: try terms.has(id)
        case .action: try actions.has(id)
        case .value: try ValueRows(user: user, transaction: transaction).has(id)
        default: false
        }
    }

    /// Another term may have taken the number or the days of a deleted one.
    private func check(_ kept: KeptEntry, _ id: EntityID) throws {
        func read<T: ColumnConvertible>(_ table: String, _ column: String) throws -> T {
            guard let value = kept.value(table, column).flatMap({ T(columnValue: $0) }) else {
                throw ServiceError(.notFound, "This term cannot be restored.")
            }
            return value
        }
        let number: Int32 = try read("terms", "number")
        let status = TermStatus(rawValue: try read("terms", "status"))
        let (start, end): (Day, Day) = (try read("time_periods", "start"), try read("time_periods", "end"))
        let isTaken = try terms.others(than: id).contains { other in
            other.number == number
                || (status != .cancelled && other.status != .cancelled && other.days.overlaps(start...end))
        }
        guard !isTaken else {
            throw ServiceError(
                .conflict, "Another term has its number or its days meanwhile; change that one and try again.")
        }
    }

    private func finishGoal(_ id: EntityID) throws {
        guard try !TargetRows(user: user, transaction: transaction).targets(of: id).isEmpty else {
            throw ServiceError(.conflict, "The measures of this goal were deleted meanwhile; set the goal anew.")
        }
        try GoalDayRows(user: user, transaction: transaction).sum(goal: id)
        // The deletion was emitted under the next revision; `emit` counts one more.
        try transaction.execute(
            "UPDATE goals SET revision = revision + ? WHERE user = ? AND id = ?", [Self.step - 1, user, id])
        try goals.emit(id)
    }

    private func finishAction(_ id: EntityID) throws {
        guard let action = try actions.page(ActionsQuery(user: user, action: id), limit: 1).first else { return }
        let (content, version) = (action.content, action.facts.version)
        let days = GoalDayRows(user: user, transaction: transaction)
        for contribution in content.contributions {
            try days.refresh(contribution.goal, contribution.measure, on: action.day)
        }
        try HealthActionRows(user: user, transaction: transaction).restore(
            id, version: version, from: version - UInt64(Self.step))
        let served = Set(content.contributions.map(\.goal)).sorted()
        try transaction.emit(
            ActionCompleted(
                user: user, action: id, revision: version, day: action.day, at: content.start,
                duration: content.duration ?? 0, goals: served), id: id)
        for goal in served { try goals.emit(goal) }
    }
}
