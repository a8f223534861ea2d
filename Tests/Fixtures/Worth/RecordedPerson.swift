import Messages

/// One person's daily metrics and self-reports, by day.
public struct RecordedPerson: Sendable {
    /// Answers of a check-in, 1 … 7 each.
    public struct Sliders: Sendable, Equatable {
        public var stress: Int32
        public var energy: Int32
        public var sleepQuality: Int32

        /// The self-report composite of SCO-4: mean of −stress, energy and sleep quality, scaled to ± 2.
        public var composite: Double {
            func scaled(_ value: Int32) -> Double { (Double(value) - 4) / 3 }
            return 2 * (scaled(energy) + scaled(sleepQuality) - scaled(stress)) / 3
        }

        /// The answers at noon of a day.
        public func request(_ user: UserID, _ day: Day) -> SubmitCheckIn {
            SubmitCheckIn(
                user: user, day: day, at: (Milliseconds(day.number) * 86_400 + 43_200) * 1000, stress: stress,
                energy: energy, sleepQuality: sleepQuality)
        }

        /// Rounds values to whole steps and clamps them to 1 … 7.
        public init(stress: Double, energy: Double, sleepQuality: Double) {
            func slider(_ value: Double) -> Int32 { Int32(min(7, max(1, value)).rounded()) }
            (self.stress, self.energy, self.sleepQuality) = (slider(stress), slider(energy), slider(sleepQuality))
        }
    }

    /// What was known at the end of a day.
    public struct OneDay: Sendable {
        public var metrics: DailyMetrics
        public var checkIn: Sliders?
        /// −1 … 1.
        public var sentiment: Double?

        public init(metrics: DailyMetrics, checkIn: Sliders? = nil, sentiment: Double? = nil) {
            (self.metrics, self.checkIn, self.sentiment) = (metrics, checkIn, sentiment)
        }
    }

    /// Ascending.
    public var days: [OneDay]

    public init(days: [OneDay]) { self.days = days }

    /// A seeded made-up person whose self-report depends on the previous day's metrics by a known effect.
    ///
    /// HRV = 50 + 8·body, heart rate at night = 55 − 3·body + noise, body ~ N(0, 1); the composite of the next day is
    /// level + effect·body + noise, level ~ N(0, 0.5), in the steps of the sliders; the other metrics are noise; one
    /// answer in ten is missing.
    public init(
        synthetic count: Int, endingOn last: Day, effect: Double, noise: Double, random: inout SplitMix
    ) {
        let level = 0.5 * random.standardNormal()
        var mood = 0.0
        days = []
        for offset in (0..<count).reversed() {
            let body = random.standardNormal()
            var metrics = DailyMetrics(day: last.advanced(by: -offset))
            metrics.hrv = MetricValue(50 + 8 * body, .asleep, device: 1)
            metrics.nocturnalHeartRate = MetricValue(55 - 3 * body + random.standardNormal(), .asleep, device: 1)
            metrics.restingHeartRate = MetricValue(62 + 2 * random.standardNormal(), .provider, device: 1)
            metrics.sleepDebt = MetricValue(max(0, 3_000 + 1_500 * random.standardNormal()), .total)
            metrics.steps = MetricValue(8_000 + 2_000 * random.standardNormal(), .total)
            metrics.respiratoryRate = MetricValue(14 + 0.5 * random.standardNormal(), .asleep, device: 1)
            let slider = 4 + 1.5 * min(2, max(-2, level + mood + noise * random.standardNormal()))
            let answers = random.next() % 10 != 0
            days.append(
                OneDay(
                    metrics: metrics,
                    checkIn: answers ? Sliders(stress: 8 - slider, energy: slider, sleepQuality: slider) : nil))
            mood = effect * body
        }
    }

    /// Number of days with a check-in.
    public var answers: Int { days.count { $0.checkIn != nil } }
}
