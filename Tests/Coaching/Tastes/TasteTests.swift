import Foundation
import Messages
import Moments
import TestTraits
import Testing

@testable import Coaching

/// The ranker on made-up people with hidden tastes. `PULSUM_TASTES=1000` measures 200 of
/// them, as `deploy/bench coach` does.
@Suite(.tags(.exhaustive)) struct TasteTests {
    /// Seed of the first of 200 people to measure; nil measures 24.
    private static let first = ProcessInfo.processInfo.environment["PULSUM_TASTES"].flatMap(UInt64.init)
    /// The best of 0, 0.1, 0.2 and 0.3 on the people 0 ..< 200. The ranker's numbers were chosen on the first 100 of them.
    private static let width = 0.1

    @Test("COA-4 cards for people with hidden, drifting tastes beat chance and popularity, and come near LinUCB")
    func tastes() {
        let moments = Moments.shipped.moments
        let people: Range<UInt64> = Self.first.map { $0..<$0 + 200 } ?? 1_000..<1_024
        let policies: [(name: String, policy: any TastePolicy)] = [
            ("coach", CoachPolicy()), ("LinUCB", LinUCBPolicy(width: Self.width)), ("popularity", PopularityPolicy()),
            ("random", RandomPolicy()),
        ]
        var found: [String: TasteSimulation] = [:]
        for (name, policy) in policies {
            let result = TasteSimulation.run(policy, people: people, moments: moments)
            found[name] = result
            let (reward, regret) = (result.reward * 1_000, result.regret * 1_000)
            print(
                "\(name): reward \((reward).rounded() / 1_000), regret \((regret).rounded() / 1_000) a card, "
                    + "\(people.count) people, \(TastePerson.days) days")
        }
        guard let coach = found["coach"], let chance = found["random"], let popular = found["popularity"],
            let rival = found["LinUCB"]
        else { return }
        #expect(coach.regret < chance.regret)
        #expect(coach.regret < popular.regret)
        print("regret of the coach: \((coach.regret / rival.regret * 1_000).rounded() / 10) % of LinUCB's")
        // Few people scatter; 200 are the measurement.
        #expect(coach.regret <= rival.regret * (Self.first != nil ? 1.05 : 1.12))
    }
}
