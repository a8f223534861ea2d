import Wire

/// The score of a day; the latest day with any input where none is named.
public struct ScoreQuery: BusRequest {
    public typealias Reply = ScoreReport
    public static let type = MessageType(0x0502)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    public var day: Day?
    /// The person's current local date: decides whether a day is closed or provisional.
    public var today: Day
    public init(user: UserID, day: Day? = nil, today: Day) { (self.user, self.day, self.today) = (user, day, today) }
    enum CodingKeys: Int, CodingKey { case user = 1, day, today }
}

/// The score with everything that went into it.
public struct BreakdownQuery: BusRequest {
    public typealias Reply = ScoreBreakdown
    public static let type = MessageType(0x0503)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    public var day: Day?
    public var today: Day
    public init(user: UserID, day: Day? = nil, today: Day) { (self.user, self.day, self.today) = (user, day, today) }
    enum CodingKeys: Int, CodingKey { case user = 1, day, today }
}

/// Scores of a range, oldest first, at most 400 days.
public struct ScoreHistory: BusRequest {
    public static let type = MessageType(0x0504)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    public var from: Day
    public var through: Day
    public var today: Day
    public init(user: UserID, from: Day, through: Day, today: Day) { (self.user, self.from, self.through, self.today) = (user, from, through, today) }
    enum CodingKeys: Int, CodingKey { case user = 1, from, through, today }

    public struct Reply: Message, Equatable {
        public var scores: [ScoreReport]
        public init(scores: [ScoreReport]) { self.scores = scores }
        enum CodingKeys: Int, CodingKey { case scores = 1 }
    }
}

/// Something a person says about a day that explains it, or that masks what their body says (`ContextMask`).
public struct ContextFlag: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    public static let illness = ContextFlag(rawValue: 1)
    public static let alcohol = ContextFlag(rawValue: 2)
    /// A phase of the menstrual cycle.
    public static let cycle = ContextFlag(rawValue: 3)
    public static let travel = ContextFlag(rawValue: 4)
    public static let medication = ContextFlag(rawValue: 5)
    public static let names: [(value: ContextFlag, name: String)] = [
        (illness, "illness"), (alcohol, "alcohol"), (cycle, "cycle"), (travel, "travel"), (medication, "medication"),
    ]
    public static var all: [ContextFlag] { names.map(\.value) }
}

/// Sets all flags of a day at once; none takes them back. The last one counts.
public struct SetDayContext: BusRequest {
    public typealias Reply = DayContext
    public static let type = MessageType(0x0505)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    public var day: Day
    public var flags: [ContextFlag]
    public init(user: UserID, day: Day, flags: [ContextFlag]) { (self.user, self.day, self.flags) = (user, day, flags) }
    enum CodingKeys: Int, CodingKey { case user = 1, day, flags }
}

public struct DayContext: Message, Equatable {
    public var day: Day
    /// In declared order, each once.
    public var flags: [ContextFlag]
    public init(day: Day, flags: [ContextFlag]) { (self.day, self.flags) = (day, flags) }
    enum CodingKeys: Int, CodingKey { case day = 1, flags }
}

/// The flags whose days are kept out of baselines and learning (SCO-7). The score of such a day itself is computed as always.
public struct ContextMask: Message, Equatable {
    /// In declared order, each once.
    public var flags: [ContextFlag]
    public init(_ flags: [ContextFlag]) { self.flags = flags }
    enum CodingKeys: Int, CodingKey { case flags = 1 }

    /// What holds until the person says otherwise.
    public static let initial = ContextMask([.illness])
}

public struct ContextMaskQuery: BusRequest {
    public typealias Reply = ContextMask
    public static let type = MessageType(0x0510)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }
}

/// Sets the whole mask at once; none lets every day count. The scores of the days concerned, and of those after them, are computed again.
public struct SetContextMask: BusRequest {
    public typealias Reply = ContextMask
    public static let type = MessageType(0x0511)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    public var flags: [ContextFlag]
    public init(user: UserID, flags: [ContextFlag]) { (self.user, self.flags) = (user, flags) }
    enum CodingKeys: Int, CodingKey { case user = 1, flags }
}

/// One day's score, or why there is none.
public struct ScoreReport: Message, Equatable {
    public struct Status: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// Final: the day is closed.
        public static let final = Status(rawValue: 1)
        /// The day is still open; steps are those of the last complete day.
        public static let provisional = Status(rawValue: 2)
        /// Not enough history yet (SCO-5).
        public static let warmingUp = Status(rawValue: 3)
        /// Nothing arrived for this day.
        public static let noData = Status(rawValue: 4)
        /// Withheld: this day has a crisis verdict (SCO-7).
        public static let withheld = Status(rawValue: 5)
        public static let names: [(value: Status, name: String)] = [
            (final, "final"), (provisional, "provisional"), (warmingUp, "warmingUp"), (noData, "noData"), (withheld, "withheld"),
        ]
    }

    public var day: Day
    public var status: Status
    /// 0 … 100, unrounded; present where status is `final` or `provisional`.
    public var score: Double?
    /// The 80 % band, 0 … 100.
    public var low: Double?
    public var high: Double?
    /// False until a label arrived within the last 28 days.
    public var personalised: Bool
    /// Grows whenever this day's score changes.
    public var revision: UInt64
    /// Why there is no score, in one sentence with a next step.
    public var reason: String?
    /// Where no day was asked for and today has no data: says so, and which day this is.
    public var note: String?
    public init(
        day: Day, status: Status, score: Double? = nil, low: Double? = nil, high: Double? = nil, personalised: Bool = false, revision: UInt64 = 0,
        reason: String? = nil
    ) {
        (self.day, self.status, self.score, self.low, self.high) = (day, status, score, low, high)
        (self.personalised, self.revision, self.reason) = (personalised, revision, reason)
    }
    enum CodingKeys: Int, CodingKey { case day = 1, status, score, low, high, personalised, revision, reason, note }
}

