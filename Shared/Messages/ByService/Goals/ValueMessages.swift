import Wire

/// How general a value is.
public struct ValueLevel: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// One of many.
    public static let general = ValueLevel(rawValue: 1)
    /// One of the few that guide most decisions.
    public static let major = ValueLevel(rawValue: 2)
    /// Above all others.
    public static let highestOrder = ValueLevel(rawValue: 3)
    /// A field of life, such as family.
    public static let lifeArea = ValueLevel(rawValue: 4)
    public static let names: [(value: ValueLevel, name: String)] = [
        (general, "general"), (major, "major"), (highestOrder, "highestOrder"), (lifeArea, "lifeArea"),
    ]
}

/// Something that matters to a person, as they set it.
public struct ValueContent: Message, Equatable {
    /// At most 200 characters; title or description is required.
    public var title: String?
    /// At most 2,000 characters.
    public var detailedDescription: String?
    /// At most 4,000 characters.
    public var freeformNotes: String?
    /// Absent for general.
    public var level: ValueLevel?
    /// 1 (first) … 100; absent for 50.
    public var priority: Int32?
    /// Such as health; at most 200 characters.
    public var lifeDomain: String?
    /// How to act in its sense; at most 2,000 characters.
    public var alignmentGuidance: String?
    public init(
        title: String? = nil, detailedDescription: String? = nil, freeformNotes: String? = nil,
        level: ValueLevel? = nil, priority: Int32? = nil, lifeDomain: String? = nil, alignmentGuidance: String? = nil
    ) {
        (self.title, self.detailedDescription, self.freeformNotes) = (title, detailedDescription, freeformNotes)
        (self.level, self.priority, self.lifeDomain) = (level, priority, lifeDomain)
        self.alignmentGuidance = alignmentGuidance
    }
    enum CodingKeys: Int, CodingKey {
        case title = 1, detailedDescription, freeformNotes, level, priority, lifeDomain, alignmentGuidance
    }
}

/// A stored value.
public struct PersonalValue: Message, Equatable {
    /// Id, version, time and safety's judgement.
    public var facts: RecordFacts
    /// The values that the person entered.
    public var content: ValueContent
    public init(facts: RecordFacts, content: ValueContent) { (self.facts, self.content) = (facts, content) }
    enum CodingKeys: Int, CodingKey { case facts = 1, content }
}

/// Creates a value, or replaces one. The request id is a new value's id. Errors as of `SaveGoal`.
public struct SaveValue: UserRequest {
    public static let type = MessageType(0x090B)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// The value to replace; absent for a new one.
    public var edited: EditedVersion?
    /// The values that the person entered.
    public var content: ValueContent
    /// As in `SaveGoal`.
    public var country: String?
    public init(user: UserID, edited: EditedVersion? = nil, content: ValueContent, country: String? = nil) {
        (self.user, self.edited, self.content, self.country) = (user, edited, content, country)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, edited, content, country }

    /// The stored value.
    public struct Reply: Message, Equatable {
        /// As stored.
        public var value: PersonalValue
        /// As in `SaveGoal.Reply`.
        public var verdict: Verdict?
        public init(value: PersonalValue, verdict: Verdict? = nil) { (self.value, self.verdict) = (value, verdict) }
        enum CodingKeys: Int, CodingKey { case value = 1, verdict }
    }
}

/// Deletes a value and its relevance for goals; the goals stay. `RestoreDeleted` restores it for a while. Errors as of
/// `DeleteGoal`.
public struct DeleteValue: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x090C)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// The value's id.
    public var value: EntityID
    /// Absent to delete any version.
    public var version: UInt64?
    public init(user: UserID, value: EntityID, version: UInt64? = nil) {
        (self.user, self.value, self.version) = (user, value, version)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, value, version }
}

/// Requests values, by priority and then by id.
public struct ValuesQuery: UserRequest {
    public static let type = MessageType(0x090D)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// This value only: `notFound` if it does not exist.
    public var value: EntityID?
    /// Most values in the reply, 1 … 1,000; absent for 100.
    public var limit: Int32?
    /// `next` of the page before.
    public var after: ListCursor?
    public init(user: UserID, value: EntityID? = nil, limit: Int32? = nil, after: ListCursor? = nil) {
        (self.user, self.value, self.limit, self.after) = (user, value, limit, after)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, value, limit, after }

    /// One page.
    public struct Reply: Message, Equatable {
        /// In the stated order.
        public var values: [PersonalValue]
        /// Absent after the last page.
        public var next: ListCursor?
        public init(values: [PersonalValue], next: ListCursor? = nil) { (self.values, self.next) = (values, next) }
        enum CodingKeys: Int, CodingKey { case values = 1, next }
    }
}
