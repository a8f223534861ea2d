import Wire

/// Today's suggestions: a top pick and two alternates (COA-5).
public struct CardsQuery: BusRequest {
    public static let type = MessageType(0x0601)
    public static let service: ServiceName? = .coaching
    public var user: UserID
    public var at: Milliseconds
    /// ISO 3166 alpha-2: chooses the crisis card. Absent or empty where unknown: the international card.
    public var country: String?
    /// The person's current local date: decides what is too old to be called current. The date in UTC where absent.
    public var today: Day?
    public init(user: UserID, at: Milliseconds, country: String? = nil, today: Day? = nil) {
        (self.user, self.at, self.country, self.today) = (user, at, country, today)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, at, country, today }

    public struct Reply: Message, Equatable {
        /// The top pick first; empty where the day calls for no suggestions.
        public var cards: [Card]
        /// Why there are none, or what to know about them.
        public var note: String?
        /// Shown instead of suggestions after a crisis verdict, and above them after several cautions.
        public var crisis: CrisisCard?
        public init(cards: [Card], note: String? = nil, crisis: CrisisCard? = nil) { (self.cards, self.note, self.crisis) = (cards, note, crisis) }
        enum CodingKeys: Int, CodingKey { case cards = 1, note, crisis }
    }
}

public struct Card: Message, Equatable {
    /// The micro-moment's id.
    public var moment: String
    public var title: String
    public var body: String
    public var caution: String?
    public var badge: EvidenceBadge
    /// Absent where the moment names no source.
    public var sourceURL: String?
    public var estimatedSeconds: Int32?
    public init(moment: String, title: String, body: String, caution: String?, badge: EvidenceBadge, sourceURL: String?, estimatedSeconds: Int32?) {
        (self.moment, self.title, self.body, self.caution) = (moment, title, body, caution)
        (self.badge, self.sourceURL, self.estimatedSeconds) = (badge, sourceURL, estimatedSeconds)
    }
    enum CodingKeys: Int, CodingKey { case moment = 1, title, body, caution, badge, sourceURL, estimatedSeconds }
}

/// COA-2.
public struct EvidenceBadge: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    public static let weak = EvidenceBadge(rawValue: 1)
    public static let medium = EvidenceBadge(rawValue: 2)
    public static let strong = EvidenceBadge(rawValue: 3)
    public static let names: [(value: EvidenceBadge, name: String)] = [(weak, "weak"), (medium, "medium"), (strong, "strong")]
}

/// What the person did with a card; teaches the ranker and starts the cooldown.
public struct CardFeedback: BusRequest {
    public static let type = MessageType(0x0602)
    public static let service: ServiceName? = .coaching

    public struct Action: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        public static let accepted = Action(rawValue: 1)
        public static let dismissed = Action(rawValue: 2)
        public static let completed = Action(rawValue: 3)
        public static let names: [(value: Action, name: String)] = [(accepted, "accepted"), (dismissed, "dismissed"), (completed, "completed")]
    }

    public var user: UserID
    public var moment: String
    public var action: Action
    public var at: Milliseconds
    /// The person's local date and hour (0 … 23), for streaks and a time-aware cheer.
    public var day: Day
    public var hour: Int32
    public init(user: UserID, moment: String, action: Action, at: Milliseconds, day: Day, hour: Int32) {
        (self.user, self.moment, self.action, self.at, self.day, self.hour) = (user, moment, action, at, day, hour)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, moment, action, at, day, hour }

    public struct Reply: Message, Equatable {
        /// After a completion, unless the day calls for silence.
        public var cheer: String?
        /// Days in a row with a completion.
        public var streak: Int32
        public init(cheer: String?, streak: Int32) { (self.cheer, self.streak) = (cheer, streak) }
        enum CodingKeys: Int, CodingKey { case cheer = 1, streak }
    }
}

/// One message to the coach (at most 2,000 characters) and its answer (COA-6). Never repeated by the bus: it may reach a cloud model once.
public struct Chat: BusRequest {
    public typealias Reply = ChatReply
    public static let type = MessageType(0x0603)
    public static let service: ServiceName? = .coaching
    public static let isRepeatable = false
    public static let budget = Duration.seconds(30)
    public static let maximumCharacters = 2_000
    public var user: UserID
    public var text: String
    public var at: Milliseconds
    /// ISO 3166 alpha-2, empty where unknown.
    public var country: String
    /// The person's current local date: decides what is too old to be called current. The date in UTC where absent.
    public var today: Day?
    public init(user: UserID, text: String, at: Milliseconds, country: String, today: Day? = nil) {
        (self.user, self.text, self.at, self.country, self.today) = (user, text, at, country, today)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, text, at, country, today }
}

