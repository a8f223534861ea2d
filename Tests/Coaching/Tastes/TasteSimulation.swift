import Fixtures
import Messages
import Moments

@testable import Coaching

/// Sixty days of many people with one policy.
struct TasteSimulation {
    /// Mean probability that a shown card is taken up.
    var reward = 0.0
    /// Mean difference from the three most welcome suggestions of each day.
    var regret = 0.0

    /// - Parameter people: seeds of the people.
    static func run(_ policy: some TastePolicy, people: Range<UInt64>, moments: [MicroMoment]) -> TasteSimulation {
        var policy = policy
        var (reward, best, count) = (0.0, 0.0, 0)
        for seed in people {
            let person = TastePerson(seed: seed, moments: moments)
            var seeds = SplitMix(seed: seed ^ 0xA5A5)
            var random = SplitMix(seed: seeds.next())
            var answered: [String: Int] = [:]
            policy.begin(seed: seed)
            for day in 0..<TastePerson.days {
                let at = World.at + Milliseconds(day) * 24 * World.hour
                let signals = person.signals[day]
                func welcome(_ moment: MicroMoment) -> Double {
                    person.welcome(moment, on: day, done: answered[moment.id].map { day - $0 })
                }
                let dealt = policy.deal(moments, day, signals, at: at)
                let chances = dealt.map(welcome)
                reward += chances.reduce(0, +) / 3
                best += moments.map(welcome).sorted(by: >).prefix(3).reduce(0, +) / 3
                count += 1
                for (moment, chance) in zip(dealt, chances) {
                    let response: TasteResponse =
                        random.unit() < chance ? .completed : random.unit() < 0.5 ? .dismissed : .ignored
                    if response != .ignored { answered[moment.id] = day }
                    policy.learn(moment, response, at: at, signals)
                }
            }
        }
        return TasteSimulation(reward: reward / Double(count), regret: (best - reward) / Double(count))
    }
}
