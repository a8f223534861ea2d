import Localization
import Messages

/// A letter about a period in words. The form of each sentence changes from letter to letter.
public struct PeriodLetterScreen: Screen {
    public static let template = "period-letter"
    public let title: String
    /// The days, and until when data was counted.
    let date: String
    public let paragraphs: [String]
    let lines: [LetterScreen.Line]
    /// Nil in a letter after a crisis, and where there is none.
    public let question: String?
    /// Whether it is a letter after a crisis.
    public let isKind: Bool

    /// Number of forms of each sentence.
    public static let forms = 3
    /// Most days that a sentence names; more are counted.
    private static let maximumNamedDays = 3

    /// - Parameter letter: nil where there is too little to say.
    public init(_ letter: PeriodLetter?, about period: LetterPeriod, for reader: Reader) {
        let words = reader.words
        let form = period.turn(Self.forms) + 1
        title = words("letter.period.title.\(period.span)")
        date = words(
            "letter.period.made", ["range": reader.reach(of: period), "time": reader.time(minute: reader.minute)])
        isKind = letter?.isKind ?? false
        guard let letter, !letter.isKind else {
            let text = words(isKind ? "letter.period.kind.\(form)" : "letter.period.empty")
            lines = [LetterScreen.Line(text: text, explained: nil)]
            paragraphs = [text]
            question = nil
            return
        }
        var texts = [LetterScreen.Line(text: words("letter.period.opening.\(form)"), explained: nil)]
        texts += letter.facts.map { fact in
            LetterScreen.Line(
                text: Self.sentence(fact, form, period, reader),
                explained: Self.metric(of: fact).flatMap { reader.explained($0) })
        }
        if let finding = letter.finding, let metric = SignalTable.metric(finding.metric) {
            let text = words(
                "letter.period.finding.\(form)",
                [
                    "name": words("signal.\(finding.metric)"), "now": reader.amount(finding.now, of: metric),
                    "usual": reader.amount(finding.usual, of: metric),
                ])
            texts.append(LetterScreen.Line(text: text, explained: reader.explained(finding.metric)))
        } else if letter.isCompared {
            texts.append(LetterScreen.Line(text: words("letter.period.nothing.\(form)"), explained: nil))
        }
        lines = texts
        paragraphs = texts.map(\.text)
        question = words("letter.period.question.\(form)")
    }

    /// Many days with one workout or entry each are not counted twice.
    private static func phrase(_ fact: PeriodLetter.Fact) -> String {
        guard fact.count == fact.days.count, fact.count > maximumNamedDays else { return "\(fact.kind)" }
        return switch fact.kind {
        case .workouts: "workoutDays"
        case .entries: "entryDays"
        default: "\(fact.kind)"
        }
    }

    /// Key of the metric or answer that a sentence is about; nil where it counts what was done.
    private static func metric(of fact: PeriodLetter.Fact) -> String? {
        switch fact.kind {
        case .longestNight, .sleepTogether: "sleep"
        case .mostSteps, .stepsTogether: "steps"
        case .highestEnergy: "energy"
        case .highestSleepQuality: "sleepQuality"
        case .earliestBed, .latestBed, .workouts, .checkIns, .entries: nil
        }
    }

    private static func sentence(
        _ fact: PeriodLetter.Fact, _ form: Int, _ period: LetterPeriod, _ reader: Reader
    ) -> String {
        let days = fact.days.map { reader.name(of: $0, in: period) }
        func number(_ value: Double) -> String { reader.formats.number(value) }
        var values = ["day": days.first ?? "", "days": reader.days(days, of: maximumNamedDays)]
        let value = fact.value ?? 0
        switch fact.kind {
        case .longestNight: values["amount"] = reader.formats.duration(seconds: value)
        // Minutes say nothing of many nights.
        case .sleepTogether:
            let hours = (value / 3_600).rounded() * 3_600
            values["amount"] = reader.formats.duration(seconds: period.span == .week ? value : hours)
        case .mostSteps, .stepsTogether: values["amount"] = number(value)
        case .earliestBed, .latestBed: values["time"] = reader.time(minute: Int(value))
        case .highestEnergy, .highestSleepQuality: values["answer"] = number(value)
        case .workouts, .checkIns, .entries: break
        }
        return reader.words(
            "letter.period.fact.\(phrase(fact)).\(form)", count: fact.count, number(Double(fact.count)), values)
    }
}

extension Reader {
    /// “23 Nov–29 Nov 2026”.
    public func reach(of period: LetterPeriod) -> String {
        let isOneYear = period.first.components.year == period.last.components.year
        return formats.range(
            isOneYear ? formats.dayAndMonth(period.first) : formats.dateWithYear(period.first),
            formats.dateWithYear(period.last))
    }

    /// A day of a period: “Wednesday” in a week, else its date.
    func name(of day: Day, in period: LetterPeriod) -> String {
        switch period.span {
        case .week: formats.weekday(day)
        case .month: formats.dayAndMonth(day)
        case .year: formats.dateWithYear(day)
        }
    }

    /// “on Monday and Friday”; more than `maximum` days are counted.
    fileprivate func days(_ names: [String], of maximum: Int) -> String {
        names.count > maximum
            ? words("letter.period.onDays", ["count": formats.number(Double(names.count))])
            : words("letter.period.on", ["list": list(names)])
    }
}
