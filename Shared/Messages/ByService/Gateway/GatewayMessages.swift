import Wire

/// Grants or withdraws consent to cloud phrasing (GAT-1). Records are append-only. A withdrawal is answered once no
/// call of this user is in flight.
///
/// A grant names the record it follows, so that a late grant never overrides a withdrawal that its sender had not seen
/// (GAT-2): if another record is the latest, the reply is `conflict`. A withdrawal is always accepted. A repeated
/// request id changes nothing and returns the current state.
public struct SetConsent: UserRequest {
    public typealias Reply = ConsentState
    public static let type = MessageType(0x0701)
    public static let service: ServiceName? = .gateway
    public var user: UserID
    /// True to grant, false to withdraw.
    public var granted: Bool
    /// Version of the banner text that the person saw.
    public var copyVersion: Int32
    /// Time of the decision.
    public var at: Milliseconds
    /// `ConsentState.record` as the person saw it; nil if there was none. Ignored for a withdrawal.
    public var follows: EntityID?
    public init(user: UserID, granted: Bool, copyVersion: Int32, at: Milliseconds, follows: EntityID? = nil) {
        (self.user, self.granted, self.copyVersion, self.at, self.follows) = (user, granted, copyVersion, at, follows)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, granted, copyVersion, at, follows }
}

/// Requests the state of a person's consent.
public struct ConsentQuery: UserRequest {
    public typealias Reply = ConsentState
    public static let type = MessageType(0x0702)
    public static let service: ServiceName? = .gateway
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }
}

/// The state of a person's consent.
public struct ConsentState: Message, Equatable {
    /// True if cloud phrasing is allowed.
    public var granted: Bool
    /// Number of grants and withdrawals; 0 before the first.
    public var version: Int64
    /// Time of the latest record.
    public var at: Milliseconds?
    /// Version of `banner`, which a grant must name. Each wording has its own.
    public var copyVersion: Int32
    /// True while a withdrawal waits for a call in flight; no new call starts.
    public var pending: Bool
    /// The text of GAT-1, which names the configured provider and model.
    public var banner: String
    /// True if an API key is available.
    public var hasKey: Bool
    /// Random id of the latest record, which the next grant must name in `follows`. Before the first record, the id of
    /// the latest restore from a backup; else nil.
    public var record: EntityID?
    /// Why consent ended without the person's decision: `restore` after a restore from a backup, `wording` where it was
    /// given for another provider or model; else nil.
    public var endedBy: String?
    /// Name of the model as in `banner`; nil from a gateway of the previous release.
    public var model: String?
    public init(
        granted: Bool, version: Int64, at: Milliseconds?, copyVersion: Int32, pending: Bool, banner: String,
        hasKey: Bool, record: EntityID? = nil,
        endedBy: String? = nil, model: String? = nil
    ) {
        (self.granted, self.version, self.at, self.copyVersion) = (granted, version, at, copyVersion)
        (self.pending, self.banner, self.hasKey, self.record, self.endedBy) = (pending, banner, hasKey, record, endedBy)
        self.model = model
    }
    enum CodingKeys: Int, CodingKey {
        case granted = 1, version, at, copyVersion, pending, banner, hasKey, record, endedBy, model
    }
}

/// Requests phrasing by the cloud model. No field can carry a journal text, a chat message or an identifier. `user`
/// selects the consent and the limits that apply; it is not sent to the cloud (GAT-3).
public struct Phrase: UserRequest {
    public typealias Reply = PhraseReply
    public static let type = MessageType(0x0703)
    public static let service: ServiceName? = .gateway
    public static let isRepeatable = false
    public static let budget = Duration.seconds(25)

