import Fixtures
import Foundation
import Messages
import Moments

@testable import Coaching

/// A way to choose three suggestions a day.
protocol TastePolicy {
    /// Begins with a person nothing is known about.
    mutating func begin(seed: UInt64)
    mutating func deal(_ moments: [MicroMoment], _ day: Int, _ signals: SignalState, at: Milliseconds) -> [MicroMoment]
    mutating func learn(_ moment: MicroMoment, _ response: TasteResponse, at: Milliseconds, _ signals: SignalState)
}

/// What a person does with a suggestion.
enum TasteResponse { case completed, dismissed, ignored }

/// The coach's own cards.
struct CoachPolicy: TastePolicy {
    private var state = CoachState()
    private var seed: UInt64 = 0

    mutating func begin(seed: UInt64) { (state, self.seed) = (CoachState(), seed) }

    mutating func deal(_ moments: [MicroMoment], _ day: Int, _ signals: SignalState, at: Milliseconds)
        -> [MicroMoment]
    {
        state.signals = signals
        return state.cards(
            from: moments, signals: signals, at: at, today: signals.day, seed: seed &+ UInt64(day) &* 977
        ).map(\.moment)
    }

    mutating func learn(_ moment: MicroMoment, _ response: TasteResponse, at: Milliseconds, _ signals: SignalState) {
        switch response {
        case .completed:
            state.answer(moment, .accepted, at: at, day: signals.day)
            state.answer(moment, .completed, at: at + 1, day: signals.day)
        case .dismissed: state.answer(moment, .dismissed, at: at, day: signals.day)
        case .ignored: break
        }
    }
}

struct RandomPolicy: TastePolicy {
    private var random = SplitMix(seed: 0)
    mutating func begin(seed: UInt64) { random = SplitMix(seed: seed ^ 0x55) }
    mutating func deal(_ moments: [MicroMoment], _ day: Int, _ signals: SignalState, at: Milliseconds)
        -> [MicroMoment]
    { Array(moments.shuffled(using: &random).prefix(3)) }
    mutating func learn(_: MicroMoment, _: TasteResponse, at _: Milliseconds, _: SignalState) {}
}

/// What most people so far took up, without what this person answered within the last week.
struct PopularityPolicy: TastePolicy {
    private var counts: [String: (taken: Double, shown: Double)] = [:]
    private var rests: [String: Milliseconds] = [:]
    mutating func begin(seed: UInt64) { rests = [:] }
    mutating func deal(_ moments: [MicroMoment], _ day: Int, _ signals: SignalState, at: Milliseconds)
        -> [MicroMoment]
    {
        func rate(_ moment: MicroMoment) -> Double {
            let (taken, shown) = counts[moment.id] ?? (0, 0)
            return (taken + 1) / (shown + 2)
        }
        let rates = moments.filter { rests[$0.id] ?? 0 <= at }.map { ($0, rate($0)) }
        return rates.sorted { ($1.1, $0.0.id) < ($0.1, $1.0.id) }.prefix(3).map(\.0)
    }
    mutating func learn(_ moment: MicroMoment, _ response: TasteResponse, at: Milliseconds, _: SignalState) {
        counts[moment.id, default: (0, 0)].shown += 1
        if response == .completed { counts[moment.id]?.taken += 1 }
        if response != .ignored { rests[moment.id] = at + 7 * 24 * World.hour }
    }
}

/// LinUCB (Li, Chu, Langford and Schapire 2010, WWW): ridge regression of the answer on features and an upper
/// confidence bound, one model for each person. It has the same facts as the coach: topic, evidence, duration, the
/// day's need of the topic, the score by topic, how often shown, the cooldown and earlier answers.
struct LinUCBPolicy: TastePolicy {
    let width: Double
    private static let dimensions = 7 + 2 * Features.topics.count
    private var inverse: [Double] = []
    private var sums: [Double] = []
    private var habits: [String: Habit] = [:]
    private var seconds: [Double] = []

    init(width: Double) { self.width = width }

    mutating func begin(seed: UInt64) {
        let count = Self.dimensions
        inverse = [Double](repeating: 0, count: count * count)
        for place in 0..<count { inverse[place * count + place] = 1 }
        sums = [Double](repeating: 0, count: count)
        (habits, seconds) = ([:], [])
    }

    private func features(_ moment: MicroMoment, _ signals: SignalState, at: Milliseconds) -> [Double] {
        let usual =
            seconds.isEmpty ? nil : exp(seconds.suffix(20).reduce(0) { $0 + log($1) } / Double(min(20, seconds.count)))
        let all = Features.of(
            moment, habit: habits[moment.id] ?? Habit(moment: moment.id), signals: signals,
            relevance: signals.need(moment.topic), usualSeconds: usual, at: at)
        var features = [1] + Array(all[0..<6])
        // It learns from unanswered suggestions directly.
        if let habit = habits[moment.id] {
            features[1 + Features.acceptance] =
                (Double(habit.accepted) + 1) / Double(habit.accepted + habit.dismissed + 2)
        }
        for topic in Features.topics {
            features.append(topic == moment.topic ? 1 : 0)
            features.append(topic == moment.topic ? ((signals.score ?? 50) - 50) / 50 : 0)
        }
        return features
    }

    /// The inverse times a vector that is mostly zero.
    private func times(_ features: [Double]) -> [Double] {
        let count = Self.dimensions
        let known = features.indices.filter { features[$0] != 0 }
        return (0..<count).map { row in known.reduce(0) { $0 + inverse[row * count + $1] * features[$1] } }
    }

    mutating func deal(_ moments: [MicroMoment], _ day: Int, _ signals: SignalState, at: Milliseconds)
        -> [MicroMoment]
    {
        let model = times(sums)
        let bounds = moments.map { moment -> (MicroMoment, Double) in
            let features = features(moment, signals, at: at)
            let known = features.indices.filter { features[$0] != 0 }
            var (mean, variance) = (0.0, 0.0)
            for row in known {
                mean += model[row] * features[row]
                for column in known {
                    variance += features[row] * inverse[row * Self.dimensions + column] * features[column]
                }
            }
            return (moment, mean + width * max(0, variance).squareRoot())
        }
        let dealt = bounds.sorted { ($1.1, $0.0.id) < ($0.1, $1.0.id) }.prefix(3).map(\.0)
        for moment in dealt { habits[moment.id, default: Habit(moment: moment.id)].shown += 1 }
        return dealt
    }

    mutating func learn(_ moment: MicroMoment, _ response: TasteResponse, at: Milliseconds, _ signals: SignalState) {
        let features = features(moment, signals, at: at)
        let count = Self.dimensions
        let spread = times(features)
        let scale = 1 + zip(spread, features).reduce(0) { $0 + $1.0 * $1.1 }
        for row in 0..<count {
            for column in 0..<count { inverse[row * count + column] -= spread[row] * spread[column] / scale }
        }
        let reward = response == .completed ? 1.0 : 0
        for place in 0..<count { sums[place] += reward * features[place] }
        if response == .completed, let time = moment.estimatedSeconds { seconds.append(Double(max(1, time))) }
        guard response != .ignored else { return }
        habits[moment.id]?.restsFrom = at
        habits[moment.id]?.restsUntil = at + moment.cooldownSeconds * 1000
        if response == .completed { habits[moment.id]?.accepted += 1 } else { habits[moment.id]?.dismissed += 1 }
    }
}
