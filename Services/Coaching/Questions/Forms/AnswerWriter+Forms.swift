import Localization
import Messages

/// Answers about extremes, weekdays, the last time, the number of times, and a value that was named.
extension AnswerWriter {
    // MARK: Extremes

    /// The highest or lowest value of a period with its day; the latest of equal ones.
    public func extreme(_ numbers: SubjectNumbers, _ period: Period, isHighest: Bool) -> NumberAnswer {
        let subject = numbers.subject
        // A record may fall today; the fewest steps may not, as long as the day goes on.
        let had = isHighest ? numbers.series.during(period) : settled(numbers, period)
        let found = had.values.reversed().max { isHighest ? $0.value < $1.value : $0.value > $1.value }
        guard let found else { return nothing(numbers, period) }
        let first = opened(
            words(
                "finding.extreme.\(isHighest ? "high" : "low").\(form(subject))",
                [
                    "name": name(subject), "value": amount(found.value, subject), "period": period.label,
                    "date": fullDate(found.day),
                ]))
        return NumberAnswer(
            text: first + " " + covered(had, period, subject, isUncertain: found.isUncertain),
            chart: (subject, chartDays(period)))
    }

    /// “25 of 30 days have a value.”
    private func covered(_ had: Series, _ period: Period, _ subject: Subject, isUncertain: Bool = false) -> String {
        let unit = subject.isNightly ? "nights" : "days"
        let count = formats.number(Double(had.count))
        let doubt = isUncertain ? words("finding.uncertain") : ""
        if period.count > 3_000 {
            return words("finding.covered.all.\(unit)", count: had.count, count, ["doubt": doubt])
        }
        return words("finding.covered.\(unit)", count: period.count, nil, ["had": count, "doubt": doubt])
    }

    // MARK: Weekdays

    /// The weekdays by their medians, and whether they differ by more than days do anyway.
    public func weekdays(_ numbers: SubjectNumbers, _ period: Period, isHighest: Bool) -> NumberAnswer {
        let (subject, had) = (numbers.subject, settled(numbers, period))
        guard !had.isEmpty else { return nothing(numbers, period) }
        let unit = subject.isNightly ? "nights" : "days"
        guard let ranking = WeekdayRanking(had, isHighest: isHighest), let first = ranking.entries.first else {
            let text = words(
                "finding.weekdays.few.\(unit)", count: had.count, formats.number(Double(had.count)),
                ["name": bare(subject), "period": period.label, "least": "\(WeekdayRanking.minimumValues)"])
            return NumberAnswer(text: opened(text), chart: (subject, chartDays(period)))
        }
        let order = ranking.entries.map { entry in
            words(
                "finding.weekdays.entry",
                [
                    "weekday": words("period.weekdays.\(entry.weekday)"), "value": amount(entry.median, subject),
                    "count": formats.number(Double(entry.count)),
                ])
        }
        let said = words(
            "finding.weekdays.\(isHighest ? "high" : "low").\(form(subject))",
            [
                "name": name(subject), "weekday": words("period.weekdays.\(first.weekday)"), "period": period.label,
                "order": formats.list(order), "unit": words("finding.unit.\(unit)"),
            ])
        // As shown: two numbers that look equal differ by nothing.
        let (difference, spread) = (amount(ranking.difference, subject), amount(ranking.spread, subject))
        let judged = words(
            "finding.weekdays.\(ranking.isClear && difference != spread ? "clear" : "usual")",
            ["difference": difference, "spread": spread])
        return NumberAnswer(text: opened(said) + " " + judged, chart: (subject, chartDays(period)))
    }

    // MARK: The last time, and the number of times

    /// The latest day of a period whose value keeps to a bound.
    public func last(_ numbers: SubjectNumbers, _ period: Period, _ bound: ValueBound) -> NumberAnswer {
        let (subject, had) = (numbers.subject, values(numbers, period, bound))
        guard !had.isEmpty else { return nothing(numbers, period) }
        guard let test = Test(bound, numbers.series) else { return NumberAnswer(text: opened(unknownUsual(subject))) }
        let names = ["name": name(subject), "bound": said(test, subject), "period": period.label]
        guard let found = had.values.last(where: { test.holds($0.value) }) else {
            let never = opened(words("finding.never.\(form(subject))", names))
            return NumberAnswer(
                text: never + " " + covered(had, period, subject), chart: (subject, chartDays(period)))
        }
        let first = words(
            "finding.last.\(form(subject))",
            names.merging(["value": amount(found.value, subject), "date": fullDate(found.day)]) { $1 })
        let recent = values(numbers, Period(today.advanced(by: -89)...today, ""), bound).values
        let second = words(
            "finding.recent.\(subject.isNightly ? "nights" : "days")", count: recent.count,
            formats.number(Double(recent.count)),
            ["hits": formats.number(Double(recent.count { test.holds($0.value) }))])
        return NumberAnswer(
            text: opened(first) + " " + second, chart: (subject, found.day.advanced(by: -30)...today))
    }

