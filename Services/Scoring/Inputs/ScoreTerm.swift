import Messages

/// One term of the score's sum: an entry of the signal table without its texts.
struct ScoreTerm: Sendable {
    enum Source: Sendable {
        case metric(SensorMetric)
        case slider(CheckInSlider)
        case journal
    }

    let signal: Signal
    let source: Source
    /// Factor of its z-score, which is clipped to ± 3.
    let scale: Double

    /// In declared order of `Signal`, which is the summation order and the index of weights and features.
    static let all: [ScoreTerm] = {
        var sensors = 0
        return SignalTable.entries.enumerated().map { place, entry in
            switch entry.source {
            case .metric(let metric, let floor):
                let sensor = SensorMetric(
                    signal: entry.signal, place: place, index: sensors, floor: floor, read: metric.value)
                sensors += 1
                return ScoreTerm(signal: entry.signal, source: .metric(sensor), scale: SensorMetric.scale)
            case .slider(let slider): return ScoreTerm(signal: entry.signal, source: .slider(slider), scale: 1)
            case .journal: return ScoreTerm(signal: entry.signal, source: .journal, scale: 1)
            }
        }
    }()
}

/// A daily metric that enters the score.
struct SensorMetric: Sendable {
    /// Factor of a sensor's z-score, which brings its range of ± 1.5 closer to the sliders' ± 1.
    ///
    /// Evaluated together with α on LifeSnaps (29 people, 1,284 predictions): error 0.563 with 0.5 and α = 0.08, 0.579
    /// with 1 and α = 0.02; difference −0.016 (95 % −0.021 … −0.011, bootstrap over people), and an improvement in each
    /// half of the people alone. Synthetic people: 0.488 against 0.481 with a strong effect, 0.414 against 0.417 with a
    /// weak one. ln(HRV) instead of HRV made no difference (0.579 and 0.579), so HRV stays in milliseconds.
    static let scale = 0.5

    let signal: Signal
    /// Index in the feature vector.
    let place: Int
    /// Index among the baseline histories.
    let index: Int
    /// Smallest spread that a z-score is divided by, in the metric's unit (SCO-1).
    let floor: Double
    fileprivate let read: @Sendable (DailyMetrics) -> MetricValue?

    /// In declared order of `Signal`.
    static let all: [SensorMetric] = ScoreTerm.all.compactMap { term in
        if case .metric(let metric) = term.source { metric } else { nil }
    }

    /// The day's value; nil if it is absent or invalid (not finite, or above 1e9 in any unit), so that NaN and
    /// infinities never pass (SCO-2).
    func value(in metrics: DailyMetrics) -> MetricValue? {
        guard let value = read(metrics), abs(value.value) <= 1e9 else { return nil }
        return value
    }
}
