import Foundation

/// A pairwise logistic (Bradley–Terry) model: the probability that a is preferred to b is σ(w·x_a − w·x_b). It learns
/// from pairs only (COA-4; Bradley and Terry 1952, Biometrika 39).
struct Ranker: Equatable {
    /// η before the first answer. At this value a few dozen answers reverse a preference and a single one does not.
    static let rate = 0.15
    /// η never falls below this, so that a taste that changes is followed.
    static let leastRate = 0.05

    /// The learning rate after so many answers: it halves with every sixty, down to `leastRate`, because what is known
    /// already is worth more than one more answer.
    static func rate(after answers: Int) -> Double { max(leastRate, rate * exp2(-Double(max(0, answers)) / 60)) }
    /// Upper bound of the rate a caller may pass.
    static let maximumRate = 0.5
    /// Upper bound of |w| for every feature.
    static let bound = 4.0

    /// Indexed as in `Features`; `Features.count` elements.
    private(set) var weights: [Double]

    /// - Parameter stored: weights learned so far. Missing or non-finite ones are replaced by the design prior.
    init(stored: [Double] = []) {
        weights = Features.designed
        for (place, weight) in zip(weights.indices, stored) where weight.isFinite {
            weights[place] = min(max(weight, -Self.bound), Self.bound)
        }
    }

    /// w·x, summed in index order so that equal inputs give bit-identical scores.
    func score(_ features: [Double]) -> Double { zip(weights, features).reduce(0) { $0 + $1.0 * $1.1 } }

    /// w += η·σ(w·x_other − w·x_preferred)·(x_preferred − x_other), with each weight clipped to ± `bound`. Vectors of a
    /// wrong length are ignored.
    mutating func learn(preferred: [Double], over other: [Double], rate: Double = Ranker.rate) {
        guard preferred.count == weights.count, other.count == weights.count else { return }
        let step = min(max(rate, 0), Self.maximumRate) * Self.sigmoid(score(other) - score(preferred))
        guard step.isFinite else { return }
        for place in weights.indices {
            weights[place] = min(
                max(weights[place] + step * (preferred[place] - other[place]), -Self.bound), Self.bound)
        }
    }

    static func sigmoid(_ x: Double) -> Double { 1 / (1 + exp(-x)) }
}
