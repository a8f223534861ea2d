import Wire

/// The metrics of one day's samples (ING-10 to ING-15). An absent value is unknown, never zero (COM-3).
public struct DailyMetrics: Message, Equatable {
    public var day: Day
    /// Heart rate variability as SDNN, ms.
    public var hrv: MetricValue?
    /// 10th percentile within sleep, count/min.
    public var nocturnalHeartRate: MetricValue?
    /// Resting heart rate, count/min.
    public var restingHeartRate: MetricValue?
    /// Total sleep time, s.
    public var sleep: MetricValue?
    /// Sleep need, s.
    public var sleepNeed: Double?
    /// Sleep debt over the last seven days, s.
    public var sleepDebt: MetricValue?
    /// Number of steps.
    public var steps: MetricValue?
    /// Mean during sleep, breaths/min.
    public var respiratoryRate: MetricValue?
    /// RMSSD of the night's beat-to-beat entries, ms; shown with SDNN, never replaces it or enters its baseline.
    public var rmssd: MetricValue?
    /// The time zone that delimits the day.
    public var zone: ZoneNote?
    /// The time zone that assigns the night to a day by its end; absent without a night.
    public var sleepZone: ZoneNote?
    public init(day: Day) { self.day = day }
    enum CodingKeys: Int, CodingKey {
        case day = 1, hrv, nocturnalHeartRate, restingHeartRate, sleep, sleepNeed, sleepDebt, steps, respiratoryRate,
            rmssd, zone, sleepZone
    }
}

/// A time zone and the evidence for it (COM-1).
public struct ZoneNote: Message, Equatable {
    /// Origin of a time zone.
    public struct Origin: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// Metadata of the samples (`HKTimeZone`).
        public static let sample = Origin(rawValue: 1)
        /// The person's profile for that time.
        public static let history = Origin(rawValue: 2)
        /// The phone's offset when the newest export was made.
        public static let export = Origin(rawValue: 3)
        /// No evidence: UTC.
        public static let assumed = Origin(rawValue: 4)
        public static let names: [(value: Origin, name: String)] = [
            (sample, "sample"), (history, "history"), (export, "export"), (assumed, "assumed"),
        ]
    }

    /// IANA name, or an offset from UTC such as `+02:00`.
    public var name: String
    /// The evidence for it.
    public var origin: Origin
    public init(_ name: String, _ origin: Origin) { (self.name, self.origin) = (name, origin) }
    enum CodingKeys: Int, CodingKey { case name = 1, origin }
}

/// One daily metric.
public struct MetricValue: Message, Equatable {
    /// How a value was derived.
    public struct Derivation: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// From the night's sleep.
        public static let asleep = Derivation(rawValue: 1)
        /// From the most restful sedentary window of the day.
        public static let sedentary = Derivation(rawValue: 2)
        /// The provider's own daily value.
        public static let provider = Derivation(rawValue: 3)
        /// From low-activity daytime windows.
        public static let lowActivity = Derivation(rawValue: 4)
        /// A sum over the day, or over several days.
        public static let total = Derivation(rawValue: 5)
        /// The source's own mean or sum over the whole day; its samples are unknown.
        public static let daily = Derivation(rawValue: 6)
        public static let names: [(value: Derivation, name: String)] = [
            (asleep, "asleep"), (sedentary, "sedentary"), (provider, "provider"), (lowActivity, "lowActivity"),
            (total, "total"),
            (daily, "daily"),
        ]
    }

    /// In the metric's unit.
    public var value: Double
    /// How the value was derived.
    public var derivation: Derivation
    /// The source device, stable across imports; a change starts a new baseline segment (SCO-1). 0 if there is no
    /// single device.
    public var device: UInt64
    /// Number of samples behind the value.
    public var samples: Int32
    /// True if the value is an estimate for missing samples.
    public var imputed: Bool
    /// True if the value rests on few or poor samples.
    public var lowConfidence: Bool
    public init(
        _ value: Double, _ derivation: Derivation, device: UInt64 = 0, samples: Int32 = 1, imputed: Bool = false,
        lowConfidence: Bool = false
    ) {
        (self.value, self.derivation, self.device, self.samples) = (value, derivation, device, samples)
        (self.imputed, self.lowConfidence) = (imputed, lowConfidence)
    }
    enum CodingKeys: Int, CodingKey { case value = 1, derivation, device, samples, imputed, lowConfidence }
}

