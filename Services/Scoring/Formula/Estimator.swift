import Messages

/// Online ridge regression by normalised stochastic gradient steps, regularised towards a documented design prior
/// (SCO-3).
///
/// Dividing the step by 1 + α(1 + ‖x‖²) keeps a large input from overshooting; clipping the error does the same for a
/// single label.
struct Estimator: Message, Equatable {
    /// Weights in declared order of `Signal`: a design prior; nothing is learned from other people.
    static let prior: [Double] = SignalTable.entries.map(\.prior)
    /// α, step size. 0.08 applies together with the halved z of `SensorMetric.scale`, where the evidence is
    /// given; 0.05 was as good on LifeSnaps and slower on a known effect.
    static let rate = 0.08
    /// κ, strength of the pull to the prior at each step. Between 0.002 and 0.03 the error on LifeSnaps changes by less
    /// than 0.003.
    static let pull = 0.01
    /// Weights are clipped to ± this.
    static let weightLimit = 2.0
    /// Share of a new squared residual in the residual variance.
    static let varianceRate = 0.06

    private(set) var weights = Self.prior
    /// The intercept, shown as "your usual level", in logits.
    private(set) var bias = 0.0
    /// Number of labels learned from.
    private(set) var labels: Int32 = 0
    /// Exponentially weighted variance of the prediction errors, in logits².
    private(set) var variance = 0.5
    enum CodingKeys: Int, CodingKey { case weights = 1, bias, labels, variance }

    /// bias + w·x in logits, summed in declared order so that the result is bit-identical.
    func logit(_ inputs: [Double]) -> Double {
        var sum = bias
        for (weight, input) in zip(weights, inputs) { sum += weight * input }
        return sum
    }

    /// Learns one label from the days it labels, oldest first. Days with non-finite inputs are skipped. The residuals
    /// are those of the predictions before this label.
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
            weights[index] = (weight + scale * inputs[index] - Self.pull * (weight - Self.prior[index])).clipped(
                Self.weightLimit)
        }
    }
}
