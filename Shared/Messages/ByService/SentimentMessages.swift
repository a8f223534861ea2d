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
    /// Increases with every change of the entry, its analysis included. Sent back with an edit.
    public var revision: UInt64
    /// Time of the last edit of the text; absent if it never changed.
    public var edited: Milliseconds?
    /// The person's correction of the mood; absent without one.
    public var mood: JournalMood?
    /// The word for the shown mood: the person's value if given, else the sentiment of the analysis. Absent without
    /// either.
    public var word: MoodWord?
    public init(
        id: EntityID, day: Day, at: Milliseconds, text: String, analysis: JournalAnalysis? = nil,
        support: CrisisCard? = nil, revision: UInt64 = 1, edited: Milliseconds? = nil, mood: JournalMood? = nil
    ) {
        (self.id, self.day, self.at, self.text, self.analysis, self.support) = (id, day, at, text, analysis, support)
        (self.revision, self.edited, self.mood) = (revision, edited, mood)
        word = (mood?.value ?? analysis?.sentiment).map(MoodWord.init(sentiment:))
    }
    enum CodingKeys: Int, CodingKey { case id = 1, day, at, text, analysis, support, revision, edited, mood, word }
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
    /// 0 … 1: the probability that the provider gave its result; absent if the provider has none.
    public var confidence: Double?
    public init(verdict: Verdict, sentiment: Double?, provider: String, redacted: String, confidence: Double? = nil) {
        (self.verdict, self.sentiment, self.provider, self.redacted) = (verdict, sentiment, provider, redacted)
        self.confidence = confidence
    }
    enum CodingKeys: Int, CodingKey { case verdict = 1, sentiment, provider, redacted, confidence }
}

/// Requests entries before a position, newest first.
public struct JournalQuery: UserRequest {
    public static let type = MessageType(0x0302)
    public static let service: ServiceName? = .sentiment
    public var user: UserID
    /// Only entries before this time; absent for the newest.
    public var before: Milliseconds?
    /// Most entries in the reply, 1 … 100.
    public var limit: Int32
    /// With `before`: also the entries at that time whose id is smaller, so that a page may end between entries of one
    /// millisecond.
    public var beforeID: EntityID?
    /// First day of the entries; absent for no bound.
    public var from: Day?
    /// Last day of the entries; absent for no bound.
    public var through: Day?
    public init(
        user: UserID, before: Milliseconds? = nil, limit: Int32 = 20, beforeID: EntityID? = nil, from: Day? = nil,
        through: Day? = nil
    ) {
        (self.user, self.before, self.limit) = (user, before, limit)
        (self.beforeID, self.from, self.through) = (beforeID, from, through)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, before, limit, beforeID, from, through }

    /// The entries.
    public struct Reply: Message {
        /// Newest first.
        public var entries: [JournalEntry]
        /// Position of the next page; absent after the last one.
        public var next: JournalCursor?
        /// Entries of this page that could not be opened.
        public var damaged: DamagedRows?
        public init(entries: [JournalEntry], next: JournalCursor? = nil, damaged: DamagedRows? = nil) {
            self.entries = entries
            self.next = next
            self.damaged = damaged
        }
        enum CodingKeys: Int, CodingKey { case entries = 1, next, damaged }
    }
}

/// Deletes an entry; `notFound` if it does not exist. It can be restored for `undo`, then it is purged.
public struct DeleteJournalEntry: UserRequest {
    public typealias Reply = Empty
    /// Milliseconds in which a deleted entry can be restored: ten minutes.
    public static let undo: Milliseconds = 600_000
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
    /// −1 … 1, the value that counts: the person's if given, else the analysis'. Absent if unknown or kept out of the
    /// score.
    public var sentiment: Double?
    /// Safety's judgement.
    public var level: Verdict.Level
    /// True if the entry was deleted.
    public var deleted: Bool
    /// Present unless `safe`; absent from releases without this field.
    public var reason: Verdict.Reason?
    /// Time of the edit that made the judged text; absent if the text never changed.
    public var edited: Milliseconds?
    public init(
        user: UserID, entry: EntityID, revision: UInt64, day: Day, at: Milliseconds, sentiment: Double?,
        level: Verdict.Level, deleted: Bool = false,
        reason: Verdict.Reason? = nil, edited: Milliseconds? = nil
    ) {
        (self.user, self.entry, self.revision, self.day, self.at) = (user, entry, revision, day, at)
        (self.sentiment, self.level, self.deleted, self.reason) = (sentiment, level, deleted, reason)
        self.edited = edited
    }
    enum CodingKeys: Int, CodingKey {
        case user = 1, entry, revision, day, at, sentiment, level
        // 8 is reserved: the entry's embedding, which no consumer read.
        case deleted = 9, reason, edited
    }
}

