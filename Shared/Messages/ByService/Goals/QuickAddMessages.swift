import Wire

/// An amount of a sentence.
public struct ReadAmount: Message, Equatable {
    /// The quantity.
    public var kind: MeasureKind
    /// Canonical units: seconds, metres, kilograms, or the plain number.
    public var value: Double
    public init(kind: MeasureKind, value: Double) { (self.kind, self.value) = (kind, value) }
    enum CodingKeys: Int, CodingKey { case kind = 1, value }
}

/// Reads a sentence such as “ran 5 km this morning” as an action, on this machine, after safety judged it. It saves
/// nothing: the person sees the action first, and `SaveAction` saves it.
///
/// `invalid` for an empty sentence, one over 1,000 characters or an unknown time zone; `unavailable` if safety does
/// not judge it.
public struct ReadAction: UserRequest {
    public static let type = MessageType(0x0912)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// 1 … 1,000 characters.
    public var sentence: String
    /// The person's present.
    public var asOf: AsOf
    /// IANA name; absent for UTC.
    public var timeZone: String?
    /// Language of the sentence: German for `de…`, else English.
    public var language: String?
    /// As in `SaveGoal`.
    public var country: String?
    public init(
        user: UserID, sentence: String, asOf: AsOf, timeZone: String? = nil, language: String? = nil,
        country: String? = nil
    ) {
        (self.user, self.sentence, self.asOf, self.timeZone) = (user, sentence, asOf, timeZone)
        (self.language, self.country) = (language, country)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, sentence, asOf, timeZone, language, country }

    /// The action that would be saved.
    public struct Reply: Message, Equatable {
        /// Title, start, duration and measurements, without contributions; absent for a sentence with a crisis verdict.
        public var action: ActionContent?
        /// Local day of its start.
        public var day: Day?
        /// Amounts for which the person has no measure, or more than one; a duration is in `action` as well.
        public var unmeasured: [ReadAmount]
        /// Goals that the action may count towards, the best first; empty while a crisis verdict is in effect.
        public var proposals: [MatchProposal]
        /// Safety's judgement of the sentence, if it is not safe.
        public var verdict: Verdict?
        public init(
            action: ActionContent?, day: Day?, unmeasured: [ReadAmount] = [], proposals: [MatchProposal] = [],
            verdict: Verdict? = nil
        ) {
            (self.action, self.day, self.unmeasured) = (action, day, unmeasured)
            (self.proposals, self.verdict) = (proposals, verdict)
        }
        enum CodingKeys: Int, CodingKey { case action = 1, day, unmeasured, proposals, verdict }
    }
}
