import Messages

/// Scores as a pure function of their inputs (SCO-6): no clock, no randomness, no order of arrival.
enum Replay {
    static let checkInsNeeded: Int32 = 3

    /// The state of every day with an input, ascending. A day depends on its own inputs and those of earlier days only.
    static func states(_ inputs: [ScoringInput], mask: ContextMask = .initial) -> [DayState] {
        var checkpoint = Checkpoint()
        return DayInputs.days(of: inputs, mask: mask).map { checkpoint.advance(over: $0) }
    }
}

/// What one day leaves to the next: with it a replay goes on behind a day as if it had begun at the first.
struct Checkpoint: Message, Equatable {
    /// Every release that computes other states from the same inputs, or encodes a checkpoint in another way, raises it: a floor, a
    /// weight, a window, the calibration.
    private static let formula = 1
    /// Of the formula and the signal table. Both only grow, so the sum is another one where either is. Scores of another version are
    /// computed again from the first day.
    static let version = formula + ScoreTerm.all.count - 10

    /// The last day that went in.
    private(set) var day: Day?
    private var history = SensorMetric.all.map { _ in BaselineHistory() }
    private var estimator = Estimator()
    private var labels = Labels()
    private var calibration = Calibration()
    private var checkIns: Int32 = 0
    /// Steps of `day`.
    private var steps: Feature?
    enum CodingKeys: Int, CodingKey { case day = 1, history, estimator, labels, calibration, checkIns, steps }

    /// Takes in the next day; days come in ascending order. A masked day is scored as always, and leaves nothing to baselines and learning.
    /// - Returns: the state of that day.
    mutating func advance(over inputs: DayInputs) -> DayState {
        let counts = inputs.masked.isEmpty
        if counts, let label = Labels.composite(inputs.tally.answers) { learn(label, on: inputs.day) }
        var vector = FeatureVector(inputs, history: history)
        if counts, !vector.isEmpty { labels.await(inputs.day, vector.inputs, widening: vector.widening) }
        for metric in SensorMetric.all {
            if counts, let value = inputs.metrics.flatMap(metric.value) { history[metric.index].enter(value, on: inputs.day) }
            vector.features[metric.place].ewma = history[metric.index].ewma
        }
        checkIns += inputs.tally.answers.count
        let state = state(of: vector, inputs)
        (day, steps) = (inputs.day, vector.features[FeatureVector.steps])
        return state
    }

    private mutating func learn(_ label: Double, on day: Day) {
        let days = labels.arrive(on: day)
        let deviation = estimator.variance.squareRoot()
        // Nothing was learned since these days were shown, so their predictions are the estimator's of now.
        for day in days { calibration.enter(label - estimator.logit(day.inputs), margin: deviation * day.widening) }
        estimator.learn(days.map(\.inputs), label: label)
    }

    private func state(of vector: FeatureVector, _ inputs: DayInputs) -> DayState {
        let values = history.map(\.count).max() ?? 0
        var kind = DayState.Kind.scored
        if inputs.isCrisis {
            kind = .withheld
        } else if !vector.hasValue {
            kind = .noData
        } else if values < BaselineHistory.minimum, checkIns < Replay.checkInsNeeded {
            kind = .warmingUp
        } else if vector.isEmpty {
            kind = .noBaseline
        }
        let yesterday = day.map { $0.distance(to: inputs.day) == 1 } ?? false ? steps : nil
        return DayState(
            day: inputs.day, kind: kind, bias: estimator.bias, contributions: vector.features.enumerated().map { contribution($1, at: $0) },
            openSteps: contribution(yesterday ?? Feature(signal: .steps), at: FeatureVector.steps), deviation: estimator.variance.squareRoot(),
            labels: estimator.labels,
            personalised: labels.isPersonalised(on: inputs.day), sensorValues: values, checkIns: checkIns,
            quantile: calibration.quantile(answers: estimator.labels), hasNight: inputs.hasNight)
    }

    private func contribution(_ feature: Feature, at place: Int) -> Contribution {
        let weight = estimator.weights[place]
        var contribution = Contribution(signal: feature.signal, weight: weight)
        contribution.value = feature.value
        contribution.z = feature.z
        contribution.contribution = weight * feature.input(scale: ScoreTerm.all[place].scale)
        contribution.missing = feature.missing
        (contribution.imputed, contribution.lowConfidence) = (feature.imputed, feature.lowConfidence)
        (contribution.baseline, contribution.ewma) = (feature.baseline, feature.ewma)
        return contribution
    }
}
