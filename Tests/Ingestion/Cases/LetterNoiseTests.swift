import Fixtures
import Foundation
import Messages
import Statistics
import TestTraits
import Testing

@testable import Ingestion

/// How often a letter finds something where nothing changed, and how often it finds a real change (WEB-4).
@Suite(.tags(.exhaustive)) struct LetterNoiseTests {
    private static let last = Day(number: 20_000)

    /// A metric that a letter names, with its middle and the standard deviation of its days.
    private struct Metric: Sendable {
        var key: String
        var middle: Double
        var deviation: Double
        var path: WritableKeyPath<DailyMetrics, MetricValue?> & Sendable
    }

    private static let metrics = [
        Metric(key: "sleep", middle: 25_200, deviation: 3_000, path: \.sleep),
        Metric(key: "hrv", middle: 45, deviation: 9, path: \.hrv),
        Metric(key: "restingHeartRate", middle: 58, deviation: 2.5, path: \.restingHeartRate),
        Metric(key: "nocturnalHeartRate", middle: 62, deviation: 3, path: \.nocturnalHeartRate),
        Metric(key: "respiratoryRate", middle: 14, deviation: 1.2, path: \.respiratoryRate),
        Metric(key: "steps", middle: 8_000, deviation: 2_500, path: \.steps),
    ]

    /// A history of all metrics, rounded to whole numbers.
    /// - Parameter shift: the days on which the metric of an index is one standard deviation higher.
    private func history(
        _ random: inout StationaryDays, days count: Int, _ persistence: Double, gaps: Double,
        shift: (metric: Int, days: Range<Int>)? = nil
    ) -> [DailyMetrics] {
        var days = (0..<count).map { DailyMetrics(day: Self.last.advanced(by: $0 - count + 1)) }
        for (index, metric) in Self.metrics.enumerated() {
            let (values, missing) = (random.values(count, persistence: persistence), random.gaps(count, share: gaps))
            for place in days.indices where !missing.contains(place) {
                let isShifted = shift.map { $0.metric == index && $0.days.contains(place) } ?? false
                let value = metric.middle + metric.deviation * (values[place] + (isShifted ? 1 : 0))
                days[place][keyPath: metric.path] = MetricValue(value.rounded(), .provider, device: 1)
            }
        }
        return days.filter(\.isSomething)
    }

    private func shift(_ days: [DailyMetrics]) -> LetterShift? {
        LetterWriter(days).letter(.random(), at: 0, samples: 1, changed: 1)?.shift
    }

    @Test("WEB-4 At most one in twenty letters about histories without a change says that something stands out")
    func stationary() {
        print("letters about nothing: seed 610")
        var random = StationaryDays(seed: 610)
        let count = RunSize.isWhole ? 400 : 60
        var found = 0
        for persistence in [0, 0.2, 0.4, 0.6, 0.8] {
            var own = 0
            for number in 0..<count {
                let days = [365, 730, 1_825, 730][number % 4]
                let history = history(
                    &random, days: days, persistence, gaps: [0, 0.1, 0.3][number % 3])
                if shift(history) != nil { own += 1 }
            }
            print("letters about nothing: φ \(persistence): \(own) of \(count)")
            found += own
        }
        print("letters about nothing: \(found) of \(5 * count)")
        #expect(found * 20 <= 5 * count)
    }

    @Test("WEB-4 A shift of one standard deviation for 90 days is found in four of five histories")
    func real() {
        print("letters about a shift: seed 611")
        var random = StationaryDays(seed: 611)
        for persistence in [0, 0.3, 0.5, 0.8] {
            var (found, near) = (0, 0)
            let count = RunSize.isWhole ? 400 : 40
            for number in 0..<count {
                let days = [730, 1_825][number % 2]
                let start = number % 4 < 2 ? days - 90 : days / 2
                let metric = number % Self.metrics.count
                let history = history(
                    &random, days: days, persistence, gaps: number % 8 < 4 ? 0 : 0.1,
                    shift: (metric, start..<start + 90))
                guard let shift = shift(history) else { continue }
                let first = Self.last.advanced(by: start - days + 1)
                let isUp = shift.after > shift.before
                // The end of the shift is a change as well.
                let change = isUp ? first : first.advanced(by: 90)
                if shift.metric == Self.metrics[metric].key { found += 1 }
                if abs(change.distance(to: shift.day)) <= 21 { near += 1 }
            }
            print("letters about a shift: φ \(persistence): \(found) of \(count) found, \(near) within three weeks")
            if persistence <= 0.5 {
                // Two standard errors less for the few histories of a gate.
                let least = 0.8 * Double(count) - (RunSize.isWhole ? 0 : 2 * (0.16 * Double(count)).squareRoot())
                #expect(Double(found) >= least, "φ \(persistence): \(found) of \(count)")
                #expect(near * 10 >= found * 8, "φ \(persistence): \(near) of \(found)")
            }
        }
    }
}
