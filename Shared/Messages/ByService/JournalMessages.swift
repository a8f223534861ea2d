import Wire

/// A position in the journal's order, newest first. The id separates entries of one millisecond.
public struct JournalCursor: Message, Equatable {
    /// Time of writing of the last entry of the page.
    public var at: Milliseconds
    /// Its id.
    public var id: EntityID
    public init(at: Milliseconds, id: EntityID) { (self.at, self.id) = (at, id) }
    enum CodingKeys: Int, CodingKey { case at = 1, id }
}

/// The mood of an entry in a word, in the terms of HealthKit's state of mind.
public struct MoodWord: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// −1 … −0.6.
    public static let veryUnpleasant = MoodWord(rawValue: 1)
    /// −0.6 … −0.2.
    public static let unpleasant = MoodWord(rawValue: 2)
    /// −0.2 … 0.2.
    public static let neutral = MoodWord(rawValue: 3)
    /// 0.2 … 0.6.
    public static let pleasant = MoodWord(rawValue: 4)
    /// 0.6 … 1.
    public static let veryPleasant = MoodWord(rawValue: 5)
    public static let names: [(value: MoodWord, name: String)] = [
        (veryUnpleasant, "veryUnpleasant"), (unpleasant, "unpleasant"), (neutral, "neutral"), (pleasant, "pleasant"),
        (veryPleasant, "veryPleasant"),
    ]

    /// The word for a sentiment of −1 … 1.
    public init(sentiment: Double) {
        self =
            switch sentiment {
            case ..<(-0.6): .veryUnpleasant
            case ..<(-0.2): .unpleasant
            case ...0.2: .neutral
            case ...0.6: .pleasant
            default: .veryPleasant
            }
    }
}

/// A person's correction of the mood that was read from an entry. Edits of the text keep it.
public struct JournalMood: Message, Equatable {
    /// −1 … 1: replaces the sentiment of the analysis; absent if the analysis applies.
    public var value: Double?
    /// True if the entry's mood does not enter the score.
    public var keptOut: Bool
    public init(value: Double? = nil, keptOut: Bool = false) { (self.value, self.keptOut) = (value, keptOut) }
    enum CodingKeys: Int, CodingKey { case value = 1, keptOut }
}

/// Replaces an entry's text. Its day and time stay; safety and analysis start again. The mood that the person set
/// stays.
///
/// `conflict` if the text changed after `revision`; `notFound` if the entry does not exist.
public struct EditJournalEntry: UserRequest {
    public typealias Reply = JournalEntry
    public static let type = MessageType(0x0304)
    public static let service: ServiceName? = .sentiment
    public var user: UserID
    /// The entry's id.
    public var entry: EntityID
    /// At most `SubmitJournal.maximumCharacters`.
    public var text: String
    /// `JournalEntry.revision` of the text that was edited.
    public var revision: UInt64
    /// As in `SubmitJournal`.
    public var country: String?
    public init(user: UserID, entry: EntityID, text: String, revision: UInt64, country: String? = nil) {
        (self.user, self.entry, self.text, self.revision, self.country) = (user, entry, text, revision, country)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, entry, text, revision, country }
}

/// Restores an entry within `DeleteJournalEntry.undo` of its deletion; `notFound` later. An entry that was not deleted
/// is returned unchanged.
public struct RestoreJournalEntry: UserRequest {
    public typealias Reply = JournalEntry
    public static let type = MessageType(0x0305)
    public static let service: ServiceName? = .sentiment
    public var user: UserID
    /// The entry's id.
    public var entry: EntityID
    public init(user: UserID, entry: EntityID) { (self.user, self.entry) = (user, entry) }
    enum CodingKeys: Int, CodingKey { case user = 1, entry }
}

/// Replaces the person's correction of an entry's mood; the score is computed again. `notFound` if the entry does not
/// exist.
public struct SetJournalMood: UserRequest {
    public typealias Reply = JournalEntry
    public static let type = MessageType(0x0306)
    public static let service: ServiceName? = .sentiment
    public var user: UserID
    /// The entry's id.
    public var entry: EntityID
    /// The person's correction.
    public var mood: JournalMood
    public init(user: UserID, entry: EntityID, mood: JournalMood) {
        (self.user, self.entry, self.mood) = (user, entry, mood)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, entry, mood }
}

