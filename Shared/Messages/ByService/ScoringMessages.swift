import Wire

/// Requests the score of a day; without a day, of the latest day with any input.
public struct ScoreQuery: OutwardRequest {
    public typealias Reply = ScoreReport
    public static let type = MessageType(0x0502)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    public var day: Day?
    /// The person's current local date, which decides whether a day is closed or provisional.
    public var today: Day
    /// True for a reader who must not learn of a crisis; absent means false.
    public var isOutward: Bool?
    public init(user: UserID, day: Day? = nil, today: Day) { (self.user, self.day, self.today) = (user, day, today) }
    enum CodingKeys: Int, CodingKey { case user = 1, day, today, isOutward }
}

/// Requests a score with all its inputs.
public struct BreakdownQuery: OutwardRequest {
    public typealias Reply = ScoreBreakdown
    public static let type = MessageType(0x0503)
    public static let service: ServiceName? = .scoring
    /// Days that can be asked for: 1900-01-01 … 2199-12-31.
    public static let days = Day(number: -25_567)...Day(number: 84_005)
    public var user: UserID
    public var day: Day?
    /// The person's current local date.
    public var today: Day
    /// True for a reader who must not learn of a crisis; absent means false.
    public var isOutward: Bool?
    public init(user: UserID, day: Day? = nil, today: Day) { (self.user, self.day, self.today) = (user, day, today) }
    enum CodingKeys: Int, CodingKey { case user = 1, day, today, isOutward }
}

/// Requests the scores of a range, oldest first, at most 400 days.
public struct ScoreHistory: OutwardRequest {
    public static let type = MessageType(0x0504)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    /// First day of the range.
    public var from: Day
    /// Last day of the range.
    public var through: Day
    /// The person's current local date.
    public var today: Day
    /// True for a reader who must not learn of a crisis; absent means false.
    public var isOutward: Bool?
    /// True for reports with their comparisons; absent means false.
    public var compares: Bool?
    public init(user: UserID, from: Day, through: Day, today: Day, compares: Bool? = nil) {
        (self.user, self.from, self.through, self.today) = (user, from, through, today)
        self.compares = compares
    }
    enum CodingKeys: Int, CodingKey { case user = 1, from, through, today, isOutward, compares }

    /// The scores.
    public struct Reply: Message, Equatable {
        /// Oldest first, one per day.
        public var scores: [ScoreReport]
        public init(scores: [ScoreReport]) { self.scores = scores }
        enum CodingKeys: Int, CodingKey { case scores = 1 }
    }
}

/// A circumstance of a day, reported by the person, that explains its values or excludes it from learning
/// (`ContextMask`).
public struct ContextFlag: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// Illness.
    public static let illness = ContextFlag(rawValue: 1)
    /// Alcohol.
    public static let alcohol = ContextFlag(rawValue: 2)
    /// A phase of the menstrual cycle.
    public static let cycle = ContextFlag(rawValue: 3)
    /// Travel.
    public static let travel = ContextFlag(rawValue: 4)
    /// Medication.
    public static let medication = ContextFlag(rawValue: 5)
    /// Injury.
    public static let injury = ContextFlag(rawValue: 6)
    public static let names: [(value: ContextFlag, name: String)] = [
        (illness, "illness"), (alcohol, "alcohol"), (cycle, "cycle"), (travel, "travel"), (medication, "medication"),
        (injury, "injury"),
    ]
    /// All flags in declared order.
    public static var all: [ContextFlag] { names.map(\.value) }
}

/// Sets all flags of a day; an empty list clears them. The last request wins.
public struct SetDayContext: UserRequest {
    public typealias Reply = DayContext
    public static let type = MessageType(0x0505)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    public var day: Day
    /// The day's flags.
    public var flags: [ContextFlag]
    public init(user: UserID, day: Day, flags: [ContextFlag]) { (self.user, self.day, self.flags) = (user, day, flags) }
    enum CodingKeys: Int, CodingKey { case user = 1, day, flags }
}

/// The flags of a day.
public struct DayContext: Message, Equatable {
    public var day: Day
    /// In declared order, without duplicates.
    public var flags: [ContextFlag]
    public init(day: Day, flags: [ContextFlag]) { (self.day, self.flags) = (day, flags) }
    enum CodingKeys: Int, CodingKey { case day = 1, flags }
}

/// The flags whose days are excluded from baselines and learning (SCO-7). Such a day's own score is computed as usual.
public struct ContextMask: Message, Equatable {
    /// In declared order, without duplicates.
    public var flags: [ContextFlag]
    public init(_ flags: [ContextFlag]) { self.flags = flags }
    enum CodingKeys: Int, CodingKey { case flags = 1 }

    /// Default until the person changes it.
    public static let initial = ContextMask([.illness])
}

/// Requests a person's mask.
public struct ContextMaskQuery: UserRequest {
    public typealias Reply = ContextMask
    public static let type = MessageType(0x0510)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    public init(user: UserID) { self.user = user }
    enum CodingKeys: Int, CodingKey { case user = 1 }
}

