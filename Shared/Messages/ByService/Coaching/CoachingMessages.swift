import Wire

/// Requests today's suggestions: a top pick and two alternates (COA-5).
public struct CardsQuery: OutwardRequest {
    public static let type = MessageType(0x0601)
    public static let service: ServiceName? = .coaching
    public var user: UserID
    /// Current time of the request.
    public var at: Milliseconds
    /// ISO 3166 alpha-2: selects the crisis card. Absent or empty if unknown: the international card.
    public var country: String?
    /// The person's current local date, by which old data is not called current. The UTC date if absent.
    public var today: Day?
    /// Language of notes, cautions and the crisis card: German for `de…`, else English.
    public var language: String?
    /// True for a reader who must not learn of a crisis; absent means false.
    public var isOutward: Bool?
    /// The person's local hour, 0 … 23, which the suggestions fit. Without it no suggestion of the day is chosen.
    public var hour: Int32?
    public init(
        user: UserID, at: Milliseconds, country: String? = nil, today: Day? = nil, language: String? = nil,
        hour: Int32? = nil
    ) {
        (self.user, self.at, self.country, self.today) = (user, at, country, today)
        self.language = language
        self.hour = hour
    }
    enum CodingKeys: Int, CodingKey { case user = 1, at, country, today, language, isOutward, hour }

    /// The suggestions.
    public struct Reply: Message, Equatable {
        /// The top pick first; empty on a day without suggestions.
        public var cards: [Card]
        /// The reason for an empty list, or a remark about the suggestions.
        public var note: String?
        /// Shown instead of suggestions after a crisis verdict, and above them after several cautions.
        public var crisis: CrisisCard?
        /// The suggestions that the person postponed or completed today, oldest first.
        public var answered: [AnsweredCard] = []
        /// The suggestion of the day, which is the first of `cards` until it is answered; absent if none was chosen.
        public var today: DaySuggestion?
        /// The suggestions that the person hid, the latest first.
        public var hidden: [AnsweredCard] = []
        public init(cards: [Card], note: String? = nil, crisis: CrisisCard? = nil) {
            (self.cards, self.note, self.crisis) = (cards, note, crisis)
        }
        enum CodingKeys: Int, CodingKey { case cards = 1, note, crisis, answered, today, hidden }
    }
}

/// One suggested micro-moment.
public struct Card: Message, Equatable {
    /// The micro-moment's id.
    public var moment: String
    /// The card's heading.
    public var title: String
    /// The suggested activity, in a few sentences.
    public var body: String
    /// The situations in which it is not advised; absent without a caution.
    public var caution: String?
    /// Strength of the evidence.
    public var badge: EvidenceBadge
    /// Web address of the source; absent if the micro-moment names none.
    public var sourceURL: String?
    /// Expected duration in seconds.
    public var estimatedSeconds: Int32?
    /// Language of the texts, `en` or `de`; absent for English from releases without this field.
    public var language: String?
    /// One line with the reason for the choice; absent for a micro-moment that the ranker did not choose.
    public var why: String?
    /// A longer description; absent if the library has none.
    public var detail: String?
    /// `guideline`, `review`, `trial`, `study` or `page`; absent if the library does not say.
    public var sourceKind: String?
    /// Title of the source as published; absent if the library does not say.
    public var sourceTitle: String?
    /// Year of the source; absent if the library does not say.
    public var sourceYear: Int32?
    /// The audiences it is made for, as phrases.
    public var audience: [String] = []
    /// Reasons for care on any day, in sentences.
    public var cautions: [String] = []
    /// Describes the days after such a suggestion, in up to two sentences; absent with too few days to compare.
    public var outcome: String?
    /// The signal that `why` names; absent if it names none.
    public var whySignal: Signal?
    /// The signal that `caution` names; absent if it names none.
    public var cautionSignal: Signal?
    /// The signals that its texts name.
    public var named: [Signal] { [whySignal, cautionSignal].compactMap(\.self) }
    public init(
        moment: String, title: String, body: String, caution: String?, badge: EvidenceBadge, sourceURL: String?,
        estimatedSeconds: Int32?
    ) {
        (self.moment, self.title, self.body, self.caution) = (moment, title, body, caution)
        (self.badge, self.sourceURL, self.estimatedSeconds) = (badge, sourceURL, estimatedSeconds)
    }
    enum CodingKeys: Int, CodingKey {
        case moment = 1, title, body, caution, badge, sourceURL, estimatedSeconds, language, why, detail, sourceKind,
            sourceTitle, sourceYear, audience, cautions, outcome, whySignal, cautionSignal
    }
}

