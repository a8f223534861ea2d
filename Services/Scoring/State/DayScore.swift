import Messages

/// The parts of a stored `DayState` that decide its score and its comparison, under the same field numbers; the other fields are skipped.
/// Decoding a state costs ten times as much, which counts where many days are read for their scores alone.
struct DayScore: Message {
    /// The part of a `Contribution` that decides.
    struct Part: Message {
        var z: Double?
        var weight: Double
        var contribution: Double
        var missing: Bool
        enum CodingKeys: Int, CodingKey { case z = 3, weight, contribution, missing }
    }

    var day: Day
    var kind: DayState.Kind
    var bias: Double
    var contributions: [Part]
    var openSteps: Part
    enum CodingKeys: Int, CodingKey { case day = 1, kind, bias, contributions, openSteps }

    /// The parts as seen on `today`: the steps of the day before while the day is open.
    func parts(today: Day) -> [Part] {
        guard today <= day else { return contributions }
        var parts = contributions
        parts[FeatureVector.steps] = openSteps
        return parts
    }

    /// The score as `DayState.report(today:revision:)` has it; nil without one.
    func score(today: Day) -> Double? {
        let parts = parts(today: today)
        guard kind == .scored, !parts.allSatisfy(\.missing) else { return nil }
        return 100 * Score.sigmoid(parts.reduce(bias) { $0 + $1.contribution })
    }
}
