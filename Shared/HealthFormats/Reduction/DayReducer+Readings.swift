import LocalTime
import Messages

/// A person's samples around one day.
struct DaySamples {
    let day: Day
    /// The day, s since 1970.
    let bounds: Range<Int64>
    /// Start of the earliest sample that may reach into the day, s since 1970.
    var earliest: Int64 { bounds.lowerBound - Sample.longest }
    private let samples: [SampleKind: [Sample]]
    private let daily: Set<UInt64>

    init(_ day: Day, _ samples: [SampleKind: [Sample]], _ reducer: DayReducer) {
        (self.day, self.samples, daily) = (day, samples, reducer.dailySources)
        bounds = reducer.calendar.start(of: day)..<reducer.calendar.start(of: day.advanced(by: 1))
    }

    /// Samples by their start, s since 1970; by default those that may reach into the day.
    func near(_ kind: SampleKind, _ from: Int64?, _ to: Int64?) -> ArraySlice<Sample> {
        DayReducer.slice(samples[kind] ?? [], from: from ?? earliest, to: to ?? bounds.upperBound)
    }

    /// Those that no app computed from others.
    func measured(_ kind: SampleKind) -> [Sample] {
        let samples = near(kind, nil, nil)
        // An older release also stored a day's mean as a sample at the day's first instant.
        let told = Set(samples.filter { daily.contains($0.source) }.map(\.start))
        return samples.filter { !daily.contains($0.source) && ($0.end > $0.start || !told.contains($0.start)) }
    }
}

extension DayReducer {
    /// The kinds of samples that a metric's readings are found from; empty for an unknown key.
    /// - Parameter key: `DailyMetric.key`.
    package static func kinds(behind key: String) -> [SampleKind] {
        switch key {
        case "hrv": [.heartRateVariability, .heartRate, .steps, .sleep, .sleepTotal]
        case "rmssd": [.beatVariability, .sleep, .sleepTotal]
        case "nocturnalHeartRate": [.heartRate, .sleep, .sleepTotal]
        case "restingHeartRate": [.restingHeartRate, .heartRate, .steps, .sleep, .sleepTotal]
        case "sleep", "sleepDebt": [.sleep, .sleepTotal]
        case "steps": [.steps]
        case "respiratoryRate": [.respiratoryRate, .sleep, .sleepTotal]
        default: []
        }
    }

    /// The samples that a day's value was computed from, with their kind; sorted within a kind. For a sleep debt those
    /// of the day's own night.
    /// - Parameters:
    ///   - key: `DailyMetric.key`.
    ///   - value: the day's value; an estimate has no samples.
    ///   - samples: sorted, of `kinds(behind:)`, covering at least `reach` around the day.
    package func readings(
        of key: String, _ value: MetricValue, on day: Day, _ samples: [SampleKind: [Sample]]
    ) -> [(kind: SampleKind, samples: [Sample])] {
        guard !value.imputed else { return [] }
        let all = DaySamples(day, samples, self)
        let (bounds, near, measured) = (all.bounds, all.near, all.measured)
        func asleep(_ samples: some Sequence<Sample>) -> [Sample] { samples.filter(night(all).asleep.touches) }
        func daily(_ kind: SampleKind) -> [Sample] {
            near(kind, nil, bounds.upperBound + 86_400).filter {
                dailySources.contains($0.source) && $0.source == value.device
                    && calendar.writtenDay(of: $0, kind) == day
            }
        }
        switch (key, value.derivation) {
        case ("hrv", .asleep): return [(.heartRateVariability, asleep(measured(.heartRateVariability)))]
        case ("hrv", .sedentary):
            let rates = near(.heartRate, bounds.lowerBound, nil)
            let calm = calmSamples(bounds, measured(.heartRateVariability)[...], rates, steps(all))
            return [(.heartRateVariability, calm ?? [])]
        case ("hrv", _): return [(.heartRateVariability, daily(.heartRateVariability))]
        case ("rmssd", _): return [(.beatVariability, asleep(near(.beatVariability, nil, nil)))]
        case ("nocturnalHeartRate", _):
            let sessions = night(all).sessions
            let rates = samples[.heartRate] ?? []
            return [
                (
                    .heartRate,
                    sessions.flatMap { Self.slice(rates, from: $0.lowerBound, to: $0.upperBound) }.sorted()
                )
            ]
        case ("restingHeartRate", .provider):
            let own = near(.restingHeartRate, bounds.lowerBound, nil).filter { $0.source == value.device }
            return [(.restingHeartRate, own)]
        case ("restingHeartRate", _):
            let rates = near(.heartRate, bounds.lowerBound, nil)
            let window = calmWindow(day, night(all), rates, steps(all))
            return [
                (
                    .heartRate,
                    window.map { Array(Self.slice(rates, from: $0.range.lowerBound, to: $0.range.upperBound)) } ?? []
                )
            ]
        case ("sleep", _), ("sleepDebt", _):
            let window = Intervals(night(all).sessions)
            let totals = near(.sleepTotal, nil, bounds.upperBound + 86_400).filter {
                calendar.writtenDay(of: $0, .sleepTotal) == day
            }
            // As `Night` counts them: lying in bed is no stage.
            let stages = near(.sleep, nil, bounds.upperBound + 86_400).filter {
                SleepStage(rawValue: Int($0.value)) != .inBed && $0.start < $0.end && window.touches($0)
            }
            return [(.sleep, stages), (.sleepTotal, totals)]
        case ("steps", _):
            return [(.steps, steps(all).filter { $0.end > bounds.lowerBound || $0.start >= bounds.lowerBound })]
        case ("respiratoryRate", .asleep): return [(.respiratoryRate, asleep(measured(.respiratoryRate)))]
        case ("respiratoryRate", _): return [(.respiratoryRate, daily(.respiratoryRate))]
        default: return []
        }
    }
}
