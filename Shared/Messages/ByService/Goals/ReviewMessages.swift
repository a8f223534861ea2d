import Wire

/// The three answers of a weekly review.
public struct ReviewContent: Message, Equatable {
    /// What went well; at most 4,000 characters. One of the three is required.
    public var wentWell: String?
    /// What got in the way; at most 4,000 characters.
    public var gotInTheWay: String?
    /// What the next week is for; at most 4,000 characters.
    public var nextWeek: String?
    public init(wentWell: String? = nil, gotInTheWay: String? = nil, nextWeek: String? = nil) {
        (self.wentWell, self.gotInTheWay, self.nextWeek) = (wentWell, gotInTheWay, nextWeek)
    }
    enum CodingKeys: Int, CodingKey { case wentWell = 1, gotInTheWay, nextWeek }
}

/// A stored weekly review.
public struct WeekReview: Message, Equatable {
    /// Id, version, time and safety's judgement.
    public var facts: RecordFacts
    /// Monday of the ISO week.
    public var week: Day
    /// The person's answers.
    public var content: ReviewContent
    public init(facts: RecordFacts, week: Day, content: ReviewContent) {
        (self.facts, self.week, self.content) = (facts, week, content)
    }
    enum CodingKeys: Int, CodingKey { case facts = 1, week, content }
}

/// Saves the review of an ISO week, or replaces it. A new review's id is the request's.
///
/// `invalid` with all wrong fields; `conflict` if the week's review has another version than `version`, or exists and
/// `version` is absent; `notFound` if `version` is given and there is none.
public struct SaveReview: UserRequest {
    public static let type = MessageType(0x0915)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// Any day of the week.
    public var week: Day
    /// `RecordFacts.version` of the review that was edited; absent for a new one.
    public var version: UInt64?
    /// The person's answers.
    public var content: ReviewContent
    /// As in `SaveGoal`.
    public var country: String?
    public init(
        user: UserID, week: Day, version: UInt64? = nil, content: ReviewContent, country: String? = nil
    ) {
        (self.user, self.week, self.version, self.content, self.country) = (user, week, version, content, country)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, week, version, content, country }

    /// The stored review.
    public struct Reply: Message, Equatable {
        /// As stored.
        public var review: WeekReview
        /// As in `SaveGoal.Reply`.
        public var verdict: Verdict?
        public init(review: WeekReview, verdict: Verdict? = nil) { (self.review, self.verdict) = (review, verdict) }
        enum CodingKeys: Int, CodingKey { case review = 1, verdict }
    }
}

/// Deletes the review of an ISO week. Errors as of `DeleteGoal`.
public struct DeleteReview: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x0916)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// Any day of the week.
    public var week: Day
    /// Absent to delete any version.
    public var version: UInt64?
    public init(user: UserID, week: Day, version: UInt64? = nil) {
        (self.user, self.week, self.version) = (user, week, version)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, week, version }
}

/// The score of a day, as scoring gave it.
public struct DayScore: Message, Equatable {
    /// Local day.
    public var day: Day
    /// 0 … 100.
    public var score: Double
    public init(day: Day, score: Double) { (self.day, self.score) = (day, score) }
    enum CodingKeys: Int, CodingKey { case day = 1, score }
}

/// One day of a review.
public struct ReviewDay: Message, Equatable {
    /// Local day.
    public var day: Day
    /// Number of actions.
    public var actions: Int32
    /// Their durations in seconds.
    public var seconds: Int64
    /// Absent for a day without one.
    public var score: Double?
    public init(day: Day, actions: Int32, seconds: Int64, score: Double? = nil) {
        (self.day, self.actions, self.seconds, self.score) = (day, actions, seconds, score)
    }
    enum CodingKeys: Int, CodingKey { case day = 1, actions, seconds, score }
}

/// How two daily values moved together. It says nothing about causes.
public struct DayCorrelation: Message, Equatable {
    /// Days with both values, at least 14.
    public var days: Int32
    /// Pearson's coefficient, −1 … 1.
    public var coefficient: Double
    /// Lower end of its 95 % interval by Fisher's transformation.
    public var low: Double
    /// Upper end of that interval.
    public var high: Double
    public init(days: Int32, coefficient: Double, low: Double, high: Double) {
        (self.days, self.coefficient, self.low, self.high) = (days, coefficient, low, high)
    }
    enum CodingKeys: Int, CodingKey { case days = 1, coefficient, low, high }
}

/// Requests the review of an ISO week with its days (GOL-7, GOL-8).
public struct ReviewQuery: UserRequest {
    public static let type = MessageType(0x0917)
    public static let service: ServiceName? = .goals
    /// Days up to the week's last one, or today, from which the correlation is read: ten weeks.
    public static let days = 70
    public var user: UserID
    /// Any day of the week.
    public var week: Day
    /// The person's present.
    public var asOf: AsOf
    /// Scores of the last `days` days up to the week's end, each day once, at most 400; the caller has them from
    /// scoring.
    public var scores: [DayScore]
    public init(user: UserID, week: Day, asOf: AsOf, scores: [DayScore] = []) {
        (self.user, self.week, self.asOf, self.scores) = (user, week, asOf, scores)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, week, asOf, scores }

    /// The review.
    public struct Reply: Message, Equatable {
        /// Monday of the week.
        public var week: Day
        /// Absent until the person wrote one.
        public var review: WeekReview?
        /// The week's days up to today; empty while a crisis verdict is in effect.
        public var days: [ReviewDay]
        /// Of the number of actions and the score of a day, from the first day with an action to yesterday; absent with
        /// fewer than 14 such days, if one of the two never changes, and while a crisis verdict is in effect.
        public var correlation: DayCorrelation?
        /// True while a crisis verdict is in effect.
        public var isQuiet: Bool
        public init(
            week: Day, review: WeekReview?, days: [ReviewDay] = [], correlation: DayCorrelation? = nil,
            isQuiet: Bool = false
        ) {
            (self.week, self.review, self.days) = (week, review, days)
            (self.correlation, self.isQuiet) = (correlation, isQuiet)
        }
        enum CodingKeys: Int, CodingKey { case week = 1, review, days, correlation, isQuiet }
    }
}
