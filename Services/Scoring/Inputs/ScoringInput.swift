import Messages

/// One thing a score is computed from. What scoring keeps of its inputs is this and nothing else.
enum ScoringInput: Equatable {
    case metrics(DailyMetrics)
    case checkIn(CheckIn)
    /// An analysed journal entry: its sentiment and whether its verdict was crisis; never its text.
    case journal(JournalSentiment)
    /// A crisis verdict outside the journal.
    case crisis(day: Day, id: EntityID)
    /// What the person says about a day; scored only where the day has another input.
    case context(DayContext)

    var day: Day {
        switch self {
        case .metrics(let metrics): metrics.day
        case .checkIn(let checkIn): checkIn.day
        case .journal(let journal): journal.day
        case .crisis(let day, _): day
        case .context(let context): context.day
        }
    }
}

/// What scoring keeps of a journal entry.
struct JournalSentiment: Message, Equatable {
    var entry: EntityID
    var day: Day
    /// −1 … 1; nil where no provider could say.
    var sentiment: Double?
    var crisis: Bool
    enum CodingKeys: Int, CodingKey { case entry = 1, day, sentiment, crisis }
}

/// A day's inputs, brought together; the same whatever the order they are added in.
struct DayInputs: Equatable {
    var day: Day
    var metrics: DailyMetrics?
    var tally = DayTally()
    /// A crisis verdict outside the journal.
    var hasCrisis = false
    /// The flags for which the day is kept out of baselines and learning.
    var masked: [ContextFlag] = []

    init(day: Day) { self.day = day }

    /// Dates a person can have data of, 1900 to 2199; date arithmetic is safe within it.
    static let plausible = Day(number: -25_567)...Day(number: 84_005)

    /// False for a day of which there is nothing but context.
    var isSomething: Bool { metrics != nil || hasCrisis || tally.isSomething }
    var isCrisis: Bool { hasCrisis || tally.crises > 0 }
    /// Whether a night that counts for sleep debt ended on this day.
    var hasNight: Bool { metrics?.sleep.map { !$0.lowConfidence } ?? false }

    mutating func add(_ input: ScoringInput, mask: ContextMask) {
        switch input {
        case .metrics(let metrics): self.metrics = metrics
        case .checkIn(let checkIn): tally.answers.add(checkIn)
        case .journal(let journal): tally.add(journal)
        case .crisis: hasCrisis = true
        case .context(let context): masked = mask.flags.filter(context.flags.contains)
        }
    }

    /// Days with any input, ascending; implausible dates are left out.
    static func days(of inputs: [ScoringInput], mask: ContextMask = .initial) -> [DayInputs] {
        var days: [Day: DayInputs] = [:]
        for input in inputs where plausible.contains(input.day) { days[input.day, default: DayInputs(day: input.day)].add(input, mask: mask) }
        return days.values.filter(\.isSomething).sorted { $0.day < $1.day }
    }
}