    /// A hint about the reply's tone.
    public struct Tone: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// Calm.
        public static let calm = Tone(rawValue: 1)
        /// Encouraging.
        public static let encouraging = Tone(rawValue: 2)
        /// Gentle.
        public static let gentle = Tone(rawValue: 3)
        /// As short as possible.
        public static let brief = Tone(rawValue: 4)
        public static let names: [(value: Tone, name: String)] = [
            (calm, "calm"), (encouraging, "encouraging"), (gentle, "gentle"), (brief, "brief"),
        ]
    }

    /// Why the topic was chosen.
    public struct Rationale: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// The signal is below the person's usual level.
        public static let belowUsual = Rationale(rawValue: 1)
        /// The signal is above the person's usual level.
        public static let aboveUsual = Rationale(rawValue: 2)
        /// The signal is at the person's usual level.
        public static let asUsual = Rationale(rawValue: 3)
        /// The person asked about it.
        public static let askedAbout = Rationale(rawValue: 4)
        public static let names: [(value: Rationale, name: String)] = [
            (belowUsual, "belowUsual"), (aboveUsual, "aboveUsual"), (asUsual, "asUsual"), (askedAbout, "askedAbout"),
        ]
    }

    public var user: UserID
    /// Hints about the tone.
    public var toneHints: [Tone]
    /// The topic to speak about (COA-8).
    public var topSignal: Topic
    /// Id of a micro-moment of the shipped library.
    public var topMomentID: String?
    /// Why the topic was chosen.
    public var rationale: Rationale
    /// z values of −6 … 6 in half steps (−12 … 12).
    public var zScoreSummary: [SignalStep]
    public init(
        user: UserID, toneHints: [Tone], topSignal: Topic, topMomentID: String?, rationale: Rationale,
        zScoreSummary: [SignalStep]
    ) {
        (self.user, self.toneHints, self.topSignal) = (user, toneHints, topSignal)
        (self.topMomentID, self.rationale, self.zScoreSummary) = (topMomentID, rationale, zScoreSummary)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, toneHints, topSignal, topMomentID, rationale, zScoreSummary }
}

/// A signal's z value in half steps.
public struct SignalStep: Message, Equatable {
    /// The signal.
    public var signal: Signal
    /// z × 2, rounded, −12 … 12.
    public var halfSteps: Int32
    public init(signal: Signal, halfSteps: Int32) { (self.signal, self.halfSteps) = (signal, halfSteps) }
    enum CodingKeys: Int, CodingKey { case signal = 1, halfSteps }
}

/// The cloud model's phrasing, or the gate that prevented it.
public struct PhraseReply: Message, Equatable {
    /// At most two sentences; absent if a gate refused or the call failed.
    public var coachReply: String?
    /// A suggested action; absent if there is none.
    public var nextAction: String?
    /// The gate that refused (GAT-4): `schema`, `consent`, `safety`, `redaction`, `rateLimit`, `circuitBreaker`,
    /// `call`, `secondWall`.
    public var gate: String?
    /// Id of the call's receipt; absent if the request never left the machine.
    public var receipt: EntityID?
    public init(coachReply: String? = nil, nextAction: String? = nil, gate: String? = nil, receipt: EntityID? = nil) {
        (self.coachReply, self.nextAction, self.gate, self.receipt) = (coachReply, nextAction, gate, receipt)
    }
    enum CodingKeys: Int, CodingKey { case coachReply = 1, nextAction, gate, receipt }
}

/// Requests the receipts of a user's cloud calls, newest first, at most 100 (GAT-6).
public struct ReceiptsQuery: UserRequest {
    public static let type = MessageType(0x0704)
    public static let service: ServiceName? = .gateway
    public var user: UserID
    /// Only receipts before this time; absent for the newest.
    public var before: Milliseconds?
    /// The last receipt of the previous page, whose time is `before`: receipts of the same millisecond that follow it
    /// are included. Absent if no receipt of that millisecond is wanted.
    public var beforeID: EntityID?
    public init(user: UserID, before: Milliseconds? = nil, beforeID: EntityID? = nil) {
        (self.user, self.before, self.beforeID) = (user, before, beforeID)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, before, beforeID }

    /// Most receipts in one reply.
    public static let limit = 100

    /// The receipts.
    public struct Reply: Message {
        /// Newest first.
        public var receipts: [Receipt]
        public init(receipts: [Receipt]) { self.receipts = receipts }
        enum CodingKeys: Int, CodingKey { case receipts = 1 }
    }
}

/// A record of one call to the cloud.
public struct Receipt: Message, Equatable {
    public var id: EntityID
    /// Time of the call.
    public var at: Milliseconds
    /// `ConsentState.version` that allowed the call.
    public var consentVersion: Int64
    /// Host and path of the call.
    public var destination: String
    /// The exact request body (UTF-8 JSON), without the API key.
    public var body: String
    /// `open` while the call is in flight; then `ok`, `http 500`, `timeout`, `cancelled`, `secondWall: …`.
    public var outcome: String
    public init(
        id: EntityID, at: Milliseconds, consentVersion: Int64, destination: String, body: String, outcome: String
    ) {
        (self.id, self.at, self.consentVersion) = (id, at, consentVersion)
        (self.destination, self.body, self.outcome) = (destination, body, outcome)
    }
    enum CodingKeys: Int, CodingKey { case id = 1, at, consentVersion, destination, body, outcome }
}