/// Turns a recording into text with the transcription server of this installation. The recording is in memory only: it
/// is neither stored nor logged, and dropped with the reply (SEN-1, COM-4).
///
/// `refused` without a transcription server; `busy` while others speak; `unavailable` if the server fails.
public struct Transcribe: UserRequest {
    public static let type = MessageType(0x030A)
    public static let service: ServiceName? = .sentiment
    public static let budget = Duration.seconds(60)
    /// Samples per second.
    public static let sampleRate = 16_000
    /// Longest recording in seconds.
    public static let maximumSeconds = 30
    /// Size of the longest recording in bytes.
    public static let maximumBytes = maximumSeconds * sampleRate * 2
    public var user: UserID
    /// 16-bit samples, little-endian, one channel, `sampleRate`; an even number of bytes, at most `maximumBytes`.
    public var audio: [UInt8]
    /// ISO 639-1, as a hint for the server; absent if unknown.
    public var language: String?
    public init(user: UserID, audio: [UInt8], language: String? = nil) {
        (self.user, self.audio, self.language) = (user, audio, language)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, audio, language }

    /// The text.
    public struct Reply: Message, Equatable {
        /// Empty if no word was recognised.
        public var text: String
        public init(text: String) { self.text = text }
        enum CodingKeys: Int, CodingKey { case text = 1 }
    }
}

/// Whether this installation can turn speech into text.
public struct TranscriptionState: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// No transcription server is set.
    public static let notConfigured = TranscriptionState(rawValue: 1)
    /// A server is set, and did not fail the last time.
    public static let ready = TranscriptionState(rawValue: 2)
    /// A server is set and failed the last time; the next recording is sent to it again.
    public static let failing = TranscriptionState(rawValue: 3)
    public static let names: [(value: TranscriptionState, name: String)] = [
        (notConfigured, "notConfigured"), (ready, "ready"), (failing, "failing"),
    ]
}

/// Requests the state of transcription, without asking the server.
public struct TranscriptionQuery: UserRequest {
    public static let type = MessageType(0x030B)
    public static let service: ServiceName? = .sentiment
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }

    /// The state.
    public struct Reply: Message, Equatable {
        /// As of the last recording.
        public var state: TranscriptionState
        /// True if many words come out wrong; absent from releases without this field.
        public var isExperimental: Bool?
        /// Languages that are recognised, ISO 639-1; empty for any.
        public var languages: [String]
        public init(state: TranscriptionState, isExperimental: Bool? = nil, languages: [String] = []) {
            (self.state, self.isExperimental, self.languages) = (state, isExperimental, languages)
        }
        enum CodingKeys: Int, CodingKey { case state = 1, isExperimental, languages }
    }
}

/// Requests the embeddings of short texts, for services that compare texts by meaning without holding the sentence
/// model. The texts are neither stored nor logged. The caller has had them judged by safety (SAF-1).
///
/// `invalid` for no text, for more than `maximumTexts`, or for one longer than `maximumCharacters`; `unavailable` in an
/// installation without the sentence model.
public struct EmbedTexts: UserRequest {
    public static let type = MessageType(0x030D)
    public static let service: ServiceName? = .sentiment
    /// The longest texts take about a second on a slow machine; titles take milliseconds.
    public static let budget = Duration.seconds(2)
    /// Most texts of a request.
    public static let maximumTexts = 50
    /// Longest text in characters.
    public static let maximumCharacters = 500
    public var user: UserID
    /// 1 … `maximumTexts` texts of at most `maximumCharacters` characters.
    public var texts: [String]
    public init(user: UserID, texts: [String]) { (self.user, self.texts) = (user, texts) }
    enum CodingKeys: Int, CodingKey { case user = 1, texts }

    /// The embeddings.
    public struct Reply: Message, Equatable {
        /// Name of the sentence model. Embeddings of different models cannot be compared.
        public var model: String
        /// One per text, in order.
        public var embeddings: [TextEmbedding]
        public init(model: String, embeddings: [TextEmbedding]) { (self.model, self.embeddings) = (model, embeddings) }
        enum CodingKeys: Int, CodingKey { case model = 1, embeddings }
    }
}

/// A direction in the space of a sentence model, in a byte per element. The length is not kept: the cosine does not need
/// it.
public struct TextEmbedding: Message, Equatable {
    /// Two's complement, −127 … 127, with 127 for the element that is largest in size; all 0 if the model found nothing
    /// in the text.
    public var elements: [UInt8]
    public init(elements: [UInt8]) { self.elements = elements }
    enum CodingKeys: Int, CodingKey { case elements = 1 }

    /// Rounds a vector: a cosine of embeddings of the sentence model changes by less than 0.005.
    public init(_ vector: [Float]) {
        let largest = vector.reduce(0) { max($0, abs($1)) }
        let scale = largest > 0 && largest.isFinite ? 127 / largest : 0
        elements = vector.map { element in
            let scaled = (element * scale).rounded()
            return UInt8(bitPattern: Int8(scaled.isFinite ? scaled : 0))
        }
    }

    /// The cosine of two embeddings, −1 … 1; nil if one is all 0 or their lengths differ. O(elements).
    public func cosine(_ other: TextEmbedding) -> Double? {
        guard elements.count == other.elements.count else { return nil }
        var (product, one, two) = (0, 0, 0)
        for (left, right) in zip(elements, other.elements) {
            let (left, right) = (Int(Int8(bitPattern: left)), Int(Int8(bitPattern: right)))
            (product, one, two) = (product + left * right, one + left * left, two + right * right)
        }
        guard one > 0, two > 0 else { return nil }
        return Double(product) / (Double(one) * Double(two)).squareRoot()
    }
}
