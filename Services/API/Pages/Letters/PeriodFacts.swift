import Messages

/// What was measured, answered and written in a period, for its letter. Nothing of body size, food or intimate kinds.
public struct PeriodFacts: Sendable {
    public let period: LetterPeriod
    /// Oldest first, from `usualDays` before the period on.
    public var metrics: [DailyMetrics]
    public var checkIns: [CheckIn]
    public var entries: [JournalDay]
    /// Days with a crisis verdict.
    public var withheld: Set<Day>
    /// When the night that ended on a day began, minutes after midnight.
    public var beds: [Day: Int]
    /// Number of workouts by day.
    public var workouts: [Day: Int]

    /// Days before a period that its values are compared with.
    public static let usualDays = 90

    public init(
        _ period: LetterPeriod, metrics: [DailyMetrics], checkIns: [CheckIn], entries: [JournalDay],
        withheld: Set<Day>, beds: [Day: Int] = [:], workouts: [Day: Int] = [:]
    ) {
        self.period = period
        self.metrics = metrics
        self.checkIns = checkIns.filter { period.days.contains($0.day) }
        self.entries = entries.filter { period.days.contains($0.day) && $0.entries > 0 }
        self.withheld = withheld.filter { period.days.contains($0) }
        self.beds = beds
        self.workouts = workouts
    }

    /// Days of the period with a measurement, an answer or an entry.
    var known: Set<Day> {
        var days = Set(checkIns.map(\.day)).union(entries.map(\.day))
        for metrics in metrics where period.days.contains(metrics.day) {
            let isMeasured = SignalTable.metrics.contains { $0.value(metrics).map { !$0.imputed } ?? false }
            if isMeasured { days.insert(metrics.day) }
        }
        return days
    }

    /// Measured values of a metric in a range of days, oldest first; estimates and doubtful ones are left out.
    func values(of metric: DailyMetric, in days: Range<Day>) -> [(day: Day, value: MetricValue)] {
        metrics.filter { days.contains($0.day) }.compactMap { metrics in
            metric.value(metrics).flatMap { $0.imputed || $0.lowConfidence ? nil : (metrics.day, $0) }
        }
    }
}
