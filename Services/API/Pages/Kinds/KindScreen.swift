import Drawing
import Localization
import Messages
import Statistics

/// A kind of health data over time: its chart or calendar, its usual range, and its readings with their sources.
public struct KindScreen: Screen {
    public static let template = "kind"
    public let title: String
    /// The title as it is shown.
    let heading: String
    let kind: String
    let explained: Glossary.Link?
    let finding: String
    /// How a day's value is made of its readings.
    let how: String
    let ranges: [TrendScreen.Link]
    /// The drawing as markup; nil without values in the range.
    let figure: String?
    let table: String?
    let readings: [ReadingsScreen.Row]
    let hasReadings: Bool
    let next: String?
    let asks: Reconfirmation
    let problem: String?

    /// The kind, the shown range, its days and its readings.
    public struct Facts: Sendable {
        let info: KindInfo
        let range: TrendRange
        /// First and last day shown.
        let days: ClosedRange<Day>
        /// Oldest first, including earlier ones than `days`, from which the usual range is computed.
        let values: [KindDay]
        /// Newest first.
        let readings: [KindReading]
        /// Cursor of the next page of readings; nil for the last.
        let next: String?

        public init(
            _ info: KindInfo, _ range: TrendRange, days: ClosedRange<Day>, values: [KindDay], readings: [KindReading],
            next: String?
        ) {
            self.info = info
            self.range = range
            self.days = days
            self.values = values
            self.readings = readings
            self.next = next
        }
    }

    /// Ranges that are drawn, each within one request.
    public static let ranges: [TrendRange] = [.week, .month, .quarter, .year]
    /// Days from which a spread is called usual.
    private static let minimumForUsual = 14

    /// - Parameters:
    ///   - moment: an instant's date and time where the person is.
    ///   - asks: before the kind is deleted.
    public init(
        _ facts: Facts, moment: (Milliseconds) -> String, asks: Reconfirmation, problem: String? = nil,
        for reader: Reader
    ) {
        let (words, info) = (reader.words, facts.info)
        title = reader.name(ofKind: info.kind)
        heading = LongWords.breakable(title)
        kind = info.kind
        explained = reader.explained(info.kind)
        how = words("kind.how.\(info.rule)")
        ranges = Self.ranges.map {
            TrendScreen.Link(
                text: words("trends.range.\($0.rawValue)"), address: "/kinds/\(info.kind)?range=\($0.rawValue)",
                isCurrent: $0 == facts.range)
        }
        let shown = facts.values.filter { facts.days.contains($0.day) }
        let history = facts.values.filter { $0.day > facts.days.upperBound.advanced(by: -TrendFacts.usualDays) }
        finding = Self.finding(shown.last, history, info, reader)
        if info.shape == "quantity" || info.shape == "pair" {
            let chart = Self.chart(facts, shown, history, "\(title): \(finding)", reader)
            figure = chart.figure?.markup
            table = figure == nil ? nil : chart.table.element.markup
        } else {
            figure = shown.isEmpty ? nil : Self.calendar(facts, shown, title, reader).figure.markup
            table = nil
        }
        readings = facts.readings.map { reading in
            let value =
                info.shape == "event" || info.shape == "interval"
                ? "" : reader.amount(reading.value, reading.second, of: info)
            let texts = [value] + reading.labels.map { Self.label($0, reader) }
            let time =
                reading.end > reading.start
                ? reader.formats.range(moment(reading.start), moment(reading.end)) : moment(reading.start)
            return ReadingsScreen.Row(
                time: time, value: texts.filter { !$0.isEmpty }.joined(separator: " · "),
                source: reading.source.isEmpty ? words("readings.unknownSource") : reading.source, address: nil)
        }
        hasReadings = !readings.isEmpty
        next = facts.next.map { "/kinds/\(info.kind)?range=\(facts.range.rawValue)&after=\($0)#readings" }
        self.asks = asks
        self.problem = problem
    }