public struct ChatReply: Message, Equatable {
    public struct Source: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// Composed on this machine from the chosen moment and signals.
        public static let composed = Source(rawValue: 1)
        /// A language model on a private address.
        public static let localModel = Source(rawValue: 2)
        /// Phrased by the cloud model the person consented to.
        public static let cloud = Source(rawValue: 3)
        /// A fixed text: crisis card, caution, off-topic.
        public static let fixed = Source(rawValue: 4)
        public static let names: [(value: Source, name: String)] = [(composed, "composed"), (localModel, "localModel"), (cloud, "cloud"), (fixed, "fixed")]
    }

    /// At most two sentences.
    public var coachReply: String
    public var nextAction: String?
    public var source: Source
    public var level: Verdict.Level
    public var crisis: CrisisCard?
    /// Which gate kept the reply on this machine (`consent`, `safety`, `rateLimit`, …); absent for a cloud reply.
    public var gate: String?
    /// The card the reply is about.
    public var moment: String?
    /// COA-6, COM-5.
    public var label: String
    public init(
        coachReply: String, nextAction: String? = nil, source: Source, level: Verdict.Level, crisis: CrisisCard? = nil, gate: String? = nil,
        moment: String? = nil,
        label: String = "Responses are AI-generated and not medical advice."
    ) {
        (self.coachReply, self.nextAction, self.source, self.level) = (coachReply, nextAction, source, level)
        (self.crisis, self.gate, self.moment, self.label) = (crisis, gate, moment, label)
    }
    enum CodingKeys: Int, CodingKey { case coachReply = 1, nextAction, source, level, crisis, gate, moment, label }
}

/// "This was not a crisis" (SAF-5): kept on this machine, ends the 24 h on-device rule.
public struct NotACrisis: BusRequest {
    public typealias Reply = Nothing
    public static let type = MessageType(0x0604)
    public static let service: ServiceName? = .coaching
    public var user: UserID
    public var at: Milliseconds
    /// The journal entry meant, whatever its age; absent: every crisis that still decides.
    public var entry: EntityID?
    public init(user: UserID, at: Milliseconds, entry: EntityID? = nil) { (self.user, self.at, self.entry) = (user, at, entry) }
    enum CodingKeys: Int, CodingKey { case user = 1, at, entry }
}

/// Imports a library file (`podcastrecommendations*.json`); the same file twice changes nothing (COA-1).
public struct ImportLibrary: BusRequest {
    public static let type = MessageType(0x0605)
    public static let service: ServiceName? = .coaching
    public static let budget = Duration.seconds(30)
    /// Whose library; it is offered to this person only and never travels.
    public var user: UserID
    public var fileName: String
    /// At most 4 MiB of JSON.
    public var json: [UInt8]
    public init(user: UserID, fileName: String, json: [UInt8]) { (self.user, self.fileName, self.json) = (user, fileName, json) }
    enum CodingKeys: Int, CodingKey { case user = 1, fileName, json }

    public struct Reply: Message, Equatable {
        public var added: Int32
        public var updated: Int32
        public var unchanged: Int32
        /// Recommendations that could not be used, counted by reason.
        public var skipped: [String: Int64]
        public init(added: Int32, updated: Int32, unchanged: Int32, skipped: [String: Int64]) {
            (self.added, self.updated, self.unchanged, self.skipped) = (added, updated, unchanged, skipped)
        }
        enum CodingKeys: Int, CodingKey { case added = 1, updated, unchanged, skipped }
    }
}

/// A moment was completed. Nobody hears it yet; it is shown on the mirror.
public struct CardCompleted: BusEvent, Equatable {
    public static let type = MessageType(0x0680)
    public var user: UserID
    public var moment: String
    public var at: Milliseconds
    public init(user: UserID, moment: String, at: Milliseconds) { (self.user, self.moment, self.at) = (user, moment, at) }
    enum CodingKeys: Int, CodingKey { case user = 1, moment, at }
}

/// A crisis verdict on a chat message: that day gets no score (SCO-7). Or the person's word that it was none, then also on a journal entry, by the entry's id.
public struct CrisisSeen: BusEvent, Equatable {
    public static let type = MessageType(0x0681)
    public var user: UserID
    public var id: EntityID
    public var revision: UInt64
    public var at: Milliseconds
    public var withdrawn: Bool
    public init(user: UserID, id: EntityID, revision: UInt64, at: Milliseconds, withdrawn: Bool) {
        (self.user, self.id, self.revision, self.at, self.withdrawn) = (user, id, revision, at, withdrawn)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, id, revision, at, withdrawn }
}
