import Wire

/// What one day's samples amount to (ING-10 to ING-15). Absent means absent, never zero (COM-3).
public struct DailyMetrics: Message, Equatable {
    public var day: Day
    /// SDNN, ms.
    public var hrv: MetricValue?
    /// 10th percentile within sleep, count/min.
    public var nocturnalHeartRate: MetricValue?
    /// count/min.
    public var restingHeartRate: MetricValue?
    /// Total sleep time, s.
    public var sleep: MetricValue?
    /// s.
    public var sleepNeed: Double?
    /// s over the last seven days.
    public var sleepDebt: MetricValue?
    /// count.
    public var steps: MetricValue?
    /// Mean during sleep, breaths/min.
    public var respiratoryRate: MetricValue?
    /// RMSSD of the night's beat-to-beat entries, ms: beside SDNN, never in its place or in its baseline.
    public var rmssd: MetricValue?
    /// The zone that the day's first and last instant are of.
    public var zone: ZoneNote?
    /// The zone that says which day the night's end belongs to; absent without a night.
    public var sleepZone: ZoneNote?
    public init(day: Day) { self.day = day }
    enum CodingKeys: Int, CodingKey {
        case day = 1, hrv, nocturnalHeartRate, restingHeartRate, sleep, sleepNeed, sleepDebt, steps, respiratoryRate, rmssd, zone, sleepZone
    }
}

/// A time zone, and how it is known (COM-1).
public struct ZoneNote: Message, Equatable {
    public struct Origin: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// The samples themselves name it (`HKTimeZone`).
        public static let sample = Origin(rawValue: 1)
        /// The person's profile: where they were at the time.
        public static let history = Origin(rawValue: 2)
        /// The offset of the phone when the newest export was made.
        public static let export = Origin(rawValue: 3)
        /// Nothing is known: UTC.
        public static let assumed = Origin(rawValue: 4)
        public static let names: [(value: Origin, name: String)] = [(sample, "sample"), (history, "history"), (export, "export"), (assumed, "assumed")]
    }

    /// IANA name, or an offset from UTC such as `+02:00`.
    public var name: String
    public var origin: Origin
    public init(_ name: String, _ origin: Origin) { (self.name, self.origin) = (name, origin) }
    enum CodingKeys: Int, CodingKey { case name = 1, origin }
}

public struct MetricValue: Message, Equatable {
    public struct Derivation: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// Within the night's sleep.
        public static let asleep = Derivation(rawValue: 1)
        /// From the most restful sedentary window of the day.
        public static let sedentary = Derivation(rawValue: 2)
        /// The provider's own daily value.
        public static let provider = Derivation(rawValue: 3)
        /// From low-activity daytime windows.
        public static let lowActivity = Derivation(rawValue: 4)
        /// A sum over the day, or over several.
        public static let total = Derivation(rawValue: 5)
        /// The source's own mean or sum over the whole day: what the samples behind it were is not known.
        public static let daily = Derivation(rawValue: 6)
        public static let names: [(value: Derivation, name: String)] = [
            (asleep, "asleep"), (sedentary, "sedentary"), (provider, "provider"), (lowActivity, "lowActivity"), (total, "total"),
            (daily, "daily"),
        ]
    }

    public var value: Double
    public var derivation: Derivation
    /// The source device, stable across imports; a change starts a new baseline segment (SCO-1). 0 where a value has no single device.
    public var device: UInt64
    public var samples: Int32
    public var imputed: Bool
    public var lowConfidence: Bool
    public init(_ value: Double, _ derivation: Derivation, device: UInt64 = 0, samples: Int32 = 1, imputed: Bool = false, lowConfidence: Bool = false) {
        (self.value, self.derivation, self.device, self.samples) = (value, derivation, device, samples)
        (self.imputed, self.lowConfidence) = (imputed, lowConfidence)
    }
    enum CodingKeys: Int, CodingKey { case value = 1, derivation, device, samples, imputed, lowConfidence }
}

/// A day's metrics as they are now. `revision` grows with every change of this day.
public struct MetricsReduced: BusEvent, Equatable {
    public static let type = MessageType(0x0280)
    public var user: UserID
    public var revision: UInt64
    /// A day that lost all its samples arrives with every metric absent.
    public var metrics: DailyMetrics
    public init(user: UserID, revision: UInt64, metrics: DailyMetrics) { (self.user, self.revision, self.metrics) = (user, revision, metrics) }
    enum CodingKeys: Int, CodingKey { case user = 1, revision, metrics }
}
