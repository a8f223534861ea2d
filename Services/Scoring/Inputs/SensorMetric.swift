import Messages

/// The daily metrics that enter the score, in declared order of `Signal`.
enum SensorMetric: Int, CaseIterable {
    case hrv, nocturnalHeartRate, restingHeartRate, sleepDebt, steps, respiratoryRate

    var signal: Signal {
        switch self {
        case .hrv: .hrv
        case .nocturnalHeartRate: .nocturnalHeartRate
        case .restingHeartRate: .restingHeartRate
        case .sleepDebt: .sleepDebt
        case .steps: .steps
        case .respiratoryRate: .respiratoryRate
        }
    }

    /// The least spread a z is divided by, in the metric's unit (SCO-1): below it a difference is measurement noise.
    var floor: Double {
        switch self {
        case .hrv: 3
        case .nocturnalHeartRate, .restingHeartRate: 1
        case .sleepDebt: 3_600
        case .steps: 750
        case .respiratoryRate: 0.3
        }
    }

    /// The day's value; nil where absent or where it is no measurement (not finite, or beyond any unit used here), so that NaN and
    /// infinities never pass (SCO-2).
    func value(in metrics: DailyMetrics) -> MetricValue? {
        let value =
            switch self {
            case .hrv: metrics.hrv
            case .nocturnalHeartRate: metrics.nocturnalHeartRate
            case .restingHeartRate: metrics.restingHeartRate
            case .sleepDebt: metrics.sleepDebt
            case .steps: metrics.steps
            case .respiratoryRate: metrics.respiratoryRate
            }
        guard let value, abs(value.value) <= 1e9 else { return nil }
        return value
    }
}
