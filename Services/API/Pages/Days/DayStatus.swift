import Messages

/// The state of the score that a person sees today; the page and `GET /v1/today` share this rule.
public enum DayStatus: Equatable, Sendable {
    /// The scoring service does not answer.
    case away
    /// The person has no data at all.
    case noData
    /// Too few days of sensor values for a score: how many are known, and how many are needed.
    case warmingUp(day: Int, of: Int)
    /// Last night has not arrived, although nights are measured; or no data of today has arrived.
    case waiting(last: Day)
    /// Data ended some time ago.
    case ended(last: Day)
    /// The person comes back after a while: neither data nor an answer for many days, and none arrived meanwhile.
    case back(last: Day)
    /// The stored score of the latest day cannot be opened.
    case damaged(Day)
    /// The score is withheld after a crisis verdict.
    case withheld
    /// Measurements of today arrived, but none of them has a baseline any more, as after a break or a change of device.
    case learningAgain(daysNeeded: Int)
    /// Nothing that is known of today can be compared, as after an answer was taken back.
    case notComparable(daysNeeded: Int)
    /// The day has a score; provisional until it ends.
    case open
    /// The day is closed.
    case final

    /// Days without input after which data counts as ended.
    public static let daysUntilEnded = 3
    /// Days without input after which a person is back after a while.
    public static let daysUntilBack = 14

    /// Whether nights are measured, so that the last one can be missing.
    /// - Parameter metrics: of the last eight days.
    public static func measuresNights(_ metrics: [DailyMetrics]) -> Bool {
        metrics.contains { $0.sleep != nil || $0.nocturnalHeartRate != nil }
    }

    /// - Parameters:
    ///   - recent: the latest day with input and those before it; nil if the scoring service does not answer.
    ///   - metrics: of the last eight days. If none of them has a night, the page does not wait for one.
    ///   - arrived: the day on which data last arrived. An archive that arrived lately ends long ago, but nobody was away.
    public init(_ recent: RecentDays.Reply?, _ metrics: [DailyMetrics], today: Day, arrived: Day? = nil) {
        guard let recent, let report = recent.days.first?.report else {
            self = .away
            return
        }
        let (age, days) = (report.day.distance(to: today), (known: recent.sensorDays, needed: recent.sensorDaysNeeded))
        let isNew = days.known < days.needed
        let nights = Set(metrics.filter { $0.sleep != nil || $0.nocturnalHeartRate != nil }.map(\.day))
        let lacksNight = !nights.isEmpty && !nights.contains(today)
        let hasArrived = arrived.map { $0.distance(to: today) < Self.daysUntilBack } ?? false
        self =
            switch report.status {
            case .withheld where age <= 0: .withheld
            case .noData where recent.scores.isEmpty && days.known == 0: .noData
            case _ where age >= Self.daysUntilBack && !hasArrived: .back(last: report.day)
            case _ where age > Self.daysUntilEnded: .ended(last: report.day)
            case .damaged: .damaged(report.day)
            case .warmingUp where isNew: .warmingUp(day: Int(days.known), of: Int(days.needed))
            case _ where age > 0 || lacksNight: .waiting(last: report.day)
            case .provisional: .open
            case .final: .final
            case .warmingUp: .learningAgain(daysNeeded: Int(days.needed))
            default: .notComparable(daysNeeded: Int(days.needed))
            }
    }
}
