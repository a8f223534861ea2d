import Fixtures
import Messages

@testable import Scoring

/// Day 0 of the tests is 2026-01-01.
func day(_ offset: Int) -> Day { Day(number: 20_454).advanced(by: offset) }

func entity(_ number: Int) -> EntityID { EntityID(high: 7, low: UInt64(bitPattern: Int64(number))) }

func metrics(
    _ offset: Int, hrv: Double? = nil, nocturnal: Double? = nil, resting: Double? = nil, debt: Double? = nil,
    steps: Double? = nil,
    respiratory: Double? = nil, _ change: (inout DailyMetrics) -> Void = { _ in }
) -> ScoringInput {
    var metrics = DailyMetrics(day: day(offset))
    metrics.hrv = hrv.map { MetricValue($0, .asleep, device: 1) }
    metrics.nocturnalHeartRate = nocturnal.map { MetricValue($0, .asleep, device: 1) }
    metrics.restingHeartRate = resting.map { MetricValue($0, .provider, device: 1) }
    metrics.sleepDebt = debt.map { MetricValue($0, .total) }
    metrics.steps = steps.map { MetricValue($0, .total) }
    metrics.respiratoryRate = respiratory.map { MetricValue($0, .asleep, device: 1) }
    change(&metrics)
    return .metrics(metrics)
}

func checkIn(
    _ offset: Int, stress: Int32 = 4, energy: Int32 = 4, sleep: Int32 = 4, at: Milliseconds = 0, id: Int? = nil
) -> ScoringInput {
    .checkIn(
        CheckIn(
            id: entity(id ?? 1_000 + offset), day: day(offset), at: at, stress: stress, energy: energy,
            sleepQuality: sleep))
}

func journal(_ offset: Int, _ sentiment: Double?, crisis: Bool = false, id: Int? = nil) -> ScoringInput {
    .journal(
        JournalSentiment(entry: entity(id ?? 5_000 + offset), day: day(offset), sentiment: sentiment, crisis: crisis))
}

extension Labels {
    static func composite(_ checkIn: CheckIn) -> Double? {
        var answers = DayAnswers()
        answers.add(checkIn)
        return composite(answers)
    }
}

extension [DayState] {
    func on(_ offset: Int) -> DayState? { first { $0.day == ScoringTests.day(offset) } }
}

extension DayState {
    /// The contribution of a signal in the final report.
    subscript(_ signal: Signal) -> Contribution { contributions.first { $0.signal == signal }! }

    /// The report long after the day has closed.
    var final: ScoreReport { report(today: day.advanced(by: 100), revision: 1) }
}

/// A person whose self-report follows yesterday's heart rate variability; seeded.
func person(_ seed: UInt64, days: Int, effect: Double = 0.9) -> [ScoringInput] {
    var random = SplitMix(seed: seed)
    var inputs: [ScoringInput] = []
    var mood = 0.0
    for offset in 0..<days {
        let body = random.standardNormal()
        let composite = (mood + 0.3 * random.standardNormal()).clipped(2) / 2
        let slider = Int32((4 + 3 * composite).rounded())
        if random.next() % 10 != 0 { inputs.append(checkIn(offset, stress: 8 - slider, energy: slider, sleep: slider)) }
        inputs.append(
            metrics(
                offset, hrv: 50 + 8 * body, nocturnal: 55 - 3 * body + random.standardNormal(),
                resting: 62 + 2 * random.standardNormal(),
                debt: max(0, 3_000 + 1_500 * random.standardNormal()), steps: 8_000 + 2_000 * random.standardNormal(),
                respiratory: 14 + 0.5 * random.standardNormal()))
        mood = effect * body
    }
    return inputs
}
