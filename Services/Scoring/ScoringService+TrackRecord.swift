import Messages
import Storage

extension ScoringService {
    /// Days of answers that the record covers.
    private static let recorded = 365

    /// How the scores of the last year compare with the answers that followed them.
    /// - Throws: `ServiceError(.invalid)` for an implausible day.
    func trackRecord(_ request: TrackRecordQuery) async throws -> TrackRecordQuery.Reply {
        try check(request.today)
        let first = request.today.advanced(by: -Self.recorded)
        return try await store.read { transaction in
            let (user, earliest) = (request.user, first.advanced(by: -Labels.horizon))
            let rows = ScoreRows(user: user, transaction: transaction, isOutward: request.isOutward)
            // Outward a withheld day has no answer either: a day without data, and yet an answer, would reveal it.
            let hidden = rows.isOutward ? try ScoreRows.withheld(of: user, from: first, transaction) : []
            let answers = AnswerRecord.answers(
                try InputRows(user: user, transaction: transaction).checkIns(
                    on: first...request.today, limit: .max
                ).filter { !hidden.contains($0.day) })
            guard !answers.isEmpty else { return TrackRecordQuery.Reply(shown: TrackRecord(), computed: TrackRecord()) }
            var computed: [Day: [AnswerRecord.Prediction]] = [:]
            for stored in try rows.states(from: earliest, through: request.today) {
                let report = stored.state.report(today: DayInputs.plausible.upperBound, revision: stored.revision)
                computed[report.day] = AnswerRecord.Prediction(report).map { [$0] }
            }
            var shown: [Day: [AnswerRecord.Prediction]] = [:]
            for (at, report) in try ShownRows(user: user, transaction: transaction).since(earliest) {
                // A day may have been shown before its verdict; outward it never had a score.
                if rows.isOutward, computed[report.day] == nil { continue }
                if let prediction = AnswerRecord.Prediction(report, at: at) {
                    shown[report.day, default: []].append(prediction)
                }
            }
            var reply = TrackRecordQuery.Reply(
                shown: AnswerRecord.record(answers, shown), computed: AnswerRecord.record(answers, computed))
            reply.nightUnseen = AnswerRecord.record(answers, computed) { $0.nightSeen == false }
            reply.nightSeen = AnswerRecord.record(answers, computed) { $0.nightSeen == true }
            return reply
        }
    }
}
