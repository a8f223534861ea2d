import Messages

/// Online ridge regression by normalised stochastic gradient steps, pulled to a documented design prior (SCO-3).
///
/// The step is divided by 1 + α(1 + ‖x‖²), so that no input overshoots; the error is clipped, so that no single label does.
struct Estimator: Message, Equatable {
    /// Weights in declared order of `Signal`: a design prior; nothing is learned from other people.
    static let prior: [Double] = SignalTable.entries.map(\.prior)
    /// α, step size. 0.08 with the halved z of `FeatureVector.sensorScale`, where the evidence stands; 0.05 was as good on LifeSnaps and slower on a known effect.
    static let rate = 0.08
    /// κ, pull to the prior at each step. Between 0.002 and 0.03 the error on LifeSnaps changes by less than 0.003.
    static let pull = 0.01
    static let weightLimit = 2.0
    /// Share of a new squared residual in the residual variance.
    static let varianceRate = 0.06

    private(set) var weights = Self.prior
    /// "Your usual level", in logits.
    private(set) var bias = 0.0
    /// Labels learned from so far.
    private(set) var labels: Int32 = 0
    /// Exponentially weighted variance of what the predictions missed by, in logits².
    private(set) var variance = 0.5
    enum CodingKeys: Int, CodingKey { case weights = 1, bias, labels, variance }

    /// bias + w·x, summed in declared order.
    func logit(_ inputs: [Double]) -> Double {
        var sum = bias
        for (weight, input) in zip(weights, inputs) { sum += weight * input }
        return sum
    }

    /// Learns one label from the days it labels, oldest first; days without finite inputs teach nothing.
    /// Residuals are those of the predictions as they stood before this label.
    mutating func learn(_ days: [[Double]], label: Double) {
        let days = days.filter { inputs in inputs.count == Self.prior.count && logit(inputs).isFinite }
        guard label.isFinite, let latest = days.indices.last else { return }
        for inputs in days {
            let residual = label - logit(inputs)
            variance += Self.varianceRate * (residual * residual - variance)
        }
        labels += 1
        for (index, inputs) in days.enumerated() {
            let error = label - logit(inputs)
            step(inputs, error)
            if index == latest { bias += max(0.1, 1 / (Double(labels) + 1)) * error.clipped(2) }
        }
    }

    private mutating func step(_ inputs: [Double], _ error: Double) {
        let norm = inputs.reduce(0) { $0 + $1 * $1 }
        let scale = Self.rate * error.clipped(1) / (1 + Self.rate * (1 + norm))
        for index in weights.indices {
            let weight = weights[index]
            weights[index] = (weight + scale * inputs[index] - Self.pull * (weight - Self.prior[index])).clipped(Self.weightLimit)
        }
    }
}
