import Foundation
import LocalTime
import Messages
import Statistics

/// Finds what a letter says in a person's daily metrics. Equal metrics make equal letters.
struct LetterWriter {
    /// Fewest days with metrics, and fewest days that an import changed, for a letter.
    static let minimumDays = 14
    /// Days that the usual is taken from, at the end of the data.
    private static let usualDays = 90
    /// Days on each side of a shift whose medians a letter names.
    private static let window = 60
    /// Share of the values around a shift that one device must have measured.
    private static let sameDevice = 0.9
    private static let minimumGapDays = 7
    private static let maximumGaps = 3
    /// Days on each side of a shift that its chart shows.
    private static let chartReach = 120

    /// Metrics in the order in which a letter names them.
    private static let metrics = SignalTable.metrics
        .compactMap { metric in metric.letter.map { (rank: $0, metric: metric) } }
        .sorted { $0.rank < $1.rank }.map(\.metric)

    /// A measured value of one day.
    private struct Point {
        var day: Day
        var value: Double
        var device: UInt64
    }

    private let days: [DailyMetrics]
    private let points: [String: [Point]]

    /// - Parameter days: oldest first, each with at least one metric.
    init(_ days: [DailyMetrics]) {
        self.days = days
        points = Dictionary(
            uniqueKeysWithValues: Self.metrics.map { metric in
                (
                    metric.key,
                    days.compactMap { day in
                        metric.value(day).flatMap {
                            $0.imputed || $0.lowConfidence
                                ? nil : Point(day: day.day, value: $0.value, device: $0.device)
                        }
                    }
                )
            })
    }

    /// - Returns: nil if there is too little to say.
    func letter(_ id: EntityID, at: Milliseconds, samples: Int64, changed: Int64) -> Letter? {
        guard days.count >= Self.minimumDays, let first = days.first?.day, let last = days.last?.day else { return nil }
        var letter = Letter(id: id, at: at, first: first, last: last)
        letter.days = Int64(days.count)
        letter.nights = Int64(days.count { $0.sleep.map { !$0.imputed } ?? false })
        letter.missing = Int64(first.distance(to: last) + 1 - days.count)
        letter.gaps = gaps()
        letter.usuals = Self.metrics.compactMap { usual($0.key, last) }
        letter.shift = shift()
        letter.charts = charts(letter.shift, first, last)
        (letter.samples, letter.changed) = (samples, changed)
        return letter
    }

    private func gaps() -> [LetterGap] {
        zip(days, days.dropFirst()).compactMap { before, after in
            let missing = before.day.distance(to: after.day) - 1
            return missing < Self.minimumGapDays
                ? nil : LetterGap(from: before.day.advanced(by: 1), through: after.day.advanced(by: -1))
        }.sorted {
            ($1.from.distance(to: $1.through), $0.from.number) < ($0.from.distance(to: $0.through), $1.from.number)
        }.prefix(Self.maximumGaps) + []
    }

    private func usual(_ metric: String, _ last: Day) -> LetterUsual? {
        let values = (points[metric] ?? []).filter { $0.day.distance(to: last) < Self.usualDays }.map(\.value).sorted()
        guard values.count >= Self.minimumDays, let median = Statistics.median(ascending: values) else { return nil }
        return LetterUsual(
            metric: metric, median: median, low: values[values.count / 4],
            high: values[values.count * 3 / 4])
    }

    // MARK: Shift

    /// The shift that is furthest from chance, given how alike neighbouring days are and how many days of how many metrics
    /// are looked through. Values of each device are compared with each other only: a shift with another device may be
    /// the device's.
    private func shift() -> LetterShift? {
        let searched = Self.metrics.flatMap { metric in searches(metric.key).map { (metric.key, $0.points, $0.shifts) }
        }
        let threshold = LevelShifts.threshold(weeks: searched.reduce(0) { $0 + $1.2.weeks })
        var best: (size: Double, shift: LetterShift)?
        for (metric, points, shifts) in searched {
            guard let place = shifts.best(above: threshold), place.standardErrors > best?.size ?? 0 else { continue }
            let day = Day(number: Int32(clamping: place.day))
            let before = points.filter { $0.day < day && $0.day.distance(to: day) <= Self.window }.map(\.value)
            let after = points.filter { $0.day >= day && day.distance(to: $0.day) < Self.window }.map(\.value)
            guard let old = Statistics.median(before), let new = Statistics.median(after),
                abs(new - old) >= shifts.deviation / 4
            else { continue }
            best = (place.standardErrors, LetterShift(metric: metric, day: day, before: old, after: new))
        }
        return best?.shift
    }

    /// The possible shifts of each device's values, with the values.
    private func searches(_ metric: String) -> [(points: [Point], shifts: LevelShifts)] {
        let points = points[metric] ?? []
        return Dictionary(grouping: points, by: \.device).sorted { $0.key < $1.key }.map { _, own in
            let days = Set(own.map { Int($0.day.number) })
            let others = points.map { Int($0.day.number) }.filter { !days.contains($0) }
            let values = Dictionary(own.map { (Int($0.day.number), $0.value) }) { first, _ in first }
            let shifts = LevelShifts(values) { range in
                let count = others.isEmpty ? 0 : others.count { range.contains($0) }
                return Double(count) <= (1 - Self.sameDevice) * Double(count + range.count { days.contains($0) })
            }
            return (own, shifts)
        }
    }

    // MARK: Charts

    /// The shift, or else the last year of the first metric; with it the last quarter of another metric.
    private func charts(_ shift: LetterShift?, _ first: Day, _ last: Day) -> [LetterChart] {
        let known = Self.metrics.map(\.key).filter { usual($0, last) != nil }
        var charts: [LetterChart] = []
        if let shift {
            charts.append(
                chart(
                    shift.metric, max(first, shift.day.advanced(by: -Self.chartReach)),
                    min(last, shift.day.advanced(by: Self.chartReach))))
        } else if let metric = known.first {
            charts.append(chart(metric, max(first, last.advanced(by: -365)), last))
        }
        if let metric = known.first(where: { $0 != charts.first?.metric }) {
            charts.append(chart(metric, max(first, last.advanced(by: -91)), last))
        }
        return charts
    }

    private func chart(_ metric: String, _ first: Day, _ last: Day) -> LetterChart {
        let shown = (points[metric] ?? []).filter { first <= $0.day && $0.day <= last }
        return LetterChart(
            metric: metric, first: first, last: last, days: shown.map(\.day), values: shown.map(\.value))
    }
}
