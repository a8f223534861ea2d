import Fixtures
import Foundation
import Messages
import Moments

@testable import Coaching

/// A made-up person whose hidden tastes decide which suggestions are welcome. Tastes differ by topic and by suggestion;
/// in two of five people two topics change places in the middle of the 60 days.
struct TastePerson {
    static let days = 60
    private static let topics = Features.topics.dropFirst()

    private let taste: [Topic: Double]
    private let later: [Topic: Double]
    private let turn: Int
    private let onGoodDays: [Topic: Double]
    private let own: [String: Double]
    private let usualSeconds: Double
    private let patience: Double
    /// The signals of each day.
    let signals: [SignalState]

    init(seed: UInt64, moments: [MicroMoment]) {
        // Mixed first: the streams of neighbouring seeds would overlap, and their people would be alike.
        var seeds = SplitMix(seed: seed)
        var random = SplitMix(seed: seeds.next())
        let taste = Dictionary(uniqueKeysWithValues: Self.topics.map { ($0, 1.1 * random.normal()) })
        var later = taste
        if random.unit() < 0.4 {
            let pair = Array(Self.topics).shuffled(using: &random).prefix(2)
            (later[pair[0]], later[pair[1]]) = (taste[pair[1]], taste[pair[0]])
        }
        (self.taste, self.later) = (taste, later)
        turn = 20 + Int(random.unit() * 20)
        onGoodDays = Dictionary(uniqueKeysWithValues: Self.topics.map { ($0, 0.3 * random.normal()) })
        own = Dictionary(uniqueKeysWithValues: moments.map { ($0.id, 0.5 * random.normal()) })
        usualSeconds = 300 * exp(0.6 * random.normal())
        patience = random.unit()
        var wellbeing = 0.0
        signals = (0..<Self.days).map { day in
            wellbeing = 0.7 * wellbeing + 0.6 * random.normal()
            let levels = [Signal.hrv, .sleepDebt, .steps, .stress, .energy].compactMap { signal -> SignalLevel? in
                guard let entry = signal.entry else { return nil }
                let z = (-entry.strain * wellbeing + 0.8 * random.normal()) * entry.range / 2.5
                return SignalLevel(signal: signal, z: min(max(z, -entry.range), entry.range), contribution: 0)
            }
            return SignalState(
                revision: UInt64(day + 1), day: World.day.advanced(by: day),
                score: 50 + 18 * max(-2.5, min(2.5, wellbeing)),
                levels: levels)
        }
    }

    /// Probability that the person takes a suggestion up.
    /// - Parameter done: days since it was last answered; nil if never.
    func welcome(_ moment: MicroMoment, on day: Int, done: Int?) -> Double {
        let tastes = day < turn ? taste : later
        let signals = signals[day]
        let fit = exp(-abs(log(Double(moment.estimatedSeconds ?? 300) / usualSeconds)) / 2)
        let grades: [EvidenceBadge: Double] = [.weak: 0, .medium: 0.5, .strong: 1]
        let grade = grades[moment.badge] ?? 0
        let mood = ((signals.score ?? 50) - 50) / 50
        var liking: Double = (tastes[moment.topic] ?? 0) + (own[moment.id] ?? 0) - 1
        liking += 0.8 * signals.need(moment.topic)
        liking += (onGoodDays[moment.topic] ?? 0) * mood
        liking += (0.4 + 0.8 * patience) * (fit - 0.5)
        liking += 0.2 * grade
        if let done { liking -= 1.5 * exp(-Double(done) / 4) }
        return 1 / (1 + exp(-liking))
    }
}

extension SplitMix {
    /// Uniform in 0 ..< 1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
    /// Approximately standard normal.
    mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }
}
