import Drawing
import Localization
import Messages
import Statistics

/// The score or a metric over time, as a chart and a table.
public struct TrendScreen: Screen {
    public static let template = "trends"
    /// Name of the score or metric.
    public let title: String
    /// The title as it is shown.
    let heading: String
    let finding: String
    let subjects: [Choice]
    let ranges: [Link]
    /// Parameters that links to other metrics keep: range, last day, comparison.
    let kept: [Kept]
    /// The same for an address.
    let keptQuery: String
    /// The line of values and the drawing as markup; nil without values.
    let figure: String?
    let table: String
    /// Whether each point of the chart is the median of a week.
    let isWeekly: Bool
    let hasEntries: Bool
    /// Days with circumstances, own tags or a journal entry, the latest first.
    let marked: [Marked]
    let hasMarked: Bool
    /// How many of them are not listed; nil for none.
    let unlisted: String?
    let yearLink: String
    let comparesYear: Bool
    let compareLink: String
    let key: String
    let explained: Glossary.Link?
    /// The day whose readings are offered; nil for the score and without values.
    let readingsDay: DayField?
    /// The days shown, as text.
    let period: String
    /// Address of as many days before; nil where nothing is shown and for the whole range.
    let earlier: String?
    /// Address of as many days after; nil up to today.
    let later: String?
    let hasMoves: Bool
    /// Unit of the vertical axis, as a sentence.
    let axis: String
    /// Weight and intake with the corridor that plans expected; nil without records.
    let course: PlanCharts?

    /// A parameter of an address.
    struct Kept: Sendable {
        let name: String
        let value: String
    }

    /// A day with a mark below the chart.
    struct Marked: Sendable {
        let date: String
        let address: String
        /// Names of circumstances and tags, with commas; “journal entry” for an entry.
        let text: String
    }

    /// Most days with marks that are listed.
    static let maximumMarked = 100

    /// A link to another range.
    struct Link: Sendable {
        let text: String
        let address: String
        let isCurrent: Bool
    }

    public init(_ facts: TrendFacts, for reader: Reader) {
        let words = reader.words
        title = Self.name(of: facts.subject, reader)
        heading = LongWords.breakable(title)
        let first = Int(facts.days.lowerBound.number), last = Int(facts.days.upperBound.number)
        let shown = facts.values.filter { (first...last).contains($0.day) }
        let history = facts.values.filter { $0.day > last - TrendFacts.usualDays && $0.quality != .imputed }.map(
            \.value)
        finding = Self.finding(shown.last, history, facts, reader)
        subjects = TrendSubject.all.map {
            Choice(value: $0.key, text: Self.name(of: $0, reader), isSelected: $0 == facts.subject)
        }
        let key = facts.subject.key
        self.key = key
        explained = reader.explained(key)
        compareLink = "/compare?metric=\(key)"
        let latest = facts.subject == .score ? nil : shown.last
        readingsDay =
            latest.map { value in
                DayField("day", "\(Day(number: Int32(value.day)))", label: words("readings.ofDay"), for: reader)
            }
        // Another range ends with the same day, and is compared with last year like this one.
        let until = facts.days.upperBound < reader.today ? "&until=\(facts.days.upperBound)" : ""
        let year = facts.comparesYear ? "&year=1" : ""
        ranges = TrendRange.allCases.map {
            Link(
                text: words("trends.range.\($0.rawValue)"),
                address: "/trends?metric=\(key)&range=\($0.rawValue)" + ($0 == .all ? "" : until) + year,
                isCurrent: $0 == facts.range)
        }
        kept = Self.kept(facts, today: reader.today)
        keptQuery = kept.map { "&\($0.name)=\($0.value)" }.joined()
        period = reader.formats.range(
            reader.formats.dateWithYear(facts.days.lowerBound), reader.formats.dateWithYear(facts.days.upperBound))
        (earlier, later) = Self.moves(facts, hasValues: !shown.isEmpty, today: reader.today)
        hasMoves = earlier != nil || later != nil
        axis = words("trends.axis.\(facts.subject.metric.map { "\($0.unit.style)" } ?? "score")")
        comparesYear = facts.comparesYear
        yearLink = "/trends?metric=\(key)&range=\(facts.range.rawValue)" + until + (facts.comparesYear ? "" : "&year=1")
        let chart = Self.chart(facts, first...last, shown, history, "\(title): \(finding)", reader)
        figure = chart.figure?.markup
        isWeekly = chart.isWeekly
        hasEntries = !chart.entries.isEmpty
        var behind = chart.table
        let today = reader.today
        if isWeekly {
            behind.address = { first in
                let end = min(Day(number: Int32(TimeChart.weekEnd(first))), today)
                return "/trends?metric=\(key)&range=\(TrendRange.week.rawValue)&until=\(end)"
            }
        } else {
            behind.address = { Self.breakdown(of: Day(number: Int32($0))) }
        }
        table = behind.element.markup
        let marked = Self.marked(facts, reader)
        self.marked = Array(marked.prefix(Self.maximumMarked))
        hasMarked = !marked.isEmpty
        let unlisted = marked.count - self.marked.count
        self.unlisted =
            unlisted > 0
            ? words("trends.unlisted", count: unlisted, reader.formats.number(Double(unlisted))) : nil
        course = facts.course.isEmpty ? nil : PlanCharts(facts.course, facts.courseDays, for: reader)
    }

