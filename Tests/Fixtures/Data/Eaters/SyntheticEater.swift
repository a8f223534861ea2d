import Foundation

/// A made-up person with known energy expenditure, who weighs themselves and records what they eat, with gaps and errors.
///
/// The model is not the filter's: expenditure follows weight, digestion and adaptation with each person's own constants,
/// activity wanders and sometimes steps, kilograms differ in energy, water comes from salt, glycogen, the menstrual cycle
/// and slow retention. Records are unbiased apart from incomplete days. Numbers are those of `FilterParameters`'
/// publications, with a spread between people; the rest is stated at its place.
public struct SyntheticEater: Sendable {
    /// One day.
    public struct Day: Sendable {
        /// The morning's weigh-in, kg; nil where there was none.
        public var kilograms: Double?
        /// The day's recorded intake, kcal; nil where there was none.
        public var intake: Double?
        /// The true level of expenditure, kcal a day, without the day's own fluctuation.
        public var expenditure: Double
    }

    /// True for a woman.
    public let isFemale: Bool
    /// Age in years.
    public let age: Double
    /// Height in cm.
    public let height: Double
    /// True weight on the first morning, kg.
    public let kilograms: Double
    /// Activity factor that the person states.
    public let factor: Double
    /// True if the weight shows a menstrual cycle.
    public let cycles: Bool
    /// True if the person pauses the diet for one or two weeks.
    public let pauses: Bool
    /// True if the weight stays the same for some time, because of drifting intake or of water.
    public let stalls: Bool
    /// Share of days with a record.
    public let recording: Double
    /// The days, oldest first.
    public private(set) var days: [Day] = []

    /// Resting metabolic rate in kcal a day, of a woman or not, years, cm and kg.
    public typealias Basal = (_ isFemale: Bool, _ age: Double, _ height: Double, _ kilograms: Double) -> Double

    /// Draws a person.
    /// - Parameters:
    ///   - seed: the same seed gives the same person.
    ///   - length: number of days.
    ///   - basal: the formula whose prediction, times the factor, the expenditure deviates from by 13 % (1 SD).
    public init(seed: UInt64, length: Int, basal: Basal) {
        var random = EaterRandom(seed: seed)
        isFemale = random.chance(0.5)
        age = random.between(18, 70)
        height = isFemale ? 164 + 6.5 * random.normal() : 177 + 7 * random.normal()
        let index = min(max(26.5 * exp(0.16 * random.normal()), 19.5), 42)
        kilograms = index * height * height / 10_000
        factor = random.pick([1.2, 1.375, 1.55, 1.725, 1.9], weights: [0.3, 0.35, 0.2, 0.11, 0.04])
        cycles = isFemale && age < 50 && random.chance(0.75)
        pauses = random.chance(0.3)
        stalls = random.chance(0.35)
        recording = random.between(0.6, 0.97)
        let predicted = basal(isFemale, age, height, kilograms) * factor
        let level = predicted * min(max(1 + 0.13 * random.normal(), 0.65), 1.4)
        var body = EaterBody(kilograms: kilograms, level: level, cycles: cycles, stalls: stalls, random: &random)
        var habits = EaterHabits(
            level: level, pauses: pauses, stalls: stalls, recording: recording, random: &random)
        // A quarter of people began weeks before.
        let before = random.chance(0.25) ? 30 : 0
        for number in -before..<length {
            let weight = body.reading(number, &random)
            let eaten = habits.intake(number, body.expenditure, &random)
            let expenditure = body.expenditure
            if number >= 0 {
                days.append(
                    Day(
                        kilograms: habits.weighs(&random) ? weight : nil,
                        intake: habits.record(of: eaten, &random), expenditure: expenditure))
            }
            body.live(number, intake: eaten, &random)
        }
    }
}

/// Draws of a made-up person.
struct EaterRandom {
    private var source: SplitMix

    init(seed: UInt64) { source = SplitMix(seed: seed) }

    /// Uniform in 0 ..< 1.
    mutating func unit() -> Double { Double(source.next() >> 11) * 0x1p-53 }
    /// Approximately standard normal: twelve uniforms less six.
    mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }
    mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }
    mutating func chance(_ probability: Double) -> Bool { unit() < probability }

    mutating func pick(_ values: [Double], weights: [Double]) -> Double {
        var left = unit() * weights.reduce(0, +)
        for (value, weight) in zip(values, weights) {
            left -= weight
            if left < 0 { return value }
        }
        return values[values.count - 1]
    }
}
