import Drawing
import Foundation
import Messages
import Statistics

/// What goes with the circumstances and own tags that a person notes: each is compared with the other days, for the
/// score and every metric.
public struct TogetherScreen: Screen {
    public static let template = "together"
    public let title: String
    /// The period, as text.
    let period: String
    /// The sentence above the findings.
    let finding: String
    let found: [Found]
    let alike: [Line]
    let hasAlike: Bool
    let early: [Line]
    let hasEarly: Bool
    /// How many comparisons were made, and the rule; nil for none.
    let rule: String?

    /// A mark with what differs on its days.
    struct Found: Sendable {
        let name: String
        let days: String
        let lines: [Line]
    }

    /// A name and what is said of it.
    struct Line: Sendable {
        let text: String
        let value: String
        /// Opens the comparison; nil for none.
        let address: String?
    }

    /// The days of a mark.
    public struct Noted: Sendable {
        let mark: DayMark
        let days: Set<Day>
        public init(_ mark: DayMark, on days: Set<Day>) {
            self.mark = mark
            self.days = days
        }
    }

    /// Values of the score or of a metric.
    public struct Series: Sendable {
        let subject: TrendSubject
        let values: [ChartValue]
        public init(_ subject: TrendSubject, _ values: [ChartValue]) {
            self.subject = subject
            self.values = values
        }
    }

    /// One comparison.
    private struct Compared {
        let mark: Int
        let subject: TrendSubject
        let isDayAfter: Bool
        let result: MarkComparison
    }

    /// - Parameters:
    ///   - noted: only the marks that the person has.
    ///   - series: values of `days`, oldest first.
    public init(_ noted: [Noted], _ series: [Series], days: ClosedRange<Day>, for reader: Reader) {
        let words = reader.words
        title = words("together.title")
        period = reader.formats.range(
            reader.formats.dateWithYear(days.lowerBound), reader.formats.dateWithYear(days.upperBound))
        func count(_ mark: Noted) -> Int { mark.days.count { days.contains($0) } }
        func name(_ mark: Noted) -> String { mark.mark.name(for: reader) }
        let all = noted.filter { count($0) > 0 }.sorted {
            (count($1), name($0)) < (count($0), name($1))
        }
        let marks = all.filter { count($0) >= TagComparison.minimumDays }
        let compared = Self.compared(marks, series, days)
        let threshold = MarkComparison.threshold(comparisons: compared.count)
        let apart = compared.filter { $0.result.isApart && ($0.result.deviations ?? 0) > threshold }
        func daysText(_ mark: Noted) -> String {
            words("together.days", count: count(mark), reader.formats.number(Double(count(mark))))
        }
        let byMark = Dictionary(grouping: apart, by: \.mark)
        found = marks.indices.compactMap { index in
            byMark[index].map { comparisons in
                Found(
                    name: name(marks[index]), days: daysText(marks[index]),
                    lines: comparisons.map { Self.line($0, marks[index].mark, reader) })
            }
        }
        let wasCompared = Set(compared.map(\.mark))
        alike = marks.indices.filter { wasCompared.contains($0) && byMark[$0] == nil }.map {
            Line(text: name(marks[$0]), value: daysText(marks[$0]), address: nil)
        }
        let unmeasured = marks.indices.filter { !wasCompared.contains($0) }.map { index in
            Line(
                text: name(marks[index]),
                value: words("together.unmeasured", ["days": daysText(marks[index])]), address: nil)
        }
        early =
            unmeasured
            + all.filter { count($0) < TagComparison.minimumDays }.map { mark in
                let values = ["days": "\(count(mark))", "needed": "\(TagComparison.minimumDays)"]
                return Line(text: name(mark), value: words("drawing.tag.tooFew", values), address: nil)
            }
        hasAlike = !alike.isEmpty
        hasEarly = !early.isEmpty
        if all.isEmpty {
            finding = words("together.nothing")
        } else if marks.isEmpty {
            finding = words("together.early")
        } else if compared.isEmpty {
            finding = words("together.noValues")
        } else {
            finding = words(apart.isEmpty ? "together.alike" : "together.found")
        }
        rule =
            compared.isEmpty
            ? nil
            : words("together.rule", count: compared.count, reader.formats.number(Double(compared.count)))
    }

    /// All comparisons that both groups have enough days for.
    private static func compared(_ marks: [Noted], _ series: [Series], _ days: ClosedRange<Day>) -> [Compared] {
        series.flatMap { series -> [Compared] in
            let values = series.values.filter {
                days.contains(Day(number: Int32($0.day))) && $0.quality != .imputed
            }
            guard let noise = MarkComparison.noise(values) else { return [] }
            return marks.indices.compactMap { index -> Compared? in
                let mark = marks[index]
                let isDayAfter = Self.isDayAfter(mark.mark, series.subject)
                let marked = Set(mark.days.map { Int($0.number) + (isDayAfter ? 1 : 0) })
                guard let result = try? MarkComparison(values, on: marked, noise: noise, names: ("", "")) else {
                    return nil
                }
                return Compared(mark: index, subject: series.subject, isDayAfter: isDayAfter, result: result)
            }
        }
    }

    /// A day's mark is compared with the night after it, which the next date has; alcohol with the whole next day.
    private static func isDayAfter(_ mark: DayMark, _ subject: TrendSubject) -> Bool {
        mark == .flag(.alcohol) || subject.metric?.isNightly == true
    }

    private static func line(_ compared: Compared, _ mark: DayMark, _ reader: Reader) -> Line {
        let subject = compared.subject
        let (with, without) = (compared.result.with.median, compared.result.without.median)
        let when = !compared.isDayAfter ? "same" : subject.metric?.isNightly == true ? "night" : "after"
        return Line(
            text: reader.words("together.when.\(when)", ["name": TrendScreen.name(of: subject, reader)]),
            value: reader.words(
                with > without ? "together.higher" : "together.lower",
                [
                    "with": TrendScreen.text(with, subject, reader),
                    "without": TrendScreen.text(without, subject, reader),
                ]),
            address: address(subject, mark, isDayAfter: compared.isDayAfter))
    }

    private static func address(_ subject: TrendSubject, _ mark: DayMark, isDayAfter: Bool) -> String {
        let tag = mark.value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "/compare?metric=\(subject.key)&tag=\(tag)&on=\(isDayAfter ? "after" : "same")&range=year"
    }
}
