import Messages

/// One term of the score's sum, as the formula needs it: an entry of the signal table without its words.
struct ScoreTerm: Sendable {
    enum Source: Sendable {
        case metric(SensorMetric)
        case slider(CheckInSlider)
        case journal
    }

    let signal: Signal
    let source: Source
    /// What its z, within ± 3, is multiplied by.
    let scale: Double

    /// In declared order of `Signal`: summation order, and the places of weights and features.
    static let all: [ScoreTerm] = {
        var sensors = 0
        return SignalTable.entries.enumerated().map { place, entry in
            switch entry.source {
            case .metric(let metric, let floor):
                let sensor = SensorMetric(
                    signal: entry.signal, place: place, index: sensors, floor: floor, read: metric.value)
                sensors += 1
                return ScoreTerm(signal: entry.signal, source: .metric(sensor), scale: FeatureVector.sensorScale)
            case .slider(let slider, _, _): return ScoreTerm(signal: entry.signal, source: .slider(slider), scale: 1)
            case .journal: return ScoreTerm(signal: entry.signal, source: .journal, scale: 1)
            }
        }
    }()
}

/// A daily metric that enters the score.
struct SensorMetric: Sendable {
    let signal: Signal
    /// In the vector of features.
    let place: Int
    /// Among the baseline histories.
    let index: Int
    /// The least spread that a z is divided by, in the metric's unit (SCO-1).
    let floor: Double
    fileprivate let read: @Sendable (DailyMetrics) -> MetricValue?

    /// In declared order of `Signal`.
    static let all: [SensorMetric] = ScoreTerm.all.compactMap { term in
        if case .metric(let metric) = term.source { metric } else { nil }
    }

    /// The day's value; nil where absent or where it is no measurement (not finite, or beyond any unit used here), so
    /// that NaN and infinities never pass (SCO-2).
    func value(in metrics: DailyMetrics) -> MetricValue? {
        guard let value = read(metrics), abs(value.value) <= 1e9 else { return nil }
        return value
    }
}
