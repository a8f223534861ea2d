import Messages

/// The data of Today. A part is nil if its service does not answer.
public struct TodayFacts: Sendable {
    /// The latest day with input and the days before it.
    public var recent: RecentDays.Reply?
    /// Check-ins of today, oldest first.
    public var checkIns: [TimedCheckIn]
    /// The day's suggestions; nil if unknown.
    public var cards: CardsQuery.Reply?
    /// Minutes after midnight at which each of the last nights arrived; nil if not asked for or unknown.
    public var arrivals: [Int]?
    /// Address of the newest letter, while it is new.
    public var letter: String?
    /// Whether the number waits for the day's check-in.
    public var cover: Cover
    /// Whether the person asked for the number.
    public var showsNumber: Bool
    /// Whether texts are judged without the sentence model, by rules alone.
    public var isWithoutModel = false
    /// Identifier of the forms, so that sending one twice counts once.
    public var key: String

    /// When the score's number is shown.
    public enum Cover: String, Sendable, CaseIterable {
        case afterCheckIn, always, never
    }

    /// A check-in with its wall-clock time.
    public struct TimedCheckIn: Sendable {
        /// The person's answers.
        public let checkIn: CheckIn
        /// Minutes after midnight.
        public let minute: Int
        public init(_ checkIn: CheckIn, minute: Int) { (self.checkIn, self.minute) = (checkIn, minute) }
    }

    public init(
        recent: RecentDays.Reply?, checkIns: [TimedCheckIn], cards: CardsQuery.Reply?, arrivals: [Int]? = nil,
        cover: Cover = .afterCheckIn, showsNumber: Bool = false, key: String
    ) {
        (self.recent, self.checkIns, self.cards, self.arrivals) = (recent, checkIns, cards, arrivals)
        (self.cover, self.showsNumber, self.key) = (cover, showsNumber, key)
    }
}

/// The state of the score that a person sees today.
public enum DayStatus: Equatable, Sendable {
    /// The scoring service does not answer.
    case away
    case noData
    /// Days of sensor values, of those needed.
    case warmingUp(day: Int, of: Int)
    /// Nothing arrived for today yet; the latest day is recent.
    case waiting(last: Day)
    /// Data ended some time ago.
    case ended(last: Day)
    case withheld
    /// The day has a score; provisional until it ends.
    case open
    case final

    /// Days without input after which data counts as ended.
    public static let daysUntilEnded = 3

    public init(_ recent: RecentDays.Reply?, today: Day) {
        guard let report = recent?.days.first?.report, let recent else {
            self = .away
            return
        }
        let age = report.day.distance(to: today)
        self =
            switch report.status {
            case .withheld where age <= 0: .withheld
            case .noData where recent.scores.isEmpty && recent.sensorDays == 0: .noData
            case .warmingUp where age <= Self.daysUntilEnded:
                .warmingUp(day: Int(recent.sensorDays), of: Int(recent.sensorDaysNeeded))
            case _ where age > Self.daysUntilEnded: .ended(last: report.day)
            case _ where age > 0: .waiting(last: report.day)
            case .provisional: .open
            case .final: .final
            default: .noData
            }
    }
}
