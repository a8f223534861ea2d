import Messages

/// One input of the score on one day.
struct Feature: Message, Equatable {
    var signal: Signal
    /// As measured; also where it has no baseline to be compared with yet.
    var value: Double?
    /// Within ± 6, for display; nil where missing.
    var z: Double?
    var imputed = false
    var lowConfidence = false
    var baseline: Baseline?
    /// Exponentially weighted mean through this day; metrics only.
    var ewma: Double?
    enum CodingKeys: Int, CodingKey { case signal = 1, value, z, imputed, lowConfidence, baseline, ewma }

    init(signal: Signal, value: Double? = nil, z: Double? = nil, baseline: Baseline? = nil) {
        (self.signal, self.value, self.z, self.baseline) = (signal, value, z, baseline)
    }

    /// What enters the sum: a metric's z within ± 3, scaled; a slider or a sentiment as it is; a missing feature as 0.
    /// - Parameter scale: that of the feature's term (`ScoreTerm.scale`).
    func input(scale: Double) -> Double { scale * (z ?? 0).clipped(FeatureVector.limit) }
    var missing: Bool { z == nil }
}

/// The inputs of a day in declared order of `Signal` (SCO-2).
struct FeatureVector: Equatable {
    static let limit = 3.0
    /// What a sensor's z is multiplied by, so that its range of ± 1.5 stands nearer to the sliders' ± 1.
    ///
    /// Tried with α on LifeSnaps (29 people, 1,284 predictions): an error of 0.563 with 0.5 and α = 0.08, 0.579 with 1
    /// and α = 0.02, difference −0.016 (95 % −0.021 … −0.011 by bootstrap over people), and in each half of the people
    /// alone; on synthetic people with a strong effect 0.488 against 0.481, with a weak one 0.414 against 0.417.
    /// ln(HRV) in place of HRV changed nothing there (0.579 and 0.579), so HRV stays in milliseconds.
    static let sensorScale = 0.5
    /// The place of steps, which count as those of the day before while a day is open (SCO-2). The table has steps.
    static let steps = ScoreTerm.all.firstIndex { $0.signal == .steps }!

    var features: [Feature]

    var inputs: [Double] { zip(features, ScoreTerm.all).map { $0.input(scale: $1.scale) } }
    var isEmpty: Bool { features.allSatisfy(\.missing) }
    var hasValue: Bool { features.contains { $0.value != nil } }
    /// k of the day's band.
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

    /// A slider 1 … 7 as −1 … 1.
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
