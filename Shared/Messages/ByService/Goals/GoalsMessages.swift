import Wire

extension ServiceName {
    /// Keeps goals, terms, actions, values, measures and weekly reviews.
    public static let goals = ServiceName(rawValue: "goals")
}

/// A position in a list of the goals service: the sort key of the last entry, and its id.
public struct ListCursor: Message, Equatable {
    /// Sort key of the last entry.
    public var place: Int64
    /// Its id, which separates entries of one key.
    public var id: EntityID
    public init(place: Int64, id: EntityID) { (self.place, self.id) = (place, id) }
    enum CodingKeys: Int, CodingKey { case place = 1, id }
}

/// Facts that the goals service adds to each record of a person.
public struct RecordFacts: Message, Equatable {
    public var id: EntityID
    /// Increases with every change; sent back with a change.
    public var version: UInt64
    /// Time at which it was first recorded.
    public var logTime: Milliseconds
    /// Safety's judgement of its texts; absent until all of them are judged.
    public var level: Verdict.Level?
    public init(id: EntityID, version: UInt64, logTime: Milliseconds, level: Verdict.Level? = nil) {
        (self.id, self.version, self.logTime, self.level) = (id, version, logTime, level)
    }
    enum CodingKeys: Int, CodingKey { case id = 1, version, logTime, level }
}

/// The entry that a change replaces.
public struct EditedVersion: Message, Equatable {
    public var id: EntityID
    /// `RecordFacts.version` of the entry that was edited.
    public var version: UInt64
    public init(id: EntityID, version: UInt64) { (self.id, self.version) = (id, version) }
    enum CodingKeys: Int, CodingKey { case id = 1, version }
}

/// A goal's state for other services and open pages, without its texts.
public struct GoalProgressed: BusEvent, Equatable {
    public static let type = MessageType(0x0980)
    public var user: UserID
    /// The goal's id.
    public var goal: EntityID
    /// Increases with every event about the goal.
    public var revision: UInt64
    /// As of the change.
    public var status: GoalStatus
    /// First day.
    public var start: Day
    /// Day by which it is to be reached.
    public var target: Day
    /// Least share of a target that is reached, 0 … 1.
    public var reached: Double
    /// True if the goal was deleted.
    public var deleted: Bool
    public init(
        user: UserID, goal: EntityID, revision: UInt64, status: GoalStatus, start: Day, target: Day, reached: Double,
        deleted: Bool = false
    ) {
        (self.user, self.goal, self.revision, self.status) = (user, goal, revision, status)
        (self.start, self.target, self.reached, self.deleted) = (start, target, reached, deleted)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, goal, revision, status, start, target, reached, deleted }
}

/// The verdict on texts of the goals service, without the texts: after a crisis the day gets no score, and the coach
/// stays on this machine (SAF-4, SCO-7).
public struct GoalTextJudged: BusEvent, Equatable {
    public static let type = MessageType(0x0982)
    public var user: UserID
    /// The value, goal, step, term, action or measure with the text.
    public var id: EntityID
    /// The version that was judged.
    public var revision: UInt64
    /// Time of the verdict.
    public var at: Milliseconds
    /// The gravest level of its texts.
    public var level: Verdict.Level
    public init(user: UserID, id: EntityID, revision: UInt64, at: Milliseconds, level: Verdict.Level) {
        (self.user, self.id, self.revision, self.at, self.level) = (user, id, revision, at, level)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, id, revision, at, level }
}

/// An action's state for other services and open pages, without its texts.
public struct ActionCompleted: BusEvent, Equatable {
    public static let type = MessageType(0x0981)
    public var user: UserID
    /// The action's id.
    public var action: EntityID
    /// Increases with every change of the action.
    public var revision: UInt64
    /// Local day of its start.
    public var day: Day
    /// Start.
    public var at: Milliseconds
    /// Seconds.
    public var duration: Int64
    /// Goals that it contributes to.
    public var goals: [EntityID]
    /// True if the action was deleted.
    public var deleted: Bool
    public init(
        user: UserID, action: EntityID, revision: UInt64, day: Day, at: Milliseconds, duration: Int64,
        goals: [EntityID], deleted: Bool = false
    ) {
        (self.user, self.action, self.revision, self.day, self.at) = (user, action, revision, day, at)
        (self.duration, self.goals, self.deleted) = (duration, goals, deleted)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, action, revision, day, at, duration, goals, deleted }
}

/// Amounts of food and weight are shown now, or hidden (PLN-10): open pages load again what they show.
public struct GoalNumbersChanged: BusEvent, Equatable {
    public static let type = MessageType(0x0983)
    public var user: UserID
    /// True while they are hidden.
    public var numbersHidden: Bool
    public init(user: UserID, numbersHidden: Bool) { (self.user, self.numbersHidden) = (user, numbersHidden) }
    enum CodingKeys: Int, CodingKey { case user = 1, numbersHidden }
}

/// Kind of an entry that can be restored after its deletion.
public struct DeletedKind: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// A goal with its steps and junctions.
    public static let goal = DeletedKind(rawValue: 1)
    /// A term with its assignments.
    public static let term = DeletedKind(rawValue: 2)
    /// An action with its measurements and contributions.
    public static let action = DeletedKind(rawValue: 3)
    /// A value with its relevance for goals.
    public static let value = DeletedKind(rawValue: 4)
    public static let names: [(value: DeletedKind, name: String)] = [
        (goal, "goal"), (term, "term"), (action, "action"), (value, "value"),
    ]
}

/// Restores a goal, term, action or value within `undo` of its deletion, under the same id and with everything that was
/// deleted along, as far as the other end still exists. What two deleted entries had in common comes back with the one
/// that is restored last. An entry that is not deleted stays unchanged.
///
/// `notFound` for an unknown entry, and later; `conflict` if another term has its number or days meanwhile, or if none
/// of a goal's measures exists any more.
public struct RestoreDeleted: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x092A)
    public static let service: ServiceName? = .goals
    /// Milliseconds for which a deleted entry is kept.
    public static let undo: Milliseconds = 10 * 60_000
    public var user: UserID
    /// Goal, term, action or value.
    public var kind: DeletedKind
    /// The entry's id.
    public var id: EntityID
    public init(user: UserID, kind: DeletedKind, id: EntityID) { (self.user, self.kind, self.id) = (user, kind, id) }
    enum CodingKeys: Int, CodingKey { case user = 1, kind, id }
}
