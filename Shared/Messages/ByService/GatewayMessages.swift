import Wire

/// Gives or withdraws consent to cloud phrasing (GAT-1). Append-only; withdrawing answers when no call of this user is in flight.
///
/// A grant names the record it follows, so that one that arrives late never overrides a withdrawal its sender had not seen (GAT-2): where another record is
/// the latest, the answer is `conflict`. A withdrawal follows anything. A repeated request id changes nothing and answers the state as it is now.
public struct SetConsent: BusRequest {
    public typealias Reply = ConsentState
    public static let type = MessageType(0x0701)
    public static let service: ServiceName? = .gateway
    public var user: UserID
    public var granted: Bool
    /// Version of the banner copy the person saw.
    public var copyVersion: Int32
    public var at: Milliseconds
    /// `ConsentState.record` as the person saw it; nil where they saw none. Not read for a withdrawal.
    public var follows: EntityID?
    public init(user: UserID, granted: Bool, copyVersion: Int32, at: Milliseconds, follows: EntityID? = nil) {
        (self.user, self.granted, self.copyVersion, self.at, self.follows) = (user, granted, copyVersion, at, follows)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, granted, copyVersion, at, follows }
}

public struct ConsentQuery: BusRequest {
    public typealias Reply = ConsentState
    public static let type = MessageType(0x0702)
    public static let service: ServiceName? = .gateway
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }
}

public struct ConsentState: Message, Equatable {
    public var granted: Bool
    /// Counts every grant and withdrawal; 0 before the first.
    public var version: Int64
    public var at: Milliseconds?
    public var copyVersion: Int32
    /// A withdrawal waits for a call in flight; no new one starts.
    public var pending: Bool
    /// Exactly the text of GAT-1.
    public var banner: String
    public var hasKey: Bool
    /// Random id of the latest record, which the next grant has to name in `follows`; before the first, of the latest restore from a backup; else nil.
    public var record: EntityID?
    /// Why consent ended where the person did not end it: `restore`, a backup was restored. nil otherwise.
    public var endedBy: String?
    public init(
        granted: Bool, version: Int64, at: Milliseconds?, copyVersion: Int32, pending: Bool, banner: String, hasKey: Bool, record: EntityID? = nil,
        endedBy: String? = nil
    ) {
        (self.granted, self.version, self.at, self.copyVersion) = (granted, version, at, copyVersion)
        (self.pending, self.banner, self.hasKey, self.record, self.endedBy) = (pending, banner, hasKey, record, endedBy)
    }
    enum CodingKeys: Int, CodingKey { case granted = 1, version, at, copyVersion, pending, banner, hasKey, record, endedBy }
}

/// Asks for phrasing by the cloud model. There is no field a journal, a chat message or an identifier could travel in: the user decides whose
/// consent and limits apply and is not sent (GAT-3).
public struct Phrase: BusRequest {
    public typealias Reply = PhraseReply
    public static let type = MessageType(0x0703)
    public static let service: ServiceName? = .gateway
    public static let isRepeatable = false
    public static let budget = Duration.seconds(25)

    public struct Tone: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        public static let calm = Tone(rawValue: 1)
        public static let encouraging = Tone(rawValue: 2)
        public static let gentle = Tone(rawValue: 3)
        public static let brief = Tone(rawValue: 4)
        public static let names: [(value: Tone, name: String)] = [(calm, "calm"), (encouraging, "encouraging"), (gentle, "gentle"), (brief, "brief")]
    }

    public struct Rationale: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        public static let belowUsual = Rationale(rawValue: 1)
        public static let aboveUsual = Rationale(rawValue: 2)
        public static let asUsual = Rationale(rawValue: 3)
        public static let askedAbout = Rationale(rawValue: 4)
        public static let names: [(value: Rationale, name: String)] = [
            (belowUsual, "belowUsual"), (aboveUsual, "aboveUsual"), (asUsual, "asUsual"), (askedAbout, "askedAbout"),
        ]
    }

    public var user: UserID
    public var toneHints: [Tone]
    /// COA-8 topic.
    public var topSignal: Topic
    /// A moment of the shipped library, by id.
    public var topMomentID: String?
    public var rationale: Rationale
    /// z values in half steps, −6 … 6 (−12 … 12 half steps).
    public var zScoreSummary: [SignalStep]
    public init(user: UserID, toneHints: [Tone], topSignal: Topic, topMomentID: String?, rationale: Rationale, zScoreSummary: [SignalStep]) {
        (self.user, self.toneHints, self.topSignal) = (user, toneHints, topSignal)
        (self.topMomentID, self.rationale, self.zScoreSummary) = (topMomentID, rationale, zScoreSummary)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, toneHints, topSignal, topMomentID, rationale, zScoreSummary }
}

