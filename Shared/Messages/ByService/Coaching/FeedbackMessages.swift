import Wire

/// The one suggestion of a day, chosen when the suggestions are first asked for after 04:00. It stays until it is
/// answered, its hours have passed, or the person notes an illness, an injury or a journey.
public struct DaySuggestion: Message, Equatable {
    public var card: Card
    /// `completed`, `declined` or `dismissed`; absent while it is open.
    public var action: CardFeedback.Action?
    /// Time of the answer; absent while it is open.
    public var answeredAt: Milliseconds?
    /// Number of answers to it, those that were taken back included.
    public var answers: Int32
    public init(
        card: Card, action: CardFeedback.Action? = nil, answeredAt: Milliseconds? = nil, answers: Int32 = 0
    ) {
        self.card = card
        self.action = action
        self.answeredAt = answeredAt
        self.answers = answers
    }
    enum CodingKeys: Int, CodingKey { case card = 1, action, answeredAt, answers }
}

/// A suggestion that the person answered.
public struct AnsweredCard: Message, Equatable {
    /// The micro-moment's id.
    public var moment: String
    /// Its heading.
    public var title: String
    /// Language of the heading, `en` or `de`.
    public var language: String
    /// `accepted` for a postponed suggestion, `completed` for a completed one, `dismissed` for a hidden one.
    public var action: CardFeedback.Action
    /// Time of the answer.
    public var at: Milliseconds
    public init(moment: String, title: String, language: String, action: CardFeedback.Action, at: Milliseconds) {
        (self.moment, self.title, self.language, self.action, self.at) = (moment, title, language, action, at)
    }
    enum CodingKeys: Int, CodingKey { case moment = 1, title, language, action, at }
}

/// Reports what the person did with a card; trains the ranker and starts the cooldown, unless it was declined for the
/// day or is restored.
public struct CardFeedback: UserRequest {
    public static let type = MessageType(0x0602)
    public static let service: ServiceName? = .coaching

    /// The action of the person.
    public struct Action: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// The person chose to do it.
        public static let accepted = Action(rawValue: 1)
        /// The person rejected it, which hides it.
        public static let dismissed = Action(rawValue: 2)
        /// The person completed it.
        public static let completed = Action(rawValue: 3)
        /// The person does not want it today.
        public static let declined = Action(rawValue: 4)
        /// The person takes back the last answer: what was hidden may be suggested again, what was done today was not.
        public static let restored = Action(rawValue: 5)
        public static let names: [(value: Action, name: String)] = [
            (accepted, "accepted"), (dismissed, "dismissed"), (completed, "completed"), (declined, "declined"),
            (restored, "restored"),
        ]
    }

    public var user: UserID
    /// The micro-moment's id.
    public var moment: String
    /// The action of the person.
    public var action: Action
    /// Time of the action.
    public var at: Milliseconds
    /// The person's local date, for streaks.
    public var day: Day
    /// The person's local hour, 0 … 23, for a cheer that fits the time of day.
    public var hour: Int32
    /// Language of the cheer: German for `de…`, else English.
    public var language: String?
    /// True if the person wants consecutive days to be counted; false if absent.
    public var countsStreak: Bool?
    public init(
        user: UserID, moment: String, action: Action, at: Milliseconds, day: Day, hour: Int32, language: String? = nil,
        countsStreak: Bool? = nil
    ) {
        (self.user, self.moment, self.action, self.at, self.day, self.hour) = (user, moment, action, at, day, hour)
        (self.language, self.countsStreak) = (language, countsStreak)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, moment, action, at, day, hour, language, countsStreak }

    /// The reaction to the feedback.
    public struct Reply: Message, Equatable {
        /// Present after a completion, unless a crisis verdict is in effect (SCO-7).
        public var cheer: String?
        /// Consecutive days with a completion; 0 while a crisis verdict is in effect, and if the person does not count
        /// them.
        public var streak: Int32
        public init(cheer: String?, streak: Int32) { (self.cheer, self.streak) = (cheer, streak) }
        enum CodingKeys: Int, CodingKey { case cheer = 1, streak }
    }
}
