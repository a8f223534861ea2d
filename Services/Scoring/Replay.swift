import Messages

/// Scores as a pure function of their inputs (SCO-6): no clock, no randomness, no order of arrival.
enum Replay {
    static let checkInsNeeded: Int32 = 3

    /// The state of every day with an input, ascending. A day depends on its own inputs and those of earlier days only.
    static func states(_ inputs: [ScoringInput]) -> [DayState] {
        var walk = Walk()
        return DayInputs.days(of: inputs).map { walk.state(of: $0) }
    }

    /// What one day leaves to the next.
    private struct Walk {
        var history = SensorMetric.allCases.map { BaselineHistory(floor: $0.floor) }
        var estimator = Estimator()
        var labels = Labels()
        var checkIns: Int32 = 0
        var steps: (day: Day, feature: Feature)?

        mutating func state(of inputs: DayInputs) -> DayState {
            let day = inputs.day
            if let checkIn = inputs.checkIn { estimator.learn(labels.arrive(on: day), label: Labels.composite(checkIn)) }
            var vector = FeatureVector(
                day: day, metrics: inputs.metrics, checkIn: inputs.checkIn, sentiment: inputs.sentiment, history: history)
            if !vector.isEmpty { labels.await(day, vector.inputs) }
            for metric in SensorMetric.allCases {
                if let value = inputs.metrics.flatMap(metric.value) { history[metric.rawValue].enter(value, on: day) }
                vector.features[metric.rawValue].ewma = history[metric.rawValue].ewma
            }
            checkIns += inputs.checkIns
            let state = state(of: vector, inputs)
            steps = (day, vector.features[FeatureVector.steps])
            return state
        }

        private func state(of vector: FeatureVector, _ inputs: DayInputs) -> DayState {
            let values = history.map(\.count).max() ?? 0
            var kind = DayState.Kind.scored
            if inputs.crisis {
                kind = .withheld
            } else if !vector.hasValue {
                kind = .noData
            } else if values < BaselineHistory.minimum, checkIns < checkInsNeeded {
                kind = .warmingUp
            } else if vector.isEmpty {
                kind = .noBaseline
            }
            var yesterday = Feature(signal: .steps)
            if let steps, steps.day.distance(to: inputs.day) == 1 { yesterday = steps.feature }
            return DayState(
                day: inputs.day, kind: kind, bias: estimator.bias, contributions: vector.features.map(contribution),
                openSteps: contribution(yesterday), deviation: estimator.variance.squareRoot(), labels: estimator.labels,
                personalised: labels.isPersonalised(on: inputs.day), sensorValues: values, checkIns: checkIns)
        }

        private func contribution(_ feature: Feature) -> Contribution {
            let weight = estimator.weights[Int(feature.signal.rawValue) - 1]
            var contribution = Contribution(signal: feature.signal, weight: weight)
            contribution.value = feature.value
            contribution.z = feature.z
            contribution.contribution = weight * feature.input
            contribution.missing = feature.missing
            (contribution.imputed, contribution.lowConfidence) = (feature.imputed, feature.lowConfidence)
            (contribution.baseline, contribution.ewma) = (feature.baseline, feature.ewma)
            return contribution
        }
    }
}
