import Foundation

/// A person's usual recorded intake: mean and spread of complete days, with less weight for older ones. It judges
/// whether a day's record is complete, and stands in for days without one.
struct UsualIntake: Sendable, Equatable {
    /// kcal a day; nil before the first record.
    private(set) var mean: Double?
    /// Variance between days.
    private var variance = 0.0
    /// Number of days that count, up to `memory`.
    private var weight = 0.0

    /// Expected number of incomplete records among those judged, and the number of these.
    private var incomplete = 0.0
    private var judged = 0.0

    /// Days over which older records fade.
    private static let memory = 21.0
    /// Number of days as which the usual share of incomplete records counts.
    private static let trust = 15.0

    /// Probability that a record of this person is incomplete: the usual share, corrected by the records so far.
    private func partialProbability(_ parameters: FilterParameters) -> Double {
        (Self.trust * parameters.partialProbability + incomplete) / (Self.trust + judged)
    }

    /// Standard deviation between days; the usual one counts as five days.
    func deviation(_ parameters: FilterParameters) -> Double {
        guard let mean else { return 0 }
        let usual = parameters.usualSpread * mean
        return ((weight * variance + 5 * usual * usual) / (weight + 5)).squareRoot()
    }

    /// Probability that a day's record is complete, by Bayes' rule: complete days are normal around the mean, incomplete
    /// ones lie anywhere between 20 % and 90 % of it, mistyped ones anywhere up to four times of it.
    func isComplete(_ kilocalories: Double, _ parameters: FilterParameters) -> Double {
        guard let mean, mean > 0 else { return 1 }
        let deviation = max(deviation(parameters), 1)
        let score = (kilocalories - mean) / deviation
        let complete = exp(-score * score / 2) / (deviation * 2.506_628_274_631)
        let share = kilocalories / mean
        let partial = partialProbability(parameters)
        var other = 0.002 / (4 * mean)
        if share < 0.9 { other += partial / (share < 0.2 ? 0.2 * mean : 0.7 * mean) }
        let odds = (1 - partial) * complete
        return odds / (odds + other)
    }

    /// Learns a day's record as far as it is complete.
    mutating func learn(_ kilocalories: Double, complete: Double) {
        guard let old = mean else {
            (mean, weight) = (kilocalories, 1)
            return
        }
        incomplete += 1 - complete
        judged += 1
        // A little of every day is learned, so that a lasting change of habit is followed.
        let share = max(complete, 0.05)
        weight = min(weight + share, Self.memory)
        let gain = share / weight
        let difference = kilocalories - old
        mean = old + gain * difference
        variance = max(0, (1 - gain) * (variance + gain * difference * difference))
    }
}