/// Requests one entry; `notFound` if it does not exist.
public struct JournalEntryQuery: UserRequest {
    public typealias Reply = JournalEntry
    public static let type = MessageType(0x0307)
    public static let service: ServiceName? = .sentiment
    public var user: UserID
    /// The entry's id.
    public var entry: EntityID
    public init(user: UserID, entry: EntityID) { (self.user, self.entry) = (user, entry) }
    enum CodingKeys: Int, CodingKey { case user = 1, entry }
}

/// The number of entries of a month.
public struct JournalMonth: Message, Equatable {
    /// Gregorian year.
    public var year: Int32
    /// 1 … 12.
    public var month: Int32
    /// Number of entries, at least 1.
    public var entries: Int32
    public init(year: Int32, month: Int32, entries: Int32) {
        (self.year, self.month, self.entries) = (year, month, entries)
    }
    enum CodingKeys: Int, CodingKey { case year = 1, month, entries }
}

/// Requests the months that have entries.
public struct JournalMonthsQuery: UserRequest {
    public static let type = MessageType(0x0308)
    public static let service: ServiceName? = .sentiment
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }

    /// The months.
    public struct Reply: Message {
        /// The latest first.
        public var months: [JournalMonth]
        public init(months: [JournalMonth]) { self.months = months }
        enum CodingKeys: Int, CodingKey { case months = 1 }
    }
}

/// The number of entries of a day.
public struct JournalDay: Message, Equatable {
    public var day: Day
    /// At least 1.
    public var entries: Int32
    public init(day: Day, entries: Int32) { (self.day, self.entries) = (day, entries) }
    enum CodingKeys: Int, CodingKey { case day = 1, entries }
}

/// Requests the days of a range that have entries.
public struct JournalDaysQuery: UserRequest {
    public static let type = MessageType(0x030C)
    public static let service: ServiceName? = .sentiment
    public var user: UserID
    /// First day of the range.
    public var from: Day
    /// Last day of the range, at most 400 days later.
    public var through: Day
    public init(user: UserID, from: Day, through: Day) { (self.user, self.from, self.through) = (user, from, through) }
    enum CodingKeys: Int, CodingKey { case user = 1, from, through }

    /// The days.
    public struct Reply: Message, Equatable {
        /// Oldest first.
        public var days: [JournalDay]
        public init(days: [JournalDay]) { self.days = days }
        enum CodingKeys: Int, CodingKey { case days = 1 }
    }
}

/// Searches the entries for words, newest first. Case, diacritics and ß/ss do not matter. An entry matches if every
/// word of the query begins a word of the entry.
///
/// No index exists, because entries are sealed: the service opens them one after the other, in bounded memory, for at
/// most half a second. Then it returns the entries found so far and the position to go on from.
public struct SearchJournal: UserRequest {
    public static let type = MessageType(0x0309)
    public static let service: ServiceName? = .sentiment
    /// Longest query in characters.
    public static let maximumCharacters = 200
    /// Most words of a query.
    public static let maximumWords = 8
    public var user: UserID
    /// One to `maximumWords` words.
    public var words: String
    /// Most entries in the reply, 1 … 100.
    public var limit: Int32
    /// `next` of the page before; absent for the newest.
    public var after: JournalCursor?
    public init(user: UserID, words: String, limit: Int32 = 20, after: JournalCursor? = nil) {
        (self.user, self.words, self.limit, self.after) = (user, words, limit, after)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, words, limit, after }

    /// The entries found.
    public struct Reply: Message {
        /// Newest first; may be empty although `next` is present.
        public var entries: [JournalEntry]
        /// Position of the next page; absent if every entry was searched.
        public var next: JournalCursor?
        /// Entries that could not be opened, so that nobody knows whether they match.
        public var damaged: DamagedRows?
        public init(entries: [JournalEntry], next: JournalCursor? = nil, damaged: DamagedRows? = nil) {
            self.entries = entries
            self.next = next
            self.damaged = damaged
        }
        enum CodingKeys: Int, CodingKey { case entries = 1, next, damaged }
    }
}

/// An entry was written, edited, deleted, restored or its mood corrected; open pages load it again. Published with the
/// commit, before the analysis, which `JournalEntryChanged` reports.
public struct JournalSaved: BusEvent, Equatable {
    public static let type = MessageType(0x0381)
    public var user: UserID
    /// The entry's id.
    public var entry: EntityID
    /// The entry's revision.
    public var revision: UInt64
    public init(user: UserID, entry: EntityID, revision: UInt64) {
        (self.user, self.entry, self.revision) = (user, entry, revision)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, entry, revision }
}
