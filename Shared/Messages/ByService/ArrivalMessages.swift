import Wire

/// Requests when data of a person last arrived, by a file, an app's upload or an anchored batch.
public struct LatestArrival: UserRequest {
    public static let type = MessageType(0x0230)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// True to ask for `Reply.body` as well.
    public var withBody: Bool?
    public init(user: UserID, withBody: Bool? = nil) {
        self.user = user
        self.withBody = withBody
    }
    enum CodingKeys: Int, CodingKey { case user = 1, withBody }

    /// The arrival.
    public struct Reply: Message, Equatable {
        /// Start of the latest finished upload or time of the latest batch; absent if nothing ever arrived.
        public var at: Milliseconds?
        /// Absent unless asked for.
        public var body: ArrivedBody?
        public init(at: Milliseconds?, body: ArrivedBody? = nil) {
            self.at = at
            self.body = body
        }
        enum CodingKeys: Int, CodingKey { case at = 1, body }
    }
}

/// What arrived about a person's body that the body profile also has (PLN-1), for the form that offers it. An absent
/// value did not arrive.
public struct ArrivedBody: Message, Equatable {
    /// Sex and date of birth of the newest Apple Health export.
    public var sex: BodySex?
    public var birthday: Day?
    /// When that export was made.
    public var exported: Milliseconds?
    /// The latest reading of the weight, kg.
    public var kilograms: Double?
    /// Time of that reading.
    public var weighed: Milliseconds?
    public init(
        sex: BodySex? = nil, birthday: Day? = nil, exported: Milliseconds? = nil, kilograms: Double? = nil,
        weighed: Milliseconds? = nil
    ) {
        self.sex = sex
        self.birthday = birthday
        self.exported = exported
        self.kilograms = kilograms
        self.weighed = weighed
    }
    enum CodingKeys: Int, CodingKey { case sex = 1, birthday, exported, kilograms, weighed }
}

/// Requests when the last nights arrived; pages derive from it when the next night is due.
public struct NightArrivals: UserRequest {
    public static let type = MessageType(0x0231)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }

    /// The nights.
    public struct Reply: Message, Equatable {
        /// Newest first, at most 28; only nights that arrived on the day they ended.
        public var nights: [NightArrival]
        public init(nights: [NightArrival]) { self.nights = nights }
        enum CodingKeys: Int, CodingKey { case nights = 1 }
    }
}

/// When the sleep of one night arrived.
public struct NightArrival: Message, Equatable {
    /// The day that the night belongs to, by its end.
    public var day: Day
    /// When the day's metrics first had its sleep.
    public var at: Milliseconds
    public init(day: Day, at: Milliseconds) { (self.day, self.at) = (day, at) }
    enum CodingKeys: Int, CodingKey { case day = 1, at }
}

/// Requests, for each kind of samples that daily metrics are made of, how many days have it and until when.
public struct KindArrivals: UserRequest {
    public static let type = MessageType(0x0232)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }

    /// The kinds.
    public struct Reply: Message, Equatable {
        /// One for each kind, including kinds without samples.
        public var kinds: [KindArrival]
        public init(kinds: [KindArrival]) { self.kinds = kinds }
        enum CodingKeys: Int, CodingKey { case kinds = 1 }
    }
}

/// How far one kind of samples reaches.
public struct KindArrival: Message, Equatable {
    /// The kind's name in exports, such as `heartRate`.
    public var kind: String
    /// End of its last sample; absent without samples.
    public var last: Milliseconds?
    /// Number of UTC days with samples.
    public var days: Int64
    public init(kind: String, last: Milliseconds? = nil, days: Int64 = 0) {
        (self.kind, self.last, self.days) = (kind, last, days)
    }
    enum CodingKeys: Int, CodingKey { case kind = 1, last, days }
}

// MARK: Readings

/// Requests the readings that a daily metric of one day was computed from, oldest first.
public struct ReadingsQuery: UserRequest {
    public static let type = MessageType(0x0236)
    public static let service: ServiceName? = .ingestion
    /// Most readings of one reply.
    public static let maximumReadings: Int32 = 500
    public var user: UserID
    public var day: Day
    /// `DailyMetric.key`.
    public var metric: String
    /// `next` of the page before; absent for the first.
    public var cursor: String?
    /// Most readings of the reply, 1 … `maximumReadings`; 100 if absent.
    public var limit: Int32?
    public init(user: UserID, day: Day, metric: String, cursor: String? = nil, limit: Int32? = nil) {
        (self.user, self.day, self.metric, self.cursor, self.limit) = (user, day, metric, cursor, limit)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, day, metric, cursor, limit }

    /// A page of readings.
    public struct Reply: Message, Equatable {
        /// The day's value; absent if the day has none.
        public var value: MetricValue?
        /// Number of all its readings. 0 for an estimate, and for a value whose samples were deleted since.
        public var total: Int32
        /// The sources of all its readings, the one with the most first.
        public var sources: [ReadingSource]
        /// Oldest first.
        public var readings: [Reading]
        /// Where the next page begins; absent at the end.
        public var next: String?
        public init(
            value: MetricValue?, total: Int32 = 0, sources: [ReadingSource] = [], readings: [Reading] = [],
            next: String? = nil
        ) {
            (self.value, self.total, self.sources, self.readings, self.next) = (value, total, sources, readings, next)
        }
        enum CodingKeys: Int, CodingKey { case value = 1, total, sources, readings, next }
    }
}