public struct SignalStep: Message, Equatable {
    public var signal: Signal
    /// z × 2, rounded, −12 … 12.
    public var halfSteps: Int32
    public init(signal: Signal, halfSteps: Int32) { (self.signal, self.halfSteps) = (signal, halfSteps) }
    enum CodingKeys: Int, CodingKey { case signal = 1, halfSteps }
}

/// COA-8: one list, used by schema, prompt and code alike.
public struct Topic: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    public static let none = Topic(rawValue: 1)
    public static let sleep = Topic(rawValue: 2)
    public static let stress = Topic(rawValue: 3)
    public static let energy = Topic(rawValue: 4)
    public static let hrv = Topic(rawValue: 5)
    public static let mood = Topic(rawValue: 6)
    public static let movement = Topic(rawValue: 7)
    public static let mindfulness = Topic(rawValue: 8)
    public static let nutrition = Topic(rawValue: 9)
    public static let goals = Topic(rawValue: 10)
    public static let names: [(value: Topic, name: String)] = [
        (none, "none"), (sleep, "sleep"), (stress, "stress"), (energy, "energy"), (hrv, "hrv"), (mood, "mood"), (movement, "movement"),
        (mindfulness, "mindfulness"), (nutrition, "nutrition"), (goals, "goals"),
    ]
}

public struct PhraseReply: Message, Equatable {
    /// At most two sentences; absent where a gate refused or the call failed.
    public var coachReply: String?
    public var nextAction: String?
    /// The gate that refused (GAT-4): `schema`, `consent`, `safety`, `redaction`, `rateLimit`, `circuitBreaker`, `call`, `secondWall`.
    public var gate: String?
    /// Where bytes left the machine.
    public var receipt: EntityID?
    public init(coachReply: String? = nil, nextAction: String? = nil, gate: String? = nil, receipt: EntityID? = nil) {
        (self.coachReply, self.nextAction, self.gate, self.receipt) = (coachReply, nextAction, gate, receipt)
    }
    enum CodingKeys: Int, CodingKey { case coachReply = 1, nextAction, gate, receipt }
}

/// What left this machine for a user, newest first, at most 100 (GAT-6).
public struct ReceiptsQuery: BusRequest {
    public static let type = MessageType(0x0704)
    public static let service: ServiceName? = .gateway
    public var user: UserID
    public var before: Milliseconds?
    public init(user: UserID, before: Milliseconds? = nil) { (self.user, self.before) = (user, before) }
    enum CodingKeys: Int, CodingKey { case user = 1, before }

    public struct Reply: Message {
        public var receipts: [Receipt]
        public init(receipts: [Receipt]) { self.receipts = receipts }
        enum CodingKeys: Int, CodingKey { case receipts = 1 }
    }
}

public struct Receipt: Message, Equatable {
    public var id: EntityID
    public var at: Milliseconds
    public var consentVersion: Int64
    /// Where it was sent: host and path.
    public var destination: String
    /// The exact bytes of the request body (UTF-8 JSON), the key not among them.
    public var body: String
    /// `open` until known; `ok`, `http 500`, `timeout`, `cancelled`, `secondWall: …`.
    public var outcome: String
    public init(id: EntityID, at: Milliseconds, consentVersion: Int64, destination: String, body: String, outcome: String) {
        (self.id, self.at, self.consentVersion) = (id, at, consentVersion)
        (self.destination, self.body, self.outcome) = (destination, body, outcome)
    }
    enum CodingKeys: Int, CodingKey { case id = 1, at, consentVersion, destination, body, outcome }
}

/// Stores this user's API key, encrypted; an empty key removes it. Never returned (GAT-7).
public struct SetCloudKey: BusRequest {
    public typealias Reply = Nothing
    public static let type = MessageType(0x0705)
    public static let service: ServiceName? = .gateway
    public var user: UserID
    public var key: String
    public init(user: UserID, key: String) { (self.user, self.key) = (user, key) }
    enum CodingKeys: Int, CodingKey { case user = 1, key }
}

/// "Test connection": a call without any user data; needs consent like every call.
public struct TestConnection: BusRequest {
    public static let type = MessageType(0x0706)
    public static let service: ServiceName? = .gateway
    public static let isRepeatable = false
    public static let budget = Duration.seconds(20)
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }

    public struct Reply: Message, Equatable {
        public var ok: Bool
        /// One sentence.
        public var message: String
        public init(ok: Bool, message: String) { (self.ok, self.message) = (ok, message) }
        enum CodingKeys: Int, CodingKey { case ok = 1, message }
    }
}

/// Consent changed; shown on the mirror.
public struct ConsentChanged: BusEvent, Equatable {
    public static let type = MessageType(0x0780)
    public var user: UserID
    public var version: Int64
    public var granted: Bool
    public init(user: UserID, version: Int64, granted: Bool) { (self.user, self.version, self.granted) = (user, version, granted) }
    enum CodingKeys: Int, CodingKey { case user = 1, version, granted }
}
