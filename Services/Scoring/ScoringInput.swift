import Messages

/// One thing a score is computed from. What scoring keeps of its inputs is this and nothing else.
enum ScoringInput: Equatable {
    case metrics(DailyMetrics)
    case checkIn(CheckIn)
    /// An analysed journal entry: its sentiment and whether its verdict was crisis; never its text.
    case journal(JournalSentiment)
    /// A crisis verdict outside the journal.
    case crisis(day: Day, id: EntityID)

    var day: Day {
        switch self {
        case .metrics(let metrics): metrics.day
        case .checkIn(let checkIn): checkIn.day
        case .journal(let journal): journal.day
        case .crisis(let day, _): day
        }
    }

    /// Inputs are used in the order (day, type, id), check-ins of a day by when they were given; whatever the order of their arrival.
    fileprivate var order: (Int32, Int, Milliseconds, EntityID) {
        switch self {
        case .metrics: (day.number, 1, 0, EntityID(high: 0, low: 0))
        case .checkIn(let checkIn): (day.number, 2, checkIn.at, checkIn.id)
        case .journal(let journal): (day.number, 3, 0, journal.entry)
        case .crisis(_, let id): (day.number, 4, 0, id)
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

/// A day's inputs, brought together.
struct DayInputs {
    var day: Day
    var metrics: DailyMetrics?
    /// Of each slider the last value given for the day (SCO-4); at least one.
    var checkIn: CheckIn?
    var checkIns: Int32 = 0
    /// Mean of the day's entries.
    var sentiment: Double?
    var crisis = false

    /// Dates a person can have data of, 1900 to 2199; date arithmetic is safe within it.
    static let plausible = Day(number: -25_567)...Day(number: 84_005)

    /// Days with any input, ascending; implausible dates are left out.
    static func days(of inputs: [ScoringInput]) -> [DayInputs] {
        // What is sorted are places: an input is some hundred bytes.
        let places = inputs.indices.filter { plausible.contains(inputs[$0].day) }.map { (order: inputs[$0].order, place: $0) }
        var days: [DayInputs] = []
        days.reserveCapacity(places.count)
        var sum = 0.0
        var entries = 0
        for (_, place) in places.sorted(by: { $0.order < $1.order }) {
            let input = inputs[place]
            if days.isEmpty || days[days.count - 1].day != input.day {
                days.append(DayInputs(day: input.day))
                (sum, entries) = (0, 0)
            }
            let last = days.count - 1
            switch input {
            case .metrics(let metrics):
                days[last].metrics = metrics
            case .checkIn(let checkIn):
                days[last].checkIns += 1
                let earlier = days[last].checkIn
                days[last].checkIn = CheckIn(
                    id: checkIn.id, day: checkIn.day, at: checkIn.at, stress: checkIn.stress ?? earlier?.stress, energy: checkIn.energy ?? earlier?.energy,
                    sleepQuality: checkIn.sleepQuality ?? earlier?.sleepQuality)
            case .journal(let journal):
                if journal.crisis { days[last].crisis = true }
                guard let sentiment = journal.sentiment, sentiment.isFinite else { continue }
                sum += sentiment.clipped(1)
                entries += 1
                days[last].sentiment = sum / Double(entries)
            case .crisis:
                days[last].crisis = true
            }
        }
        return days
    }
}
