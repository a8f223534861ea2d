/// Eating, recording and weighing of a made-up person.
struct EaterHabits {
    private let plan: Double
    private let level: Double
    private let variation: Double
    private let weekend: Double
    private let pause: Range<Int>?
    private let drift: Int?
    private let recording: Double
    private let weighing: Double
    private let incomplete: Double
    private let excess: Double
    private let error: Double
    private var isWeekend = false
    private var isRecorded = true

    init(
        level: Double, pauses: Bool, stalls: Bool, recording: Double, random: inout EaterRandom
    ) {
        (self.level, self.recording) = (level, recording)
        let kind = random.unit()
        // Lose, keep or gain; half to all of the plan is followed.
        let balance =
            kind < 0.65 ? -random.between(300, 700) : kind < 0.85 ? 0 : random.between(200, 400)
        plan = balance * random.between(0.5, 1.1)
        variation = min(max(0.17 + 0.05 * random.normal(), 0.08), 0.35)
        weekend = random.between(0, 0.15)
        let first = Int(random.between(18, 40))
        pause = pauses ? first..<first + Int(random.between(7, 15)) : nil
        drift = stalls && random.chance(0.6) ? Int(random.between(15, 40)) : nil
        weighing = random.between(0.5, 0.97)
        incomplete = random.between(0, 0.12)
        // Days without a record have more on them.
        excess = 0.04 + 0.08 * random.normal()
        error = random.between(0.04, 0.16)
    }

    /// The true intake of a day, and whether it will be recorded.
    mutating func intake(_ day: Int, _ expenditure: Double, _ random: inout EaterRandom) -> Double {
        isWeekend = ((day % 7) + 7) % 7 >= 5
        isRecorded = random.chance(isWeekend ? recording - 0.1 : recording + 0.03)
        var target = level + plan
        if let drift, day > drift {
            let part = min(1, Double(day - drift) / 14)
            target += part * (expenditure - target)
        }
        if let pause, pause.contains(day) { target = expenditure }
        var eaten = target * (1 + (isWeekend ? 0.714 : -0.286) * weekend + variation * random.normal())
        if !isRecorded { eaten *= 1 + excess }
        return max(400, eaten)
    }

    /// The day's record: nothing, a part, or all with an error of entry.
    func record(of eaten: Double, _ random: inout EaterRandom) -> Double? {
        guard isRecorded else { return nil }
        let entered = eaten * (1 + error * random.normal())
        return max(50, random.chance(incomplete) ? entered * random.between(0.35, 0.85) : entered)
    }

    func weighs(_ random: inout EaterRandom) -> Bool { random.chance(weighing) }
}