    /// A label in the person's language, without what it is: `label:lonely` is “lonely”. What a person wrote stays as
    /// it is.
    static func label(_ label: String, _ reader: Reader) -> String {
        let words = reader.words
        func word(_ text: String) -> String {
            let key = "kind.word.\(Reader.key(ofLevel: text.lowercased().replacing("_", with: " ")))"
            return words.keys.contains(key) ? words(key) : text
        }
        let parts = label.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return word(label) }
        func number(_ text: String) -> String { Double(text).map { reader.axis($0) } ?? text }
        switch parts[0] {
        case "label", "association", "form", "meal", "reason": return word(parts[1])
        case "kind": return words("kind.mood.\(parts[1] == "daily" ? "daily" : "moment")")
        case "dose": return words("kind.dose", ["amount": number(parts[1])])
        case "rate": return number(parts[1]) + words("unit.perMinute")
        case "threshold": return words("kind.threshold", ["value": number(parts[1])])
        case "count":
            let count = Int(parts[1]) ?? 1
            return words("kind.times", count: count, reader.formats.number(Double(count)))
        default: return label
        }
    }

    private static func finding(_ latest: KindDay?, _ history: [KindDay], _ info: KindInfo, _ reader: Reader) -> String
    {
        guard let latest else { return reader.words("trends.nothing") }
        let amount = reader.amount(latest, of: info)
        guard history.count >= minimumForUsual, info.shape == "quantity" || info.shape == "pair" else {
            return reader.words(
                "kind.latest", ["value": amount, "day": reader.dayNameInSentence(latest.day)])
        }
        if info.shape == "pair" {
            func range(_ values: [Double]) -> String {
                let band = Statistics.usual(values)?.band ?? 0...0
                return reader.formats.range(
                    reader.axis(band.lowerBound.rounded()), reader.axis(band.upperBound.rounded()))
            }
            return reader.words(
                "kind.pairUsual",
                ["value": amount, "first": range(history.map(\.value)), "second": range(history.compactMap(\.second))])
        }
        guard let usual = Statistics.usual(history.map(\.value)) else {
            return reader.words("trends.finding.first", ["value": amount])
        }
        let difference = latest.value - usual.median
        guard abs(difference) > usual.spread else {
            return reader.words("trends.finding.usual", ["value": amount])
        }
        var distance = latest
        distance.value = abs(difference)
        return reader.words(
            difference > 0 ? "trends.finding.above" : "trends.finding.below",
            ["value": amount, "difference": reader.amount(distance, of: info)])
    }

    private static func chart(
        _ facts: Facts, _ shown: [KindDay], _ history: [KindDay], _ finding: String, _ reader: Reader
    ) -> TimeChart {
        let (info, isPair) = (facts.info, facts.info.shape == "pair")
        let values = shown.compactMap { day in
            ChartValue(
                day: Int(day.day.number), value: day.value,
                band: day.second.map { min($0, day.value)...max($0, day.value) })
        }
        let usual = history.count >= minimumForUsual && !isPair ? history.map(\.value) : []
        return TimeChart(
            isPair ? .pair : info.rule == "sum" ? .total : .metric,
            days: Int(facts.days.lowerBound.number)...Int(facts.days.upperBound.number), values: values,
            history: usual, title: finding, id: "kind", words: reader.drawingWords, axis: { reader.axis($0) },
            quantity: { reader.amount(KindDay(day: facts.days.upperBound, value: $0, count: 1), of: info) })
    }

    /// How strong the mark of a day is; nil for a day whose readings say that there was nothing.
    static func share(_ day: KindDay, _ info: KindInfo) -> Double? {
        guard info.shape == "level", info.rule != "count", info.rule != "taken",
            let level = Int(exactly: day.value), info.levels.indices.contains(level)
        else { return 0.5 }
        let present = info.levels.filter { !KindInfo.absences.contains($0) }
        return present.firstIndex(of: info.levels[level]).map { Double($0 + 1) / Double(present.count) }
    }

    private static func calendar(_ facts: Facts, _ shown: [KindDay], _ name: String, _ reader: Reader) -> MarkCalendar {
        let info = facts.info
        let entries = shown.compactMap { day in
            share(day, info).map {
                MarkCalendar.Entry(day: Int(day.day.number), share: $0, text: reader.amount(day, of: info))
            }
        }
        let count = reader.words("kind.days", count: entries.count, reader.formats.number(Double(entries.count)))
        return MarkCalendar(
            days: Int(facts.days.lowerBound.number)...Int(facts.days.upperBound.number), entries: entries,
            caption: "\(name): \(count)", id: "kind", words: reader.drawingWords
        ) { "/breakdown?day=\(Day(number: Int32($0)))" }
    }
}
