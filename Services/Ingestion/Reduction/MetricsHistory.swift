import Messages

/// What a day's metrics owe to the days before it: carried HRV (ING-10), sleep need and sleep debt (ING-13).
enum MetricsHistory {
    static let mostCarried = 3
    private static let nightsForNeed = (least: 14, most: 90)
    /// 7.5 h ± 45 min.
    private static let need = (usual: 27_000.0, least: 24_300.0, most: 29_700.0)
    private static let debt = (days: 7, nights: 4)

    /// - Parameter facts: `DayReducer`'s results in the order of days, each once; days without any may be left out.
    /// - Returns: every day from the first to the last that has something to show.
    static func derive(_ facts: [DailyMetrics]) -> [DailyMetrics] {
        var result: [DailyMetrics] = []
        var recent: [(day: Day, sleep: MetricValue)] = []
        var nights: [Double] = []
        var carried = 0
        for (index, fact) in facts.enumerated() {
            var day = fact
            // The days up to the next one with samples: something is shown for a few of them.
            let next = index + 1 < facts.count ? facts[index + 1].day : day.day.advanced(by: 1)
            while day.day < next {
                let yesterday = result.last.flatMap { $0.day.distance(to: day.day) == 1 ? $0.hrv : nil }
                (day.hrv, carried) = carry(day.hrv, yesterday, carried)
                if let sleep = day.sleep, !sleep.lowConfidence {
                    recent.append((day.day, sleep))
                    nights.append(sleep.value)
                    if nights.count > nightsForNeed.most { nights.removeFirst() }
                }
                recent.removeAll { $0.day.distance(to: day.day) >= debt.days }
                let sleepNeed = need(of: nights)
                day.sleepDebt = sleepDebt(recent.map(\.sleep), need: sleepNeed)
                day.sleepNeed = day.sleep != nil || day.sleepDebt != nil ? sleepNeed : nil
                guard day.isSomething else { break }
                result.append(day)
                day = DailyMetrics(day: day.day.advanced(by: 1))
            }
        }
        return result
    }

    /// The day without what `derive` added.
    static func facts(of metrics: DailyMetrics) -> DailyMetrics {
        var facts = metrics
        (facts.sleepNeed, facts.sleepDebt) = (nil, nil)
        if facts.hrv?.imputed == true { facts.hrv = nil }
        return facts
    }

    private static func carry(_ own: MetricValue?, _ yesterday: MetricValue?, _ carried: Int) -> (MetricValue?, Int) {
        if let own { return (own, 0) }
        guard var value = yesterday, carried < mostCarried else { return (nil, 0) }
        (value.imputed, value.samples) = (true, 0)
        return (value, carried + 1)
    }

    private static func need(of nights: [Double]) -> Double {
        guard nights.count >= nightsForNeed.least, let quartile = Statistics.quantile(nights, 0.75) else { return need.usual }
        return min(max(quartile, need.least), need.most)
    }

    private static func sleepDebt(_ nights: [MetricValue], need: Double) -> MetricValue? {
        guard nights.count >= debt.nights else { return nil }
        let missing = nights.reduce(0) { $0 + need - $1.value }
        return MetricValue(max(0, missing * Double(debt.days) / Double(nights.count)), .total, device: device(of: nights), samples: Int32(nights.count))
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
    var isSomething: Bool {
        hrv != nil || nocturnalHeartRate != nil || restingHeartRate != nil || sleep != nil || sleepDebt != nil || steps != nil || respiratoryRate != nil
            || rmssd != nil
    }
}
