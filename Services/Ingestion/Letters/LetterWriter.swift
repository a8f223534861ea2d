import Foundation
import LocalTime
import Messages
import Statistics

/// Finds what a letter says in a person's daily metrics. Equal metrics make equal letters.
struct LetterWriter {
    /// Fewest days with metrics, and fewest days that an import changed, for a letter.
    static let fewest = 14
    /// Days that the usual is taken from, at the end of the data.
    private static let usualDays = 90
    /// Days on each side of a shift.
    private static let window = 60
    /// Fewest values on each side of a shift.
    private static let fewestOfWindow = 30
    /// Days between two places where a shift is looked for.
    private static let step = 7
    /// A shift stands out from this many robust standard deviations on.
    private static let standing = 1.0
    /// Share of the values around a shift that one device must have measured.
    private static let sameDevice = 0.9
    private static let shortestGap = 7
    private static let mostGaps = 3
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

    /// A break this long, days, ends a history: what stands before it in few days was dated by a wrong clock.
    private static let longestBreak = 365
    /// Fewest days that a history has.
    private static let fewestOfHistory = 7

    /// - Parameter days: oldest first, each with at least one metric. Lone days years before the rest are left out.
    init(_ days: [DailyMetrics]) {
        let days = Self.history(days)
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

    /// The days without groups of fewer than `fewestOfHistory` days before a break of `longestBreak` days.
    private static func history(_ days: [DailyMetrics]) -> [DailyMetrics] {
        var groups: [[DailyMetrics]] = []
        for day in days {
            if let last = groups.last?.last, last.day.distance(to: day.day) <= longestBreak {
                groups[groups.count - 1].append(day)
            } else {
                groups.append([day])
            }
        }
        guard let start = groups.firstIndex(where: { $0.count >= fewestOfHistory }) else { return days }
        return groups[start...].flatMap { $0 }
    }

    /// - Returns: nil if there is too little to say.
    func letter(_ id: EntityID, at: Milliseconds, samples: Int64, changed: Int64) -> Letter? {
        guard days.count >= Self.fewest, let first = days.first?.day, let last = days.last?.day else { return nil }
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
            return missing < Self.shortestGap
                ? nil : LetterGap(from: before.day.advanced(by: 1), through: after.day.advanced(by: -1))
        }.sorted {
            ($1.from.distance(to: $1.through), $0.from.number) < ($0.from.distance(to: $0.through), $1.from.number)
        }.prefix(Self.mostGaps) + []
    }

    private func usual(_ metric: String, _ last: Day) -> LetterUsual? {
        let values = (points[metric] ?? []).filter { $0.day.distance(to: last) < Self.usualDays }.map(\.value).sorted()
        guard values.count >= Self.fewest, let median = Statistics.median(ascending: values) else { return nil }
        return LetterUsual(
            metric: metric, median: median, low: values[values.count / 4],
            high: values[values.count * 3 / 4])
    }

    // MARK: Shift

    /// The shift that stands out most from the spread around it. Shifts with another device are left out: they may be
    /// the device's.
    private func shift() -> LetterShift? {
        var best: (size: Double, shift: LetterShift)?
        for metric in Self.metrics {
            for found in shifts(metric.key) where found.size > best?.size ?? Self.standing { best = found }
        }
        return best?.shift
    }

    private func shifts(_ metric: String) -> [(size: Double, shift: LetterShift)] {
        let points = points[metric] ?? []
        guard let first = points.first?.day, let last = points.last?.day else { return [] }
        var found: [(Double, LetterShift)] = []
        var day = first.advanced(by: Self.window)
        var start = 0
        while day.distance(to: last) >= Self.window - 1 {
            while points[start].day.distance(to: day) > Self.window { start += 1 }
            let near = points[start...].prefix { day.distance(to: $0.day) < Self.window }
            let (before, after) = (near.filter { $0.day < day }, near.filter { $0.day >= day })
            if before.count >= Self.fewestOfWindow, after.count >= Self.fewestOfWindow, Self.isOfOneDevice(near),
                let old = Statistics.median(before.map(\.value)), let new = Statistics.median(after.map(\.value))
            {
                let residuals = before.map { abs($0.value - old) } + after.map { abs($0.value - new) }
                let spread = Statistics.normal * (Statistics.median(residuals) ?? 0)
                if spread > 0 {
                    let shift = LetterShift(metric: metric, day: day, before: old, after: new)
                    found.append((abs(new - old) / spread, shift))
                }
            }
            day = day.advanced(by: Self.step)
        }
        return found
    }

    /// True if one device measured nearly all of these values.
    private static func isOfOneDevice(_ points: ArraySlice<Point>) -> Bool {
        let counts = points.reduce(into: [:]) { $0[$1.device, default: 0] += 1 }
        return Double(counts.values.max() ?? 0) >= sameDevice * Double(points.count)
    }

    // MARK: Charts

    /// The shift, or else the last year of the first metric; beside it the last quarter of another metric.
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