public struct Contribution: Message, Equatable {
    public var signal: Signal
    /// As measured, in the metric's unit; absent where missing.
    public var value: Double?
    /// Robust z of a metric (|z| ≤ 6), scaled slider or sentiment; absent where missing.
    public var z: Double?
    public var weight: Double
    /// weight × feature, in logits; the feature is a metric's z within ± 3, halved, and a slider or sentiment as it is.
    public var contribution: Double
    public var missing: Bool
    public var imputed: Bool
    public var lowConfidence: Bool
    /// Baseline the value was compared with; metrics only.
    public var baseline: Baseline?
    /// Exponentially weighted mean (λ = 0.2), for display.
    public var ewma: Double?
    /// The same in plain words, one sentence; absent where missing.
    public var text: String?
    public init(signal: Signal, weight: Double) {
        (self.signal, self.weight, contribution, missing, imputed, lowConfidence) = (signal, weight, 0, true, false, false)
    }
    enum CodingKeys: Int, CodingKey { case signal = 1, value, z, weight, contribution, missing, imputed, lowConfidence, baseline, ewma, text }
}

public struct Baseline: Message, Equatable {
    public var median: Double
    /// Median absolute deviation, unscaled.
    public var mad: Double
    public var count: Int32
    /// At least 21 values.
    public var mature: Bool
    public init(median: Double, mad: Double, count: Int32, mature: Bool) { (self.median, self.mad, self.count, self.mature) = (median, mad, count, mature) }
    enum CodingKeys: Int, CodingKey { case median = 1, mad, count, mature }
}

public struct ScoreBreakdown: Message, Equatable {
    public var report: ScoreReport
    /// "Your usual level", in logits.
    public var bias: Double
    /// In declared order of `Signal`; bias plus their sum is the score's logit, exactly.
    public var contributions: [Contribution]
    /// Labels learned from so far.
    public var labels: Int32
    public var methodology: String
    /// Over 7 and over 28 days; none on a withheld day.
    public var trends: [ScoreTrend] = []
    /// What did not arrive or cannot be compared yet, one sentence each.
    public var gaps: [String] = []
    /// What the person said about the day, in declared order.
    public var context: [ContextFlag] = []
    /// What each of these means for the score, one sentence each.
    public var contextNotes: [String] = []
    /// Those of `context` for which the day is kept out of baselines and learning, in declared order; none where the day counts.
    public var masked: [ContextFlag] = []
    public init(report: ScoreReport, bias: Double, contributions: [Contribution], labels: Int32, methodology: String) {
        (self.report, self.bias, self.contributions, self.labels, self.methodology) = (report, bias, contributions, labels, methodology)
    }
    enum CodingKeys: Int, CodingKey { case report = 1, bias, contributions, labels, methodology, trends, gaps, context, contextNotes, masked }
}

/// How the scores of the days up to and including one went.
public struct ScoreTrend: Message, Equatable {
    /// Length of the window, 7 or 28 days.
    public var days: Int32
    /// Days of it that have a score.
    public var scored: Int32
    /// Mean of their scores, 0 … 100; absent where fewer than half of the days have one.
    public var mean: Double?
    /// That mean less the mean of as many days before; absent where either is.
    public var change: Double?
    /// The same in plain words, one sentence.
    public var text: String
    public init(days: Int32, scored: Int32, mean: Double?, change: Double?, text: String) {
        (self.days, self.scored, self.mean, self.change, self.text) = (days, scored, mean, change, text)
    }
    enum CodingKeys: Int, CodingKey { case days = 1, scored, mean, change, text }
}

/// The user's current state, after any change of any day.
public struct ScoreUpdated: BusEvent, Equatable {
    public static let type = MessageType(0x0580)
    public var user: UserID
    public var revision: UInt64
    /// The latest day with any input.
    public var report: ScoreReport
    public var signals: [SignalLevel]
    /// The earliest day whose score, or context, changed.
    public var revisedFrom: Day
    /// What the person said about the latest day, in declared order; empty from releases that do not tell it.
    public var context: [ContextFlag]
    public init(user: UserID, revision: UInt64, report: ScoreReport, signals: [SignalLevel], revisedFrom: Day, context: [ContextFlag] = []) {
        (self.user, self.revision, self.report, self.signals, self.revisedFrom) = (user, revision, report, signals, revisedFrom)
        self.context = context
    }
    enum CodingKeys: Int, CodingKey { case user = 1, revision, report, signals, revisedFrom, context }
}

/// One present signal of the latest day.
public struct SignalLevel: Message, Equatable {
    public var signal: Signal
    public var z: Double
    public var contribution: Double
    public init(signal: Signal, z: Double, contribution: Double) { (self.signal, self.z, self.contribution) = (signal, z, contribution) }
    enum CodingKeys: Int, CodingKey { case signal = 1, z, contribution }
}
