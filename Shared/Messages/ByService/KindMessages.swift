import Wire

/// Requests the groups of intimate kinds of which data arrived or that were answered, for the one page that asks.
public struct IntimateGroups: UserRequest {
    public static let type = MessageType(0x0250)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }

    /// The groups.
    public struct Reply: Message, Equatable {
        /// By name.
        public var groups: [IntimateGroup]
        public init(groups: [IntimateGroup]) { self.groups = groups }
        enum CodingKeys: Int, CodingKey { case groups = 1 }
    }
}

/// A group of intimate kinds and its owner's answer.
public struct IntimateGroup: Message, Equatable {
    /// One of `IntimateGroup.names`.
    public var group: String
    /// Whether its data is kept and shown; absent as long as there is no answer.
    public var isKept: Bool?
    /// When its data is deleted unless there is an answer; absent with one.
    public var deletes: Milliseconds?
    /// Whether there was no answer in time, which has the effect of a no.
    public var isLapsed: Bool
    public init(group: String, isKept: Bool? = nil, deletes: Milliseconds? = nil, isLapsed: Bool = false) {
        self.group = group
        self.isKept = isKept
        self.deletes = deletes
        self.isLapsed = isLapsed
    }
    enum CodingKeys: Int, CodingKey { case group = 1, isKept, deletes, isLapsed }

    /// The groups, each with a question of its own: cycle, sexual activity, contraception and pregnancy; medication;
    /// symptoms; state of mind; alcohol.
    public static let names = ["cycle", "medication", "symptoms", "mind", "alcohol"]
}

/// Answers whether data of a group is kept and shown. A no deletes what is there, and what arrives later is not kept; a
/// yes holds from then on. The answer can be changed at any time.
public struct AnswerGroup: UserRequest {
    public typealias Reply = IntimateGroup
    public static let type = MessageType(0x0251)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// One of `IntimateGroup.names`.
    public var group: String
    public var isKept: Bool
    public init(user: UserID, group: String, isKept: Bool) {
        self.user = user
        self.group = group
        self.isKept = isKept
    }
    enum CodingKeys: Int, CodingKey { case user = 1, group, isKept }
}

/// What a kind of health data is, for those who show it.
public struct KindInfo: Message, Equatable {
    /// Its name in exports, or that of a pair, such as `bloodPressure`.
    public var kind: String
    /// Where it is found: `heart`, `breath`, `nutrition` …
    public var group: String
    /// The unit of its values, by HealthKit's spelling; empty for kinds without one.
    public var unit: String
    /// `quantity`, `pair`, `level`, `event` or `interval`.
    public var shape: String
    /// How a day's value is made of its readings: `sum`, `mean`, `last`, `maximum`, `count`, or `taken`, the
    /// number of doses that were.
    public var rule: String
    /// Of a level, the names of the values 0, 1, 2 …
    public var levels: [String]
    /// True for food, energy and the size of the body.
    public var isOfBody: Bool
    public init(
        kind: String, group: String, unit: String, shape: String, rule: String, levels: [String], isOfBody: Bool
    ) {
        self.kind = kind
        self.group = group
        self.unit = unit
        self.shape = shape
        self.rule = rule
        self.levels = levels
        self.isOfBody = isOfBody
    }
    enum CodingKeys: Int, CodingKey { case kind = 1, group, unit, shape, rule, levels, isOfBody }

    /// Levels that say that there was nothing.
    public static let absences: Set<String> = ["not present", "none"]
}

/// What the readings of a kind come to on a day.
public struct KindDay: Message, Equatable {
    public var day: Day
    /// By the kind's rule.
    public var value: Double
    /// Of a pair, its second value.
    public var second: Double?
    /// Number of readings that begin on the day.
    public var count: Int32
    public init(day: Day, value: Double, second: Double? = nil, count: Int32) {
        self.day = day
        self.value = value
        self.second = second
        self.count = count
    }
    enum CodingKeys: Int, CodingKey { case day = 1, value, second, count }
}

/// One reading of a kind.
public struct KindReading: Message, Equatable {
    public var start: Milliseconds
    /// Equal to `start` for an instant.
    public var end: Milliseconds
    public var value: Double
    /// Of a pair, its second value.
    public var second: Double?
    /// Words of the reading: the name of a symptom, the labels of a mood.
    public var labels: [String]
    /// The app or device that measured it.
    public var source: String
    public init(
        start: Milliseconds, end: Milliseconds, value: Double, second: Double? = nil, labels: [String], source: String
    ) {
        self.start = start
        self.end = end
        self.value = value
        self.second = second
        self.labels = labels
        self.source = source
    }
    enum CodingKeys: Int, CodingKey { case start = 1, end, value, second, labels, source }
}

