import Wire

/// Whether a person still pursues a goal.
public struct GoalStatus: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// Pursued.
    public static let active = GoalStatus(rawValue: 1)
    /// Reached, as the person says.
    public static let completed = GoalStatus(rawValue: 2)
    /// Put aside for now.
    public static let onHold = GoalStatus(rawValue: 3)
    /// Given up.
    public static let cancelled = GoalStatus(rawValue: 4)
    public static let names: [(value: GoalStatus, name: String)] = [
        (active, "active"), (completed, "completed"), (onHold, "onHold"), (cancelled, "cancelled"),
    ]
}

/// How much of a measure a goal takes.
public struct MeasureTarget: Message, Equatable {
    /// The measure's id.
    public var measure: EntityID
    /// In the measure's unit, above 0. Of the mass of a body the weight to reach, 30 … 300 kg; it may be below the present
    /// one.
    public var value: Double
    /// At most 1,000 characters.
    public var notes: String?
    public init(measure: EntityID, value: Double, notes: String? = nil) {
        (self.measure, self.value, self.notes) = (measure, value, notes)
    }
    enum CodingKeys: Int, CodingKey { case measure = 1, value, notes }
}

/// How much a goal serves a value.
public struct ValueRelevance: Message, Equatable {
    /// The value's id.
    public var value: EntityID
    /// 1 … 10; absent for 5.
    public var strength: Int32?
    public init(value: EntityID, strength: Int32? = nil) { (self.value, self.strength) = (value, strength) }
    enum CodingKeys: Int, CodingKey { case value = 1, strength }
}

/// A step on the way to a goal.
public struct Milestone: Message, Equatable {
    /// At most 200 characters; title or description is required.
    public var title: String?
    /// At most 2,000 characters.
    public var detailedDescription: String?
    /// At most 4,000 characters.
    public var freeformNotes: String?
    /// Day by which it is to be reached.
    public var target: Day
    /// Day on which it was reached; absent until then.
    public var reached: Day?
    /// 1 … 10; absent for 5.
    public var importance: Int32?
    /// 1 … 10; absent for 5.
    public var urgency: Int32?
    public init(
        title: String?, detailedDescription: String? = nil, freeformNotes: String? = nil, target: Day,
        reached: Day? = nil, importance: Int32? = nil, urgency: Int32? = nil
    ) {
        (self.title, self.detailedDescription, self.freeformNotes) = (title, detailedDescription, freeformNotes)
        (self.target, self.reached, self.importance, self.urgency) = (target, reached, importance, urgency)
    }
    enum CodingKeys: Int, CodingKey {
        case title = 1, detailedDescription, freeformNotes, target, reached, importance, urgency
    }
}

/// Something promised to a person on the way to a goal.
public struct Obligation: Message, Equatable {
    /// At most 200 characters; title or description is required.
    public var title: String?
    /// At most 2,000 characters.
    public var detailedDescription: String?
    /// At most 4,000 characters.
    public var freeformNotes: String?
    /// Last day.
    public var deadline: Day
    /// Day on which it was met; absent until then.
    public var met: Day?
    /// At most 200 characters.
    public var toWhom: String?
    /// Consequence of missing it; at most 1,000 characters.
    public var consequence: String?
    /// 1 … 10; absent for 5.
    public var importance: Int32?
    /// 1 … 10; absent for 5.
    public var urgency: Int32?
    public init(
        title: String?, detailedDescription: String? = nil, freeformNotes: String? = nil, deadline: Day,
        met: Day? = nil, toWhom: String? = nil, consequence: String? = nil, importance: Int32? = nil,
        urgency: Int32? = nil
    ) {
        (self.title, self.detailedDescription, self.freeformNotes) = (title, detailedDescription, freeformNotes)
        (self.deadline, self.met, self.toWhom, self.consequence) = (deadline, met, toWhom, consequence)
        (self.importance, self.urgency) = (importance, urgency)
    }
    enum CodingKeys: Int, CodingKey {
        case title = 1, detailedDescription, freeformNotes, deadline, met, toWhom, consequence, importance, urgency
    }
}

