import Drawing
import Localization
import Messages

/// A letter: the findings in a person's data in at most 180 words, with two small charts and one question.
public struct LetterScreen: Screen {
    public static let template = "letter"
    public let title: String
    let date: String
    /// Paragraphs before the usual values.
    public let opening: [String]
    /// The median of each metric, in the letter's order.
    public let usuals: [Usual]
    let hasUsuals: Bool
    /// Paragraphs after them.
    public let closing: [String]
    let closingLines: [Line]
    /// The question at the end, which the journal takes the answer to.
    public let question: String
    let figures: [Figure]
    let counts: String

    /// The usual value of a metric.
    public struct Usual: Codable, Equatable, Sendable {
        /// Name of the metric.
        public let name: String
        /// The value with its unit.
        public let median: String
        /// The middle half of the values.
        public let range: String
        /// The explanation of the metric, on the page only.
        var explained: Glossary.Link?

        enum CodingKeys: CodingKey { case name, median, range }
    }

    /// A paragraph, with the explanation of what it names.
    struct Line: Sendable {
        let text: String
        let explained: Glossary.Link?
    }

    /// A small chart with its table.
    struct Figure: Sendable {
        let name: String
        let drawing: String
        let table: String
    }

    /// - Parameter date: text of an instant.
    public init(_ letter: Letter, date: (Milliseconds) -> String, for reader: Reader) {
        let (words, formats) = (reader.words, reader.formats)
        func number(_ value: Int64) -> String { formats.number(Double(value)) }
        title = words("letter.title")
        self.date = words("letter.made", ["date": date(letter.at)])
        let nights = words("letter.nights", count: Int(letter.nights), number(letter.nights))
        opening = [
            words(
                "letter.reach",
                [
                    "first": formats.dateWithYear(letter.first), "last": formats.dateWithYear(letter.last),
                    "span": Self.span(letter, reader), "days": number(letter.days), "nights": nights,
                ])
        ]
        usuals = letter.usuals.compactMap { usual in
            guard let metric = Self.metric(usual.metric) else { return nil }
            return Usual(
                name: words("signal.\(usual.metric)"), median: reader.amount(usual.median, of: metric),
                range: formats.range(reader.amount(usual.low, of: metric), reader.amount(usual.high, of: metric)),
                explained: reader.explained(usual.metric))
        }
        hasUsuals = !usuals.isEmpty
        closingLines = [
            Line(
                text: Self.gaps(letter, reader),
                explained: letter.gaps.isEmpty ? nil : reader.explained("gaps")),
            Line(
                text: Self.shift(letter, reader),
                explained: letter.shift.flatMap { reader.explained($0.metric) }),
        ]
        closing = closingLines.map(\.text)
        question =
            letter.shift.map { words("letter.questionShift", ["month": formats.month(of: $0.day)]) }
            ?? words("letter.question")
        figures = letter.charts.enumerated().compactMap { Self.figure($1, number: $0, reader) }
        counts = words("letter.counts", ["samples": number(letter.samples), "days": number(letter.changed)])
    }

    private static func metric(_ key: String) -> DailyMetric? { SignalTable.metric(key) }

    private static func span(_ letter: Letter, _ reader: Reader) -> String {
        let days = letter.first.distance(to: letter.last) + 1
        // Mean length of a Gregorian month and year.
        let (years, months) = (Int(Double(days) / 365.2425), Int(Double(days) / 30.436875))
        if years >= 2 { return reader.words("letter.span.years", count: years) }
        if months >= 2 { return reader.words("letter.span.months", count: months) }
        return reader.words("letter.span.days", count: days)
    }

    private static func gaps(_ letter: Letter, _ reader: Reader) -> String {
        guard let longest = letter.gaps.first else { return reader.words("letter.noGap") }
        let days = longest.from.distance(to: longest.through) + 1
        return reader.words(
            "letter.gap", count: Int(letter.missing), reader.formats.number(Double(letter.missing)),
            [
                "from": reader.formats.dateWithYear(longest.from),
                "through": reader.formats.dateWithYear(longest.through),
                "days": reader.formats.number(Double(days)),
            ])
    }

