import Wire

/// A reason to propose a goal, as data for a sentence.
public struct MatchReason: Message, Equatable {
    /// The kind of reason.
    public struct Kind: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// The goal has the action's measure `measure`.
        public static let measure = Kind(rawValue: 1)
        /// The goal has another measure of the same quantity `quantity`.
        public static let quantity = Kind(rawValue: 2)
        /// The action's day lies between `first` and `last`, the goal's days.
        public static let period = Kind(rawValue: 3)
        /// The titles share `words`.
        public static let words = Kind(rawValue: 4)
        public static let names: [(value: Kind, name: String)] = [
            (measure, "measure"), (quantity, "quantity"), (period, "period"), (words, "words"),
        ]
    }

    /// Which of the fields below are set.
    public var kind: Kind
    /// The measure's id.
    public var measure: EntityID?
    /// The common quantity.
    public var quantity: MeasureKind?
    /// First day of the goal.
    public var first: Day?
    /// Day by which the goal is to be reached.
    public var last: Day?
    /// Words of the goal's title, without case and accents.
    public var words: [String]
    public init(
        _ kind: Kind, measure: EntityID? = nil, quantity: MeasureKind? = nil, first: Day? = nil, last: Day? = nil,
        words: [String] = []
    ) {
        (self.kind, self.measure, self.quantity) = (kind, measure, quantity)
        (self.first, self.last, self.words) = (first, last, words)
    }
    enum CodingKeys: Int, CodingKey { case kind = 1, measure, quantity, first, last, words }
}

/// A goal that an action may count towards (GOL-10).
public struct MatchProposal: Message, Equatable {
    /// The goal's id.
    public var goal: EntityID
    /// The goal's title.
    public var title: String
    /// Why it is proposed, at least one.
    public var reasons: [MatchReason]
    /// The contributions with which `SaveAction` accepts the proposal; without any if only the titles are alike.
    public var contributions: [GoalContribution]
    public init(goal: EntityID, title: String, reasons: [MatchReason], contributions: [GoalContribution]) {
        (self.goal, self.title, self.reasons, self.contributions) = (goal, title, reasons, contributions)
    }
    enum CodingKeys: Int, CodingKey { case goal = 1, title, reasons, contributions }
}

/// An action without contributions, with the goals that it may count towards.
public struct UnmatchedAction: Message, Equatable {
    /// The action.
    public var action: Action
    /// The best first, at most 5.
    public var proposals: [MatchProposal]
    public init(action: Action, proposals: [MatchProposal]) { (self.action, self.proposals) = (action, proposals) }
    enum CodingKeys: Int, CodingKey { case action = 1, proposals }
}

/// Requests the actions of a period without contributions for which a goal of the running term fits, the latest first
/// (GOL-10). Without a running term all active goals are considered. Nothing counts until the person saves the action
/// with contributions (`SaveAction`). Dismissed goals are left out.
public struct MatchProposals: UserRequest {
    public static let type = MessageType(0x0913)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// First local day.
    public var from: Day
    /// Last local day, at most 400 days after `from`.
    public var through: Day
    /// The person's present.
    public var asOf: AsOf
    /// Language of the titles: German for `de…`, else English.
    public var language: String?
    /// Most actions that are read, 1 … 1,000; absent for 100.
    public var limit: Int32?
    /// `next` of the page before.
    public var after: ListCursor?
    public init(
        user: UserID, from: Day, through: Day, asOf: AsOf, language: String? = nil, limit: Int32? = nil,
        after: ListCursor? = nil
    ) {
        (self.user, self.from, self.through, self.asOf) = (user, from, through, asOf)
        (self.language, self.limit, self.after) = (language, limit, after)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, from, through, asOf, language, limit, after }

    /// One page.
    public struct Reply: Message, Equatable {
        /// Those with at least one proposal; empty while a crisis verdict is in effect.
        public var actions: [UnmatchedAction]
        /// Absent after the last page.
        public var next: ListCursor?
        /// True while a crisis verdict is in effect: nothing is proposed.
        public var isQuiet: Bool
        public init(actions: [UnmatchedAction], next: ListCursor? = nil, isQuiet: Bool = false) {
            (self.actions, self.next, self.isQuiet) = (actions, next, isQuiet)
        }
        enum CodingKeys: Int, CodingKey { case actions = 1, next, isQuiet }
    }
}

/// Keeps a goal from being proposed again for an action. The person can still count the action towards it.
///
/// `notFound` if the action or the goal does not exist.
public struct DismissProposal: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x092D)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// The action's id.
    public var action: EntityID
    /// The id of the goal that was proposed.
    public var goal: EntityID
    public init(user: UserID, action: EntityID, goal: EntityID) {
        (self.user, self.action, self.goal) = (user, action, goal)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, action, goal }
}