/// A goal as a person sets it: the whole graph.
public struct GoalContent: Message, Equatable {
    /// 1 … 200 characters.
    public var title: String
    /// At most 2,000 characters.
    public var detailedDescription: String?
    /// At most 4,000 characters.
    public var freeformNotes: String?
    /// How the person means to get there; at most 4,000 characters.
    public var actionPlan: String?
    /// First day.
    public var start: Day
    /// Day by which it is to be reached, after `start`.
    public var target: Day
    /// Expected length in weeks, 1 … 520; absent for 10.
    public var termWeeks: Int32?
    /// Absent for active.
    public var status: GoalStatus?
    /// 1 … 10; absent for 5.
    public var importance: Int32?
    /// 1 … 10; absent for 5.
    public var urgency: Int32?
    /// 1 … 20, each measure once.
    public var targets: [MeasureTarget]
    /// At most 20, each value once.
    public var relevance: [ValueRelevance]
    /// At most 50.
    public var milestones: [Milestone]
    /// At most 50.
    public var obligations: [Obligation]
    /// Terms that the goal belongs to, each once; it comes last in those that are new.
    public var terms: [EntityID]
    public init(
        title: String, detailedDescription: String? = nil, freeformNotes: String? = nil, actionPlan: String? = nil,
        start: Day, target: Day, termWeeks: Int32? = nil, status: GoalStatus? = nil, importance: Int32? = nil,
        urgency: Int32? = nil, targets: [MeasureTarget], relevance: [ValueRelevance] = [],
        milestones: [Milestone] = [], obligations: [Obligation] = [], terms: [EntityID] = []
    ) {
        (self.title, self.detailedDescription, self.freeformNotes) = (title, detailedDescription, freeformNotes)
        (self.actionPlan, self.start, self.target, self.termWeeks) = (actionPlan, start, target, termWeeks)
        (self.status, self.importance, self.urgency, self.targets) = (status, importance, urgency, targets)
        (self.relevance, self.milestones, self.obligations) = (relevance, milestones, obligations)
        self.terms = terms
    }
    enum CodingKeys: Int, CodingKey {
        case title = 1, detailedDescription, freeformNotes, actionPlan, start, target, termWeeks, status, importance
        case urgency, targets, relevance, milestones, obligations, terms
    }
}

/// Progress towards one target of a goal.
public struct TargetProgress: Message, Equatable {
    /// The measure's id.
    public var measure: EntityID
    /// Sum of the contributions in the measure's unit; the mean of a ratio; the latest value of a level, 0 before the
    /// first.
    public var sum: Double
    /// The target's value.
    public var target: Double
    /// Number of contributions.
    public var contributions: Int32
    /// Absent for a goal that is not active, and without `GoalsQuery.asOf`.
    public var pace: TargetPace?
    /// The value of a level from which its way leads to the target; absent for sums and before the first value.
    public var start: Double?
    public init(
        measure: EntityID, sum: Double, target: Double, contributions: Int32, pace: TargetPace? = nil,
        start: Double? = nil
    ) {
        (self.measure, self.sum, self.target, self.contributions) = (measure, sum, target, contributions)
        (self.pace, self.start) = (pace, start)
    }
    enum CodingKeys: Int, CodingKey { case measure = 1, sum, target, contributions, pace, start }

    /// Share of the target, or of the way to it, that is reached, 0 … 1.
    public var share: Double {
        if let pace { return min(max(pace.share, 0), 1) }
        let (done, whole) = start.map { (sum - $0, target - $0) } ?? (sum, target)
        guard whole != 0, (done / whole).isFinite else { return start == nil ? 0 : 1 }
        return min(max(done / whole, 0), 1)
    }
}

/// A stored goal.
public struct Goal: Message, Equatable {
    /// Id, version, time and safety's judgement.
    public var facts: RecordFacts
    /// The values that the person entered.
    public var content: GoalContent
    /// In the order of `content.targets`; empty while a crisis verdict is in effect.
    public var progress: [TargetProgress]
    /// The least state of its targets; absent where they have no pace, and with `numbersHidden`.
    public var state: PaceState?
    /// True if targets of food and weight are left out, because the person sees no numbers (PLN-10).
    public var numbersHidden: Bool?
    public init(
        facts: RecordFacts, content: GoalContent, progress: [TargetProgress], state: PaceState? = nil,
        numbersHidden: Bool? = nil
    ) {
        (self.facts, self.content, self.progress, self.state) = (facts, content, progress, state)
        self.numbersHidden = numbersHidden
    }
    enum CodingKeys: Int, CodingKey { case facts = 1, content, progress, state, numbersHidden }
}

