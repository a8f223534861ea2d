import Messages

/// The parts of a stored `DayState` that decide its score, under the same field numbers; the other fields are skipped.
/// Decoding a state costs ten times as much, which counts where many days are read for their scores alone.
struct DayScore: Message {
    /// The part of a `Contribution` that decides.
    struct Part: Message {
        var contribution: Double
        var missing: Bool
        enum CodingKeys: Int, CodingKey { case contribution = 5, missing }
    }

    var day: Day
    var kind: DayState.Kind
    var bias: Double
    var contributions: [Part]
    var openSteps: Part
    enum CodingKeys: Int, CodingKey { case day = 1, kind, bias, contributions, openSteps }

    /// The score as `DayState.report(today:revision:)` has it; nil without one.
    func score(today: Day) -> Double? {
        var parts = contributions
        if today <= day { parts[FeatureVector.steps] = openSteps }
        guard kind == .scored, !parts.allSatisfy(\.missing) else { return nil }
        return 100 * Score.sigmoid(parts.reduce(bias) { $0 + $1.contribution })
    }
}
