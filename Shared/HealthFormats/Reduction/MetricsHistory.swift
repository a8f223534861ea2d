import Messages

/// What a day's metrics owe to the days before it: carried HRV (ING-10), sleep need and sleep debt (ING-13).
package enum MetricsHistory {
    /// Days that an HRV is carried for.
    private static let mostCarried: Int32 = 3
    private static let leastNights = 14
    /// Nights that a sleep need follows from.
    package static let mostNights = 90
    /// 7.5 h ± 45 min.
    private static let need = (usual: 27_000.0, least: 24_300.0, most: 29_700.0)
    private static let debt = (days: Int32(7), nights: 4)
    /// Days before a day whose facts it needs; of earlier ones it needs the nights alone.
    package static let reach = debt.days - 1

    /// A day depends on itself and earlier days only. Days without samples are left out: only a later day could show
    /// that they are a gap.
    /// - Parameters:
    ///   - facts: `DayReducer`'s results in the order of days, each once; days without any may be left out.
    ///   - nights: the last valid nights before them, oldest first, s; at most `mostNights`.
    /// - Returns: every day that has something to show. The first `reach` days are whole only where the facts begin
    ///   with the first of all.
    package static func derive(_ facts: [DailyMetrics], nights: [Double] = []) -> [DailyMetrics] {
        var result: [DailyMetrics] = []
        var recent: [(day: Day, sleep: MetricValue)] = []
        var nights = nights
        var variability: (day: Day, value: MetricValue)?
        for fact in facts where fact.isSomething {
            var day = fact
            if let own = fact.hrv {
                variability = (fact.day, own)
            } else if let variability, variability.day.distance(to: fact.day) <= mostCarried {
                day.hrv = variability.value
                day.hrv?.imputed = true
                day.hrv?.samples = 0
            }
            if let night = validNight(fact), let sleep = fact.sleep {
                recent.append((fact.day, sleep))
                nights.append(night)
                if nights.count > mostNights { nights.removeFirst() }
            }
            recent.removeAll { $0.day.distance(to: fact.day) >= debt.days }
            let sleepNeed = need(of: nights)
            day.sleepDebt = sleepDebt(recent.map(\.sleep), need: sleepNeed)
            day.sleepNeed = day.sleep != nil || day.sleepDebt != nil ? sleepNeed : nil
            result.append(day)
        }
        return result
    }

    /// Seconds asleep, where they count for need and debt.
    package static func validNight(_ day: DailyMetrics) -> Double? {
        day.sleep.flatMap { $0.lowConfidence ? nil : $0.value }
    }

    /// The day without what `derive` added.
    package static func facts(of metrics: DailyMetrics) -> DailyMetrics {
        var facts = metrics
        (facts.sleepNeed, facts.sleepDebt) = (nil, nil)
        if facts.hrv?.imputed == true { facts.hrv = nil }
        return facts
    }

    private static func need(of nights: [Double]) -> Double {
        guard nights.count >= leastNights, let quartile = Statistics.quantile(nights, 0.75) else { return need.usual }
        return min(max(quartile, need.least), need.most)
    }

    private static func sleepDebt(_ nights: [MetricValue], need: Double) -> MetricValue? {
        guard nights.count >= debt.nights else { return nil }
        let missing = nights.reduce(0) { $0 + need - $1.value }
        return MetricValue(
            max(0, missing * Double(debt.days) / Double(nights.count)), .total, device: device(of: nights),
            samples: Int32(nights.count))
    }

    /// The device of most nights, the later of equal ones: a week with two devices changes over once, in its middle.
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
    /// False for a day on which every metric is absent.
    package var isSomething: Bool { SignalTable.metrics.contains { $0.value(self) != nil } }
}
