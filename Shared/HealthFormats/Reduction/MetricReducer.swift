import LocalTime
import Messages

/// Computes one daily metric from a day's samples, and finds the samples behind a value. Each metric of `SignalTable`
/// has one; to add a metric, add an entry here: docs/adding-a-metric.md.
package struct MetricReducer: Sendable {
    /// The samples behind a value, by kind.
    typealias Readings = [(kind: SampleKind, samples: [Sample])]

    /// `DailyMetric.key`.
    package let key: String
    /// Its place in a day's metrics.
    let field: WritableKeyPath<DailyMetrics, MetricValue?> & Sendable
    /// The kinds of samples that it is computed from.
    package let kinds: [SampleKind]
    /// The day's value; nil if there is none.
    let value: @Sendable (DaySamples) -> MetricValue?
    /// The samples that a measured value was computed from.
    let readings: @Sendable (DaySamples, MetricValue) -> Readings

    /// See the properties.
    private init(
        _ key: String, _ field: WritableKeyPath<DailyMetrics, MetricValue?> & Sendable, _ kinds: [SampleKind],
        value: @escaping @Sendable (DaySamples) -> MetricValue?,
        readings: @escaping @Sendable (DaySamples, MetricValue) -> Readings
    ) {
        (self.key, self.field, self.kinds, self.value, self.readings) = (key, field, kinds, value, readings)
    }

    /// In the order of `SignalTable.metrics`.
    package static let all: [MetricReducer] = [
        MetricReducer(
            "hrv", \.hrv, [.heartRateVariability, .heartRate, .steps, .sleep, .sleepTotal],
            value: { day in
                let samples = day.measured(.heartRateVariability)
                return day.asleepVariability(samples) ?? day.calmVariability(samples[...])
                    ?? day.dailyMean(.heartRateVariability)
            },
            readings: { day, value in
                let samples = day.measured(.heartRateVariability)
                return switch value.derivation {
                case .asleep: [(.heartRateVariability, day.asleep(samples))]
                case .sedentary: [(.heartRateVariability, day.calmSamples(samples[...]) ?? [])]
                default: [(.heartRateVariability, day.daily(.heartRateVariability, by: value.device))]
                }
            }),
        MetricReducer(
            "nocturnalHeartRate", \.nocturnalHeartRate, [.heartRate, .sleep, .sleepTotal],
            value: { $0.nocturnal() },
            readings: { day, _ in [(.heartRate, day.night.sessions.flatMap { day.heartRates(within: $0) }.sorted())] }),
        MetricReducer(
            "restingHeartRate", \.restingHeartRate, [.restingHeartRate, .heartRate, .steps, .sleep, .sleepTotal],
            value: { $0.provided(.restingHeartRate) ?? $0.derivedResting() },
            readings: { day, value in
                value.derivation == .provider
                    ? [(.restingHeartRate, day.provided(.restingHeartRate, by: value.device))]
                    : [(.heartRate, day.calmWindow().map(day.heartRates(on:)) ?? [])]
            }),
        MetricReducer(
            "sleep", \.sleep, [.sleep, .sleepTotal], value: { $0.sleep() ?? $0.dailySleep() },
            readings: { day, _ in day.nightReadings() }),
        // `MetricsHistory` computes it from the sleep of several days.
        MetricReducer(
            "sleepDebt", \.sleepDebt, [.sleep, .sleepTotal], value: { _ in nil },
            readings: { day, _ in day.nightReadings() }),
        MetricReducer(
            "steps", \.steps, [.steps], value: { $0.totalSteps() }, readings: { day, _ in [(.steps, day.stepsOfDay)] }),
        MetricReducer(
            "respiratoryRate", \.respiratoryRate, [.respiratoryRate, .sleep, .sleepTotal],
            value: { $0.respiration(measured: .respiratoryRate) ?? $0.dailyMean(.respiratoryRate) },
            readings: { day, value in
                value.derivation == .asleep
                    ? [(.respiratoryRate, day.asleep(day.measured(.respiratoryRate)))]
                    : [(.respiratoryRate, day.daily(.respiratoryRate, by: value.device))]
            }),
        MetricReducer(
            "rmssd", \.rmssd, [.beatVariability, .sleep, .sleepTotal],
            value: { $0.asleepVariability($0.near(.beatVariability)) },
            readings: { day, _ in [(.beatVariability, day.asleep(day.near(.beatVariability)))] }),
    ]
}

extension MetricReducer {
    /// The reducer of a metric; nil for an unknown key.
    package static func of(_ key: String) -> MetricReducer? { all.first { $0.key == key } }
}
