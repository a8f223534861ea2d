import Statistics

/// A day of a chart, or a week if the chart is weekly: what is drawn, read and listed there.
struct ChartSlot: Sendable {
    /// First day.
    let first: Int
    /// Its place on the axis: the day, or the middle of the week.
    let day: Int
    /// Nil in a gap. A week's value is the median, with the quartiles as its band.
    let value: ChartValue?
    /// The same day of the year before, or beyond `TimeChart.dotted` days the median of its week.
    let lastYear: ChartValue?
    /// The range in which the value was expected; nil without a corridor. A week has that of its middle day.
    let expected: ClosedRange<Double>?
    /// Whether it has a journal entry.
    let hasEntry: Bool
    /// Circumstances, new devices and journal entries, in words.
    let marks: [String]
}

extension TimeChart {
    /// Fewest days of a week that have a median.
    static let minimumDaysOfWeek = 3

    /// True if each point stands for a week.
    public var isWeekly: Bool { days.count >= weeklyFrom }

    /// The last day of a day's ISO week.
    public static func weekEnd(_ day: Int) -> Int { weekStart(day) + 6 }

    /// All days or weeks in order, with or without a value.
    var slots: [ChartSlot] {
        let marks = Dictionary(grouping: self.marks) { $0.day }.mapValues { $0.map(\.words) }
        let devices = Dictionary(grouping: self.devices) { $0.day }.mapValues { devices in
            devices.map { words("chart.device", ["name": $0.label]) }
        }
        func notes(_ days: ClosedRange<Int>) -> [String] {
            var notes: [String] = []
            for day in days {
                for note in devices[day, default: []] + marks[day, default: []] where !notes.contains(note) {
                    notes.append(note)
                }
            }
            if hasEntry(days) { notes.append(words("chart.entry")) }
            return notes
        }
        func hasEntry(_ days: ClosedRange<Int>) -> Bool { days.contains { entries.contains($0) } }
        let expected = Self.byDay(corridor).compactMapValues(\.band)
        let past = lastYear.filter { $0.quality != .imputed }
        let pastWeeks = days.count > Self.dotted ? byWeek(past) : [:]
        guard isWeekly else {
            let (values, past) = (Self.byDay(values), Self.byDay(past))
            let medians = pastWeeks.mapValues { Self.median($0, at: 0) }
            return days.map { day in
                let week = medians[Self.weekStart(day)].flatMap { $0 }.flatMap { ChartValue(day: day, value: $0.value) }
                return ChartSlot(
                    first: day, day: day, value: values[day],
                    lastYear: days.count > Self.dotted ? week : past[day], expected: expected[day],
                    hasEntry: hasEntry(day...day), marks: notes(day...day))
            }
        }
        let weeks = byWeek(values.filter { $0.quality != .imputed })
        return stride(from: Self.weekStart(days.lowerBound), through: days.upperBound, by: 7).map { start in
            let week = max(start, days.lowerBound)...min(start + 6, days.upperBound)
            let middle = max(days.lowerBound, min(days.upperBound, start + 3))
            return ChartSlot(
                first: week.lowerBound, day: middle, value: Self.median(weeks[start, default: []], at: middle),
                lastYear: Self.median(pastWeeks[start, default: []], at: middle), expected: expected[middle],
                hasEntry: hasEntry(week), marks: notes(week))
        }
    }

    private static func byDay(_ values: [ChartValue]) -> [Int: ChartValue] {
        Dictionary(values.map { ($0.day, $0) }) { $1 }
    }

    private func byWeek(_ values: [ChartValue]) -> [Int: [ChartValue]] {
        Dictionary(grouping: values) { Self.weekStart($0.day) }
    }

    /// The first day of a day's ISO week: goals, reviews and the coach count the same weeks in every region.
    private static func weekStart(_ day: Int) -> Int { day - CivilDate.place(day, first: CivilDate.monday) }

    private static func median(_ values: [ChartValue], at day: Int) -> ChartValue? {
        let sorted = values.map(\.value).sorted()
        guard sorted.count >= minimumDaysOfWeek, let median = Statistics.quantile(0.5, of: sorted),
            let low = Statistics.quantile(0.25, of: sorted), let high = Statistics.quantile(0.75, of: sorted)
        else { return nil }
        return ChartValue(day: day, value: median, band: low...high)
    }
}
