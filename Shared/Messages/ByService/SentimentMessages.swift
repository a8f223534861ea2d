import Wire

/// Stores a journal entry (SEN-1: at most 10,000 characters) before any analysis, and returns its analysis if that is
/// fast.
public struct SubmitJournal: UserRequest {
    public typealias Reply = JournalEntry
    public static let type = MessageType(0x0301)
    public static let service: ServiceName? = .sentiment
    /// Longest entry in characters.
    public static let maximumCharacters = 10_000
    public var user: UserID
    public var day: Day
    /// Time of writing.
    public var at: Milliseconds
    public var text: String
    /// ISO 3166 alpha-2: selects the crisis card. Absent or empty if unknown: the international card.
    public var country: String?
    public init(user: UserID, day: Day, at: Milliseconds, text: String, country: String? = nil) {
        (self.user, self.day, self.at, self.text, self.country) = (user, day, at, text, country)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, day, at, text, country }
}

/// A stored journal entry.
public struct JournalEntry: Message, Equatable {
    public var id: EntityID
    public var day: Day
    /// Time of writing.
    public var at: Milliseconds
    public var text: String
    /// Absent until the analysis is done; it is retried until then (SEN-2).
    public var analysis: JournalAnalysis?
    /// Where to find help; only in the reply to a submission that safety did not judge in time (SAF-6).
    public var support: CrisisCard?
    public init(
        id: EntityID, day: Day, at: Milliseconds, text: String, analysis: JournalAnalysis? = nil,
        support: CrisisCard? = nil
    ) {
        (self.id, self.day, self.at, self.text, self.analysis, self.support) = (id, day, at, text, analysis, support)
    }
    enum CodingKeys: Int, CodingKey { case id = 1, day, at, text, analysis, support }
}

/// The analysis of an entry.
public struct JournalAnalysis: Message, Equatable {
    /// Safety's judgement.
    public var verdict: Verdict
    /// −1 … 1; absent if no provider had a result.
    public var sentiment: Double?
    /// The step of the cascade that produced the sentiment: `lexicon`, `head`, …
    public var provider: String
    /// The text with identifying spans replaced (SEN-5).
    public var redacted: String
    public init(verdict: Verdict, sentiment: Double?, provider: String, redacted: String) {
        (self.verdict, self.sentiment, self.provider, self.redacted) = (verdict, sentiment, provider, redacted)
    }
    enum CodingKeys: Int, CodingKey { case verdict = 1, sentiment, provider, redacted }
}

/// Requests entries before a time, newest first.
public struct JournalQuery: UserRequest {
    public static let type = MessageType(0x0302)
    public static let service: ServiceName? = .sentiment
    public var user: UserID
    /// Only entries before this time; absent for the newest.
    public var before: Milliseconds?
    /// Most entries in the reply, 1 … 100.
    public var limit: Int32
    public init(user: UserID, before: Milliseconds? = nil, limit: Int32 = 20) {
        (self.user, self.before, self.limit) = (user, before, limit)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, before, limit }

    /// The entries.
    public struct Reply: Message {
        /// Newest first.
        public var entries: [JournalEntry]
        public init(entries: [JournalEntry]) { self.entries = entries }
        enum CodingKeys: Int, CodingKey { case entries = 1 }
    }
}

/// Deletes an entry; `notFound` if it does not exist.
public struct DeleteJournalEntry: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x0303)
    public static let service: ServiceName? = .sentiment
    public var user: UserID
    /// The entry's id.
    public var entry: EntityID
    public init(user: UserID, entry: EntityID) { (self.user, self.entry) = (user, entry) }
    enum CodingKeys: Int, CodingKey { case user = 1, entry }
}

/// An entry's state for other services, without its text.
public struct JournalEntryChanged: BusEvent, Equatable {
    public static let type = MessageType(0x0380)
    public var user: UserID
    /// The entry's id.
    public var entry: EntityID
    /// Increases with every change of the entry.
    public var revision: UInt64
    public var day: Day
    /// Time of writing.
    public var at: Milliseconds
    /// −1 … 1; absent if unknown.
    public var sentiment: Double?
    /// Safety's judgement.
    public var level: Verdict.Level
    /// True if the entry was deleted.
    public var deleted: Bool
    /// Present unless `safe`; absent from releases without this field.
    public var reason: Verdict.Reason?
    public init(
        user: UserID, entry: EntityID, revision: UInt64, day: Day, at: Milliseconds, sentiment: Double?,
        level: Verdict.Level, deleted: Bool = false,
        reason: Verdict.Reason? = nil
    ) {
        (self.user, self.entry, self.revision, self.day, self.at) = (user, entry, revision, day, at)
        (self.sentiment, self.level, self.deleted, self.reason) = (sentiment, level, deleted, reason)
    }
    enum CodingKeys: Int, CodingKey {
        case user = 1, entry, revision, day, at, sentiment, level
        // 8 is reserved: the entry's embedding, which no consumer read.
        case deleted = 9, reason
    }
}
