import Messages
import ServiceKit
import Storage

extension ScoringService {
    /// The last days with their parts and their comparisons, and the scores up to the latest.
    /// - Throws: `ServiceError(.invalid)` for an implausible day or more than 400 scores.
    func recentDays(_ request: RecentDays) async throws -> RecentDays.Reply {
        try check(request.today)
        if let day = request.day { try check(day) }
        guard (0...Int32(Self.historyLimit)).contains(request.compared) else {
            throw ServiceError(.invalid, "A day is compared with at most \(Self.historyLimit) scores.")
        }
        let reply = try await store.read { transaction in
            let rows = ScoreRows(user: request.user, transaction: transaction, isOutward: request.isOutward)
            let latest = if let day = request.day { try rows.state(of: day) } else { try rows.latest() }
            let shown = request.day ?? latest?.state.day ?? request.today
            var (known, scores): ([DayScore], [Double]) = ([], [])
            // Most people have a score on most days, so that the short reach is usually enough.
            for reach in [max(Int(request.compared) + 14, Comparing.reach), Self.historyLimit]
            where scores.count < request.compared {
                known = try rows.dayScores(from: shown.advanced(by: -reach), through: shown)
                scores = known.compactMap { $0.score(today: request.today) }
            }
            let comparing = Comparing(known)
            let comparisons = Dictionary(
                uniqueKeysWithValues: known.suffix(RecentDays.parts).map {
                    ($0.day, comparing.comparison(of: $0, today: request.today))
                })
            let states = try rows.states(from: shown.advanced(by: 1 - RecentDays.parts), through: shown)
            let byDay = Dictionary(uniqueKeysWithValues: states.map { ($0.state.day, $0) })
            let days = (0..<RecentDays.parts).map { ago in
                let day = shown.advanced(by: -ago)
                var scored = Self.day(day, byDay[day], today: request.today)
                if scored.report.score != nil { scored.report.comparison = comparisons[day] ?? nil }
                return scored
            }
            let isOpen = days.first?.report.status == .provisional
            let earlier = isOpen ? try ShownRows(user: request.user, transaction: transaction).places(of: shown) : []
            return RecentDays.Reply(
                days: days, scores: scores.suffix(Int(request.compared)),
                sensorDays: min(latest?.state.sensorValues ?? 0, Int32(BaselineHistory.minimum)),
                sensorDaysNeeded: Int32(BaselineHistory.minimum), shown: earlier)
        }
        await remember(reply.days.map(\.report), of: request.user)
        return reply
    }

    private static func day(_ day: Day, _ stored: ScoreRows.Stored?, today: Day) -> ScoredDay {
        guard let stored else {
            return ScoredDay(
                report: ScoreReport(day: day, status: .noData, reason: DayState.noDataReason), contributions: [])
        }
        let report = stored.state.report(today: today, revision: stored.revision)
        return ScoredDay(
            report: report,
            contributions: report.status == .withheld ? [] : stored.state.contributions(today: today))
    }
}
