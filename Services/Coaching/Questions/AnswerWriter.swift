import Foundation
import Localization
import Messages

/// The values of a subject with which a question is answered.
public struct SubjectNumbers: Sendable {
    /// The measured quantity.
    public var subject: Subject
    /// Values from 98 days before the period until today, oldest first.
    public var series: Series

    public init(_ subject: Subject, _ series: Series) { (self.subject, self.series) = (subject, series) }
}

/// An answer from the person's own numbers.
public struct NumberAnswer: Equatable, Sendable {
    /// At most two sentences.
    public var text: String
    /// The subject and the days to draw; nil without values.
    public var chart: (subject: Subject, days: ClosedRange<Day>)?

    public init(text: String, chart: (subject: Subject, days: ClosedRange<Day>)? = nil) {
        (self.text, self.chart) = (text, chart)
    }

    public static func == (left: NumberAnswer, right: NumberAnswer) -> Bool {
        left.text == right.text && left.chart?.subject == right.chart?.subject && left.chart?.days == right.chart?.days
    }
}

/// Puts numbers into at most two sentences (COA-6, COA-10), in English or German. Every number in a text comes from the
/// series it is given; inside the usual band nothing is called better or worse.
public struct AnswerWriter: Sendable {
    let language: Language
    /// The words of the reply's language.
    public let words: Catalogue
    let formats: Formats
    let today: Day
    /// Number of the reply in the conversation, which varies the openings.
    let turn: Int
    /// Openings of the previous replies.
    let openings: Openings
    /// A condition of the question that no rule reads, as it was written. An answer says that it leaves it out.
    public var unread: String?

    /// - Parameter region: ISO 3166 alpha-2, empty if unknown.
    public init(_ language: Language, region: String, today: Day, turn: Int, openings: Openings = Openings()) {
        let region = region.isEmpty ? (language == .german ? "DE" : "GB") : region
        (self.language, self.today, self.turn, self.openings) = (language, today, turn, openings)
        words = .shipped(language)
        formats = Formats(DisplaySettings(language: language, region: region), words)
    }

    // MARK: Status

    /// How a subject was in a period.
    public func status(_ numbers: SubjectNumbers, _ period: Period) -> NumberAnswer {
        let (subject, had) = (numbers.subject, numbers.series.during(period))
        guard let median = had.median else { return nothing(numbers, period) }
        let usual = Series(
            numbers.series.values.filter { $0.day < min(period.days.lowerBound, today.advanced(by: -6)) })
        let first = opened(
            period.isOneDay
                ? clause(subject, median, period)
                : clause(subject, median, period) + " " + coverage(had, of: period, isNightly: subject.isNightly))
        let text = first + " " + placed(median, in: Series(usual.values.suffix(90)), subject)
        return NumberAnswer(text: text, chart: (subject, chartDays(period)))
    }

    /// “Your HRV was 42 ms last week”, without a full stop.
    func clause(_ subject: Subject, _ value: Double, _ period: Period) -> String {
        let form = words.contains("answer.was.\(subject.key)") ? subject.key : "plain"
        return words(
            "answer.was.\(form)\(period.isOneDay ? "" : "Many")",
            ["name": name(subject), "value": amount(value, subject), "period": period.label])
    }

    /// “(from 5 of 7 nights)”
    func coverage(_ had: Series, of period: Period, isNightly: Bool) -> String {
        let unit = isNightly ? "nights" : "days"
        let uncertain = had.values.count(where: \.isUncertain)
        let suffix = uncertain > 0 ? ", " + words("answer.uncertain", count: uncertain) : ""
        if period.count > 3_000 { return "(" + words("answer.coverage.all.\(unit)", count: had.count) + suffix + ")" }
        return "("
            + words("answer.coverage.\(unit)", count: period.count, nil, ["had": formats.number(Double(had.count))])
            + suffix + ")"
    }

    /// A sentence that places a value among the usual ones.
    private func placed(_ value: Double, in usual: Series, _ subject: Subject) -> String {
        guard let band = usual.band else { return words("answer.tooFew") }
        let place = value < band.lowerBound ? "below" : value > band.upperBound ? "above" : "usual"
        return words("answer.place.\(place)", ["band": range(band, subject)])
    }

    /// Says that nothing is there, and how to bring it.
    func nothing(_ numbers: SubjectNumbers, _ period: Period) -> NumberAnswer {
        let subject = numbers.subject
        let none = words("answer.nothing", ["name": bare(subject), "period": period.label])
        let latest = numbers.series.values.last.map {
            words("answer.latest", ["value": amount($0.value, subject), "date": formats.dateWithYear($0.day)])
        }
        return NumberAnswer(text: none + " " + (latest ?? words("answer.bring.\(source(subject))")))
    }

