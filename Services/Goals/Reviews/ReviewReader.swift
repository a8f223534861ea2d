import Messages
import Statistics
import Storage

/// Reads the review of a week with its days (GOL-7, GOL-8).
struct ReviewReader {
    /// Fewer days say nothing: at 14 a coefficient below 0.53 cannot be distinguished from none.
    static let minimumDays = 14
    /// Most scores of one question.
    static let maximumScores = 400

    let query: ReviewQuery

    /// - Throws: `ServiceError(.invalid)` for wrong days or scores.
    init(_ query: ReviewQuery) throws {
        var checks = FieldChecks()
        checks.day("week", query.week)
        checks.day("asOf.today", query.asOf.today)
        checks.count("scores", query.scores.count, Self.maximumScores)
        for (index, score) in query.scores.prefix(Self.maximumScores).enumerated() {
            checks.day("scores[\(index)].day", score.day)
            if !(0...100).contains(score.score) { checks.add("scores[\(index)].score", .outOfRange, low: 0, high: 100) }
        }
        checks.distinct(query.scores.map(\.day)) { "scores[\($0)].day" }
        try checks.finish()
        self.query = query
    }

    /// In a constant number of statements.
    func read(_ transaction: Transaction) throws -> ReviewQuery.Reply {
        let week = query.week.monday
        let isQuiet = try CrisisRows(user: query.user, transaction: transaction).isInEffect(at: query.asOf.at)
        let review = try ReviewRows(user: query.user, transaction: transaction).review(of: week)
        var reply = ReviewQuery.Reply(week: week, review: review, isQuiet: isQuiet)
        let last = min(week.advanced(by: 6), query.asOf.today)
        guard !isQuiet, week <= last else { return reply }
        let rows = OverviewRows(user: query.user, transaction: transaction)
        let first = last.advanced(by: 1 - ReviewQuery.days)
        let done = try rows.days(first...last)
        let scores = Dictionary(query.scores.map { ($0.day, $0.score) }) { $1 }
        reply.days = (0...week.distance(to: last)).map { offset in
            let day = week.advanced(by: offset)
            return ReviewDay(
                day: day, actions: done[day]?.actions ?? 0, seconds: done[day]?.seconds ?? 0, score: scores[day])
        }
        guard let start = try rows.firstDay() else { return reply }
        // Before the first action nothing was recorded, which is not the same as nothing done; today is not over.
        let range = max(first, start)...max(max(first, start), min(last, query.asOf.today.advanced(by: -1)))
        let pairs = scores.filter { range.contains($0.key) && $0.key < query.asOf.today }.sorted { $0.key < $1.key }
            .map { (Double(done[$0.key]?.actions ?? 0), $0.value) }
        if pairs.count >= Self.minimumDays, let found = Correlation(pairs) {
            reply.correlation = DayCorrelation(
                days: Int32(pairs.count), coefficient: found.coefficient, low: found.interval.lowerBound,
                high: found.interval.upperBound)
        }
        return reply
    }
}