    /// Fewest days of data to distinguish a shift from ordinary variation.
    private static let minimumDaysOfShift = 120

    private static func shift(_ letter: Letter, _ reader: Reader) -> String {
        guard let shift = letter.shift, let metric = metric(shift.metric) else {
            let isShort = letter.first.distance(to: letter.last) + 1 < minimumDaysOfShift
            return reader.words(isShort ? "letter.tooShort" : "letter.noShift")
        }
        return reader.words(
            "letter.shift",
            [
                "name": reader.words("signal.\(shift.metric)"), "month": reader.formats.month(of: shift.day),
                "before": reader.amount(shift.before, of: metric), "after": reader.amount(shift.after, of: metric),
            ])
    }

    private static func figure(_ chart: LetterChart, number: Int, _ reader: Reader) -> Figure? {
        guard let metric = metric(chart.metric), chart.first <= chart.last else { return nil }
        let values = zip(chart.days, chart.values).compactMap { day, value in
            ChartValue(day: Int(day.number), value: value / metric.unit.per)
        }
        let name = reader.words("signal.\(chart.metric)")
        let drawing = TimeChart(
            metric.isTotal ? .total : .metric, days: Int(chart.first.number)...Int(chart.last.number),
            values: values, history: [], title: name, id: "letter-\(number)", words: reader.drawingWords,
            axis: { reader.formats.number($0, digits: metric.digits == 1 ? 1 : 0) },
            quantity: { reader.amount($0 * metric.unit.per, of: metric) })
        guard let figure = drawing.figure else { return nil }
        return Figure(name: name, drawing: figure.markup, table: drawing.table.element.markup)
    }
}

/// The letters of a person.
public struct LettersScreen: Screen {
    public static let template = "letters"
    public let title: String
    /// The weekly ones.
    let weeks: [Entry]
    let hasWeeks: Bool
    /// When weekly letters come, or that they do not.
    let weekday: String
    /// Those that are written on request.
    let requests: [Entry]
    let letters: [Entry]
    let hasLetters: Bool
    let isEmpty: Bool

    /// A letter.
    struct Entry: Sendable {
        let address: String
        let text: String
        let date: String
    }

    /// - Parameters:
    ///   - weeks: the weeks that have a letter, the latest first.
    ///   - weekday: of the weekly letter, 1 (Monday) … 7; nil if the person wants none.
    ///   - date: text of an instant.
    public init(
        _ letters: [Letter], weeks: [LetterPeriod] = [], weekday: Int? = DisplaySettings.usualLetterDay,
        date: (Milliseconds) -> String, for reader: Reader
    ) {
        title = reader.words("letter.list")
        self.weeks = weeks.map { Entry(address: $0.address, text: reader.reach(of: $0), date: "") }
        hasWeeks = !weeks.isEmpty
        self.weekday =
            weekday.map { weekday in
                let day = reader.today.monday.advanced(by: weekday - 1)
                return reader.words(
                    "letter.weekday",
                    ["day": reader.formats.weekday(day), "time": reader.time(minute: reader.eveningHour * 60)])
            } ?? reader.words("letter.noWeekday")
        requests = [LetterPeriod.Span.month, .year].map { span in
            let period = LetterPeriod(span, last: reader.today.advanced(by: -1))
            return Entry(address: period.address, text: reader.words("letter.request.\(span)"), date: "")
        }
        self.letters = letters.map { letter in
            Entry(address: "/letters/\(letter.id)", text: reader.reach(of: letter), date: date(letter.at))
        }
        hasLetters = !letters.isEmpty
        isEmpty = letters.isEmpty && weeks.isEmpty
    }
}

extension Reader {
    /// “3 Jan 2024–22 Nov 2026”: the days that a letter is about.
    public func reach(of letter: Letter) -> String {
        formats.range(formats.dateWithYear(letter.first), formats.dateWithYear(letter.last))
    }
}
