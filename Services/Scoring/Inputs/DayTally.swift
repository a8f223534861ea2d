import Messages

/// Totals of a day's check-ins and journal entries. A day may have thousands; adding one updates the tally in O(1)
/// without reading the others.
struct DayTally: Message, Equatable {
    /// The day's sliders.
    var answers = DayAnswers()
    /// Number of journal entries.
    private(set) var entries: Int64 = 0
    /// Number of entries with a sentiment.
    private(set) var sentiments: Int64 = 0
    /// Sum of the sentiments in units of 2⁻³⁶. An integer sum does not depend on the order, and subtracting an entry is
    /// exact.
    private var sum: Int64 = 0
    /// Number of entries with a crisis verdict.
    private(set) var crises: Int64 = 0
    enum CodingKeys: Int, CodingKey { case answers = 1, entries, sentiments, sum, crises }

    private static let unit = 0x1p-36

    /// Whether the day has a check-in or an entry.
    var isSomething: Bool { answers.count > 0 || entries > 0 }

    /// Mean sentiment of the day's entries, −1 … 1; nil without any.
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

/// A day's sliders (SCO-4): for each the last value given that day, ordered by time and then by id.
struct DayAnswers: Message, Equatable {
    /// The last value of one slider.
    struct Slider: Message, Equatable {
        /// 1 … 7.
        var value: Int32
        /// Time of the check-in.
        var at: Milliseconds
        /// Id of the check-in, which orders equal times.
        var id: EntityID
        enum CodingKeys: Int, CodingKey { case value = 1, at, id }
    }

    private(set) var stress: Slider?
    private(set) var energy: Slider?
    private(set) var sleepQuality: Slider?
    /// Number of check-ins.
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
