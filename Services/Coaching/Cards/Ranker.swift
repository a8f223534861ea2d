import Foundation

/// A pairwise logistic (Bradley–Terry) model: the probability that a is preferred to b is σ(w·x_a − w·x_b). It learns
/// from pairs only (COA-4; Bradley and Terry 1952, Biometrika 39).
struct Ranker: Equatable {
    /// η before the first answer. Chosen together with `minimumRate` and the prior weight of acceptance on 100 made-up
    /// people; `TasteTests` measures on others.
    static let rate = 0.2
    /// η never falls below this, so that a taste that changes is followed.
    static let minimumRate = 0.05

    /// The learning rate after so many answers: it halves with every sixty, down to `minimumRate`, because what is
    /// known already is worth more than one more answer.
    static func rate(after answers: Int) -> Double { max(minimumRate, rate * exp2(-Double(max(0, answers)) / 60)) }
    /// Upper bound of the rate a caller may pass.
    static let maximumRate = 0.5
    /// Upper bound of |w| for every feature.
    static let bound = 4.0
    /// The signals of a day may take back at most this share of what was learned about a topic, so that a liking
    /// learned on good days never turns into its opposite on bad ones.
    static let interplay = 0.8

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
    /// wrong length are ignored, and so is a comparison of a vector with itself.
    mutating func learn(preferred: [Double], over other: [Double], rate: Double = Ranker.rate) {
        guard preferred.count == weights.count, other.count == weights.count, preferred != other else { return }
        let step = min(max(rate, 0), Self.maximumRate) * Self.sigmoid(score(other) - score(preferred))
        guard step.isFinite else { return }
        for place in weights.indices {
            weights[place] = min(
                max(weights[place] + step * (preferred[place] - other[place]), -Self.bound), Self.bound)
        }
        boundInterplay()
    }

    /// Scales what was learned of each topic's products with signals so that their sum, over the worst day, is at most
    /// `interplay` times what was learned of the topic itself.
    private mutating func boundInterplay() {
        for (taste, products) in Features.interplay {
            let learned = products.reduce(0) { $0 + abs(weights[$1] - Features.designed[$1]) }
            let most = Self.interplay * abs(weights[taste] - Features.designed[taste])
            // A scaled sum may exceed its bound in the last place; it is not scaled again.
            guard learned > most * (1 + 1e-12) else { continue }
            for place in products {
                let designed = Features.designed[place]
                weights[place] = designed + (weights[place] - designed) * (most / learned)
            }
        }
    }

    static func sigmoid(_ x: Double) -> Double { 1 / (1 + exp(-x)) }
}
