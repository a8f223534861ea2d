import Localization
import Messages

/// Answers about what goes together, and about the reason of a suggestion.
extension AnswerWriter {
    /// Whether two subjects go together, over matched days; never that one brings the other about. Without values it
    /// says which of the two is missing.
    public func influence(_ driver: SubjectNumbers, on outcome: SubjectNumbers, in period: Period) -> NumberAnswer {
        let (driver, outcome) = (whole(driver, period), whole(outcome, period))
        for (one, other) in [(driver, outcome), (outcome, driver)] where one.series.during(period).isEmpty {
            let missing = words("finding.influence.missing", names(one, other))
            return NumberAnswer(text: opened(missing) + " " + words("answer.bring.\(source(one.subject))"))
        }
        let found = Influence(driver, on: outcome, in: period)
        let pairs = formats.number(Double(found.pairs))
        let pairing = words(
            "finding.influence.\(found.isNextNight ? "nextNight" : "sameDay")", count: found.pairs, pairs)
        let chart = (outcome.subject, chartDays(period))
        var values = names(driver, outcome)
        values["pairing"] = pairing
        guard let coefficient = found.coefficient, let interval = found.interval else {
            let few = found.pairs < Influence.minimumPairs ? "few" : "constant"
            values["least"] = "\(Influence.minimumPairs)"
            let isMood = [driver, outcome].contains { $0.subject == .journal }
            let first = opened(words("finding.influence.\(few)", values))
            return NumberAnswer(
                text: isMood ? first + " " + words("finding.influence.mood") : first, chart: isMood ? nil : chart)
        }
        values["correlation"] = formats.number(coefficient, digits: 2)
        values["interval"] = formats.range(
            formats.number(interval.lowerBound, digits: 2), formats.number(interval.upperBound, digits: 2))
        let direction = !found.isClear ? "unclear" : coefficient > 0 ? "more" : "less"
        let second = words("finding.influence.\(found.isClear ? "noProof" : "chance")")
        return NumberAnswer(
            text: opened(words("finding.influence.\(direction)", values)) + " " + second, chart: chart)
    }

    /// The values of a period and of the night after it, without today's of a total that still grows.
    private func whole(_ numbers: SubjectNumbers, _ period: Period) -> SubjectNumbers {
        let days = Period(period.days.lowerBound...max(period.days.upperBound.advanced(by: 1), today), "")
        return SubjectNumbers(numbers.subject, settled(numbers, days))
    }

    private func names(_ one: SubjectNumbers, _ other: SubjectNumbers) -> [String: String] {
        ["name": bare(one.subject), "other": bare(other.subject)]
    }

    /// Says that no daily numbers of exercise are kept.
    public func noExercise(_ subject: Subject) -> String {
        let steps = subject == .metric("steps") ? "none" : "steps"
        return opened(words("finding.influence.exercise", ["other": bare(subject)])) + " "
            + words("finding.influence.instead.\(steps)", ["other": bare(subject)])
    }

    /// Says that nothing was suggested in the conversation.
    public var nothingSuggested: String { words("finding.why.nothing") }

    /// Why a suggestion was chosen, with the title and the year of its source.
    /// - Parameters:
    ///   - topic: name of the topic asked about; nil if none was.
    ///   - reason: the ranker's, as a sentence.
    ///   - source: title of the source; empty if the library states none.
    ///   - year: of the source; nil if the library states none.
    public func why(_ title: String, topic: String?, reason: String?, source: String, year: Int32?) -> String {
        let text = why(title, topic: topic, reason: reason)
        let source = (source.contains(" ") ? Self.phrase(source) : source).replacing(/[“”„"]/, with: "")
        guard !source.isEmpty, text.hasSuffix(".") else { return text }
        let named = year.map { words("finding.why.sourceYear", ["source": source, "year": "\($0)"]) }
        return String(text.dropLast()) + (named ?? words("finding.why.source", ["source": source]))
    }
}
