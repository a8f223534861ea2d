import Wire

/// Requests a person's last days for one view: the scores and their parts of the latest days, and the scores that the
/// latest one is compared with.
public struct RecentDays: OutwardRequest {
    public static let type = MessageType(0x0520)
    public static let service: ServiceName? = .scoring
    /// Number of days with parts, counted back from the requested day.
    public static let parts = 7
    public var user: UserID
    /// The day to show; nil for the latest day with any input.
    public var day: Day?
    /// The person's current local date.
    public var today: Day
    /// Number of scores to compare with, up to the shown day; at most 400.
    public var compared: Int32
    /// True for a reader who must not learn of a crisis; absent means false.
    public var isOutward: Bool?
    public init(user: UserID, day: Day? = nil, today: Day, compared: Int32 = 90) {
        (self.user, self.day, self.today, self.compared) = (user, day, today, compared)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, day, today, compared, isOutward }

    /// The days with their comparisons, and the scores up to the shown day.
    public struct Reply: Message, Equatable {
        /// The day shown first, then each of the six calendar days before it.
        public var days: [ScoredDay]
        /// Scores up to the shown day, oldest first; days without a score are left out.
        public var scores: [Double]
        /// Number of days with sensor values, at most `sensorDaysNeeded`.
        public var sensorDays: Int32
        /// Number of days with sensor values that a first score needs.
        public var sensorDaysNeeded: Int32
        /// Earlier places of the first day that pages have shown (`Comparison.place`), oldest first; empty for a closed
        /// day. Outside the range pages keep the day's step in words until its place clearly passes a border.
        public var shown: [Double]
        public init(
            days: [ScoredDay], scores: [Double], sensorDays: Int32, sensorDaysNeeded: Int32, shown: [Double] = []
        ) {
            (self.days, self.scores, self.sensorDays, self.sensorDaysNeeded) = (
                days, scores, sensorDays, sensorDaysNeeded
            )
            self.shown = shown
        }
        enum CodingKeys: Int, CodingKey { case days = 1, scores, sensorDays, sensorDaysNeeded, shown = 6 }
    }
}

/// A day's score and its parts.
public struct ScoredDay: Message, Equatable {
    /// The score, or the reason for its absence.
    public var report: ScoreReport
    /// In declared order of `Signal`, without sentences; empty for a day without input and for a withheld one.
    public var contributions: [Contribution]
    public init(report: ScoreReport, contributions: [Contribution]) {
        (self.report, self.contributions) = (report, contributions)
    }
    enum CodingKeys: Int, CodingKey { case report = 1, contributions }
}

// MARK: Circumstances of days

/// A circumstance that lasts several days. It has the effect of a flag on each of them (`SetDayContext`).
public struct LastingContext: Message, Equatable {
    public var id: EntityID
    /// The circumstance.
    public var flag: ContextFlag
    /// First day.
    public var from: Day
    /// Last day; absent while it lasts.
    public var through: Day?
    public init(id: EntityID, flag: ContextFlag, from: Day, through: Day? = nil) {
        (self.id, self.flag, self.from, self.through) = (id, flag, from, through)
    }
    enum CodingKeys: Int, CodingKey { case id = 1, flag, from, through }

    /// Whether a day is one of its days.
    public func covers(_ day: Day) -> Bool { day >= from && through.map { day <= $0 } ?? true }
}

/// Requests the flags of a range of at most 400 days, including flags from lasting circumstances.
public struct DayContextsQuery: UserRequest {
    public static let type = MessageType(0x0512)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    /// First day of the range.
    public var from: Day
    /// Last day of the range.
    public var through: Day
    /// The person's current local date, at which an open circumstance is cut off.
    public var today: Day
    public init(user: UserID, from: Day, through: Day, today: Day) {
        (self.user, self.from, self.through, self.today) = (user, from, through, today)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, from, through, today }

    /// The flags.
    public struct Reply: Message, Equatable {
        /// Days with flags, oldest first.
        public var days: [DayContext]
        /// The lasting circumstances with a day in the range, the earliest first.
        public var lasting: [LastingContext]
        public init(days: [DayContext], lasting: [LastingContext]) { (self.days, self.lasting) = (days, lasting) }
        enum CodingKeys: Int, CodingKey { case days = 1, lasting }
    }
}

/// Begins a lasting circumstance, whose id is the request's. If an open one has the same flag, no second one begins:
/// the open one is returned, with the earlier of both first days.
public struct StartLastingContext: UserRequest {
    public typealias Reply = LastingContext
    public static let type = MessageType(0x0513)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    /// The circumstance.
    public var flag: ContextFlag
    /// First day, today or earlier.
    public var from: Day
    public init(user: UserID, flag: ContextFlag, from: Day) { (self.user, self.flag, self.from) = (user, flag, from) }
    enum CodingKeys: Int, CodingKey { case user = 1, flag, from }
}

/// Ends a lasting circumstance, or removes it. `notFound` if it does not exist.
public struct EndLastingContext: UserRequest {
    public typealias Reply = LastingContext
    public static let type = MessageType(0x0514)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    /// The circumstance's id.
    public var context: EntityID
    /// Its last day, not before the first; absent to remove it with all its days.
    public var through: Day?
    public init(user: UserID, context: EntityID, through: Day?) {
        (self.user, self.context, self.through) = (user, context, through)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, context, through }
}

// MARK: Predictions and answers

/// Requests how the scores of the last year compare with the check-ins that followed them (SCO-4, SCO-5).
public struct TrackRecordQuery: OutwardRequest {
    public static let type = MessageType(0x0515)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    /// The person's current local date.
    public var today: Day
    /// True for a reader who must not learn of a crisis; absent means false.
    public var isOutward: Bool?
    public init(user: UserID, today: Day) { (self.user, self.today) = (user, today) }
    enum CodingKeys: Int, CodingKey { case user = 1, today, isOutward }

    /// Both records.
    public struct Reply: Message, Equatable {
        /// Uses the scores that were shown before the answer was given.
        public var shown: TrackRecord
        /// Uses scores computed today from each day's data, including days on which no score was shown.
        public var computed: TrackRecord
        /// Of `computed`, the days whose sleep was answered before measurements of the night had been shown.
        public var nightUnseen: TrackRecord?
        /// Of `computed`, the days whose sleep was answered after that.
        public var nightSeen: TrackRecord?
        public init(shown: TrackRecord, computed: TrackRecord) { (self.shown, self.computed) = (shown, computed) }
        enum CodingKeys: Int, CodingKey { case shown = 1, computed, nightUnseen, nightSeen }
    }
}

/// How predictions compare with answers. An answer is a day's check-in composite on the scale of the score, 0 … 100;
/// its prediction is the score of the latest day that it labels, up to three days before.
public struct TrackRecord: Message, Equatable {
    /// Answers with a prediction.
    public var answers: Int32
    /// Number of answers inside the prediction's 80 % band.
    public var inside: Int32
    /// Number of answers that follow another answer; both errors use these only.
    public var compared: Int32
    /// Mean absolute difference of score and answer, in points; absent if `compared` is 0.
    public var error: Double?
    /// Mean absolute difference of the answer before and the answer, in points: the error of “same as last time”.
    public var lastError: Double?
    public init(
        answers: Int32 = 0, inside: Int32 = 0, compared: Int32 = 0, error: Double? = nil, lastError: Double? = nil
    ) {
        (self.answers, self.inside, self.compared) = (answers, inside, compared)
        (self.error, self.lastError) = (error, lastError)
    }
    enum CodingKeys: Int, CodingKey { case answers = 1, inside, compared, error, lastError }
}
