/// A number in a text with what it counts.
struct Amount: Equatable {
    enum Unit: Equatable {
        case seconds, days, percent, clock, deviations
        /// The stem of another counted word: "breath", "step", "glass".
        case other(String)
    }

    /// In seconds for durations up to hours, in days for longer ones.
    var value: Double
    /// nil if the text names none: "at nine", "in for four".
    var unit: Unit?
}
