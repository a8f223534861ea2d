import Wire

/// Tags in a person's own words, which belong to days. They are shown and compared, and enter no score, no suggestion
/// and no answer.
public enum OwnTag {
    /// Longest tag in characters.
    public static let maximumCharacters = 40
    /// Longest tag in bytes of UTF-8, as a character may have many.
    public static let maximumBytes = 200
    /// Most tags of a day.
    public static let maximumPerDay = 10
    /// Most different tags of a person.
    public static let maximumPerPerson = 100

    /// A tag as it is kept: single spaces, without control characters and marks of writing direction.
    /// - Returns: nil if nothing is left, or it is too long.
    public static func kept(_ text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace).map { word in
            String(
                String.UnicodeScalarView(
                    word.unicodeScalars.filter { scalar in
                        switch scalar.properties.generalCategory {
                        // The joiner of emoji (U+200D) is the one mark of its kind that belongs to a text.
                        case .format: scalar.value == 0x200D
                        case .control, .privateUse, .unassigned, .surrogate: false
                        default: true
                        }
                    }))
        }
        let kept = words.filter { !$0.isEmpty }.joined(separator: " ")
        guard !kept.isEmpty, kept.count <= maximumCharacters, kept.utf8.count <= maximumBytes else { return nil }
        return kept
    }

    /// Two tags are the same if their keys are.
    public static func key(_ tag: String) -> String { tag.lowercased() }
}

/// Changes the own tags of a day. A tag that the person has already, in whatever case, keeps its spelling.
public struct SetDayTags: UserRequest {
    public typealias Reply = DayTags
    public static let type = MessageType(0x0516)
    public static let service: ServiceName? = .scoring

    /// The change that a request makes to the tags of the day.
    public struct Change: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// They become those of the request; none clears them. The last request wins.
        public static let replace = Change(rawValue: 1)
        /// Those of the request that the day lacks are added; the others stay.
        public static let add = Change(rawValue: 2)
        /// Those of the request are taken away; the others stay.
        public static let remove = Change(rawValue: 3)
        public static let names: [(value: Change, name: String)] = [
            (replace, "replace"), (add, "add"), (remove, "remove"),
        ]
    }

    public var user: UserID
    public var day: Day
    /// At most `OwnTag.maximumPerDay`.
    public var tags: [String]
    /// When those that the day does not have yet were noted; absent if that is not known.
    public var at: Milliseconds?
    /// Absent for `replace`.
    public var change: Change?
    public init(user: UserID, day: Day, tags: [String], at: Milliseconds? = nil, change: Change? = nil) {
        self.user = user
        self.day = day
        self.tags = tags
        self.at = at
        self.change = change
    }
    enum CodingKeys: Int, CodingKey { case user = 1, day, tags, at, change }
}

/// The own tags of a day.
public struct DayTags: Message, Equatable {
    public var day: Day
    /// Without duplicates, in the order in which they were given.
    public var tags: [String]
    /// Of those whose time is known.
    public var times: [Noted] = []
    public init(day: Day, tags: [String]) { (self.day, self.tags) = (day, tags) }
    enum CodingKeys: Int, CodingKey { case day = 1, tags, times }

    /// When a tag was noted.
    public struct Noted: Message, Equatable {
        /// One of the day's tags.
        public var tag: String
        /// Time at which it was noted.
        public var at: Milliseconds
        public init(tag: String, at: Milliseconds) {
            self.tag = tag
            self.at = at
        }
        enum CodingKeys: Int, CodingKey { case tag = 1, at }
    }
}

/// Requests the own tags of the days of a range.
public struct DayTagsQuery: UserRequest {
    public static let type = MessageType(0x0517)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    /// First day of the range.
    public var from: Day
    /// Last day of the range.
    public var through: Day
    public init(user: UserID, from: Day, through: Day) { (self.user, self.from, self.through) = (user, from, through) }
    enum CodingKeys: Int, CodingKey { case user = 1, from, through }

    /// The tags.
    public struct Reply: Message, Equatable {
        /// Days of the range with tags, oldest first.
        public var days: [DayTags]
        /// All tags of the person, those of most days first, then by name.
        public var known: [String]
        /// How often the tags of the range's days were changed; absent if never.
        public var changes: Int64?
        public init(days: [DayTags], known: [String], changes: Int64? = nil) {
            self.days = days
            self.known = known
            self.changes = changes
        }
        enum CodingKeys: Int, CodingKey { case days = 1, known, changes }
    }
}