/// A day's metrics changed; carries their current values.
public struct DailyMetricsChanged: BusEvent, Equatable {
    public static let type = MessageType(0x0280)
    public var user: UserID
    /// Increases with every change of this day.
    public var revision: UInt64
    /// If a day lost all its samples, every metric is absent.
    public var metrics: DailyMetrics
    public init(user: UserID, revision: UInt64, metrics: DailyMetrics) {
        (self.user, self.revision, self.metrics) = (user, revision, metrics)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, revision, metrics }
}

/// A day's totals changed; carries their current values. An absent value is unknown, never zero (COM-3).
public struct DayTotals: BusEvent, Equatable {
    public static let type = MessageType(0x0282)
    public var user: UserID
    /// Increases with every change of this day.
    public var revision: UInt64
    public var day: Day
    /// Number of steps.
    public var steps: Double?
    /// Mindful sessions, s; time that several sources recorded counts once.
    public var mindful: Double?
    /// Total sleep time of the night that ends on the day, s; absent if it is an estimate.
    public var sleep: Double?
    /// Exercise, s.
    public var exercise: Double?
    public init(
        user: UserID, revision: UInt64, day: Day, steps: Double? = nil, mindful: Double? = nil, sleep: Double? = nil,
        exercise: Double? = nil
    ) {
        (self.user, self.revision, self.day) = (user, revision, day)
        (self.steps, self.mindful, self.sleep, self.exercise) = (steps, mindful, sleep, exercise)
    }
    enum CodingKeys: Int, CodingKey { case user = 1, revision, day, steps, mindful, sleep, exercise }
}

/// A workout arrived, changed or was deleted; carries its current state.
public struct WorkoutRecorded: BusEvent, Equatable {
    public static let type = MessageType(0x0283)
    public var user: UserID
    /// The workout's id: the same in every import, derived from its start and source.
    public var workout: EntityID
    /// Increases with every change of this workout.
    public var revision: UInt64
    /// Local day of its start.
    public var day: Day
    /// Start.
    public var start: Milliseconds
    /// Without pauses, s.
    public var duration: Double
    /// In lower case, such as `running`; empty if unknown.
    public var activity: String
    /// Metres; absent for a workout without a distance.
    public var distance: Double?
    /// True if its sample was deleted.
    public var deleted: Bool
    public init(
        user: UserID, workout: EntityID, revision: UInt64, day: Day, start: Milliseconds, duration: Double,
        activity: String, distance: Double? = nil, deleted: Bool = false
    ) {
        (self.user, self.workout, self.revision, self.day, self.start) = (user, workout, revision, day, start)
        (self.duration, self.activity, self.distance, self.deleted) = (duration, activity, distance, deleted)
    }
    enum CodingKeys: Int, CodingKey {
        case user = 1, workout, revision, day, start, duration, activity, distance, deleted
    }
}

/// Requests the workouts of a range of days and their distances, summed by activity.
public struct WorkoutSums: UserRequest {
    public static let type = MessageType(0x0237)
    public static let service: ServiceName? = .ingestion
    public var user: UserID
    /// First day.
    public var from: Day
    /// Last day, included.
    public var through: Day
    public init(user: UserID, from: Day, through: Day) {
        self.user = user
        self.from = from
        self.through = through
    }
    enum CodingKeys: Int, CodingKey { case user = 1, from, through }

    /// The sums.
    public struct Reply: Message, Equatable {
        /// By activity; without workouts none.
        public var sums: [WorkoutSum]
        public init(sums: [WorkoutSum]) { self.sums = sums }
        enum CodingKeys: Int, CodingKey { case sums = 1 }
    }
}

/// The workouts of one activity.
public struct WorkoutSum: Message, Equatable {
    /// As `WorkoutRecorded.activity`.
    public var activity: String
    /// Number of workouts.
    public var workouts: Int64
    /// Number of those with a distance.
    public var measured: Int64
    /// Sum of their distances, m.
    public var distance: Double
    public init(activity: String, workouts: Int64 = 0, measured: Int64 = 0, distance: Double = 0) {
        self.activity = activity
        self.workouts = workouts
        self.measured = measured
        self.distance = distance
    }
    enum CodingKeys: Int, CodingKey { case activity = 1, workouts, measured, distance }
}
