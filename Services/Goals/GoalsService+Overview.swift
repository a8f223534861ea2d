import Messages
import Storage

/// The overview of the running term (GOL-7).
extension GoalsService {
    func overview(_ query: GoalsOverview) async throws -> GoalsOverview.Reply {
        try Self.check(query.asOf)
        return try await store.read { try Self.overview(query, $0) }
    }

    /// Days of dates are refused that no list accepts.
    /// - Throws: `ServiceError(.invalid)`.
    static func check(_ asOf: AsOf) throws {
        var checks = FieldChecks()
        checks.day("asOf.today", asOf.today)
        try checks.finish()
    }

    /// In a constant number of statements.
    static func overview(_ query: GoalsOverview, _ transaction: Transaction) throws -> GoalsOverview.Reply {
        let (user, today) = (query.user, query.asOf.today)
        let isQuiet = try CrisisRows(user: user, transaction: transaction).isInEffect(at: query.asOf.at)
        let terms = TermRows(user: user, transaction: transaction)
        // A damaged term is none.
        let stored = try transaction.openOne(of: user, in: "terms") {
            try terms.running(on: today).flatMap { try terms.page(TermsQuery(user: user, term: $0), limit: 1).first }
        }.flatMap(\.self)
        var term = stored.map { RunningTerm($0, on: today) }
        if isQuiet { term?.week = nil }
        let isReviewed = try ReviewRows(user: user, transaction: transaction).id(of: today.monday) != nil
        var reply = GoalsOverview.Reply(isQuiet: isQuiet, term: term, isReviewed: isReviewed)
        guard !isQuiet else { return reply }
        let rows = OverviewRows(user: user, transaction: transaction)
        let period = (term?.start ?? today.advanced(by: 1 - TermContent.days))...today
        let values = try ValueRows(user: user, transaction: transaction).page(nil, limit: 1_000, after: nil)
        reply.values = Balance.of(values, served: try rows.served(on: period))
        let sums = try rows.sums(of: min(period.lowerBound, today.monday)...today, since: today.monday)
        let own = period.lowerBound <= today.monday ? sums : try rows.sums(of: period, since: today.monday)
        let goals = try rows.goals(of: term?.term)
        var counts = OverviewCounts(
            actions: own.actions, seconds: own.seconds, days: own.days, actionsThisWeek: sums.late,
            goals: goals.all, completed: goals.completed)
        if query.countsStreak == true {
            var streak = RestingStreak(on: today)
            try rows.forEachDay(through: today) { streak.count($0) }
            counts.streak = streak.days
        }
        reply.counts = counts
        return reply
    }
}

extension RunningTerm {
    /// A term that has a day's week.
    init(_ term: Term, on today: Day) {
        let (start, end) = (term.content.start, term.content.end ?? TermValidator.end(term.content))
        self.init(
            term: term.facts.id, number: term.content.number ?? 0, title: term.content.title,
            theme: term.content.theme, start: start, end: end, week: Int32(start.distance(to: today) / 7 + 1),
            weeks: Int32((start.distance(to: end) + 7) / 7))
    }
}