    func source(_ subject: Subject) -> String {
        switch subject {
        case .score: "score"
        case .metric: "metric"
        case .slider: "slider"
        case .journal: "journal"
        }
    }

    // MARK: Compare

    /// How a subject differs between two periods.
    public func compare(_ numbers: SubjectNumbers, _ period: Period, with other: Period) -> NumberAnswer {
        let subject = numbers.subject
        let (now, then) = (numbers.series.during(period), numbers.series.during(other))
        guard let median = now.median else { return nothing(numbers, period) }
        guard let before = then.median else { return nothing(numbers, other) }
        let first = opened(
            words(
                "answer.compared",
                [
                    "name": name(subject), "value": amount(median, subject), "period": period.label,
                    "coverage": short(now, of: period, isNightly: subject.isNightly), "other": amount(before, subject),
                    "otherPeriod": other.label, "otherCoverage": short(then, of: other, isNightly: subject.isNightly),
                ]))
        return NumberAnswer(
            text: first + " " + judged(now, then, numbers),
            chart: (subject, min(period.days.lowerBound, other.days.lowerBound)...today))
    }

    func short(_ had: Series, of period: Period, isNightly: Bool) -> String {
        words(
            "answer.coverage.\(isNightly ? "nights" : "days")", count: period.count, nil,
            ["had": formats.number(Double(had.count))])
    }

    private func judged(_ now: Series, _ then: Series, _ numbers: SubjectNumbers) -> String {
        let subject = numbers.subject
        guard let median = now.median, let before = then.median else { return words("answer.tooFew") }
        let difference = median - before
        // As shown: a difference that rounds to nothing is none.
        guard amount(median, subject) != amount(before, subject) else { return words("answer.difference.none") }
        let shown = amount(abs(difference), subject)
        let direction = difference > 0 ? "higher" : "lower"
        guard let band = then.band else {
            return words("answer.difference.few.\(direction)", ["difference": shown])
        }
        if band.contains(median) { return words("answer.difference.usual", ["difference": shown]) }
        if abs(difference) <= numbers.series.chance(between: now, then) {
            return words("answer.difference.chance", ["difference": shown])
        }
        let isBetter = subject.isBetterHigher == (difference > 0)
        return words("answer.difference.\(isBetter ? "better" : "worse").\(direction)", ["difference": shown])
    }

    // MARK: Cause

    /// Names the parts that lower and the parts that raise a day's score.
    public func scoreCause(_ day: ScoredDay) -> NumberAnswer {
        let days = (Subject.score, day.report.day.advanced(by: -6)...day.report.day)
        let label = label(of: day.report.day)
        guard let score = day.report.score else {
            return NumberAnswer(
                text: words("answer.cause.noScore", ["period": label]) + " " + words("answer.bring.score"))
        }
        let parts = day.contributions.filter { !$0.missing && $0.contribution.magnitude >= 0.005 }
        let weighs = parts.filter { $0.contribution < 0 }.sorted { $0.contribution < $1.contribution }.prefix(2)
        let lifts = parts.filter { $0.contribution > 0 }.sorted { $0.contribution > $1.contribution }.prefix(2)
        let first = opened(
            words("answer.cause.score", ["period": label, "score": formats.number(score.rounded())]))
        var clauses: [String] = []
        if !weighs.isEmpty { clauses.append(words("answer.cause.weighs", ["parts": formats.list(weighs.map(part))])) }
        if !lifts.isEmpty { clauses.append(words("answer.cause.lifts", ["parts": formats.list(lifts.map(part))])) }
        let second =
            clauses.isEmpty ? words("answer.cause.nothing") : capitalised(clauses.joined(separator: "; ")) + "."
        return NumberAnswer(text: first + " " + second, chart: days)
    }

    /// “Night heart rate (58/min, above your usual)”
    private func part(_ contribution: Contribution) -> String {
        guard let entry = contribution.signal.entry, let value = contribution.value else {
            return contribution.signal.entry.map { words("signal.\($0.key)") } ?? ""
        }
        let subject = Subject(entry)
        let place = contribution.z.map { $0 >= 1 ? "above" : $0 <= -1 ? "below" : "usual" }
        // Sliders and the journal have no usual level: they are what the person says.
        let judged = entry.metric == nil ? nil : place.map { words("answer.short.\($0)") }
        let shown = subject == .journal ? [] : [amount(value, subject)]
        let inside = (shown + [judged].compactMap { $0 }).joined(separator: ", ")
        return words("signal.\(entry.key)") + (inside.isEmpty ? "" : " (\(inside))")
    }