/// Sets the whole mask; an empty list excludes no day. The scores of affected days, and of later ones, are computed
/// again.
public struct SetContextMask: UserRequest {
    public typealias Reply = ContextMask
    public static let type = MessageType(0x0511)
    public static let service: ServiceName? = .scoring
    public var user: UserID
    /// The mask's flags.
    public var flags: [ContextFlag]
    public init(user: UserID, flags: [ContextFlag]) { (self.user, self.flags) = (user, flags) }
    enum CodingKeys: Int, CodingKey { case user = 1, flags }
}

/// One day's score, or the reason for its absence.
public struct ScoreReport: Message, Equatable {
    /// The state of a day's score.
    public struct Status: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// The day is closed.
        public static let final = Status(rawValue: 1)
        /// The day is still open; steps are those of the last complete day.
        public static let provisional = Status(rawValue: 2)
        /// Not enough history yet (SCO-5).
        public static let warmingUp = Status(rawValue: 3)
        /// The day has no data.
        public static let noData = Status(rawValue: 4)
        /// Withheld, because the day has a crisis verdict (SCO-7).
        public static let withheld = Status(rawValue: 5)
        /// The stored score cannot be opened: its row was altered or damaged.
        public static let damaged = Status(rawValue: 6)
        public static let names: [(value: Status, name: String)] = [
            (final, "final"), (provisional, "provisional"), (warmingUp, "warmingUp"), (noData, "noData"),
            (withheld, "withheld"), (damaged, "damaged"),
        ]
    }

    public var day: Day
    /// The state of the score.
    public var status: Status
    /// 0 … 100, unrounded; present if status is `final` or `provisional`.
    public var score: Double?
    /// Lower bound of the 80 % band, 0 … 100.
    public var low: Double?
    /// Upper bound of the 80 % band, 0 … 100.
    public var high: Double?
    /// True if a label arrived within the last 28 days.
    public var personalised: Bool
    /// Increases with every change of this day's score.
    public var revision: UInt64
    /// The reason for the absence of a score: one sentence with a next step.
    public var reason: String?
    /// Names the day if the request named none and today has no data.
    public var note: String?
    /// How the day compares with the days before it; present on request for a day with a score.
    public var comparison: Comparison?
    public init(
        day: Day, status: Status, score: Double? = nil, low: Double? = nil, high: Double? = nil,
        personalised: Bool = false, revision: UInt64 = 0,
        reason: String? = nil
    ) {
        (self.day, self.status, self.score, self.low, self.high) = (day, status, score, low, high)
        (self.personalised, self.revision, self.reason) = (personalised, revision, reason)
    }
    enum CodingKeys: Int, CodingKey {
        case day = 1, status, score, low, high, personalised, revision, reason, note, comparison
    }
}

/// A scored day among the person's days before it that have the same kinds of input (SCO-9). The compared days are
/// restated: with the weights of the day, and with its values of whatever is left out.
public struct Comparison: Message, Equatable {
    /// Number of days compared with, at most 90.
    public var days: Int32
    /// Number of days that a comparison needs; 0 once it is made, or if nothing is learned any more.
    public var daysNeeded: Int32
    /// The usual range, four days in five, in whole points, and its median, on the scale of the day's score, 0 … 100;
    /// absent with too few days.
    public var low: Double?
    public var median: Double?
    public var high: Double?
    /// Distance from the median in half widths of the range: within ± 1 the day is as usual.
    public var place: Double?
    /// Share of the days below the day's score, half of the equal ones included, 0 … 1.
    public var share: Double?
    /// Signals of the day that too few of the days before have.
    public var leftOut: [Signal]
    /// What sets the day apart from the compared ones, the strongest first.
    public var reasons: [Reason]

    /// A signal whose value is unusual for the person and moves the score.
    public struct Reason: Message, Equatable {
        public var signal: Signal
        /// Difference to the signal's mean contribution on the compared days, in logits.
        public var effect: Double
        /// Whether the value is above those of the compared days.
        public var isAbove: Bool
        public init(signal: Signal, effect: Double, isAbove: Bool) {
            self.signal = signal
            self.effect = effect
            self.isAbove = isAbove
        }
        enum CodingKeys: Int, CodingKey { case signal = 1, effect, isAbove }
    }

    public init(days: Int32, daysNeeded: Int32, leftOut: [Signal] = [], reasons: [Reason] = []) {
        self.days = days
        self.daysNeeded = daysNeeded
        self.leftOut = leftOut
        self.reasons = reasons
    }
    enum CodingKeys: Int, CodingKey {
        case days = 1, daysNeeded, low, median, high, place, share, leftOut, reasons
    }
}