/// One sample behind a daily metric.
public struct Reading: Message, Equatable {
    /// Name of its kind in exports, such as `heartRate`.
    public var kind: String
    /// Start.
    public var start: Milliseconds
    /// End; equal to `start` for an instantaneous one.
    public var end: Milliseconds
    /// In `unit`; for sleep HealthKit's number of the stage.
    public var value: Double
    /// Canonical unit of its kind, as in exports.
    public var unit: String
    /// Name of the app or device; empty if unknown.
    public var source: String
    /// When readings of this kind and UTC day last arrived; absent for those that arrived before this was recorded.
    public var arrived: Milliseconds?
    public init(
        kind: String, start: Milliseconds, end: Milliseconds, value: Double, unit: String, source: String,
        arrived: Milliseconds? = nil
    ) {
        (self.kind, self.start, self.end, self.value, self.unit) = (kind, start, end, value, unit)
        (self.source, self.arrived) = (source, arrived)
    }
    enum CodingKeys: Int, CodingKey { case kind = 1, start, end, value, unit, source, arrived }
}

/// A source of readings.
public struct ReadingSource: Message, Equatable {
    /// Name of the app or device; empty if unknown.
    public var name: String
    /// Number of its readings.
    public var readings: Int32
    public init(name: String, readings: Int32) { (self.name, self.readings) = (name, readings) }
    enum CodingKeys: Int, CodingKey { case name = 1, readings }
}

// MARK: Letters

/// Requests the letters of a person, newest first, without their charts; at most 50.
public struct LettersQuery: UserRequest {
    public static let type = MessageType(0x0233)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// Most letters of the reply, 1 … 50; 50 if absent.
    public var limit: Int32?
    public init(user: UserID, limit: Int32? = nil) { (self.user, self.limit) = (user, limit) }
    enum CodingKeys: Int, CodingKey { case user = 1, limit }

    /// The letters.
    public struct Reply: Message, Equatable {
        /// Newest first.
        public var letters: [Letter]
        public init(letters: [Letter]) { self.letters = letters }
        enum CodingKeys: Int, CodingKey { case letters = 1 }
    }
}

/// Requests one letter with its charts.
public struct LetterQuery: UserRequest {
    public typealias Reply = Letter
    public static let type = MessageType(0x0234)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// The letter.
    public var letter: EntityID
    public init(user: UserID, letter: EntityID) { (self.user, self.letter) = (user, letter) }
    enum CodingKeys: Int, CodingKey { case user = 1, letter }
}

/// The findings in a person's data after an import, as numbers; pages put them into words.
public struct Letter: Message, Equatable {
    /// The import's job.
    public var id: EntityID
    /// When the import was begun.
    public var at: Milliseconds
    /// First day with any metric.
    public var first: Day
    /// Last day with any metric.
    public var last: Day
    /// Days with any metric.
    public var days: Int64
    /// Days with sleep.
    public var nights: Int64
    /// Days between the first and the last one without any metric.
    public var missing: Int64
    /// The longest stretches of at least a week without any metric, longest first; at most three.
    public var gaps: [LetterGap]
    /// The usual values of the last 90 days.
    public var usuals: [LetterUsual]
    /// The largest lasting shift; absent if none stands out.
    public var shift: LetterShift?
    /// At most two, empty in a list of letters.
    public var charts: [LetterChart]
    /// Samples that the import added.
    public var samples: Int64
    /// Days that it changed.
    public var changed: Int64
    public init(id: EntityID, at: Milliseconds, first: Day, last: Day) {
        (self.id, self.at, self.first, self.last) = (id, at, first, last)
        (days, nights, missing, samples, changed) = (0, 0, 0, 0, 0)
        (gaps, usuals, charts) = ([], [], [])
    }
    enum CodingKeys: Int, CodingKey {
        case id = 1, at, first, last, days, nights, missing, gaps, usuals, shift, charts, samples, changed
    }
}

/// A stretch of days without any metric.
public struct LetterGap: Message, Equatable {
    /// First missing day.
    public var from: Day
    /// Last missing day.
    public var through: Day
    public init(from: Day, through: Day) { (self.from, self.through) = (from, through) }
    enum CodingKeys: Int, CodingKey { case from = 1, through }
}

/// The usual value of a daily metric.
public struct LetterUsual: Message, Equatable {
    /// `DailyMetric.key`.
    public var metric: String
    /// Median, in the metric's unit.
    public var median: Double
    /// Lower quartile.
    public var low: Double
    /// Upper quartile.
    public var high: Double
    public init(metric: String, median: Double, low: Double, high: Double) {
        (self.metric, self.median, self.low, self.high) = (metric, median, low, high)
    }
    enum CodingKeys: Int, CodingKey { case metric = 1, median, low, high }
}

/// A change of a metric's level that lasted at least 60 days.
public struct LetterShift: Message, Equatable {
    /// `DailyMetric.key`.
    public var metric: String
    /// First day of the new level, known to about a week.
    public var day: Day
    /// Median of the 60 days before, in the metric's unit.
    public var before: Double
    /// Median of the 60 days from `day` on.
    public var after: Double
    public init(metric: String, day: Day, before: Double, after: Double) {
        (self.metric, self.day, self.before, self.after) = (metric, day, before, after)
    }
    enum CodingKeys: Int, CodingKey { case metric = 1, day, before, after }
}

/// The values of one chart of a letter.
public struct LetterChart: Message, Equatable {
    /// `DailyMetric.key`.
    public var metric: String
    /// First day shown.
    public var first: Day
    /// Last day shown.
    public var last: Day
    /// Days with a measured value, ascending.
    public var days: [Day]
    /// Their values, in the metric's unit; as many as `days`.
    public var values: [Double]
    public init(metric: String, first: Day, last: Day, days: [Day], values: [Double]) {
        (self.metric, self.first, self.last, self.days, self.values) = (metric, first, last, days, values)
    }
    enum CodingKeys: Int, CodingKey { case metric = 1, first, last, days, values }
}
