import Messages

/// One input of the score on one day.
struct Feature: Message, Equatable {
    var signal: Signal
    /// As measured, even if there is no baseline yet.
    var value: Double?
    /// z-score clipped to ± 6, for display; nil if missing.
    var z: Double?
    var imputed = false
    var lowConfidence = false
    var baseline: Baseline?
    /// Exponentially weighted moving average up to this day; metrics only.
    var ewma: Double?
    enum CodingKeys: Int, CodingKey { case signal = 1, value, z, imputed, lowConfidence, baseline, ewma }

    init(signal: Signal, value: Double? = nil, z: Double? = nil, baseline: Baseline? = nil) {
        (self.signal, self.value, self.z, self.baseline) = (signal, value, z, baseline)
    }

    /// The feature's input to the sum: a metric's z-score clipped to ± 3 and scaled, a slider or sentiment unchanged, 0
    /// if missing.
    /// - Parameter scale: scale of the feature's term (`ScoreTerm.scale`).
    func input(scale: Double) -> Double { scale * (z ?? 0).clipped(FeatureVector.limit) }
    var missing: Bool { z == nil }
}

/// The inputs of one day, in declared order of `Signal` (SCO-2).
struct FeatureVector: Equatable {
    static let limit = 3.0
    /// Factor of a sensor's z-score, which brings its range of ± 1.5 closer to the sliders' ± 1.
    ///
    /// Evaluated together with α on LifeSnaps (29 people, 1,284 predictions): error 0.563 with 0.5 and α = 0.08, 0.579
    /// with 1 and α = 0.02; difference −0.016 (95 % −0.021 … −0.011, bootstrap over people), and an improvement in each
    /// half of the people alone. Synthetic people: 0.488 against 0.481 with a strong effect, 0.414 against 0.417 with a
    /// weak one. ln(HRV) instead of HRV made no difference (0.579 and 0.579), so HRV stays in milliseconds.
    static let sensorScale = 0.5
    /// Index of steps. While a day is open, the steps of the day before are used (SCO-2). The table always contains
    /// steps.
    static let steps = ScoreTerm.all.firstIndex { $0.signal == .steps }!

    var features: [Feature]

    var inputs: [Double] { zip(features, ScoreTerm.all).map { $0.input(scale: $1.scale) } }
    var isEmpty: Bool { features.allSatisfy(\.missing) }
    var hasValue: Bool { features.contains { $0.value != nil } }
    /// Factor k by which the day's band is widened.
    var widening: Double {
        Score.widening(
            missing: features.count(where: \.missing),
            doubtful: features.count { !$0.missing && ($0.imputed || $0.lowConfidence) }, of: features.count)
    }

    init(_ inputs: DayInputs, history: [BaselineHistory]) {
        let tally = inputs.tally
        features = ScoreTerm.all.map { term in
            switch term.source {
            case .metric(let metric):
                return Self.feature(metric, inputs.metrics.flatMap(metric.value), history[metric.index], inputs.day)
            case .slider(let slider):
                let value = tally.answers[slider]?.value
                return Feature(signal: term.signal, value: value.map(Double.init), z: value.map(Self.scaled))
            case .journal: return Feature(signal: term.signal, value: tally.sentiment, z: tally.sentiment)
            }
        }
    }

    /// Maps a slider from 1 … 7 to −1 … 1.
    static func scaled(_ slider: Int32) -> Double { (Double(slider) - 4) / 3 }

    private static func feature(_ metric: SensorMetric, _ value: MetricValue?, _ history: BaselineHistory, _ day: Day)
        -> Feature
    {
        guard let value else { return Feature(signal: metric.signal, baseline: history.baseline(on: day)) }
        var feature = Feature(signal: metric.signal)
        let comparison = history.compare(value, on: day, floor: metric.floor)
        feature.value = value.value
        feature.z = comparison?.z.clipped(BaselineHistory.displayLimit)
        feature.baseline = comparison?.baseline
        (feature.imputed, feature.lowConfidence) = (value.imputed, value.lowConfidence)
        return feature
    }
}
