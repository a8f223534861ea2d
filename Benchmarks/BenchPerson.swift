import Messages

/// One person's daily metrics and self-reports, by day.
struct BenchPerson: Sendable {
    struct Sliders: Sendable, Equatable {
        /// Each 1 … 7.
        var stress: Int32
        var energy: Int32
        var sleepQuality: Int32

        /// The self-report composite of SCO-4: mean of −stress, energy and sleep quality, scaled to ± 2.
        var composite: Double {
            func scaled(_ value: Int32) -> Double { (Double(value) - 4) / 3 }
            return 2 * (scaled(energy) + scaled(sleepQuality) - scaled(stress)) / 3
        }

        func request(_ user: UserID, _ day: Day) -> SubmitCheckIn {
            SubmitCheckIn(
                user: user, day: day, at: (Milliseconds(day.number) * 86_400 + 43_200) * 1000, stress: stress,
                energy: energy, sleepQuality: sleepQuality)
        }

        /// Rounds values to whole steps and clamps them to 1 … 7.
        init(stress: Double, energy: Double, sleepQuality: Double) {
            func slider(_ value: Double) -> Int32 { Int32(min(7, max(1, value)).rounded()) }
            (self.stress, self.energy, self.sleepQuality) = (slider(stress), slider(energy), slider(sleepQuality))
        }
    }

    struct OneDay: Sendable {
        var metrics: DailyMetrics
        var checkIn: Sliders?
        /// −1 … 1.
        var sentiment: Double?
    }

    /// Ascending.
    var days: [OneDay]

    /// Median number of days between two check-ins; nil for fewer than two check-ins.
    var gap: Double? {
        let answered = days.filter { $0.checkIn != nil }.map { Double($0.metrics.day.number) }
        guard answered.count > 1 else { return nil }
        return Table.median(zip(answered.dropFirst(), answered).map { $0 - $1 })
    }

    var answers: Int { days.count { $0.checkIn != nil } }
}

/// A seeded synthetic person whose self-report depends on the previous day's metrics by a known effect.
///
/// HRV = 50 + 8·body, heart rate at night = 55 − 3·body + noise, body ~ N(0, 1); the answer of the next day is level +
/// effect·body + noise, level ~ N(0, 0.5); the other metrics are noise; one answer in ten is missing.
struct SyntheticPerson {
    let days: [BenchPerson.OneDay]

    init(days count: Int, endingOn last: Day, effect: Double, noise: Double, random: inout SeededGenerator) {
        let level = 0.5 * random.normal()
        var mood = 0.0
        var days: [BenchPerson.OneDay] = []
        for offset in (0..<count).reversed() {
            let body = random.normal()
            var metrics = DailyMetrics(day: last.advanced(by: -offset))
            metrics.hrv = MetricValue(50 + 8 * body, .asleep, device: 1)
            metrics.nocturnalHeartRate = MetricValue(55 - 3 * body + random.normal(), .asleep, device: 1)
            metrics.restingHeartRate = MetricValue(62 + 2 * random.normal(), .provider, device: 1)
            metrics.sleepDebt = MetricValue(max(0, 3_000 + 1_500 * random.normal()), .total)
            metrics.steps = MetricValue(8_000 + 2_000 * random.normal(), .total)
            metrics.respiratoryRate = MetricValue(14 + 0.5 * random.normal(), .asleep, device: 1)
            let slider = 4 + 1.5 * min(2, max(-2, level + mood + noise * random.normal()))
            let answers = random.next() % 10 != 0
            days.append(
                BenchPerson.OneDay(
                    metrics: metrics,
                    checkIn: answers
                        ? BenchPerson.Sliders(stress: 8 - slider, energy: slider, sleepQuality: slider) : nil))
            mood = effect * body
        }
        self.days = days
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// An approximately standard normal value: the sum of twelve uniforms less six.
    mutating func normal() -> Double {
        (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &self) }
    }
}