/// Requests one micro-moment of a person's libraries by its id, such as one that the coach named. `notFound` if no
/// library has it.
public struct CardQuery: UserRequest {
    public typealias Reply = Card
    public static let type = MessageType(0x061A)
    public static let service: ServiceName? = .coaching
    public var user: UserID
    /// The micro-moment's id.
    public var moment: String
    /// The person's current local date.
    public var today: Day
    /// Language of the texts: German for `de…`, else English.
    public var language: String?
    public init(user: UserID, moment: String, today: Day, language: String? = nil) {
        (self.user, self.moment, self.today, self.language) = (user, moment, today, language)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, moment, today, language }
}

/// Sends one message of at most 2,000 characters to the coach (COA-6). The bus never repeats it, so that it reaches a
/// cloud model at most once.
public struct Chat: UserRequest {
    public typealias Reply = ChatReply
    public static let type = MessageType(0x0603)
    public static let service: ServiceName? = .coaching
    public static let isRepeatable = false
    public static let budget = Duration.seconds(30)
    /// Longest message in characters.
    public static let maximumCharacters = 2_000
    public var user: UserID
    public var text: String
    /// Time of the message.
    public var at: Milliseconds
    /// ISO 3166 alpha-2, empty if unknown.
    public var country: String
    /// The person's current local date, by which old data is not called current. The UTC date if absent.
    public var today: Day?
    /// `en` or `de`: the language of the reply if the message's own language is unclear. English if absent. A crisis
    /// card follows the message.
    public var language: String?
    /// The person's local hour, 0 … 23: in the evening the coach suggests no exertion. No such limit if absent.
    public var hour: Int32?
    public init(
        user: UserID, text: String, at: Milliseconds, country: String, today: Day? = nil, language: String? = nil,
        hour: Int32? = nil
    ) {
        (self.user, self.text, self.at, self.country, self.today) = (user, text, at, country, today)
        (self.language, self.hour) = (language, hour)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, text, at, country, today, language, hour }
}

/// The coach's reply.
public struct ChatReply: Message, Equatable {
    /// Origin of the reply's text.
    public struct Source: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// Composed on this machine from the selected micro-moment and signals.
        public static let composed = Source(rawValue: 1)
        /// Phrased by a language model at a private address.
        public static let localModel = Source(rawValue: 2)
        /// Phrased by the cloud model, with the person's consent.
        public static let cloud = Source(rawValue: 3)
        /// A fixed text: crisis card, caution, off-topic.
        public static let fixed = Source(rawValue: 4)
        public static let names: [(value: Source, name: String)] = [
            (composed, "composed"), (localModel, "localModel"), (cloud, "cloud"), (fixed, "fixed"),
        ]
    }

    /// At most two sentences.
    public var coachReply: String
    /// A suggested action; absent if there is none.
    public var nextAction: String?
    /// Origin of the text.
    public var source: Source
    /// Safety's verdict on the message.
    public var level: Verdict.Level
    /// Present after a crisis verdict.
    public var crisis: CrisisCard?
    /// The gate that kept the reply on this machine (`consent`, `safety`, `rateLimit`, …); absent for a cloud reply.
    public var gate: String?
    /// Id of the micro-moment that the reply is about.
    public var moment: String?
    /// The notice shown with every reply (COA-6, COM-5).
    public var label: String
    /// The kind of question: `status`, `compare`, `cause`, `explain`, `howTo`, `plan`, `meta`, `courtesy`, `feelings`,
    /// `medical` or `doses`; absent if no rule recognised it.
    public var kind: String?
    /// The daily values that the reply states; absent if it states none.
    public var chart: ChatChart?
    /// Language of the reply, `en` or `de`; absent for English from releases without this field.
    public var language: String?
    /// The explanation that the reply is taken from; absent for other replies.
    public var explanation: ExplanationLink?
    /// The receipt of the cloud call; absent for a reply made on this machine.
    public var receipt: EntityID?
    /// A caution about the suggested action; absent if none applies.
    public var caution: String?
    /// True if the reply names numbers of the person's plan; false if absent. While the person sees no numbers, a stored
    /// reply is returned with a sentence that says so instead (PLN-10).
    public var namesPlan: Bool?
    /// The page that has what was asked, a `CoachPage`; absent if the reply has it itself, and from releases without this
    /// field.
    public var opens: String?
    public init(
        coachReply: String, nextAction: String? = nil, source: Source, level: Verdict.Level, crisis: CrisisCard? = nil,
        gate: String? = nil,
        moment: String? = nil,
        label: String = "Responses are AI-generated and not medical advice.", kind: String? = nil,
        chart: ChatChart? = nil, language: String? = nil, explanation: ExplanationLink? = nil
    ) {
        (self.coachReply, self.nextAction, self.source, self.level) = (coachReply, nextAction, source, level)
        (self.crisis, self.gate, self.moment, self.label) = (crisis, gate, moment, label)
        (self.kind, self.chart, self.language, self.explanation) = (kind, chart, language, explanation)
    }
    enum CodingKeys: Int, CodingKey {
        case coachReply = 1, nextAction, source, level, crisis, gate, moment, label, kind, chart, language
        case explanation = 16, receipt, caution, namesPlan, opens
    }
}

