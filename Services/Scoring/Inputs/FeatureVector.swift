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
