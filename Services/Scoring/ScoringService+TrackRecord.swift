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
            let answers = AnswerRecord.answers(
                try InputRows(user: user, transaction: transaction).checkIns(
                    on: first...request.today, limit: .max))
            guard !answers.isEmpty else { return TrackRecordQuery.Reply(shown: TrackRecord(), computed: TrackRecord()) }
            var shown: [Day: [AnswerRecord.Prediction]] = [:]
            for (at, report) in try ShownRows(user: user, transaction: transaction).since(earliest) {
                if let prediction = AnswerRecord.Prediction(report, at: at) {
                    shown[report.day, default: []].append(prediction)
                }
            }
            var computed: [Day: [AnswerRecord.Prediction]] = [:]
            for stored in try ScoreRows(user: user, transaction: transaction).states(
                from: earliest, through: request.today)
            {
                let report = stored.state.report(today: DayInputs.plausible.upperBound, revision: stored.revision)
                computed[report.day] = AnswerRecord.Prediction(report).map { [$0] }
            }
            return TrackRecordQuery.Reply(
                shown: AnswerRecord.record(answers, shown), computed: AnswerRecord.record(answers, computed))
        }
    }
}