/// Creates a goal, or replaces one: the whole graph or nothing. The request id is a new goal's id.
///
/// `invalid` with all wrong fields; `conflict` if the goal changed after `edited.version`; `notFound`.
public struct SaveGoal: UserRequest {
    public static let type = MessageType(0x0901)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// The goal to replace; absent for a new one.
    public var edited: EditedVersion?
    /// The values that the person entered.
    public var content: GoalContent
    /// ISO 3166 alpha-2: selects the crisis card; absent or empty if unknown.
    public var country: String?
    /// True if the edited goal was read with `Goal.numbersHidden`: stored targets of food and weight that `content` does
    /// not name stay. While the person sees no numbers they stay in any case.
    public var keepsHidden: Bool?
    public init(
        user: UserID, edited: EditedVersion? = nil, content: GoalContent, country: String? = nil,
        keepsHidden: Bool? = nil
    ) {
        (self.user, self.edited, self.content, self.country) = (user, edited, content, country)
        self.keepsHidden = keepsHidden
    }
    enum CodingKeys: Int, CodingKey { case user = 1, edited, content, country, keepsHidden }

    /// The stored goal.
    public struct Reply: Message, Equatable {
        /// As stored.
        public var goal: Goal
        /// Safety's judgement of the texts; absent if it did not come in time, or nothing was to be judged.
        public var verdict: Verdict?
        public init(goal: Goal, verdict: Verdict? = nil) { (self.goal, self.verdict) = (goal, verdict) }
        enum CodingKeys: Int, CodingKey { case goal = 1, verdict }
    }
}

/// Deletes a goal with its milestones, obligations and junctions; measures, values, terms and actions stay.
/// `RestoreDeleted` restores it for a while. `notFound`; `conflict` if the goal changed after `version`.
public struct DeleteGoal: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x0902)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// The goal's id.
    public var goal: EntityID
    /// Absent to delete any version.
    public var version: UInt64?
    public init(user: UserID, goal: EntityID, version: UInt64? = nil) {
        (self.user, self.goal, self.version) = (user, goal, version)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, goal, version }
}

/// Marks a milestone of a goal as reached or an obligation as met, or takes the mark back. No text changes, so none is
/// judged again.
///
/// `invalid` if neither or both are named, or for a day out of range; `notFound`; `conflict` if the goal changed after
/// `edited.version`.
public struct MarkStep: UserRequest {
    public typealias Reply = Goal
    public static let type = MessageType(0x092B)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// The goal and its version.
    public var edited: EditedVersion
    /// Place in `GoalContent.milestones`, from 0.
    public var milestone: Int32?
    /// Place in `GoalContent.obligations`, from 0.
    public var obligation: Int32?
    /// Day on which it was reached or met; absent to take the mark back.
    public var day: Day?
    public init(
        user: UserID, edited: EditedVersion, milestone: Int32? = nil, obligation: Int32? = nil, day: Day? = nil
    ) {
        (self.user, self.edited, self.milestone) = (user, edited, milestone)
        (self.obligation, self.day) = (obligation, day)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, edited, milestone, obligation, day }
}

/// Requests goals as whole graphs, by target date and then by id.
public struct GoalsQuery: UserRequest {
    public static let type = MessageType(0x0903)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// This goal only: `notFound` if it does not exist.
    public var goal: EntityID?
    /// Only goals of this term.
    public var term: EntityID?
    /// Only goals with this status.
    public var status: GoalStatus?
    /// Only goals that serve this value.
    public var value: EntityID?
    /// Only goals whose target date is not earlier.
    public var from: Day?
    /// Only goals whose start is not later.
    public var through: Day?
    /// Most goals in the reply, 1 … 1,000; absent for 100.
    public var limit: Int32?
    /// `next` of the page before.
    public var after: ListCursor?
    /// The person's present, for pace; absent for sums without pace.
    public var asOf: AsOf?
    public init(
        user: UserID, goal: EntityID? = nil, term: EntityID? = nil, status: GoalStatus? = nil, value: EntityID? = nil,
        from: Day? = nil, through: Day? = nil, limit: Int32? = nil, after: ListCursor? = nil, asOf: AsOf? = nil
    ) {
        (self.user, self.goal, self.term, self.status, self.value) = (user, goal, term, status, value)
        (self.from, self.through, self.limit, self.after, self.asOf) = (from, through, limit, after, asOf)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, goal, term, status, value, from, through, limit, after, asOf }

    /// One page.
    public struct Reply: Message, Equatable {
        /// In the stated order.
        public var goals: [Goal]
        /// Absent after the last page.
        public var next: ListCursor?
        /// True while a crisis verdict is in effect: the goals come without progress and pace.
        public var isQuiet: Bool
        public init(goals: [Goal], next: ListCursor? = nil, isQuiet: Bool = false) {
            (self.goals, self.next, self.isQuiet) = (goals, next, isQuiet)
        }
        enum CodingKeys: Int, CodingKey { case goals = 1, next, isQuiet }
    }
}