/// Requests the kinds beyond those of daily metrics of which there are readings. Intimate ones are among them only if
/// their owner agreed.
public struct KindsQuery: UserRequest {
    public static let type = MessageType(0x0252)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// `next` of the page before; nil for the first.
    public var cursor: String?
    public init(user: UserID, cursor: String? = nil) {
        self.user = user
        self.cursor = cursor
    }
    enum CodingKeys: Int, CodingKey { case user = 1, cursor }

    /// The kinds.
    public struct Reply: Message, Equatable {
        /// By group and name.
        public var kinds: [KindSummary]
        /// The cursor of the next page; nil for the last.
        public var next: String?
        public init(kinds: [KindSummary], next: String? = nil) {
            self.kinds = kinds
            self.next = next
        }
        enum CodingKeys: Int, CodingKey { case kinds = 1, next }
    }
}

/// A kind with its latest values.
public struct KindSummary: Message, Equatable {
    public var info: KindInfo
    /// The last days with readings, oldest first, at most 14 calendar days.
    public var days: [KindDay]
    public init(info: KindInfo, days: [KindDay]) {
        self.info = info
        self.days = days
    }
    enum CodingKeys: Int, CodingKey { case info = 1, days }
}

/// Requests the days of a kind.
public struct KindDaysQuery: UserRequest {
    public static let type = MessageType(0x0253)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// Its name.
    public var kind: String
    public var from: Day
    /// At most `maximumDays` days.
    public var through: Day
    public init(user: UserID, kind: String, from: Day, through: Day) {
        self.user = user
        self.kind = kind
        self.from = from
        self.through = through
    }
    enum CodingKeys: Int, CodingKey { case user = 1, kind, from, through }

    /// Longest range.
    public static let maximumDays = 400

    /// The days.
    public struct Reply: Message, Equatable {
        public var info: KindInfo
        /// Days with readings, oldest first.
        public var days: [KindDay]
        public init(info: KindInfo, days: [KindDay]) {
            self.info = info
            self.days = days
        }
        enum CodingKeys: Int, CodingKey { case info = 1, days }
    }
}

/// Requests readings of a kind, the newest first.
public struct KindReadingsQuery: UserRequest {
    public static let type = MessageType(0x0254)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// Its name.
    public var kind: String
    /// `next` of the page before; absent for the newest readings.
    public var cursor: String?
    /// At most `maximum`.
    public var limit: Int32
    public init(user: UserID, kind: String, cursor: String? = nil, limit: Int32 = Self.maximum) {
        self.user = user
        self.kind = kind
        self.cursor = cursor
        self.limit = limit
    }
    enum CodingKeys: Int, CodingKey { case user = 1, kind, cursor, limit }

    /// Most readings of a page.
    public static let maximum: Int32 = 250

    /// A page.
    public struct Reply: Message, Equatable {
        public var info: KindInfo
        /// Newest first.
        public var readings: [KindReading]
        /// Where the next page begins; absent after the last reading.
        public var next: String?
        public init(info: KindInfo, readings: [KindReading], next: String? = nil) {
            self.info = info
            self.readings = readings
            self.next = next
        }
        enum CodingKeys: Int, CodingKey { case info = 1, readings, next }
    }
}

/// Deletes what there is of a kind beyond those of daily metrics, a part at a time: send it again with `next` until that
/// is absent. What a source sends again comes again.
public struct RemoveKind: UserRequest {
    public static let type = MessageType(0x0255)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// Its name.
    public var kind: String
    /// `next` of the part before.
    public var cursor: EntityID?
    public init(user: UserID, kind: String, cursor: EntityID? = nil) {
        self.user = user
        self.kind = kind
        self.cursor = cursor
    }
    enum CodingKeys: Int, CodingKey { case user = 1, kind, cursor }

    /// What this part did.
    public struct Reply: Message, Equatable {
        /// Readings that were deleted.
        public var removed: Int64
        /// Where the next part begins; absent after the last.
        public var next: EntityID?
        public init(removed: Int64, next: EntityID?) {
            self.removed = removed
            self.next = next
        }
        enum CodingKeys: Int, CodingKey { case removed = 1, next }
    }
}
