import Messages

/// What the check-ins and journal entries of a day amount to: of these there may be thousands, and one more changes the tally without a look at the others.
struct DayTally: Message, Equatable {
    var answers = DayAnswers()
    /// Journal entries, and those of them that have a sentiment.
    private(set) var entries: Int64 = 0
    private(set) var sentiments: Int64 = 0
    /// Sum of the sentiments in units of 2⁻³⁶: a sum of whole numbers is the same in any order, and what was added can be taken out again exactly.
    private var sum: Int64 = 0
    /// Entries whose verdict was crisis.
    private(set) var crises: Int64 = 0
    enum CodingKeys: Int, CodingKey { case answers = 1, entries, sentiments, sum, crises }

    private static let unit = 0x1p-36

    var isSomething: Bool { answers.count > 0 || entries > 0 }

    /// Mean of the day's entries, −1 … 1.
    var sentiment: Double? { sentiments > 0 ? Double(sum) * Self.unit / Double(sentiments) : nil }

    mutating func add(_ journal: JournalSentiment) { count(journal, 1) }
    mutating func remove(_ journal: JournalSentiment) { count(journal, -1) }

    private mutating func count(_ journal: JournalSentiment, _ sign: Int64) {
        entries += sign
        if journal.crisis { crises += sign }
        guard let sentiment = journal.sentiment, sentiment.isFinite else { return }
        sentiments += sign
        sum += sign * Int64((sentiment.clipped(1) / Self.unit).rounded())
    }
}

/// A day's sliders: of each the last value given that day (SCO-4), by time and then by id.
struct DayAnswers: Message, Equatable {
    struct Slider: Message, Equatable {
        var value: Int32
        var at: Milliseconds
        var id: EntityID
        enum CodingKeys: Int, CodingKey { case value = 1, at, id }
    }

    private(set) var stress: Slider?
    private(set) var energy: Slider?
    private(set) var sleepQuality: Slider?
    /// Check-ins of the day.
    private(set) var count: Int32 = 0
    enum CodingKeys: Int, CodingKey { case stress = 1, energy, sleepQuality, count }

    subscript(slider: CheckInSlider) -> Slider? {
        switch slider {
        case .stress: stress
        case .energy: energy
        case .sleepQuality: sleepQuality
        }
    }

    mutating func add(_ checkIn: CheckIn) {
        count += 1
        Self.keep(checkIn.stress, of: checkIn, in: &stress)
        Self.keep(checkIn.energy, of: checkIn, in: &energy)
        Self.keep(checkIn.sleepQuality, of: checkIn, in: &sleepQuality)
    }

    private static func keep(_ value: Int32?, of checkIn: CheckIn, in slider: inout Slider?) {
        guard let value else { return }
        if let slider, (slider.at, slider.id) > (checkIn.at, checkIn.id) { return }
        slider = Slider(value: value, at: checkIn.at, id: checkIn.id)
    }
}