/// The range of daily values that a reply states, for its chart.
public struct ChatChart: Message, Equatable {
    /// Key of the daily metric, slider or `score`, as in `SignalTable`.
    public var metric: String
    /// First day.
    public var from: Day
    /// Last day.
    public var through: Day
    public init(metric: String, from: Day, through: Day) {
        (self.metric, self.from, self.through) = (metric, from, through)
    }
    enum CodingKeys: Int, CodingKey { case metric = 1, from, through }
}

/// Requests the conversation of the last 30 days.
public struct ConversationQuery: UserRequest {
    public static let type = MessageType(0x0610)
    public static let service: ServiceName? = .coaching
    /// Most turns in one reply.
    public static let limit = 100
    public var user: UserID
    /// Current time of the request.
    public var at: Milliseconds
    public init(user: UserID, at: Milliseconds) { (self.user, self.at) = (user, at) }
    enum CodingKeys: Int, CodingKey { case user = 1, at }

    /// The conversation.
    public struct Reply: Message, Equatable {
        /// The latest `limit` turns, oldest first. Messages with another verdict than `safe` are never kept.
        public var turns: [ChatTurn]
        public init(turns: [ChatTurn]) { self.turns = turns }
        enum CodingKeys: Int, CodingKey { case turns = 1 }
    }
}

/// A message and its reply.
public struct ChatTurn: Message, Equatable {
    /// Time of the message.
    public var at: Milliseconds
    /// The person's message.
    public var text: String
    /// The coach's reply.
    public var reply: ChatReply
    public init(at: Milliseconds, text: String, reply: ChatReply) {
        (self.at, self.text, self.reply) = (at, text, reply)
    }
    enum CodingKeys: Int, CodingKey { case at = 1, text, reply }
}

/// A turn joined the conversation, or all of it was deleted: open pages read it again.
public struct ConversationChanged: BusEvent, Equatable {
    public static let type = MessageType(0x0684)
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }
}

/// Deletes the whole conversation. Suggestions stay, and so does the ranker's training.
public struct DeleteConversation: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x0611)
    public static let service: ServiceName? = .coaching
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }
}

/// Reports that a verdict was no crisis (SAF-5): stored on this machine, ends the 24-hour on-device rule.
public struct NotACrisis: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x0604)
    public static let service: ServiceName? = .coaching
    public var user: UserID
    /// Time of the report.
    public var at: Milliseconds
    /// The journal entry, of any age; absent for every crisis that is still in effect.
    public var entry: EntityID?
    public init(user: UserID, at: Milliseconds, entry: EntityID? = nil) {
        (self.user, self.at, self.entry) = (user, at, entry)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, at, entry }
}

/// A micro-moment was completed. It has no consumer yet; it is published on the mirror.
public struct CardCompleted: BusEvent, Equatable {
    public static let type = MessageType(0x0680)
    public var user: UserID
    /// The micro-moment's id.
    public var moment: String
    /// Time of the completion.
    public var at: Milliseconds
    public init(user: UserID, moment: String, at: Milliseconds) {
        (self.user, self.moment, self.at) = (user, moment, at)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, moment, at }
}

/// The verdict on a chat message or a text of the goals service: a crisis, whose day gets no score (SCO-7), or none.
/// Every verdict is emitted, so that the number of events does not reveal a crisis. A withdrawal, by which the person
/// reports that it was no crisis, may also concern a journal entry; the id is then the entry's.
public struct CrisisChanged: BusEvent, Equatable {
    public static let type = MessageType(0x0681)
    public var user: UserID
    public var id: EntityID
    /// Increases with every change.
    public var revision: UInt64
    /// Time of the verdict.
    public var at: Milliseconds
    /// True if it is no crisis, or the person reported that it was none.
    public var withdrawn: Bool
    public init(user: UserID, id: EntityID, revision: UInt64, at: Milliseconds, withdrawn: Bool) {
        (self.user, self.id, self.revision, self.at, self.withdrawn) = (user, id, revision, at, withdrawn)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, id, revision, at, withdrawn }
}
