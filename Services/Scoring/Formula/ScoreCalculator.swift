import Messages

/// Scores as a pure function of their inputs (SCO-6): no clock, no randomness, no dependence on arrival order.
enum ScoreCalculator {
    /// Check-ins a person needs before a score is shown.
    static let checkInsNeeded: Int32 = 3

    /// The state of every day with an input, ascending. A day depends only on its own inputs and those of earlier days.
    static func states(_ inputs: [ScoringInput], mask: ContextMask = .initial) -> [DayState] {
        var checkpoint = Checkpoint()
        return DayInputs.days(of: inputs, mask: mask).map { checkpoint.advance(over: $0) }
    }
}

/// The state carried from one day to the next. A replay that resumes from it gives the same results as one from the
/// first day.
struct Checkpoint: Message, Equatable {
    /// Version of the formula. A release must raise it if it computes other states from the same inputs (a floor, a
    /// weight, a window, the calibration) or encodes a checkpoint differently.
    private static let formula = 2
    /// Version of the formula and the signal table. Both only grow, so the sum differs if either does. Scores of
    /// another version are recomputed from the first day.
    static let version = formula + ScoreTerm.all.count - 10

    /// The last day included.
    private(set) var day: Day?
    private var history = SensorMetric.all.map { _ in BaselineHistory() }
    private var estimator = Estimator()
    private var labels = Labels()
    private var calibration = Calibration()
    private var checkIns: Int32 = 0
    /// Steps of `day`.
    private var steps: Feature?
    enum CodingKeys: Int, CodingKey { case day = 1, history, estimator, labels, calibration, checkIns, steps }

    /// Advances over the next day; days must come in ascending order. A masked day is scored as usual but does not
    /// enter baselines or learning, and one with nothing but verdicts leaves no trace in later ones.
    /// - Returns: the state of that day.
    mutating func advance(over inputs: DayInputs) -> DayState {
        guard !inputs.isSomething else { return enter(inputs) }
        var aside = self
        return aside.enter(inputs)
    }

    private mutating func enter(_ inputs: DayInputs) -> DayState {
        let counts = inputs.masked.isEmpty
        if counts, let label = Labels.composite(inputs.tally.answers) { learn(label, on: inputs.day) }
        var vector = FeatureVector(inputs, history: history)
        if counts, !vector.isEmpty { labels.await(inputs.day, vector.inputs, widening: vector.widening) }
        for metric in SensorMetric.all {
            if counts, let value = inputs.metrics.flatMap(metric.value) {
                history[metric.index].enter(value, on: inputs.day)
            }
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
        // Nothing was learned since these days were shown, so the current estimator repeats their predictions.
        for day in days { calibration.enter(label - estimator.logit(day.inputs), margin: deviation * day.widening) }
        estimator.learn(days.map(\.inputs), label: label)
    }

    private func state(of vector: FeatureVector, _ inputs: DayInputs) -> DayState {
        let values = history.map(\.count).max() ?? 0
        let kind =
            inputs.isCrisis
            ? .withheld
            : DayState.unscored(
                hasValue: vector.hasValue, isEmpty: vector.isEmpty, sensorValues: values, checkIns: checkIns) ?? .scored
        let yesterday = day.map { $0.distance(to: inputs.day) == 1 } ?? false ? steps : nil
        return DayState(
            day: inputs.day, kind: kind, bias: estimator.bias,
            contributions: vector.features.enumerated().map { contribution($1, at: $0) },
            openSteps: contribution(yesterday ?? Feature(signal: .steps), at: FeatureVector.steps),
            deviation: estimator.variance.squareRoot(),
            labels: estimator.labels,
            personalised: labels.isPersonalised(on: inputs.day), sensorValues: values, checkIns: checkIns,
            quantile: calibration.quantile(answers: estimator.labels), hasNight: inputs.hasNight,
            verdicts: inputs.verdicts)
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
