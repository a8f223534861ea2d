import Wire

/// Kind of the entry that has the title.
public struct TitleKind: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// A goal.
    public static let goal = TitleKind(rawValue: 1)
    /// An action.
    public static let action = TitleKind(rawValue: 2)
    /// A value.
    public static let value = TitleKind(rawValue: 3)
    public static let names: [(value: TitleKind, name: String)] = [
        (goal, "goal"), (action, "action"), (value, "value"),
    ]
}

/// How titles were compared.
public struct TitleComparison: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// By their words only: German titles, or the sentence model could not be asked.
    public static let form = TitleComparison(rawValue: 1)
    /// By words and meaning.
    public static let meaning = TitleComparison(rawValue: 2)
    /// Some by words only, because their meaning was not computed yet. Each request computes more of them.
    public static let partly = TitleComparison(rawValue: 3)
    public static let names: [(value: TitleComparison, name: String)] = [
        (form, "form"), (meaning, "meaning"), (partly, "partly"),
    ]
}

/// An entry whose title is alike a given one.
public struct SimilarTitle: Message, Equatable {
    /// Goal, action or value.
    public var kind: TitleKind
    /// Its id; of actions with one title the latest one's.
    public var id: EntityID
    /// Its title.
    public var title: String
    /// Cosine of the meanings, −1 … 1; absent where the words and numbers alone say it.
    public var cosine: Double?
    public init(kind: TitleKind, id: EntityID, title: String, cosine: Double? = nil) {
        (self.kind, self.id, self.title, self.cosine) = (kind, id, title, cosine)
    }
    enum CodingKeys: Int, CodingKey { case kind = 1, id, title, cosine }
}

/// Requests the goals, values and latest 1,000 actions with a title alike a given one, to be offered to the person;
/// nothing is merged (GOL-3). The title is judged by safety first.
///
/// `invalid` for an empty title or one over 200 characters; `unavailable` if safety does not judge it.
public struct SimilarTitles: UserRequest {
    public static let type = MessageType(0x0911)
    public static let service: ServiceName? = .goals
    public var user: UserID
    /// 1 … 200 characters.
    public var title: String
    /// Only entries of this kind; absent for all.
    public var kind: TitleKind?
    /// Language of the titles: German for `de…`, else English.
    public var language: String?
    /// As in `SaveGoal`.
    public var country: String?
    public init(
        user: UserID, title: String, kind: TitleKind? = nil, language: String? = nil, country: String? = nil
    ) {
        (self.user, self.title, self.kind, self.language, self.country) = (user, title, kind, language, country)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, title, kind, language, country }

    /// The alike titles.
    public struct Reply: Message, Equatable {
        /// At most 20: goals, values, then actions, each from the nearest on; empty for a title with a crisis verdict.
        public var similar: [SimilarTitle]
        /// Safety's judgement of the title, if it is not safe.
        public var verdict: Verdict?
        /// How the titles were compared; absent for a title with a crisis verdict, and from releases without this
        /// field.
        public var comparison: TitleComparison?
        public init(similar: [SimilarTitle], verdict: Verdict? = nil, comparison: TitleComparison? = nil) {
            (self.similar, self.verdict, self.comparison) = (similar, verdict, comparison)
        }
        enum CodingKeys: Int, CodingKey { case similar = 1, verdict, comparison }
    }
}