/// One signal's share of a score.
public struct Contribution: Message, Equatable {
    /// The signal.
    public var signal: Signal
    /// The measured value in the metric's unit; absent if missing.
    public var value: Double?
    /// A metric's robust z (|z| ≤ 6), or a scaled slider or sentiment; absent if missing.
    public var z: Double?
    /// The signal's weight.
    public var weight: Double
    /// weight × feature, in logits. A metric's feature is its z clamped to ±3 and halved; a slider's or sentiment's is
    /// its z.
    public var contribution: Double
    /// True if the day has no value.
    public var missing: Bool
    /// True if the value is an estimate for missing samples.
    public var imputed: Bool
    /// True if the value rests on few or poor samples.
    public var lowConfidence: Bool
    /// The baseline of the comparison; metrics only.
    public var baseline: Baseline?
    /// Exponentially weighted moving average (λ = 0.2), for display.
    public var ewma: Double?
    /// One sentence for people; absent if missing.
    public var text: String?
    public init(signal: Signal, weight: Double) {
        (self.signal, self.weight, contribution, missing, imputed, lowConfidence) = (
            signal, weight, 0, true, false, false
        )
    }
    enum CodingKeys: Int, CodingKey {
        case signal = 1, value, z, weight, contribution, missing, imputed, lowConfidence, baseline, ewma, text
    }
}

/// A person's usual level of a metric.
public struct Baseline: Message, Equatable {
    /// Median, in the metric's unit.
    public var median: Double
    /// Median absolute deviation, unscaled.
    public var mad: Double
    /// Number of values.
    public var count: Int32
    /// True for at least 21 values.
    public var mature: Bool
    public init(median: Double, mad: Double, count: Int32, mature: Bool) {
        (self.median, self.mad, self.count, self.mature) = (median, mad, count, mature)
    }
    enum CodingKeys: Int, CodingKey { case median = 1, mad, count, mature }
}

/// A score with all its inputs.
public struct ScoreBreakdown: Message, Equatable {
    /// The score.
    public var report: ScoreReport
    /// The intercept ("your usual level"), in logits.
    public var bias: Double
    /// In declared order of `Signal`. The bias plus their sum is exactly the score's logit.
    public var contributions: [Contribution]
    /// Number of labels learned so far.
    public var labels: Int32
    /// How the score is computed, for people.
    public var methodology: String
    /// Over 7 and 28 days; empty on a withheld day.
    public var trends: [ScoreTrend] = []
    /// Missing or not yet comparable inputs, one sentence each.
    public var gaps: [String] = []
    /// The day's flags, in declared order.
    public var context: [ContextFlag] = []
    /// The effect of each flag on the score, one sentence each.
    public var contextNotes: [String] = []
    /// The flags of `context` that exclude the day from baselines and learning, in declared order.
    public var masked: [ContextFlag] = []
    public init(report: ScoreReport, bias: Double, contributions: [Contribution], labels: Int32, methodology: String) {
        (self.report, self.bias, self.contributions, self.labels, self.methodology) = (
            report, bias, contributions, labels, methodology
        )
    }
    enum CodingKeys: Int, CodingKey {
        case report = 1, bias, contributions, labels, methodology, trends, gaps, context, contextNotes, masked
    }
}

/// The trend of the scores over a window that ends with a day.
public struct ScoreTrend: Message, Equatable {
    /// Length of the window, 7 or 28 days.
    public var days: Int32
    /// Number of those days with a score.
    public var scored: Int32
    /// Mean of their scores, 0 … 100; absent if fewer than half of the days have one.
    public var mean: Double?
    /// That mean minus the mean of the preceding window of equal length; absent if one of the means is absent.
    public var change: Double?
    /// One sentence for people.
    public var text: String
    public init(days: Int32, scored: Int32, mean: Double?, change: Double?, text: String) {
        (self.days, self.scored, self.mean, self.change, self.text) = (days, scored, mean, change, text)
    }
    enum CodingKeys: Int, CodingKey { case days = 1, scored, mean, change, text }
}

/// The user's current state, emitted after a change of any day.
public struct ScoreUpdated: BusEvent, Equatable {
    public static let type = MessageType(0x0580)
    public var user: UserID
    /// Increases with every event.
    public var revision: UInt64
    /// Score of the latest day with any input.
    public var report: ScoreReport
    /// The present signals of that day.
    public var signals: [SignalLevel]
    /// The earliest day whose score or context changed.
    public var revisedFrom: Day
    /// Flags of the latest day, in declared order; empty from releases without this field.
    public var context: [ContextFlag]
    public init(
        user: UserID, revision: UInt64, report: ScoreReport, signals: [SignalLevel], revisedFrom: Day,
        context: [ContextFlag] = []
    ) {
        (self.user, self.revision, self.report, self.signals, self.revisedFrom) = (
            user, revision, report, signals, revisedFrom
        )
        self.context = context
    }
    enum CodingKeys: Int, CodingKey { case user = 1, revision, report, signals, revisedFrom, context }
}

/// A present signal of the latest day.
public struct SignalLevel: Message, Equatable {
    /// The signal.
    public var signal: Signal
    /// As `Contribution.z`.
    public var z: Double
    /// As `Contribution.contribution`.
    public var contribution: Double
    public init(signal: Signal, z: Double, contribution: Double) {
        (self.signal, self.z, self.contribution) = (signal, z, contribution)
    }
    enum CodingKeys: Int, CodingKey { case signal = 1, z, contribution }
}
