import Drawing
import Localization
import Messages
import Statistics

/// The subject of a trend: the score, or a daily metric.
public enum TrendSubject: Sendable, Equatable {
    case score
    case metric(String)

    /// - Parameter key: of a daily metric, or “score”; nil for an unknown one.
    public init?(_ key: String) {
        if key == "score" {
            self = .score
        } else if SignalTable.metric(key) != nil {
            self = .metric(key)
        } else {
            return nil
        }
    }

    /// Its key in addresses: “score”, or that of the metric.
    public var key: String {
        switch self {
        case .score: "score"
        case .metric(let key): key
        }
    }

    var metric: DailyMetric? {
        switch self {
        case .score: nil
        case .metric(let key): SignalTable.metric(key)
        }
    }

    /// All, the score first.
    public static var all: [TrendSubject] { [.score] + SignalTable.metrics.map { .metric($0.key) } }
}

/// The length of a trend.
public enum TrendRange: String, Sendable, CaseIterable {
    case week, month, quarter, year, all

    /// Days; nil for everything.
    public var days: Int? {
        switch self {
        case .week: 7
        case .month: 30
        case .quarter: 90
        case .year: 366
        case .all: nil
        }
    }
}

/// The values of a trend.
public struct TrendFacts: Sendable {
    /// Subject of the trend.
    public let subject: TrendSubject
    /// The length of the trend.
    public let range: TrendRange
    /// First and last day shown.
    public let days: ClosedRange<Day>
    /// Values by day, oldest first, including earlier ones than `days`, from which the usual band is computed.
    public let values: [ChartValue]
    /// Whether last year's values are shown for comparison.
    public let comparesYear: Bool
    /// Days of weight and intake, oldest first; empty without a plan, and while its numbers are put away.
    public var course: [CourseDay] = []
    /// Flags of the days shown.
    public var contexts: [DayContext] = []
    /// Own tags of the days shown.
    public var tags: [DayTags] = []
    /// Days with a journal entry; nothing else of the entries is known here.
    public var entries: [Day] = []
    /// Devices by the day from which they measured, other than the first.
    public var devices: [NewDevice] = []
    /// The score's comparison of the latest value, in the unit of the chart; nil for the score and where it has no
    /// comparison.
    public var usual: (median: Double, spread: Double)?

    /// A device and the day from which it measured.
    public struct NewDevice: Equatable, Sendable {
        let name: String
        let day: Day
    }

    public init(
        _ subject: TrendSubject, _ range: TrendRange, days: ClosedRange<Day>, values: [ChartValue], comparesYear: Bool
    ) {
        (self.subject, self.range, self.days, self.values) = (subject, range, days, values)
        self.comparesYear = comparesYear
    }

    /// Most days of weight and intake.
    public static let courseLength = 366
    /// Days of weight and intake: those of the trend, the latest of a long one.
    public var courseDays: ClosedRange<Day> {
        max(days.lowerBound, days.upperBound.advanced(by: 1 - Self.courseLength))...days.upperBound
    }

    /// From so many days on, a point of the chart is the median of a week.
    static let weeklyFrom = 365
    /// Days that the usual is taken from, before the last day shown.
    public static let usualDays = 90

    /// The comparison of a day's score, so that trend, breakdown and Today say the same of a value.
    public static func usual(_ subject: TrendSubject, _ breakdown: ScoreBreakdown) -> (median: Double, spread: Double)?
    {
        guard let metric = subject.metric,
            let part = breakdown.contributions.first(where: { $0.signal.entry?.key == subject.key }),
            let baseline = part.baseline, case .metric(_, let floor) = part.signal.entry?.source
        else { return nil }
        return (
            baseline.median / metric.unit.per, max(Statistics.normal * baseline.mad, floor) / metric.unit.per
        )
    }

    /// Fewest consecutive values of a device before it counts as a change of device: a phone that replaces the watch
    /// on one day does not.
    private static let minimumOfDevice = 7

    /// The devices that began to measure in these days, each from its first value on.
    /// - Parameters:
    ///   - days: oldest first.
    ///   - sources: with their names; devices of one name are one, as after a reinstallation.
    public static func devices(of subject: TrendSubject, _ days: [DailyMetrics], _ sources: [SourceStanding])
        -> [NewDevice]
    {
        guard let metric = subject.metric else { return [] }
        let names = Dictionary(
            sources.flatMap { source in source.devices.map { ($0, source.name) } },
            uniquingKeysWith: { first, _ in first })
        let measured = days.compactMap { day in
            metric.value(day).flatMap { value in names[value.device].map { (day: day.day, name: $0) } }
        }
        let counts = Dictionary(grouping: measured, by: \.name).mapValues(\.count)
        var seen = Set(measured.prefix(1).map(\.name))
        return measured.compactMap { day, name in
            guard counts[name] ?? 0 >= minimumOfDevice, seen.insert(name).inserted else { return nil }
            return NewDevice(name: name, day: day)
        }
    }

    /// Values of daily metrics.
    public static func values(of subject: TrendSubject, _ days: [DailyMetrics]) -> [ChartValue] {
        guard let metric = subject.metric else { return [] }
        return days.compactMap { day in
            metric.value(day).flatMap { value in
                ChartValue(
                    day: Int(day.day.number), value: value.value / metric.unit.per,
                    quality: value.imputed ? .imputed : value.lowConfidence ? .doubtful : .measured)
            }
        }
    }

    /// Scores with their bands.
    public static func values(_ reports: [ScoreReport]) -> [ChartValue] {
        reports.compactMap { report in
            guard let score = report.score else { return nil }
            let band = report.low.flatMap { low in report.high.map { min(low, $0)...max(low, $0) } }
            return ChartValue(day: Int(report.day.number), value: score, band: band)
        }
    }
}
