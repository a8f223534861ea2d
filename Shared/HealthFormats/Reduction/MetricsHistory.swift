import Messages
import Statistics

/// Adds the metrics that depend on earlier days: carried HRV (ING-10), sleep need and sleep debt (ING-13).
package enum MetricsHistory {
    /// Days that an HRV is carried forward.
    private static let maximumCarriedDays: Int32 = 3
    /// Nights needed before the sleep need is personal.
    private static let minimumNights = 14
    /// Number of last nights that the sleep need is computed from.
    package static let maximumNights = 90
    /// Sleep need, s: 7.5 h ± 45 min.
    private static let need = (usual: 27_000.0, minimum: 24_300.0, maximum: 29_700.0)
    /// Days of the sleep debt, and the nights it needs of them.
    private static let debt = (days: Int32(7), nights: 4)
    /// Days before a day whose facts `derive` needs; of earlier days it needs the nights only.
    package static let reach = debt.days - 1

    /// Adds the derived metrics. A day depends only on itself and earlier days. Days without samples are omitted,
    /// because only a later day could show that they are a gap.
    /// - Parameters:
    ///   - facts: results of `DayReducer` in ascending order of distinct days; empty days may be omitted.
    ///   - nights: sleep of the last valid nights before `facts`, oldest first, s; at most `maximumNights`.
    /// - Returns: all days with at least one metric. Unless `facts` starts with the person's first day, the first
    ///   `reach` days are incomplete.
    package static func derive(_ facts: [DailyMetrics], nights: [Double] = []) -> [DailyMetrics] {
        var result: [DailyMetrics] = []
        var recent: [(day: Day, sleep: MetricValue)] = []
        var nights = nights
        var variability: (day: Day, value: MetricValue)?
        for fact in facts where fact.isSomething {
            var day = fact
            if let own = fact.hrv {
                variability = (fact.day, own)
            } else if let variability, variability.day.distance(to: fact.day) <= maximumCarriedDays {
                day.hrv = variability.value
                day.hrv?.imputed = true
                day.hrv?.samples = 0
            }
            if let night = validNight(fact), let sleep = fact.sleep {
                recent.append((fact.day, sleep))
                nights.append(night)
                if nights.count > maximumNights { nights.removeFirst() }
            }
            recent.removeAll { $0.day.distance(to: fact.day) >= debt.days }
            let sleepNeed = need(of: nights)
            day.sleepDebt = sleepDebt(recent.map(\.sleep), need: sleepNeed)
            day.sleepNeed = day.sleep != nil || day.sleepDebt != nil ? sleepNeed : nil
            result.append(day)
        }
        return result
    }

    /// Sleep of the night, s; nil if it does not count for sleep need and debt.
    package static func validNight(_ day: DailyMetrics) -> Double? {
        day.sleep.flatMap { $0.lowConfidence ? nil : $0.value }
    }

    /// The day without the metrics that `derive` added.
    package static func facts(of metrics: DailyMetrics) -> DailyMetrics {
        var facts = metrics
        (facts.sleepNeed, facts.sleepDebt) = (nil, nil)
        if facts.hrv?.imputed == true { facts.hrv = nil }
        return facts
    }

    private static func need(of nights: [Double]) -> Double {
        guard nights.count >= minimumNights, let quartile = Statistics.quantile(0.75, of: nights.sorted()) else {
            return need.usual
        }
        return min(max(quartile, need.minimum), need.maximum)
    }

    private static func sleepDebt(_ nights: [MetricValue], need: Double) -> MetricValue? {
        guard nights.count >= debt.nights else { return nil }
        let missing = nights.reduce(0) { $0 + need - $1.value }
        return MetricValue(
            max(0, missing * Double(debt.days) / Double(nights.count)), .total, device: device(of: nights),
            samples: Int32(nights.count))
    }

    /// The device of the most nights, of equal ones the later, so that a week with two devices switches once, in its
    /// middle.
    private static func device(of nights: [MetricValue]) -> UInt64 {
        var most = (count: 0, device: UInt64(0))
        for night in nights.reversed() {
            let count = nights.count { $0.device == night.device }
            if count > most.count { most = (count, night.device) }
        }
        return most.device
    }
}

extension DailyMetrics {
    /// Returns false if every metric of the day is absent.
    package var isSomething: Bool { SignalTable.metrics.contains { $0.value(self) != nil } }
}
