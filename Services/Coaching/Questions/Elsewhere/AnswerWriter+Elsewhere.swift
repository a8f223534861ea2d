import Localization
import Messages
import Statistics

/// Answers about what the coach cannot say, and about days with alcohol.
extension AnswerWriter {
    /// Fewest days with and without alcohol that are compared.
    public static let minimumAlcoholDays = 10

    /// What the coach has no answer to, and where there is one.
    public func elsewhere(_ place: Elsewhere) -> String { words("answer.elsewhere.\(place.rawValue)") }

    /// Says that a part of the message plays no part in the answer.
    public func unread(_ part: String) -> String { words("answer.unreadPart", ["unread": part]) }

    /// Compares the day or night after alcohol with the others since it was first noted. It shows no cause.
    /// - Parameter noted: the days with alcohol.
    public func afterAlcohol(_ numbers: SubjectNumbers, noted: Set<Day>) -> NumberAnswer {
        let subject = numbers.subject
        let first = noted.min() ?? today
        let values = numbers.series.values.filter {
            $0.day > first && $0.day < today || $0.day == today && !subject.isTotal
        }
        let isAfter = { (day: Day) in noted.contains(day.advanced(by: -1)) }
        let (after, others) = (values.filter { isAfter($0.day) }, values.filter { !isAfter($0.day) })
        guard min(after.count, others.count) >= Self.minimumAlcoholDays,
            let median = Series(after).median, let other = Series(others).median
        else {
            return NumberAnswer(
                text: words("answer.alcohol.few", count: noted.count, nil, ["least": "\(Self.minimumAlcoholDays)"]))
        }
        let unit = subject.isNightly ? "nights" : "days"
        let compared = words(
            "answer.alcohol.\(unit)",
            [
                "count": formats.number(Double(after.count)), "name": bare(subject), "value": amount(median, subject),
                "other": amount(other, subject),
            ])
        let correlation = Correlation(values.map { (isAfter($0.day) ? 1 : 0, $0.value) })
        let isClear = correlation.map { $0.interval.lowerBound > 0 || $0.interval.upperBound < 0 } ?? false
        return NumberAnswer(
            text: opened(compared) + " " + words("answer.alcohol.\(isClear ? "clear" : "chance")"),
            chart: (subject, chartDays(Period(first...today, ""))))
    }
}
