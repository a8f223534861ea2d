import Messages

/// One input of a score. Scoring stores these and no other data.
enum ScoringInput: Equatable {
    case metrics(DailyMetrics)
    case checkIn(CheckIn)
    /// A journal entry's sentiment and whether its verdict was crisis; never its text.
    case journal(JournalSentiment)
    /// A crisis verdict that did not come from the journal.
    case crisis(day: Day, id: EntityID)
    /// Another verdict that did not come from the journal; it changes no score.
    case noCrisis(day: Day)
    /// The person's flags for a day; scored only if the day has another input.
    case context(DayContext)

    var day: Day {
        switch self {
        case .metrics(let metrics): metrics.day
        case .checkIn(let checkIn): checkIn.day
        case .journal(let journal): journal.day
        case .crisis(let day, _), .noCrisis(let day): day
        case .context(let context): context.day
        }
    }
}

/// A day's inputs, aggregated; independent of the order in which they are added.
struct DayInputs: Equatable {
    var day: Day
    /// The day's metrics; nil if none arrived.
    var metrics: DailyMetrics?
    /// Totals of the check-ins and journal entries.
    var tally = DayTally()
    /// Whether the day has a crisis verdict that did not come from the journal.
    var hasCrisis = false
    /// Number of verdicts that did not come from the journal, crises or not.
    var verdicts: Int32 = 0
    /// The flags because of which the day is excluded from baselines and learning.
    var masked: [ContextFlag] = []

    init(day: Day) { self.day = day }

    /// Valid dates, 1900 to 2199. Date arithmetic cannot overflow within them.
    static let plausible = BreakdownQuery.days

    /// Whether the day has an input that counts for this day or later ones.
    var isSomething: Bool { metrics != nil || tally.isSomething }
    /// Whether the day has a state: one with a verdict alone has one whatever the verdict is, so that its row does not
    /// tell of a crisis.
    var hasState: Bool { isSomething || verdicts > 0 }
    var isCrisis: Bool { hasCrisis || tally.crises > 0 }
    /// Whether a night that counts for sleep debt ended on this day.
    var hasNight: Bool { metrics?.sleep.map { !$0.lowConfidence } ?? false }

    mutating func add(_ input: ScoringInput, mask: ContextMask) {
        switch input {
        case .metrics(let metrics): self.metrics = metrics
        case .checkIn(let checkIn): tally.answers.add(checkIn)
        case .journal(let journal): tally.add(journal)
        case .crisis: (hasCrisis, verdicts) = (true, verdicts + 1)
        case .noCrisis: verdicts += 1
        case .context(let context): masked = mask.flags.filter(context.flags.contains)
        }
    }

    /// Adds the flags of lasting circumstances.
    mutating func add(_ lasting: [ContextFlag], mask: ContextMask) {
        masked = mask.flags.filter { masked.contains($0) || lasting.contains($0) }
    }

    /// Days with any input, ascending. Inputs with implausible dates are dropped.
    static func days(of inputs: [ScoringInput], mask: ContextMask = .initial) -> [DayInputs] {
        var days: [Day: DayInputs] = [:]
        for input in inputs where plausible.contains(input.day) {
            days[input.day, default: DayInputs(day: input.day)].add(input, mask: mask)
        }
        return days.values.filter(\.hasState).sorted { $0.day < $1.day }
    }
}
