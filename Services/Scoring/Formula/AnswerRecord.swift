import Messages

/// Compares predictions with the answers that followed them.
struct AnswerRecord {
    /// A day's check-in composite.
    struct Answer: Equatable {
        var day: Day
        /// On the scale of the score, 0 … 100.
        var value: Double
        /// When the first of its sliders was given.
        var at: Milliseconds
        /// Whether the measurements of the night had been shown before its sleep was answered; nil without that answer
        /// and where it is not known.
        var nightSeen: Bool?
    }

    /// A score with its band.
    struct Prediction: Equatable {
        /// When it was shown; nil if that does not matter.
        var at: Milliseconds?
        var score: Double
        var band: ClosedRange<Double>

        /// - Returns: nil for a report without score.
        init?(_ report: ScoreReport, at: Milliseconds? = nil) {
            guard let score = report.score, let low = report.low, let high = report.high, low <= high else {
                return nil
            }
            (self.score, self.at, band) = (score, at, low...high)
        }
    }

    /// The days with an answer, ascending.
    static func answers(_ checkIns: [CheckIn]) -> [Answer] {
        var days: [Day: DayAnswers] = [:]
        for checkIn in checkIns { days[checkIn.day, default: DayAnswers()].add(checkIn) }
        let seen = Dictionary(
            checkIns.compactMap { checkIn in checkIn.nightSeen.map { (checkIn.id, $0) } }, uniquingKeysWith: { $1 })
        return days.sorted { $0.key < $1.key }.compactMap { day, answers in
            guard let label = Labels.composite(answers),
                let at = CheckInSlider.allCases.compactMap({ answers[$0]?.at }).min()
            else { return nil }
            return Answer(
                day: day, value: 100 * Score.sigmoid(label), at: at,
                nightSeen: answers.sleepQuality.flatMap { seen[$0.id] })
        }
    }

    /// - Parameters:
    ///   - answers: ascending by day.
    ///   - predictions: of each day, in the order in which they were shown.
    ///   - counts: which answers count; the others are the “answer before” only.
    static func record(
        _ answers: [Answer], _ predictions: [Day: [Prediction]], where counts: (Answer) -> Bool = { _ in true }
    ) -> TrackRecord {
        var record = TrackRecord()
        var (errors, lastErrors) = (0.0, 0.0)
        var last: Answer?
        for answer in answers {
            defer { last = answer }
            // As in `Labels`: an answer labels the days since the answer before, at most three.
            let first = max(answer.day.advanced(by: -Labels.horizon), last?.day ?? answer.day.advanced(by: -4))
            let known = (first...answer.day.advanced(by: -1)).reversed().lazy.compactMap { day in
                predictions[day]?.last { $0.at.map { $0 <= answer.at } ?? true }
            }.first
            guard let known, counts(answer) else { continue }
            record.answers += 1
            if known.band.contains(answer.value) { record.inside += 1 }
            guard let last else { continue }
            record.compared += 1
            errors += abs(answer.value - known.score)
            lastErrors += abs(answer.value - last.value)
        }
        if record.compared > 0 {
            record.error = errors / Double(record.compared)
            record.lastError = lastErrors / Double(record.compared)
        }
        return record
    }
}
