import Messages

/// The prospective target (SCO-4): a day is labelled by the first check-in of the three days after it.
struct Labels: Message, Equatable {
    /// Days after a day in which its label may come.
    static let horizon = 3
    /// A score is personalised while its last label is younger than this many days.
    static let memory = 28

    /// A day that waits for its label.
    struct Waiting: Message, Equatable {
        var day: Day
        var inputs: [Double]
        /// k of the day's band.
        var widening: Double
        enum CodingKeys: Int, CodingKey { case day = 1, inputs, widening }
    }

    /// Ascending; at most those of `horizon` days.
    private var waiting: [Waiting] = []
    /// The day on which a label last taught something.
    private(set) var last: Day?
    enum CodingKeys: Int, CodingKey { case waiting = 1, last }

    /// The self-report composite of a day: mean of those given among −stress, energy and sleep quality, scaled to ± 2; nil where none was given.
    static func composite(_ answers: DayAnswers) -> Double? {
        let given = [
            answers.energy.map { FeatureVector.scaled($0.value) }, answers.sleepQuality.map { FeatureVector.scaled($0.value) },
            answers.stress.map { -FeatureVector.scaled($0.value) },
        ].compactMap(\.self)
        return given.isEmpty ? nil : 2 * (given.reduce(0, +) / Double(given.count))
    }

    /// A day with inputs begins to wait for its label.
    mutating func await(_ day: Day, _ inputs: [Double], widening: Double) {
        // What no later check-in can label any more.
        waiting.removeAll { $0.day.distance(to: day) >= Self.horizon }
        waiting.append(Waiting(day: day, inputs: inputs, widening: widening))
    }

    /// The days that a check-in on `day` labels, oldest first. No later check-in labels them again.
    mutating func arrive(on day: Day) -> [Waiting] {
        let labelled = waiting.filter { $0.day < day && $0.day.distance(to: day) <= Self.horizon }
        waiting = []
        if !labelled.isEmpty { last = day }
        return labelled
    }

    /// True where a label came within the last 28 days.
    func isPersonalised(on day: Day) -> Bool { last.map { $0.distance(to: day) < Self.memory } ?? false }
}
