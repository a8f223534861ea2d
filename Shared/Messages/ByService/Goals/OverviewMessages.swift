import Wire

/// The term whose days hold today.
public struct RunningTerm: Message, Equatable {
    /// The term's id.
    public var term: EntityID
    /// The term's number.
    public var number: Int32
    /// Absent for a term that its number names.
    public var title: String?
    /// Theme of the term.
    public var theme: String?
    /// First day.
    public var start: Day
    /// Last day.
    public var end: Day
    /// 1 … `weeks`; absent while a crisis verdict is in effect.
    public var week: Int32?
    /// Number of weeks, a begun one counted.
    public var weeks: Int32
    public init(
        term: EntityID, number: Int32, title: String?, theme: String?, start: Day, end: Day, week: Int32?, weeks: Int32
    ) {
        (self.term, self.number, self.title, self.theme) = (term, number, title, theme)
        (self.start, self.end, self.week, self.weeks) = (start, end, week, weeks)
    }
    enum CodingKeys: Int, CodingKey { case term = 1, number, title, theme, start, end, week, weeks }
}

/// Time and actions for one value against its stated priority.
public struct ValueBalance: Message, Equatable {
    /// The value's id.
    public var value: EntityID
    /// Its title; absent for a value with a description only.
    public var title: String?
    /// 1 (first) … 100.
    public var priority: Int32
    /// Share that the priorities state, 0 … 1: 101 − `priority` over the sum of these of all values.
    public var stated: Double
    /// Number of actions that contribute to a goal that serves the value.
    public var actions: Int32
    /// Their durations in seconds.
    public var seconds: Int64
    /// Share of the actions of all values, 0 … 1; absent without any.
    public var actionShare: Double?
    /// Share of the time of all values, 0 … 1; absent without any.
    public var timeShare: Double?
    public init(
        value: EntityID, title: String?, priority: Int32, stated: Double, actions: Int32, seconds: Int64,
        actionShare: Double?, timeShare: Double?
    ) {
        (self.value, self.title, self.priority, self.stated) = (value, title, priority, stated)
        (self.actions, self.seconds, self.actionShare, self.timeShare) = (actions, seconds, actionShare, timeShare)
    }
    enum CodingKeys: Int, CodingKey {
        case value = 1, title, priority, stated, actions, seconds, actionShare, timeShare
    }
}

/// Counts of a period: the running term up to today, or the last ten weeks without one.
public struct OverviewCounts: Message, Equatable {
    /// Number of actions.
    public var actions: Int32
    /// Their durations in seconds.
    public var seconds: Int64
    /// Days with an action.
    public var days: Int32
    /// Actions of the current ISO week up to today.
    public var actionsThisWeek: Int32
    /// Goals of the running term; all goals without one.
    public var goals: Int32
    /// Those of them that the person completed.
    public var completed: Int32
    /// Days with an action in a row, forgiving single days of rest; absent if the person does not count them.
    public var streak: Int32?
    public init(
        actions: Int32, seconds: Int64, days: Int32, actionsThisWeek: Int32, goals: Int32, completed: Int32,
        streak: Int32? = nil
    ) {
        (self.actions, self.seconds, self.days, self.actionsThisWeek) = (actions, seconds, days, actionsThisWeek)
        (self.goals, self.completed, self.streak) = (goals, completed, streak)
    }
    enum CodingKeys: Int, CodingKey {
        case actions = 1, seconds, days, actionsThisWeek, goals, completed, streak
    }
}

/// Requests the overview of the running term (GOL-7).
public struct GoalsOverview: UserRequest {
    public static let type = MessageType(0x0914)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// The person's present.
    public var asOf: AsOf
    /// True if the person wants consecutive days to be counted; false if absent.
    public var countsStreak: Bool?
    public init(user: UserID, asOf: AsOf, countsStreak: Bool? = nil) {
        (self.user, self.asOf, self.countsStreak) = (user, asOf, countsStreak)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, asOf, countsStreak }

    /// The overview.
    public struct Reply: Message, Equatable {
        /// True while a crisis verdict is in effect: no week, balance or counts.
        public var isQuiet: Bool
        /// Absent if no term runs.
        public var term: RunningTerm?
        /// By priority; of the period of `counts`.
        public var values: [ValueBalance]
        /// Absent while a crisis verdict is in effect.
        public var counts: OverviewCounts?
        /// True if the current ISO week has a review.
        public var isReviewed: Bool
        public init(
            isQuiet: Bool, term: RunningTerm?, values: [ValueBalance] = [], counts: OverviewCounts? = nil,
            isReviewed: Bool = false
        ) {
            (self.isQuiet, self.term, self.values, self.counts) = (isQuiet, term, values, counts)
            self.isReviewed = isReviewed
        }
        enum CodingKeys: Int, CodingKey { case isQuiet = 1, term, values, counts, isReviewed }
    }
}
