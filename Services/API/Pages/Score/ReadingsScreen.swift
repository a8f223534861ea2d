import Localization
import Messages

/// The readings that one value of a day was made of.
public struct ReadingsScreen: Screen {
    public static let template = "readings"
    public let title: String
    let back: String
    let explained: Glossary.Link?
    let trend: String?
    let value: String?
    /// A sentence on how the value is computed from the readings.
    let how: String?
    let count: String
    let arrived: String?
    let sources: [Source]
    let readings: [Row]
    let hasReadings: Bool
    let hasSources: Bool
    let next: String?
    /// The question whose answers these are, to answer for this day; nil for other readings.
    let question: SliderField?
    let key: String
    let day: String
    /// The path to which forms return.
    let here: String

    struct Source: Sendable {
        let name: String
        let count: String
    }

    /// One reading.
    struct Row: Sendable {
        let time: String
        let value: String
        let source: String
        /// Address of the journal entry; nil for other readings.
        let address: String?
        /// Path of the form that deletes it; nil if this page cannot delete it.
        var delete: String?
    }

    /// Readings of a daily metric.
    /// - Parameters:
    ///   - moment: an instant's date and time where the person is.
    ///   - time: an instant's time of day.
    public init(
        _ reply: ReadingsQuery.Reply, of metric: DailyMetric, on day: Day,
        moment: (Milliseconds) -> String, time: (Milliseconds) -> String, for reader: Reader
    ) {
        let words = reader.words
        title = "\(words("signal.\(metric.key)")), \(reader.dayName(day))"
        back = DayParts.address(day, row: metric.key)
        explained = reader.explained(metric.key)
        trend = "/trends?metric=\(metric.key)"
        value = reply.value.map { reader.amount($0.value, of: metric) }
        how = reply.value.map { value in
            metric.key == "sleepDebt"
                ? words("readings.how.sleepDebt")
                : words("readings.how.\(value.imputed ? "estimate" : "\(value.derivation)")")
        }
        count = words("readings.count", count: Int(reply.total), reader.formats.number(Double(reply.total)))
        arrived = reply.readings.compactMap(\.arrived).max().map { words("readings.arrived", ["time": moment($0)]) }
        func source(_ name: String) -> String { name.isEmpty ? words("readings.unknownSource") : name }
        sources = reply.sources.map {
            Source(name: source($0.name), count: reader.formats.number(Double($0.readings)))
        }
        readings = reply.readings.map { reading in
            Row(
                time: reading.end - reading.start >= 60_000
                    ? reader.formats.range(time(reading.start), time(reading.end)) : time(reading.start),
                value: reader.amount(of: reading), source: source(reading.source), address: nil)
        }
        (hasReadings, hasSources) = (!readings.isEmpty, sources.count > 1)
        (question, key, self.day, here) = (nil, "", "\(day)", "")
        next = reply.next.map { "/readings?day=\(day)&metric=\(metric.key)&after=\($0)" }
    }

    /// Answers to a slider.
    /// - Parameter key: identifier of the form that answers for this day.
    public init(
        _ answers: [TodayFacts.TimedCheckIn], of slider: CheckInSlider, on day: Day, key: String = "",
        for reader: Reader
    ) {
        let rows = answers.compactMap { answer in
            answer.checkIn.answer(to: slider).map { value in
                Row(
                    time: reader.time(minute: answer.minute),
                    value: reader.words("unit.ofSeven", ["value": "\(value)"]),
                    source: reader.words("readings.checkIn"), address: nil,
                    delete: "/check-ins/\(answer.checkIn.id)/delete")
            }
        }
        self.init(
            rows, key: slider.rawValue, on: day, how: "readings.how.slider",
            question: SliderField(slider, for: reader), form: key, for: reader)
    }

    /// Journal entries, each with its minute on the wall clock.
    public init(_ entries: [(entry: JournalEntry, minute: Int)], on day: Day, for reader: Reader) {
        let rows = entries.map { entry, minute in
            Row(
                time: reader.time(minute: minute), value: reader.mood(of: entry),
                source: reader.words("journal.title"), address: "/journal/\(entry.id)")
        }
        self.init(rows, key: "sentiment", on: day, how: "readings.how.journal", for: reader)
    }

    private init(
        _ rows: [Row], key: String, on day: Day, how: String, question: SliderField? = nil, form: String = "",
        for reader: Reader
    ) {
        (self.question, self.key, self.day) = (question, form, "\(day)")
        here = "/readings?metric=\(key)&day=\(day)"
        title = "\(reader.words("signal.\(key)")), \(reader.dayName(day))"
        back = DayParts.address(day, row: key)
        explained = reader.explained(key)
        (trend, value, arrived, next, sources, hasSources) = (nil, nil, nil, nil, [], false)
        self.how = reader.words(how)
        count = reader.words("readings.count", count: rows.count)
        (readings, hasReadings) = (rows, !rows.isEmpty)
    }
}

extension Reader {
    /// A reading with its unit; a stage of sleep by name.
    fileprivate func amount(of reading: Reading) -> String {
        switch reading.unit {
        case "stage": words("readings.stage.\(Int(reading.value))")
        case "ms": formats.quantity(reading.value, "ms", digits: 1)
        case "count/min":
            formats.number(reading.value, digits: reading.value.rounded() == reading.value ? 0 : 1)
                + words("unit.perMinute")
        case "s": formats.duration(seconds: reading.value)
        default: formats.number(reading.value, digits: reading.value.rounded() == reading.value ? 0 : 1)
        }
    }
}
