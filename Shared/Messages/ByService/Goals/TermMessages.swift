import Wire

/// The state of a term.
public struct TermStatus: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// Not begun.
    public static let planned = TermStatus(rawValue: 1)
    /// Running.
    public static let active = TermStatus(rawValue: 2)
    /// Closed with a reflection.
    public static let completed = TermStatus(rawValue: 3)
    /// To begin later than planned.
    public static let delayed = TermStatus(rawValue: 4)
    /// Put aside for now.
    public static let onHold = TermStatus(rawValue: 5)
    /// Given up.
    public static let cancelled = TermStatus(rawValue: 6)
    public static let names: [(value: TermStatus, name: String)] = [
        (planned, "planned"), (active, "active"), (completed, "completed"), (delayed, "delayed"), (onHold, "onHold"),
        (cancelled, "cancelled"),
    ]
}

/// A term as a person sets it.
public struct TermContent: Message, Equatable {
    /// Days of a term whose end is not given: ten weeks.
    public static let days = 70
    /// At most 200 characters; absent for a term that its number names.
    public var title: String?
    /// At most 2,000 characters.
    public var detailedDescription: String?
    /// At most 4,000 characters.
    public var freeformNotes: String?
    /// Theme of the term; at most 200 characters.
    public var theme: String?
    /// First day.
    public var start: Day
    /// Last day; absent for the last of ten weeks.
    public var end: Day?
    /// 1 … 9,999; absent for the next number.
    public var number: Int32?
    /// Absent for planned. A term is completed by `CloseTerm` only.
    public var status: TermStatus?
    /// In the person's order, each once.
    public var goals: [EntityID]
    public init(
        title: String? = nil, detailedDescription: String? = nil, freeformNotes: String? = nil, theme: String? = nil,
        start: Day, end: Day? = nil, number: Int32? = nil, status: TermStatus? = nil, goals: [EntityID] = []
    ) {
        (self.title, self.detailedDescription, self.freeformNotes) = (title, detailedDescription, freeformNotes)
        (self.theme, self.start, self.end, self.number, self.status) = (theme, start, end, number, status)
        self.goals = goals
    }
    enum CodingKeys: Int, CodingKey {
        case title = 1, detailedDescription, freeformNotes, theme, start, end, number, status, goals
    }
}

/// A stored term.
public struct Term: Message, Equatable {
    /// Id, version, time and safety's judgement.
    public var facts: RecordFacts
    /// With `end`, `number` and `status`.
    public var content: TermContent
    /// The person's words at its close; absent until then.
    public var reflection: String?
    public init(facts: RecordFacts, content: TermContent, reflection: String? = nil) {
        (self.facts, self.content, self.reflection) = (facts, content, reflection)
    }
    enum CodingKeys: Int, CodingKey { case facts = 1, content, reflection }
}

/// The reply to a change of a term.
public struct SavedTerm: Message, Equatable {
    /// As stored.
    public var term: Term
    /// As in `SaveGoal.Reply`.
    public var verdict: Verdict?
    public init(term: Term, verdict: Verdict? = nil) { (self.term, self.verdict) = (term, verdict) }
    enum CodingKeys: Int, CodingKey { case term = 1, verdict }
}

/// Creates a term, or replaces one with its list of goals. The request id is a new term's id. A closed term keeps its
/// status and reflection.
///
/// Errors as of `SaveGoal`.
public struct SaveTerm: UserRequest {
    public typealias Reply = SavedTerm
    public static let type = MessageType(0x0904)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// The term to replace; absent for a new one.
    public var edited: EditedVersion?
    /// The values that the person entered.
    public var content: TermContent
    /// As in `SaveGoal`.
    public var country: String?
    public init(user: UserID, edited: EditedVersion? = nil, content: TermContent, country: String? = nil) {
        (self.user, self.edited, self.content, self.country) = (user, edited, content, country)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, edited, content, country }
}

/// Completes a term with a reflection. Its goals stay in it; they join another term only if a person puts them there.
///
/// Errors as of `SaveGoal`.
public struct CloseTerm: UserRequest {
    public typealias Reply = SavedTerm
    public static let type = MessageType(0x0905)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// The term and its version.
    public var edited: EditedVersion
    /// 1 … 4,000 characters.
    public var reflection: String
    /// As in `SaveGoal`.
    public var country: String?
    public init(user: UserID, edited: EditedVersion, reflection: String, country: String? = nil) {
        (self.user, self.edited, self.reflection, self.country) = (user, edited, reflection, country)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, edited, reflection, country }
}

/// Puts the goals of a term into another order. No text changes, so none is judged again.
///
/// `invalid` if `goals` are not the term's goals, each once; `notFound`; `conflict` if the term changed after
/// `edited.version`.
public struct OrderTermGoals: UserRequest {
    public typealias Reply = Term
    public static let type = MessageType(0x092C)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// The term and its version.
    public var edited: EditedVersion
    /// The term's goals in their new order.
    public var goals: [EntityID]
    public init(user: UserID, edited: EditedVersion, goals: [EntityID]) {
        (self.user, self.edited, self.goals) = (user, edited, goals)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, edited, goals }
}

/// Deletes a term with its assignments; the goals stay. `RestoreDeleted` restores it for a while. Errors as of
/// `DeleteGoal`.
public struct DeleteTerm: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x0906)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// The term's id.
    public var term: EntityID
    /// Absent to delete any version.
    public var version: UInt64?
    public init(user: UserID, term: EntityID, version: UInt64? = nil) {
        (self.user, self.term, self.version) = (user, term, version)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, term, version }
}

/// Requests terms, the highest number first.
public struct TermsQuery: UserRequest {
    public static let type = MessageType(0x0907)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// This term only: `notFound` if it does not exist.
    public var term: EntityID?
    /// Only terms with this status.
    public var status: TermStatus?
    /// Most terms in the reply, 1 … 1,000; absent for 100.
    public var limit: Int32?
    /// `next` of the page before.
    public var after: ListCursor?
    public init(
        user: UserID, term: EntityID? = nil, status: TermStatus? = nil, limit: Int32? = nil, after: ListCursor? = nil
    ) {
        (self.user, self.term, self.status, self.limit, self.after) = (user, term, status, limit, after)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, term, status, limit, after }

    /// One page.
    public struct Reply: Message, Equatable {
        /// In the stated order.
        public var terms: [Term]
        /// Absent after the last page.
        public var next: ListCursor?
        public init(terms: [Term], next: ListCursor? = nil) { (self.terms, self.next) = (terms, next) }
        enum CodingKeys: Int, CodingKey { case terms = 1, next }
    }
}
