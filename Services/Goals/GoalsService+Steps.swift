import Messages
import Storage

/// Small changes of a graph, without its texts.
extension GoalsService {
    /// Marks a milestone or an obligation.
    /// - Throws: errors as of `MarkStep`.
    func mark(_ request: MarkStep, id: RequestID) async throws -> Goal {
        let saved = try await store.command(id, user: request.user) { transaction in
            StoredSave(id: try GoalCoordinator(user: request.user, in: transaction).mark(request))
        }.id
        return try await goals(GoalsQuery(user: request.user, goal: saved)).goals[0]
    }

    /// Puts the goals of a term into another order.
    /// - Throws: errors as of `OrderTermGoals`.
    func order(_ request: OrderTermGoals, id: RequestID) async throws -> Term {
        let saved = try await store.command(id, user: request.user) { transaction in
            StoredSave(id: try TermCoordinator(user: request.user, in: transaction).order(request))
        }.id
        return try await terms(TermsQuery(user: request.user, term: saved)).terms[0]
    }

    /// Dismisses a proposed goal of an action.
    /// - Throws: errors as of `DismissProposal`.
    func dismiss(_ request: DismissProposal, id: RequestID) async throws -> Empty {
        try await store.command(id, user: request.user) { transaction in
            try DismissedRows(user: request.user, transaction: transaction).add(request.goal, for: request.action)
            return Empty()
        }
    }
}