    /// The number of days of a period whose value keeps to a bound, and the latest of them.
    public func count(_ numbers: SubjectNumbers, _ period: Period, _ bound: ValueBound) -> NumberAnswer {
        let (subject, had) = (numbers.subject, values(numbers, period, bound))
        guard !had.isEmpty else { return nothing(numbers, period) }
        guard let test = Test(bound, numbers.series) else { return NumberAnswer(text: opened(unknownUsual(subject))) }
        let hits = had.values.filter { test.holds($0.value) }
        let unit = subject.isNightly ? "nights" : "days"
        let first = words(
            "finding.count.\(form(subject)).\(unit)", count: had.count, formats.number(Double(had.count)),
            [
                "name": name(subject), "bound": said(test, subject), "period": period.label,
                "hits": formats.number(Double(hits.count)),
            ])
        let second = hits.last.map {
            words("finding.latest", ["value": amount($0.value, subject), "date": fullDate($0.day)])
        }
        return NumberAnswer(
            text: opened(first) + " " + (second ?? covered(had, period, subject)),
            chart: (subject, chartDays(period)))
    }

    // MARK: A value that was named

    /// Compares a value with the person's usual band. The sentence does not call it good or bad.
    public func norm(_ numbers: SubjectNumbers, _ value: Double) -> NumberAnswer {
        let subject = numbers.subject
        let values = ["value": amount(value, subject), "name": bare(subject)]
        let usual = Series(Array(numbers.series.values.suffix(Test.days)))
        guard let band = usual.band else {
            let text = words(
                "finding.norm.few", count: usual.count, formats.number(Double(usual.count)),
                values.merging(["least": "\(Series.minimumForBand)"]) { $1 })
            return NumberAnswer(text: opened(text) + " " + words("finding.norm.differs"))
        }
        let place = value < band.lowerBound ? "below" : value > band.upperBound ? "above" : "usual"
        let text = words("finding.norm.\(place)", values.merging(["band": range(band, subject)]) { $1 })
        return NumberAnswer(
            text: opened(text) + " " + words("finding.norm.differs"),
            chart: (subject, today.advanced(by: 1 - Test.days)...today))
    }

    // MARK: Pieces

    /// The values of a period without today's of a total that still grows.
    func settled(_ numbers: SubjectNumbers, _ period: Period) -> Series {
        let had = numbers.series.during(period)
        return numbers.subject.isTotal && !period.isOneDay ? Series(had.values.filter { $0.day != today }) : had
    }

    /// The values that a bound is held against: a growing total can have reached a lower bound today, and no upper one.
    private func values(_ numbers: SubjectNumbers, _ period: Period, _ bound: ValueBound) -> Series {
        switch bound {
        case .atLeast, .above, .usual(isHigh: true): numbers.series.during(period)
        case .below, .atMost, .usual(isHigh: false): settled(numbers, period)
        }
    }

    /// A bound with the values that it stands for.
    private struct Test {
        /// Number of latest values that the usual band is made from.
        static let days = 90

        let bound: ValueBound
        let band: ClosedRange<Double>?

        /// nil if the usual band is asked for and there are too few values.
        init?(_ bound: ValueBound, _ series: Series) {
            self.bound = bound
            guard case .usual = bound else {
                band = nil
                return
            }
            band = Series(Array(series.values.suffix(Self.days))).band
            if band == nil { return nil }
        }

        func holds(_ value: Double) -> Bool {
            switch bound {
            case .below(let limit): value < limit
            case .atMost(let limit): value <= limit
            case .atLeast(let limit): value >= limit
            case .above(let limit): value > limit
            case .usual(let isHigh): band.map { isHigh ? value > $0.upperBound : value < $0.lowerBound } ?? false
            }
        }
    }

    /// “under 6 h”, “above your usual 6 h–7 h”.
    private func said(_ test: Test, _ subject: Subject) -> String {
        func bound(_ key: String, _ value: Double) -> String {
            words("finding.bound.\(key)", ["value": amount(value, subject)])
        }
        switch test.bound {
        case .below(let value): return bound("below", value)
        case .atMost(let value): return bound("atMost", value)
        case .atLeast(let value): return bound("atLeast", value)
        case .above(let value): return bound("above", value)
        case .usual(let isHigh):
            return words(
                "finding.bound.\(isHigh ? "high" : "low")", ["band": test.band.map { range($0, subject) } ?? ""])
        }
    }

    private func unknownUsual(_ subject: Subject) -> String {
        words("finding.unknownUsual", ["name": bare(subject), "least": "\(Series.minimumForBand)"])
    }

    /// Sleep has words of its own; other subjects are named.
    private func form(_ subject: Subject) -> String { subject == .metric("sleep") ? "sleep" : "plain" }

    /// “3 November 2026”, “3. November 2026”.
    func fullDate(_ day: Day) -> String {
        let (year, month, number) = day.components
        return words(
            "period.date", ["day": "\(number)", "month": words("date.months.long.\(month)"), "year": "\(year)"])
    }
}
