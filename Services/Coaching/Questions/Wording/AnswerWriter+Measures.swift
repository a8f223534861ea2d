import Localization
import Messages

/// Daily values of a measure with which a question is answered.
public struct MeasureNumbers: Sendable {
    let measure: Measure
    /// Of its values.
    let unit: String
    /// Values from 98 days before the period until today, oldest first.
    let series: Series
    /// The other values of pairs; nil for other measures.
    let second: Series?
    /// Whether numbers that are put away include it (PLN-10).
    public let isOfBody: Bool

    public init(_ measure: Measure, _ info: KindInfo, _ days: [KindDay]) {
        self.measure = measure
        unit = info.unit
        isOfBody = info.isOfBody
        series = Series(days.map { Series.Value($0.day, $0.value) })
        second =
            info.shape == "pair"
            ? Series(days.compactMap { day in day.second.map { Series.Value(day.day, $0) } }) : nil
    }
}

/// Answers about measures: what was and what is usual, never whether that is good.
extension AnswerWriter {
    /// How a measure was in a period.
    public func status(_ numbers: MeasureNumbers, _ period: Period) -> String {
        let had = numbers.series.during(period)
        guard let value = value(numbers, during: period), let median = had.median else {
            return nothing(numbers, period)
        }
        let clause = words(
            "answer.was.plain\(period.isOneDay ? "" : "Many")",
            ["name": name(numbers), "value": value, "period": period.label])
        let first = opened(
            period.isOneDay ? clause : clause + " " + coverage(had, of: period, isNightly: false))
        return first + " " + placed(median, numbers, before: min(period.days.lowerBound, today.advanced(by: -6)))
    }

    /// How a measure differs between two periods.
    public func compare(_ numbers: MeasureNumbers, _ period: Period, with other: Period) -> String {
        let (now, then) = (numbers.series.during(period), numbers.series.during(other))
        guard let value = value(numbers, during: period) else { return nothing(numbers, period) }
        guard let before = self.value(numbers, during: other) else { return nothing(numbers, other) }
        let first = opened(
            words(
                "answer.compared",
                [
                    "name": name(numbers), "value": value, "period": period.label,
                    "coverage": short(now, of: period, isNightly: false), "other": before,
                    "otherPeriod": other.label, "otherCoverage": short(then, of: other, isNightly: false),
                ]))
        // Two differences have no common judgement.
        guard numbers.second == nil, let median = now.median, let earlier = then.median else { return first }
        return first + " " + difference(median - earlier, now, then, numbers)
    }

    private func difference(_ difference: Double, _ now: Series, _ then: Series, _ numbers: MeasureNumbers) -> String {
        let shown = formats.measured(abs(difference), unit: numbers.unit)
        let none = formats.measured(0, unit: numbers.unit)
        guard shown != none else { return words("answer.difference.none") }
        let direction = difference > 0 ? "higher" : "lower"
        guard let band = then.band else {
            return words("answer.difference.few.\(direction)", ["difference": shown])
        }
        if let median = now.median, band.contains(median) {
            return words("answer.difference.usual", ["difference": shown])
        }
        if abs(difference) <= numbers.series.chance(between: now, then) {
            return words("answer.difference.chance", ["difference": shown])
        }
        return words("answer.difference.outside.\(direction)", ["difference": shown])
    }

    private func name(_ numbers: MeasureNumbers) -> String { words("answer.owned.\(numbers.measure.rawValue)") }

    /// The middle of the values of a period; nil without any.
    private func value(_ numbers: MeasureNumbers, during period: Period) -> String? {
        guard let median = numbers.series.during(period).median else { return nil }
        guard let second = numbers.second else { return formats.measured(rounded(median), unit: numbers.unit) }
        return second.during(period).median.map { formats.measured(median, $0, unit: numbers.unit) }
    }

    /// A median of two days may have more digits than either.
    private func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    /// A sentence that places values among the usual ones.
    private func placed(_ value: Double, _ numbers: MeasureNumbers, before day: Day) -> String {
        func usual(_ series: Series) -> ClosedRange<Double>? {
            Series(series.values.filter { $0.day < day }.suffix(90)).band
        }
        guard let band = usual(numbers.series) else { return words("answer.tooFew") }
        func range(_ band: ClosedRange<Double>, _ text: (Double) -> String) -> String {
            formats.range(text(rounded(max(0, band.lowerBound))), text(rounded(band.upperBound)))
        }
        if let second = numbers.second {
            guard let other = usual(second) else { return words("answer.tooFew") }
            return words(
                "answer.place.pair",
                [
                    "first": range(band) { formats.number($0.rounded()) },
                    "second": range(other) { formats.number($0.rounded()) },
                ])
        }
        let place = value < band.lowerBound ? "below" : value > band.upperBound ? "above" : "usual"
        return words(
            "answer.place.\(place)", ["band": range(band) { formats.measured($0, unit: numbers.unit) }])
    }

    private func nothing(_ numbers: MeasureNumbers, _ period: Period) -> String {
        let none = words(
            "answer.nothing",
            ["name": words("answer.measure.\(numbers.measure.rawValue)"), "period": period.label])
        guard let last = numbers.series.values.last else { return none }
        let second = numbers.second?.values.last?.value
        return none + " "
            + words(
                "answer.latest",
                [
                    "value": formats.measured(last.value, second, unit: numbers.unit),
                    "date": formats.dateWithYear(last.day),
                ])
    }
}
