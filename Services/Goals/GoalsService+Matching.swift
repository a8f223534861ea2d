import Localization
import Messages
import Storage

/// Proposals of goals for actions without contributions (GOL-10).
extension GoalsService {
    /// - Throws: errors as of `MatchProposals`.
    func proposals(_ query: MatchProposals) async throws -> MatchProposals.Reply {
        let limit = try PageLimit.checked(query.limit)
        guard query.from <= query.through, query.from.distance(to: query.through) <= 400 else {
            throw ServiceError(.invalid, "Ask for at most 400 days, the first one first.")
        }
        return try await store.read { try Self.proposals(query, limit: limit, $0) }
    }

    /// One page, in a constant number of statements.
    static func proposals(
        _ query: MatchProposals, limit: Int, _ transaction: Transaction
    ) throws -> MatchProposals.Reply {
        guard try !CrisisRows(user: query.user, transaction: transaction).isInEffect(at: query.asOf.at) else {
            return MatchProposals.Reply(actions: [], isQuiet: true)
        }
        let actions = try ActionRows(user: query.user, transaction: transaction).page(
            ActionsQuery(user: query.user, from: query.from, through: query.through, after: query.after),
            limit: limit + 1, unmatched: true)
        let goals = try MatchingGoals(
            user: query.user, on: query.asOf.today, language: Language(asked: query.language), transaction)
        let hidden = try HiddenAmounts(of: query.user, transaction)
        let dismissed = try DismissedRows(user: query.user, transaction: transaction).goals(
            ofActionsFrom: actions.last?.content.start ?? 0, through: actions.first?.content.start ?? 0)
        let unmatched = actions.prefix(limit).compactMap { action -> UnmatchedAction? in
            // Until safety has judged it, and after a crisis verdict, a title is no reason.
            let mayUse = action.facts.level.map { $0 < .crisis } ?? false
            let proposals = goals.proposals(
                title: mayUse ? action.content.title : nil, on: action.day, action.content.measurements,
                without: dismissed[action.facts.id] ?? [])
            return proposals.isEmpty ? nil : hidden.shown(UnmatchedAction(action: action, proposals: proposals))
        }
        return MatchProposals.Reply(
            actions: unmatched, next: actions.count > limit ? actions[limit - 1].cursor : nil)
    }
}