/// Stores the user's API key, encrypted; an empty key removes it. The key is never returned (GAT-7).
public struct SetCloudKey: UserRequest {
    public typealias Reply = Empty
    public static let type = MessageType(0x0705)
    public static let service: ServiceName? = .gateway
    public var user: UserID
    /// The API key; empty to remove it.
    public var key: String
    public init(user: UserID, key: String) { (self.user, self.key) = (user, key) }
    enum CodingKeys: Int, CodingKey { case user = 1, key }
}

/// Tests the connection by a call without user data; needs consent like every call.
public struct TestConnection: UserRequest {
    public static let type = MessageType(0x0706)
    public static let service: ServiceName? = .gateway
    public static let isRepeatable = false
    public static let budget = Duration.seconds(20)
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }

    /// The result of the test.
    public struct Reply: Message, Equatable {
        /// True if the call succeeded.
        public var ok: Bool
        /// One sentence.
        public var message: String
        public init(ok: Bool, message: String) { (self.ok, self.message) = (ok, message) }
        enum CodingKeys: Int, CodingKey { case ok = 1, message }
    }
}

/// Requests a preview of the cloud call for a phrasing request. The call is not made, and no receipt is written.
public struct PhrasePreview: UserRequest {
    public typealias Reply = PreviewedCall
    public static let type = MessageType(0x0707)
    public static let service: ServiceName? = .gateway
    public var user: UserID
    /// The request as coaching would make it.
    public var phrase: Phrase
    public init(user: UserID, phrase: Phrase) { (self.user, self.phrase) = (user, phrase) }
    enum CodingKeys: Int, CodingKey { case user = 1, phrase }
}

/// The body of a call that was not made, and the gate that would refuse it.
public struct PreviewedCall: Message, Equatable {
    /// The exact request body (UTF-8 JSON), without the API key.
    public var body: String
    /// Host and path of the call.
    public var destination: String
    /// The gate that would refuse the call now (GAT-4), such as `consent`. The rate limit and later gates are not
    /// checked; absent if no earlier gate refuses.
    public var gate: String?
    public init(body: String, destination: String, gate: String? = nil) {
        (self.body, self.destination, self.gate) = (body, destination, gate)
    }
    enum CodingKeys: Int, CodingKey { case body = 1, destination, gate }
}

/// Counts the calls to the cloud model since a time.
public struct CloudUsage: UserRequest {
    public static let type = MessageType(0x0708)
    public static let service: ServiceName? = .gateway
    public var user: UserID
    /// Start of the period, such as the first of the person's month.
    public var since: Milliseconds
    public init(user: UserID, since: Milliseconds) { (self.user, self.since) = (user, since) }
    enum CodingKeys: Int, CodingKey { case user = 1, since }

    /// The number of calls, each with its receipt.
    public struct Reply: Message, Equatable {
        /// Start of the period.
        public var since: Milliseconds
        /// Number of calls since then, including connection tests and retries.
        public var calls: Int64
        public init(since: Milliseconds, calls: Int64) { (self.since, self.calls) = (since, calls) }
        enum CodingKeys: Int, CodingKey { case since = 1, calls }
    }
}

/// A row that would grant consent was not written by the gateway, or changed since, and refused. The API notes it in the
/// person's security record.
public struct ConsentRowRefused: BusEvent, Equatable {
    public static let type = MessageType(0x0781)
    public var user: UserID
    /// Time of the refusal.
    public var at: Milliseconds
    public init(user: UserID, at: Milliseconds) {
        self.user = user
        self.at = at
    }
    enum CodingKeys: Int, CodingKey { case user = 1, at }
}

/// Consent changed; published on the mirror.
public struct ConsentChanged: BusEvent, Equatable {
    public static let type = MessageType(0x0780)
    public var user: UserID
    /// `ConsentState.version` after the change.
    public var version: Int64
    /// True if cloud phrasing is allowed.
    public var granted: Bool
    public init(user: UserID, version: Int64, granted: Bool) {
        (self.user, self.version, self.granted) = (user, version, granted)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, version, granted }
}
