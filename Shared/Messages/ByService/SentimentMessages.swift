import Wire

/// Keeps a journal entry (SEN-1: at most 10,000 characters) and, where that is quick, analyses it before answering. Stored before any analysis can fail.
public struct SubmitJournal: BusRequest {
    public typealias Reply = JournalEntry
    public static let type = MessageType(0x0301)
    public static let service: ServiceName? = .sentiment
    public static let maximumCharacters = 10_000
    public var user: UserID
    public var day: Day
    /// When it was written.
    public var at: Milliseconds
    public var text: String
    /// ISO 3166 alpha-2: chooses the crisis card. Absent or empty where unknown: the international card.
    public var country: String?
    public init(user: UserID, day: Day, at: Milliseconds, text: String, country: String? = nil) {
        (self.user, self.day, self.at, self.text, self.country) = (user, day, at, text, country)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, day, at, text, country }
}

public struct JournalEntry: Message, Equatable {
    public var id: EntityID
    public var day: Day
    public var at: Milliseconds
    public var text: String
    /// Absent until it is analysed; analysis is retried until it is done (SEN-2).
    public var analysis: JournalAnalysis?
    /// Only in the answer to a submission that safety did not judge in time (SAF-6): whom to turn to.
    public var support: CrisisCard?
    public init(id: EntityID, day: Day, at: Milliseconds, text: String, analysis: JournalAnalysis? = nil, support: CrisisCard? = nil) {
        (self.id, self.day, self.at, self.text, self.analysis, self.support) = (id, day, at, text, analysis, support)
    }
    enum CodingKeys: Int, CodingKey { case id = 1, day, at, text, analysis, support }
}

public struct JournalAnalysis: Message, Equatable {
    public var verdict: Verdict
    /// −1 … 1; absent where no provider could say.
    public var sentiment: Double?
    /// Which step of the cascade answered: `lexicon`, `head`, …
    public var provider: String
    /// The text with identifying spans replaced (SEN-5).
    public var redacted: String
    public init(verdict: Verdict, sentiment: Double?, provider: String, redacted: String) {
        (self.verdict, self.sentiment, self.provider, self.redacted) = (verdict, sentiment, provider, redacted)
    }
    enum CodingKeys: Int, CodingKey { case verdict = 1, sentiment, provider, redacted }
}

/// Entries before a time, newest first.
public struct JournalQuery: BusRequest {
    public static let type = MessageType(0x0302)
    public static let service: ServiceName? = .sentiment
    public var user: UserID
    public var before: Milliseconds?
    /// 1 … 100.
    public var limit: Int32
    public init(user: UserID, before: Milliseconds? = nil, limit: Int32 = 20) { (self.user, self.before, self.limit) = (user, before, limit) }
    enum CodingKeys: Int, CodingKey { case user = 1, before, limit }

    public struct Reply: Message {
        public var entries: [JournalEntry]
        public init(entries: [JournalEntry]) { self.entries = entries }
        enum CodingKeys: Int, CodingKey { case entries = 1 }
    }
}

public struct DeleteJournalEntry: BusRequest {
    public typealias Reply = Nothing
    public static let type = MessageType(0x0303)
    public static let service: ServiceName? = .sentiment
    public var user: UserID
    public var entry: EntityID
    public init(user: UserID, entry: EntityID) { (self.user, self.entry) = (user, entry) }
    enum CodingKeys: Int, CodingKey { case user = 1, entry }
}

/// What the other services learn of an entry: no text.
public struct JournalAnalyzed: BusEvent, Equatable {
    public static let type = MessageType(0x0380)
    public var user: UserID
    public var entry: EntityID
    public var revision: UInt64
    public var day: Day
    public var at: Milliseconds
    public var sentiment: Double?
    public var level: Verdict.Level
    public var deleted: Bool
    /// Present unless `safe`, and from releases that tell it.
    public var reason: Verdict.Reason?
    public init(
        user: UserID, entry: EntityID, revision: UInt64, day: Day, at: Milliseconds, sentiment: Double?, level: Verdict.Level, deleted: Bool = false,
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
