import Messages

/// The prospective target (SCO-4): a day is labelled by the first check-in of the three days after it.
struct Labels {
    /// Days after a day in which its label may come.
    static let horizon = 3
    /// A score is personalised while its last label is younger than this many days.
    static let memory = 28

    /// Days that wait for their label, ascending.
    private var waiting: [(day: Day, inputs: [Double])] = []
    /// The day on which a label last taught something.
    private(set) var last: Day?

    /// The self-report composite of a day's sliders: mean of those given among −stress, energy and sleep quality, scaled to ± 2.
    static func composite(_ checkIn: CheckIn) -> Double {
        let given = [
            checkIn.energy.map(FeatureVector.scaled), checkIn.sleepQuality.map(FeatureVector.scaled), checkIn.stress.map { -FeatureVector.scaled($0) },
        ]
        .compactMap { $0 }
        return 2 * (given.reduce(0, +) / Double(max(1, given.count)))
    }

    /// A day with inputs begins to wait for its label.
    mutating func await(_ day: Day, _ inputs: [Double]) { waiting.append((day, inputs)) }

    /// The inputs of the days that a check-in on `day` labels, oldest first. No later check-in labels them again.
    mutating func arrive(on day: Day) -> [[Double]] {
        let labelled = waiting.filter { $0.day < day && $0.day.distance(to: day) <= Self.horizon }.map(\.inputs)
        waiting = []
        if !labelled.isEmpty { last = day }
        return labelled
    }

    /// True where a label came within the last 28 days.
    func isPersonalised(on day: Day) -> Bool { last.map { $0.distance(to: day) < Self.memory } ?? false }
}
