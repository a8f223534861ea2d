import Localization
import Messages

/// Three questions to begin a conversation with, from the person's own days: the cause of the outstanding signal, the
/// course of another one, and a plan. Without data, the questions are general.
struct Starters: Sendable {
    let questions: [String]

    /// The signals that a question is offered about; their words are `coach.mine.KEY`. For sums over the day, such as
    /// steps, and for the journal, the other numbers show no cause.
    static let asked: Set<Signal> = Set(
        SignalTable.entries.filter { entry in
            switch entry.source {
            case .metric(let metric, _): !metric.isTotal
            case .slider: true
            case .journal: false
            }
        }.map(\.signal))
    /// Lowest |z| of an outstanding signal.
    private static let standsOut = 1.0
    /// Scores from which “than last month” has both sides.
    private static let minimumToCompare = 45

    init(_ recent: RecentDays.Reply?, for reader: Reader) {
        let words = reader.words
        func phrase(_ key: String, _ values: [String: String] = [:]) -> String { words("coach.starter.\(key)", values) }
        let plan = phrase(reader.isEvening ? "tonight" : "today")
        let general = [phrase("abilities"), phrase("sleepBetter"), phrase("meaning")]
        guard let recent, let latest = recent.days.first else {
            questions = general
            return
        }
        switch DayStatus(recent, [], today: reader.today) {
        // After a crisis no question is about numbers.
        case .away, .noData, .damaged, .withheld: questions = general
        case .warmingUp: questions = [phrase("sleepBetter"), phrase("meaning"), plan]
        case .ended(let day), .back(let day):
            questions = [phrase("sleepIn", ["month": reader.formats.month(of: day)]), phrase("meaning"), plan]
        case .waiting, .learningAgain, .notComparable, .open, .final:
            let known = latest.contributions.filter { !$0.missing && Self.asked.contains($0.signal) }
                .sorted { abs($0.contribution) > abs($1.contribution) }
            func name(_ part: Contribution) -> String { words("coach.mine.\(part.signal.entry?.key ?? "")") }
            let outstanding = known.first { abs($0.z ?? 0) >= Self.standsOut }
            let cause =
                outstanding.map { part in
                    phrase((part.z ?? 0) > 0 ? "above" : "below", ["mine": name(part)])
                } ?? phrase("score")
            // Another signal than that of the first question.
            let other = known.first { part in part.signal != outstanding?.signal && part.baseline != nil }
            let time =
                recent.scores.count >= Self.minimumToCompare
                ? other.map { phrase("compare", ["mine": name($0)]) } ?? phrase("sleep") : phrase("sleep")
            questions = [cause, time, plan]
        }
    }
}
