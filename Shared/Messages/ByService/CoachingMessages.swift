import Wire

/// Requests today's suggestions: a top pick and two alternates (COA-5).
public struct CardsQuery: UserRequest {
    public static let type = MessageType(0x0601)
    public static let service: ServiceName? = .coaching
    public var user: UserID
    /// Current time of the request.
    public var at: Milliseconds
    /// ISO 3166 alpha-2: selects the crisis card. Absent or empty if unknown: the international card.
    public var country: String?
    /// The person's current local date, by which old data is not called current. The UTC date if absent.
    public var today: Day?
    public init(user: UserID, at: Milliseconds, country: String? = nil, today: Day? = nil) {
        (self.user, self.at, self.country, self.today) = (user, at, country, today)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, at, country, today }

    /// The suggestions.
    public struct Reply: Message, Equatable {
        /// The top pick first; empty on a day without suggestions.
        public var cards: [Card]
        /// Why there are none, or a remark about them.
        public var note: String?
        /// Shown instead of suggestions after a crisis verdict, and above them after several cautions.
        public var crisis: CrisisCard?
        public init(cards: [Card], note: String? = nil, crisis: CrisisCard? = nil) {
            (self.cards, self.note, self.crisis) = (cards, note, crisis)
        }
        enum CodingKeys: Int, CodingKey { case cards = 1, note, crisis }
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
    /// When not to do it; absent if there is no caution.
    public var caution: String?
    /// Strength of the evidence.
    public var badge: EvidenceBadge
    /// Absent if the micro-moment names no source.
    public var sourceURL: String?
    /// Expected duration in seconds.
    public var estimatedSeconds: Int32?
    public init(
        moment: String, title: String, body: String, caution: String?, badge: EvidenceBadge, sourceURL: String?,
        estimatedSeconds: Int32?
    ) {
        (self.moment, self.title, self.body, self.caution) = (moment, title, body, caution)
        (self.badge, self.sourceURL, self.estimatedSeconds) = (badge, sourceURL, estimatedSeconds)
    }
    enum CodingKeys: Int, CodingKey { case moment = 1, title, body, caution, badge, sourceURL, estimatedSeconds }
}

/// Strength of the evidence for a micro-moment (COA-2).
public struct EvidenceBadge: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// Weak evidence.
    public static let weak = EvidenceBadge(rawValue: 1)
    /// Medium evidence.
    public static let medium = EvidenceBadge(rawValue: 2)
    /// Strong evidence.
    public static let strong = EvidenceBadge(rawValue: 3)
    public static let names: [(value: EvidenceBadge, name: String)] = [
        (weak, "weak"), (medium, "medium"), (strong, "strong"),
    ]
}

/// Reports what the person did with a card; trains the ranker and starts the cooldown.
public struct CardFeedback: UserRequest {
    public static let type = MessageType(0x0602)
    public static let service: ServiceName? = .coaching

    /// The action of the person.
    public struct Action: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// The person chose to do it.
        public static let accepted = Action(rawValue: 1)
        /// The person rejected it.
        public static let dismissed = Action(rawValue: 2)
        /// The person has done it.
        public static let completed = Action(rawValue: 3)
        public static let names: [(value: Action, name: String)] = [
            (accepted, "accepted"), (dismissed, "dismissed"), (completed, "completed"),
        ]
    }

    public var user: UserID
    /// The micro-moment's id.
    public var moment: String
    /// The action of the person.
    public var action: Action
    /// Time of the action.
    public var at: Milliseconds
    /// The person's local date, for streaks.
    public var day: Day
    /// The person's local hour, 0 … 23, for a cheer that fits the time of day.
    public var hour: Int32
    public init(user: UserID, moment: String, action: Action, at: Milliseconds, day: Day, hour: Int32) {
        (self.user, self.moment, self.action, self.at, self.day, self.hour) = (user, moment, action, at, day, hour)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, moment, action, at, day, hour }

    /// The reaction to the feedback.
    public struct Reply: Message, Equatable {
        /// Present after a completion, unless a crisis verdict is in effect (SCO-7).
        public var cheer: String?
        /// Consecutive days with a completion; 0 while a crisis verdict is in effect.
        public var streak: Int32
        public init(cheer: String?, streak: Int32) { (self.cheer, self.streak) = (cheer, streak) }
        enum CodingKeys: Int, CodingKey { case cheer = 1, streak }
    }
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
    public init(user: UserID, text: String, at: Milliseconds, country: String, today: Day? = nil) {
        (self.user, self.text, self.at, self.country, self.today) = (user, text, at, country, today)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, text, at, country, today }
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
    public init(
        coachReply: String, nextAction: String? = nil, source: Source, level: Verdict.Level, crisis: CrisisCard? = nil,
        gate: String? = nil,
        moment: String? = nil,
        label: String = "Responses are AI-generated and not medical advice."
    ) {
        (self.coachReply, self.nextAction, self.source, self.level) = (coachReply, nextAction, source, level)
        (self.crisis, self.gate, self.moment, self.label) = (crisis, gate, moment, label)
    }
    enum CodingKeys: Int, CodingKey { case coachReply = 1, nextAction, source, level, crisis, gate, moment, label }
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

/// Imports a library file (`podcastrecommendations*.json`); importing the same file again changes nothing (COA-1).
public struct ImportLibrary: UserRequest {
    public static let type = MessageType(0x0605)
    public static let service: ServiceName? = .coaching
    public static let budget = Duration.seconds(30)
    /// Owner of the library; it is offered to this person only and never leaves the machine.
    public var user: UserID
    /// The file's name without its path.
    public var fileName: String
    /// At most 4 MiB of JSON.
    public var json: [UInt8]
    public init(user: UserID, fileName: String, json: [UInt8]) {
        (self.user, self.fileName, self.json) = (user, fileName, json)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, fileName, json }

    /// The effect of an import.
    public struct Reply: Message, Equatable {
        /// Number of new micro-moments.
        public var added: Int32
        /// Number of changed micro-moments.
        public var updated: Int32
        /// Number of unchanged micro-moments.
        public var unchanged: Int32
        /// Unusable recommendations, counted by reason.
        public var skipped: [String: Int64]
        public init(added: Int32, updated: Int32, unchanged: Int32, skipped: [String: Int64]) {
            (self.added, self.updated, self.unchanged, self.skipped) = (added, updated, unchanged, skipped)
        }
        enum CodingKeys: Int, CodingKey { case added = 1, updated, unchanged, skipped }
    }
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

/// A chat message has a crisis verdict, so its day gets no score (SCO-7); or the person reported that a verdict was no
/// crisis, then also for a journal entry, under the entry's id.
public struct CrisisChanged: BusEvent, Equatable {
    public static let type = MessageType(0x0681)
    public var user: UserID
    public var id: EntityID
    /// Increases with every change.
    public var revision: UInt64
    /// Time of the verdict.
    public var at: Milliseconds
    /// True if the person reported that it was no crisis.
    public var withdrawn: Bool
    public init(user: UserID, id: EntityID, revision: UInt64, at: Milliseconds, withdrawn: Bool) {
        (self.user, self.id, self.revision, self.at, self.withdrawn) = (user, id, revision, at, withdrawn)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, id, revision, at, withdrawn }
}
