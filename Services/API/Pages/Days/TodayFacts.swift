import Localization
import Messages

/// The data of Today. A part is nil if its service does not answer.
public struct TodayFacts: Sendable {
    /// The latest day with input and the days before it.
    public var recent: RecentDays.Reply?
    /// Daily metrics of the last eight days, which tell whether nights are measured and whether the last one arrived.
    public var metrics: [DailyMetrics]
    /// Check-ins of today, oldest first.
    public var checkIns: [TimedCheckIn]
    /// Check-ins of the days before, oldest first, from yesterday or Monday on, whichever is earlier.
    public var earlier: [TimedCheckIn] = []
    /// The day's suggestions; nil if unknown.
    public var cards: CardsQuery.Reply?
    /// Minutes after midnight at which the suggestion of the day was answered; nil while it is open.
    public var answeredAt: Int?
    /// Identifies the person in the keys of forms.
    public var writer = ""
    /// The own tags of today, and all that the person has; nil if unknown.
    public var tags: DayTagsQuery.Reply?
    /// Minutes after midnight at which own tags of today were noted, by `OwnTag.key`.
    public var tagMinutes: [String: Int] = [:]
    /// Last night, or the one before while it has not arrived; nil without either.
    public var night: Night?
    /// Minutes after midnight at which each of the last nights arrived; nil if not asked for or unknown.
    public var arrivals: [Int]?
    /// The day on which data last arrived; nil if not asked for or unknown.
    public var arrived: Day?
    /// Whether the app that sends the nights is on the device of this browser.
    public var sender: Sender = .elsewhere
    /// Whether this browser may look around with the example person.
    public var hasExampleDoor = false
    /// A letter that was not read.
    public struct NewLetter: Sendable {
        public let address: String
        /// Or else about an import.
        public let isAboutWeek: Bool

        public init(address: String, isAboutWeek: Bool) {
            self.address = address
            self.isAboutWeek = isAboutWeek
        }
    }

    /// The newest letter, while it is new.
    public var letter: NewLetter?
    /// A source whose data does not arrive as usual; nil if none concerns Today.
    public var trouble: TodayTrouble?
    /// Whether a plan was computed without the person, who wants to hear of it and has not seen it.
    public var hasNewPlan = false
    /// Whether the number waits for the day's check-in.
    public var cover: DisplaySettings.Cover
    /// Whether the person asked for the number.
    public var showsNumber: Bool
    /// Whether texts are judged without the sentence model, by rules alone.
    public var isWithoutModel = false
    /// Identifier of the forms, so that sending one twice counts once.
    public var key: String

    /// The device that has the app that sends health data.
    public enum Sender: Sendable {
        /// This browser runs on the phone that has it.
        case here
        /// The app is on another device.
        case elsewhere
    }

    /// Whether nights are measured, so that the last one can be missing.
    var measuresNights: Bool { DayStatus.measuresNights(metrics) }

    /// Whether a night's measurements wait for the answer on sleep of the day on which it ended: the answer labels the
    /// score and must not repeat them.
    func coversNight(of day: Day) -> Bool {
        !showsNumber && cover != .always
            && !(earlier + checkIns).contains { $0.checkIn.day == day && $0.checkIn.sleepQuality != nil }
    }

    /// A night's metrics and its sleep.
    public struct Night: Sendable {
        /// Metrics of the day on which it ended.
        public let metrics: DailyMetrics
        /// Nil if its times are not known.
        public let sleep: SleepNight?
        /// An instant's minutes after midnight where the person slept.
        public let minute: @Sendable (Milliseconds) -> Int
        public init(
            _ metrics: DailyMetrics, sleep: SleepNight?, minute: @escaping @Sendable (Milliseconds) -> Int
        ) {
            self.metrics = metrics
            self.sleep = sleep
            self.minute = minute
        }
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
        recent: RecentDays.Reply?, metrics: [DailyMetrics] = [], checkIns: [TimedCheckIn], cards: CardsQuery.Reply?,
        arrivals: [Int]? = nil, cover: DisplaySettings.Cover = .afterCheckIn, showsNumber: Bool = false, key: String
    ) {
        self.metrics = metrics
        (self.recent, self.checkIns, self.cards, self.arrivals) = (recent, checkIns, cards, arrivals)
        (self.cover, self.showsNumber, self.key) = (cover, showsNumber, key)
    }
}
