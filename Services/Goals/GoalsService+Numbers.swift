import Messages
import Storage

/// Numbers of food and weight that the person put away, or a verdict on the journal did (PLN-10).
extension GoalsService {
    func apply(_ event: PlanUpdated, _ transaction: Transaction) throws {
        try NumbersRows(user: event.user, transaction: transaction).put(event)
    }

    /// A change of a goal with the stored targets that it could not name.
    static func completed(_ request: SaveGoal, _ transaction: Transaction) throws -> SaveGoal {
        guard let edited = request.edited?.id else { return request }
        let hidden = try hidden(request.user, keeps: request.keepsHidden, transaction)
        guard !hidden.measures.isEmpty, try GoalRows(user: request.user, transaction: transaction).has(edited),
            let stored = try GoalGraphRows(user: request.user, transaction: transaction).page(
                GoalsQuery(user: request.user, goal: edited), limit: 1
            ).first
        else { return request }
        var request = request
        request.content = hidden.completed(request.content, over: stored.content)
        return request
    }

    /// A change of an action with the stored measurements and contributions that it could not name.
    static func completed(_ request: SaveAction, _ transaction: Transaction) throws -> SaveAction {
        guard let edited = request.edited?.id else { return request }
        let hidden = try hidden(request.user, keeps: request.keepsHidden, transaction)
        guard !hidden.measures.isEmpty,
            let stored = try ActionRows(user: request.user, transaction: transaction).page(
                ActionsQuery(user: request.user, action: edited), limit: 1
            ).first
        else { return request }
        var request = request
        request.content = hidden.completed(request.content, over: stored.content)
        return request
    }

    private static func hidden(
        _ user: UserID, keeps: Bool?, _ transaction: Transaction
    ) throws -> HiddenAmounts {
        keeps == true ? try .all(of: user, transaction) : try HiddenAmounts(of: user, transaction)
    }
}
