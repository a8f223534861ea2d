import Localization
import Messages

/// Sentences about suggestions.
extension AnswerWriter {
    /// Why the last suggestion was chosen.
    /// - Parameters:
    ///   - topic: name of the topic asked about; nil if none was.
    ///   - reason: the ranker's, as a sentence.
    public func why(_ title: String, topic: String?, reason: String?) -> String {
        let title = Self.phrase(title)
        let first =
            topic.map { words("answer.why.topic", ["title": title, "topic": $0]) }
            ?? words("answer.why.day", ["title": title])
        return first + " " + (reason ?? words("answer.why.rank"))
    }

    /// Describes the days after completed suggestions.
    /// - Parameters:
    ///   - what: what was completed, as a noun phrase.
    ///   - days: number of days with a completion.
    ///   - outcome: nil with too few pairs of days.
    public func effect(_ what: String, days: Int, _ outcome: Outcome?) -> String {
        guard let outcome else {
            return words(
                days == 0 ? "answer.effect.none" : "answer.effect.few",
                ["what": what, "days": formats.number(Double(days)), "least": "\(Outcome.minimumPairs)"])
        }
        let points = formats.number(abs(outcome.difference), digits: 1)
        let direction = outcome.difference >= 0 ? "higher" : "lower"
        let first = words(
            "answer.effect.\(direction)",
            ["what": what, "points": points, "pairs": formats.number(Double(outcome.pairs))])
        let interval = formats.range(
            formats.number(outcome.interval.lowerBound, digits: 2),
            formats.number(outcome.interval.upperBound, digits: 2))
        let values = ["correlation": formats.number(outcome.correlation, digits: 2), "interval": interval]
        return first + " " + words("answer.effect.\(outcome.isClear ? "clear" : "unclear")", values)
    }

    /// A sentence that offers a moment. Five openings take turns.
    public func suggestion(_ title: String, seconds: Int32?) -> String {
        let minutes = seconds.flatMap { (1...7_200).contains($0) ? (Int($0) + 59) / 60 : nil }
        let duration = minutes.map { ", " + words("answer.suggest.minutes", count: $0) } ?? ""
        let offers = (0..<5).map {
            words("answer.suggest.opening.\($0)", ["title": Self.phrase(title), "duration": duration])
        }
        return openings.first(of: offers, from: turn)
    }

    /// Acknowledges a feeling without analysing it. Of one that is good and hard together, or that no word tells, it
    /// says neither.
    public func acknowledged(_ feeling: Feeling?) -> String {
        let (name, count) =
            switch feeling?.valence {
            case .good: ("joy", 5)
            case .loss: ("loss", 5)
            case .hard: ("feeling", 5)
            case .mixed, nil: ("feeling", 2)
            }
        return openings.first(of: (0..<count).map { words("answer.\(name).\($0)") }, from: turn)
    }

    /// Says that nothing of a measure was found.
    public func none(of measure: Measure, _ period: Period) -> String {
        words("answer.noneOf", ["name": words("answer.measure.\(measure.rawValue)"), "period": period.label])
    }

    /// Says that questions about a measure are not answered.
    public func unread(_ measure: Measure) -> String {
        words("answer.unread", ["name": words("answer.measure.\(measure.rawValue)")])
    }

    /// Says that everything that fits was suggested.
    public var nothingMore: String { words("answer.suggest.none") }

    /// The reason for a suggestion: “Your HRV was 41 ms …”, or a sentence that no value is known yet.
    public func ground(_ answer: NumberAnswer?) -> String { answer?.text ?? words("answer.plan.noData") }

    /// One sentence about how a subject was, to begin a suggestion with; nil without values.
    public func brief(_ numbers: SubjectNumbers, _ period: Period, _ subject: Subject) -> String? {
        let had = numbers.series.during(period)
        guard let median = had.median else { return nil }
        return capitalised(clause(subject, median, period)) + " "
            + coverage(had, of: period, isNightly: subject.isNightly) + "."
    }

    /// Today and the six days before.
    public var lastSeven: Period {
        Period(today.advanced(by: -6)...today, words("period.lastSeven"))
    }

    /// “on Tue 17 Nov”, “today”.
    public func label(of day: Day) -> String {
        day == today ? words("period.today") : words("period.onDay", ["date": formats.date(day)])
    }

    /// Mentions a moment completed lately.
    public func finished(_ title: String) -> String { words("answer.plan.finished", ["title": Self.phrase(title)]) }

    /// Why a plan's suggestion was chosen.
    public func because(_ level: SignalLevel) -> String? {
        guard let entry = level.signal.entry else { return nil }
        let direction = level.z > 0 ? "up" : "down"
        return words("today.\(direction).\(entry.key)")
    }

    /// A title for use inside a sentence, without sentence-ending punctuation.
    public static func phrase(_ title: String) -> String {
        let parts = title.split { ".!?\n".contains($0) }.map { $0.trimmingPrefix { $0 == " " } }
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