    private static func breakdown(of day: Day) -> String { "/breakdown?day=\(day)" }

    /// Range, last day and comparison, as far as they are not those of a trend without parameters.
    private static func kept(_ facts: TrendFacts, today: Day) -> [Kept] {
        var kept: [Kept] = []
        if facts.range != .month { kept.append(Kept(name: "range", value: facts.range.rawValue)) }
        if facts.days.upperBound < today { kept.append(Kept(name: "until", value: "\(facts.days.upperBound)")) }
        if facts.comparesYear { kept.append(Kept(name: "year", value: "1")) }
        return kept
    }

    /// The days with marks, the latest first.
    private static func marked(_ facts: TrendFacts, _ reader: Reader) -> [Marked] {
        var notes: [Day: [String]] = [:]
        for context in facts.contexts {
            notes[context.day, default: []] += context.flags.map { reader.words("flag.\($0)") }
        }
        for day in facts.tags { notes[day.day, default: []] += day.tags }
        for day in facts.entries { notes[day, default: []].append(reader.words("drawing.chart.entry")) }
        let days = notes.filter { facts.days.contains($0.key) && !$0.value.isEmpty }
        return days.sorted { $0.key > $1.key }.map { day, names in
            Marked(
                date: reader.formats.dateWithYear(day), address: breakdown(of: day),
                text: names.joined(separator: ", "))
        }
    }

    /// Addresses of as many days before and after.
    private static func moves(_ facts: TrendFacts, hasValues: Bool, today: Day) -> (earlier: String?, later: String?) {
        guard let length = facts.range.days else { return (nil, nil) }
        let year = facts.comparesYear ? "&year=1" : ""
        let here = "/trends?metric=\(facts.subject.key)&range=\(facts.range.rawValue)"
        let (first, last) = (facts.days.lowerBound, facts.days.upperBound)
        let next = last.advanced(by: length)
        let later = here + (next < today ? "&until=\(next)" : "") + year
        return (hasValues ? "\(here)&until=\(first.advanced(by: -1))\(year)" : nil, last < today ? later : nil)
    }

    static func name(of subject: TrendSubject, _ reader: Reader) -> String {
        reader.words(subject == .score ? "trends.score" : "signal.\(subject.key)")
    }

    /// A value in the chart's unit, as text with its unit.
    static func text(_ value: Double, _ subject: TrendSubject, _ reader: Reader) -> String {
        guard let metric = subject.metric else { return reader.formats.number(value) }
        return reader.amount(value * metric.unit.per, of: metric)
    }

    /// Values from which a median and a spread are called usual.
    private static let minimumForUsual = 14

    static func finding(
        _ latest: ChartValue?, _ history: [Double], _ facts: TrendFacts, _ reader: Reader
    ) -> String {
        guard let latest else { return reader.words("trends.nothing") }
        let subject = facts.subject
        let amount = text(latest.value, subject, reader)
        if let usual = facts.usual {
            return finding(amount, latest.value - usual.median, spread: usual.spread, subject, reader)
        }
        guard history.count >= minimumForUsual, let usual = Statistics.usual(history) else {
            return reader.words("trends.finding.first", ["value": amount])
        }
        return finding(amount, latest.value - usual.median, spread: usual.spread, subject, reader)
    }

    private static func finding(
        _ amount: String, _ difference: Double, spread: Double, _ subject: TrendSubject, _ reader: Reader
    ) -> String {
        guard abs(difference) > spread else { return reader.words("trends.finding.usual", ["value": amount]) }
        return reader.words(
            difference > 0 ? "trends.finding.above" : "trends.finding.below",
            ["value": amount, "difference": text(abs(difference), subject, reader)])
    }

    static func chart(
        _ facts: TrendFacts, _ days: ClosedRange<Int>, _ shown: [ChartValue], _ history: [Double], _ finding: String,
        id: String = "trend", _ reader: Reader
    ) -> TimeChart {
        let subject = facts.subject
        let kind: ChartKind = subject.metric.map { $0.isTotal ? .total : .metric } ?? .score
        var chart = TimeChart(
            kind, days: days, values: shown, history: history, title: finding, id: id, words: reader.drawingWords,
            axis: { reader.formats.number($0, digits: subject.metric?.digits == 1 ? 1 : 0) },
            quantity: { text($0, subject, reader) })
        chart.baseline = facts.usual
        chart.weeklyFrom = TrendFacts.weeklyFrom
        chart.entries = Set(facts.entries.map { Int($0.number) }.filter { days.contains($0) })
        chart.devices = facts.devices.map {
            ChartMark(day: Int($0.day.number), label: $0.name, words: $0.name)
        }
        func mark(_ day: Day, _ name: String) -> ChartMark {
            ChartMark(day: Int(day.number), label: String(name.prefix(1)).uppercased(), words: name)
        }
        let noted = facts.contexts.flatMap { context in
            context.flags.map { mark(context.day, reader.words("flag.\($0)")) }
        }
        chart.marks = noted + facts.tags.flatMap { day in day.tags.map { mark(day.day, $0) } }
        if facts.comparesYear { chart.lastYear = TimeChart.onSameWeeks(facts.values) }
        return chart
    }
}
