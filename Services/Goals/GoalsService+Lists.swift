import Messages
import Storage

/// Lists as whole graphs, in a constant number of statements (GOL-3).
extension GoalsService {
    /// - Throws: `ServiceError`: `invalid` for a wrong limit, `notFound` for a single goal that does not exist.
    func goals(_ query: GoalsQuery) async throws -> GoalsQuery.Reply {
        let limit = try PageLimit.checked(query.limit)
        if let asOf = query.asOf { try Self.check(asOf) }
        let at = query.asOf?.at ?? now()
        let reply = try await store.read { try Self.goals(query, limit: limit, at: at, $0) }
        if query.goal != nil, reply.goals.isEmpty { throw Absence.goal }
        return reply
    }

    /// Goals with progress and pace, without both while a crisis verdict is in effect, and without targets of food and
    /// weight while numbers are away.
    static func goals(
        _ query: GoalsQuery, limit: Int, at: Milliseconds, _ transaction: Transaction
    ) throws -> GoalsQuery.Reply {
        let isQuiet = try CrisisRows(user: query.user, transaction: transaction).isInEffect(at: at)
        let hidden = try HiddenAmounts(of: query.user, transaction)
        var goals = try GoalGraphRows(user: query.user, transaction: transaction).page(query, limit: limit + 1)
            .map(hidden.shown)
        if isQuiet { for index in goals.indices { (goals[index].progress, goals[index].state) = ([], nil) } }
        let next = goals.count > limit ? goals[limit - 1].cursor : nil
        return GoalsQuery.Reply(goals: Array(goals.prefix(limit)), next: next, isQuiet: isQuiet)
    }

    /// - Throws: as `goals`.
    func terms(_ query: TermsQuery) async throws -> TermsQuery.Reply {
        let (terms, next) = try await page(query.limit) { transaction, limit in
            try TermRows(user: query.user, transaction: transaction).page(query, limit: limit)
        }
        if query.term != nil, terms.isEmpty { throw Absence.term }
        return TermsQuery.Reply(terms: terms, next: next)
    }

    /// - Throws: as `goals`.
    func actions(_ query: ActionsQuery) async throws -> ActionsQuery.Reply {
        let (actions, next) = try await page(query.limit) { transaction, limit in
            let hidden = try HiddenAmounts(of: query.user, transaction)
            return try ActionRows(user: query.user, transaction: transaction).page(query, limit: limit)
                .map(hidden.shown)
        }
        if query.action != nil, actions.isEmpty { throw Absence.action }
        return ActionsQuery.Reply(actions: actions, next: next)
    }

    /// - Throws: as `goals`.
    func values(_ query: ValuesQuery) async throws -> ValuesQuery.Reply {
        let (values, next) = try await page(query.limit) { transaction, limit in
            try ValueRows(user: query.user, transaction: transaction).page(
                query.value, limit: limit, after: query.after)
        }
        if query.value != nil, values.isEmpty { throw Absence.value }
        return ValuesQuery.Reply(values: values, next: next)
    }

    /// - Throws: as `goals`.
    func measures(_ query: MeasuresQuery) async throws -> MeasuresQuery.Reply {
        let (measures, next) = try await page(query.limit) { transaction, limit in
            try MeasureRows(user: query.user, transaction: transaction).page(
                query.measure, limit: limit, after: query.after)
        }
        if query.measure != nil, measures.isEmpty { throw Absence.measure }
        return MeasuresQuery.Reply(measures: measures, next: next)
    }

    /// One page, and where the next one begins. Reads one entry more, which tells whether there is a next page.
    private func page<T: Listed>(
        _ limit: Int32?, _ read: @escaping @Sendable (Transaction, Int) throws -> [T]
    ) async throws -> (entries: [T], next: ListCursor?) {
        let limit = try PageLimit.checked(limit)
        let entries = try await store.read { try read($0, limit + 1) }
        return entries.count > limit ? (Array(entries.prefix(limit)), entries[limit - 1].cursor) : (entries, nil)
    }
}
