import Foundation

/// Tissue, water and expenditure of a made-up person.
struct EaterBody {
    private let level: Double
    private let start: Double
    private let cycles: Bool
    private var tissue: Double
    private var glycogen = 0.0
    private var water: Double
    private var adaptation = 0.0
    private var activity = 0.0
    private var smoothed: Double
    private var usual: Double

    private let kilocaloriesPerKilogram: Double
    private let perKilogram: Double
    private let glycogenPerKilocalorie: Double
    private let glycogenTime: Double
    private let adaptationShare: Double
    private let waterSpread: Double
    private let noise: Double
    private let step: (day: Int, size: Double)?
    private let cycle: (length: Double, phase: Double, swing: Double)
    private let retention: (first: Int, days: Double, size: Double)?

    init(kilograms: Double, level: Double, cycles: Bool, stalls: Bool, random: inout EaterRandom) {
        (self.level, self.cycles) = (level, cycles)
        (start, tissue, smoothed, usual) = (kilograms, kilograms, level, level)
        // Lean people lose less, people with much fat more energy per kilogram (Hall 2008).
        kilocaloriesPerKilogram = 7700 + 600 * random.normal()
        perKilogram = random.between(10, 22)
        glycogenPerKilocalorie = 0.0018 * exp(0.35 * random.normal())
        glycogenTime = random.between(3, 7)
        // Adaptive thermogenesis as a share of the change of intake: 40 kcal of 500, between none and 130.
        adaptationShare = max(0, 0.08 + 0.06 * random.normal())
        waterSpread = 0.0065 * kilograms * exp(0.25 * random.normal())
        water = waterSpread * random.normal()
        noise = 0.07 * level
        // A new job or a new sport.
        step =
            random.chance(0.15)
            ? (Int(random.between(5, 50)), 170 * (random.chance(0.5) ? 1 : -1) * random.between(0.6, 1.4)) : nil
        cycle = (random.between(25, 32), random.unit(), random.between(0.3, 1.2))
        retention =
            stalls && random.chance(0.5)
            ? (Int(random.between(5, 45)), random.between(8, 16), random.between(0.7, 1.4)) : nil
    }

    /// The level of expenditure, kcal a day: weight, the tenth of intake that digestion takes, adaptation, activity.
    var expenditure: Double {
        level + perKilogram * (tissue - start) + 0.1 * (smoothed - level) + adaptation + activity
    }

    /// What the scale shows in the morning; one weigh-in in a hundred is wrong, in clothes or of another person.
    func reading(_ day: Int, _ random: inout EaterRandom) -> Double {
        var weight = tissue + glycogen + water + 0.12 * random.normal()
        if cycles { weight += bump(day) }
        if let retention {
            let part = Double(day - retention.first) / retention.days
            if part > 0, part < 1 { weight += retention.size * min(1, 2 * part) }
        }
        if random.chance(0.01) { weight += random.between(2, 12) * (random.chance(0.5) ? 1 : -1) }
        return weight
    }

    /// Water around menstruation: highest on its first day, gone after five.
    private func bump(_ day: Int) -> Double {
        let phase = (Double(day) / cycle.length + cycle.phase).truncatingRemainder(dividingBy: 1)
        let days = (phase < 0 ? phase + 1 : phase) * cycle.length
        let distance = min(days, cycle.length - days)
        return cycle.swing * exp(-distance * distance / 24.5)
    }

    /// Eats and expends for a day.
    mutating func live(_ day: Int, intake: Double, _ random: inout EaterRandom) {
        let expended = expenditure + noise * random.normal()
        let balance = intake - expended
        tissue += balance / kilocaloriesPerKilogram
        glycogen += (glycogenPerKilocalorie * balance - glycogen) / glycogenTime
        // A large meal brings salt.
        water = 0.6 * water + 0.8 * waterSpread * random.normal() + 0.0002 * (intake - usual)
        usual += (intake - usual) / 10
        smoothed += (intake - smoothed) / 7
        adaptation += (adaptationShare * (intake - level) - adaptation) / 14
        activity = 0.97 * activity + 0.243 * 60 * random.normal()
        if let step, step.day == day { activity += step.size }
    }
}
