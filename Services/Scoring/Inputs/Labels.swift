import Messages

/// The prospective target (SCO-4): a day is labelled by the first check-in within the three days after it.
struct Labels: Message, Equatable {
    /// Number of days after a day in which its label may arrive.
    static let horizon = 3
    /// A score is personalised while its last label is less than this many days old.
    static let memory = 28

    /// A day without its label.
    struct Waiting: Message, Equatable {
        var day: Day
        /// The estimator's inputs, in declared order of `Signal`.
        var inputs: [Double]
        /// k of the day's band.
        var widening: Double
        enum CodingKeys: Int, CodingKey { case day = 1, inputs, widening }
    }

    /// Days without a label, ascending; at most `horizon` of them.
    private var waiting: [Waiting] = []
    /// The day of the last label.
    private(set) var last: Day?
    enum CodingKeys: Int, CodingKey { case waiting = 1, last }

    /// The self-report composite of a day: the mean of those given among −stress, energy and sleep quality, scaled to ±
    /// 2; nil if none was given.
    static func composite(_ answers: DayAnswers) -> Double? {
        let given = [
            answers.energy.map { FeatureVector.scaled($0.value) },
            answers.sleepQuality.map { FeatureVector.scaled($0.value) },
            answers.stress.map { -FeatureVector.scaled($0.value) },
        ].compactMap(\.self)
        return given.isEmpty ? nil : 2 * (given.reduce(0, +) / Double(given.count))
    }

    /// Adds a day with inputs that is to be labelled.
    mutating func await(_ day: Day, _ inputs: [Double], widening: Double) {
        // Drops days that no later check-in can label.
        waiting.removeAll { $0.day.distance(to: day) >= Self.horizon }
        waiting.append(Waiting(day: day, inputs: inputs, widening: widening))
    }

    /// Removes and returns the days that a check-in on `day` labels, oldest first. Each day is labelled once.
    mutating func arrive(on day: Day) -> [Waiting] {
        let labelled = waiting.filter { $0.day < day && $0.day.distance(to: day) <= Self.horizon }
        waiting = []
        if !labelled.isEmpty { last = day }
        return labelled
    }

    /// Whether a label arrived within the last 28 days.
    func isPersonalised(on day: Day) -> Bool { last.map { $0.distance(to: day) < Self.memory } ?? false }
}
