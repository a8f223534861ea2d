import Wire

/// How much of a measure an action was.
public struct MeasuredValue: Message, Equatable {
    /// The measure's id.
    public var measure: EntityID
    /// In the measure's unit, not negative.
    public var value: Double
    public init(measure: EntityID, value: Double) { (self.measure, self.value) = (measure, value) }
    enum CodingKeys: Int, CodingKey { case measure = 1, value }
}

/// How much of an action counts for a goal.
public struct GoalContribution: Message, Equatable {
    /// The goal's id.
    public var goal: EntityID
    /// The measure's id. Its unit converts to that of a target of the goal.
    public var measure: EntityID
    /// In the measure's unit, above 0.
    public var amount: Double
    public init(goal: EntityID, measure: EntityID, amount: Double) {
        (self.goal, self.measure, self.amount) = (goal, measure, amount)
    }
    enum CodingKeys: Int, CodingKey { case goal = 1, measure, amount }
}

/// Something done, as a person records it: the whole graph.
public struct ActionContent: Message, Equatable {
    /// At most 200 characters; title or description is required.
    public var title: String?
    /// At most 2,000 characters.
    public var detailedDescription: String?
    /// At most 4,000 characters.
    public var freeformNotes: String?
    /// Start.
    public var start: Milliseconds
    /// Seconds, 0 … 31 days; absent for 0.
    public var duration: Int64?
    /// At most 20, each measure once.
    public var measurements: [MeasuredValue]
    /// At most 50, each goal and measure once.
    public var contributions: [GoalContribution]
    public init(
        title: String? = nil, detailedDescription: String? = nil, freeformNotes: String? = nil, start: Milliseconds,
        duration: Int64? = nil, measurements: [MeasuredValue] = [], contributions: [GoalContribution] = []
    ) {
        (self.title, self.detailedDescription, self.freeformNotes) = (title, detailedDescription, freeformNotes)
        (self.start, self.duration, self.measurements) = (start, duration, measurements)
        self.contributions = contributions
    }
    enum CodingKeys: Int, CodingKey {
        case title = 1, detailedDescription, freeformNotes, start, duration, measurements, contributions
    }
}

/// A stored action.
public struct Action: Message, Equatable {
    /// Id, version, time and safety's judgement.
    public var facts: RecordFacts
    /// The values that the person entered.
    public var content: ActionContent
    /// Local day of its start.
    public var day: Day
    /// True if measurements and contributions of food and weight are left out, because the person sees no numbers
    /// (PLN-10).
    public var numbersHidden: Bool?
    public init(facts: RecordFacts, content: ActionContent, day: Day, numbersHidden: Bool? = nil) {
        (self.facts, self.content, self.day, self.numbersHidden) = (facts, content, day, numbersHidden)
    }
    enum CodingKeys: Int, CodingKey { case facts = 1, content, day, numbersHidden }
}

/// Records an action, or replaces one: the whole graph or nothing. The request id is a new action's id.
///
/// Errors as of `SaveGoal`.
public struct SaveAction: UserRequest {
    public static let type = MessageType(0x0908)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// The action to replace; absent for a new one.
    public var edited: EditedVersion?
    /// The values that the person entered.
    public var content: ActionContent
    /// Local day of its start.
    public var day: Day
    /// As in `SaveGoal`.
    public var country: String?
    /// As in `SaveGoal`, for measurements and contributions.
    public var keepsHidden: Bool?
    public init(
        user: UserID, edited: EditedVersion? = nil, content: ActionContent, day: Day, country: String? = nil,
        keepsHidden: Bool? = nil
    ) {
        (self.user, self.edited, self.content, self.day, self.country) = (user, edited, content, day, country)
        self.keepsHidden = keepsHidden
    }
    enum CodingKeys: Int, CodingKey { case user = 1, edited, content, day, country, keepsHidden }

    /// The stored action.
    public struct Reply: Message, Equatable {
        /// As stored.
        public var action: Action
        /// As in `SaveGoal.Reply`.
        public var verdict: Verdict?
        public init(action: Action, verdict: Verdict? = nil) { (self.action, self.verdict) = (action, verdict) }
        enum CodingKeys: Int, CodingKey { case action = 1, verdict }
    }
}

/// Deletes an action with its measurements and contributions. `RestoreDeleted` restores it for a while. Errors as of
/// `DeleteGoal`.
public struct DeleteAction: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x0909)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// The action's id.
    public var action: EntityID
    /// Absent to delete any version.
    public var version: UInt64?
    public init(user: UserID, action: EntityID, version: UInt64? = nil) {
        (self.user, self.action, self.version) = (user, action, version)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, action, version }
}

/// Requests actions as whole graphs, the latest start first and then by id.
public struct ActionsQuery: UserRequest {
    public static let type = MessageType(0x090A)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// This action only: `notFound` if it does not exist.
    public var action: EntityID?
    /// Only actions that contribute to this goal.
    public var goal: EntityID?
    /// First local day.
    public var from: Day?
    /// Last local day.
    public var through: Day?
    /// Most actions in the reply, 1 … 1,000; absent for 100.
    public var limit: Int32?
    /// `next` of the page before.
    public var after: ListCursor?
    public init(
        user: UserID, action: EntityID? = nil, goal: EntityID? = nil, from: Day? = nil, through: Day? = nil,
        limit: Int32? = nil, after: ListCursor? = nil
    ) {
        (self.user, self.action, self.goal, self.from, self.through) = (user, action, goal, from, through)
        (self.limit, self.after) = (limit, after)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, action, goal, from, through, limit, after }

    /// One page.
    public struct Reply: Message, Equatable {
        /// In the stated order.
        public var actions: [Action]
        /// Absent after the last page.
        public var next: ListCursor?
        public init(actions: [Action], next: ListCursor? = nil) { (self.actions, self.next) = (actions, next) }
        enum CodingKeys: Int, CodingKey { case actions = 1, next }
    }
}