    /// Names other unusual values around the day of a value. A coincidence is not called a cause.
    /// - Parameter marks: such circumstances, as noun phrases.
    public func metricCause(_ numbers: SubjectNumbers, on day: Period, marks: [String]) -> NumberAnswer {
        let subject = numbers.subject
        let had = numbers.series.during(day)
        guard let value = had.median else { return nothing(numbers, day) }
        let usual = Series(numbers.series.values.filter { $0.day < day.days.lowerBound }.suffix(90))
        let first = opened(clause(subject, value, day)) + " "
        let chart = (subject, day.days.lowerBound.advanced(by: -30)...day.days.upperBound)
        guard let band = usual.band else {
            return NumberAnswer(text: first + words("answer.tooFew"), chart: chart)
        }
        if band.contains(value) {
            return NumberAnswer(
                text: first + words("answer.cause.usual", ["band": range(band, subject)]), chart: chart)
        }
        let place = words("answer.short.\(value > band.upperBound ? "above" : "below")")
        let text =
            marks.isEmpty
            ? words("answer.cause.alone", ["place": place, "band": range(band, subject)])
            : words(
                "answer.cause.beside", ["place": place, "band": range(band, subject), "marks": formats.list(marks)])
        return NumberAnswer(text: first + text, chart: chart)
    }

    /// A circumstance for `metricCause`: “less sleep than usual (5 h 10 min)”.
    public func mark(_ subject: Subject, _ value: Double, isHigh: Bool) -> String {
        words("answer.mark.\(isHigh ? "more" : "less")", ["name": bare(subject), "value": amount(value, subject)])
    }

    /// A circumstance of the day for `metricCause`: “travel”.
    public func mark(_ flag: ContextFlag) -> String { words("answer.mark.\(flag)") }

    // MARK: Explain, and fixed replies

    /// Explains a subject and adds the person's own latest value.
    public func explain(_ subject: Subject, _ numbers: SubjectNumbers?, what: String? = nil) -> NumberAnswer {
        let what = what ?? words("answer.explain.\(subject.key)")
        guard let last = numbers?.series.values.last else { return NumberAnswer(text: what) }
        let own = words(
            "answer.explain.own",
            ["value": amount(last.value, subject), "date": formats.dateWithYear(last.day)])
        return NumberAnswer(text: what + " " + own, chart: (subject, last.day.advanced(by: -30)...last.day))
    }

    /// An explanation that says what it is about: behind its heading, if it does not begin with the same word.
    public func named(_ text: String, by title: String) -> String {
        let head = FoldedText(title).words.filter { $0.count > 3 }
        let words = FoldedText(text).words
        let isNamed = head.isEmpty || head.contains { name in words.contains { $0.hasPrefix(name.prefix(5)) } }
        return isNamed ? text : title + (title.hasSuffix("?") ? " " : ": ") + text
    }

    /// A fixed reply about the coach and the data.
    public func meta(_ meta: Question.Meta) -> String { words("answer.meta.\(meta.rawValue)") }

    /// Says that the numbers cannot be reached.
    public var unavailable: String { words("answer.unavailable") }
    /// Answers a greeting; two texts take turns.
    public var courtesy: String { openings.first(of: (0..<2).map { words("answer.courtesy.\($0)") }, from: turn) }
    /// Declines to name amounts of medicines and supplements.
    public var doses: String { words("answer.doses") }
    /// Refers a medical question to professionals.
    public var medical: String { words("coaching.help.medical") }

    // MARK: Pieces

    /// A first sentence with one of five openings, so that none comes twice in five replies.
    func opened(_ clause: String) -> String {
        if let unread { return words("answer.unreadClause", ["unread": unread, "clause": clause]) }
        let sentences = (0..<5).map { number in
            let opening = words("answer.opening.\(number)")
            // The first opening is none.
            return opening == "-" ? capitalised(clause) + "." : opening + " " + clause + "."
        }
        return openings.first(of: sentences, from: turn)
    }

    func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    func name(_ subject: Subject) -> String { words("answer.name.\(subject.key)") }
    func bare(_ subject: Subject) -> String { words("answer.bare.\(subject.key)") }

    /// The name of a subject, without “your”.
    public func bareName(_ subject: Subject) -> String { bare(subject) }

    func range(_ band: ClosedRange<Double>, _ subject: Subject) -> String {
        let low = subject == .journal ? band.lowerBound : max(0, band.lowerBound)
        return formats.range(amount(low, subject), amount(band.upperBound, subject))
    }

    func amount(_ value: Double, _ subject: Subject) -> String {
        switch subject {
        case .score: return formats.number(value.rounded())
        case .slider:
            return words("unit.ofSeven", ["value": formats.number(value, digits: value == value.rounded() ? 0 : 1)])
        case .journal: return formats.mood(value)
        case .metric:
            return subject.metric.map { formats.amount(value, of: $0) } ?? formats.number(value, digits: 1)
        }
    }

    func chartDays(_ period: Period) -> ClosedRange<Day> {
        let first = max(period.days.lowerBound, period.days.upperBound.advanced(by: -3_650))
        return min(first, period.days.upperBound.advanced(by: -6))...period.days.upperBound
    }
}
