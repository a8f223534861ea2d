import Fixtures
import Messages
import TestTraits
import Testing

@testable import Scoring

@Suite struct ScoreCalculatorTests {
    @Test("SCO-6 the order of arrival does not matter: bit-identical states", arguments: [1, 2, 3, 4, 5] as [UInt64])
    func orderOfArrival(_ seed: UInt64) {
        var inputs = person(seed, days: 80)
        inputs += (0..<80).filter { $0 % 3 == 0 }.flatMap {
            [journal($0, 0.1, id: $0), journal($0, -0.7, id: 900 - $0), journal($0, 0.33, id: 300 + $0)]
        }
        inputs += (0..<80).filter { $0 % 9 == 0 }.map { checkIn($0, stress: 2, at: 5, id: $0) }
        let reference = ScoreCalculator.states(inputs)
        var random = SplitMix(seed: seed + 100)
        for _ in 0..<10 {
            inputs.shuffle(using: &random)
            #expect(ScoreCalculator.states(inputs) == reference)
        }
    }

    @Test("SCO-6 a late sample moves the day it touches and later ones, nothing before")
    func lateSample() throws {
        let inputs = person(21, days: 60)
        let before = ScoreCalculator.states(inputs)
        let late = inputs.map { input -> ScoringInput in
            guard case .metrics(var metrics) = input, metrics.day == day(30) else { return input }
            metrics.hrv?.value += 10
            return .metrics(metrics)
        }
        let after = ScoreCalculator.states(late)
        #expect(before.filter { $0.day < day(30) } == after.filter { $0.day < day(30) })
        #expect(before.on(30) != after.on(30))
        #expect(before.on(40) != after.on(40))
    }

    @Test("SCO-6 days far apart cost nothing between them")
    func sparse() {
        let hostile = [Day(number: .min), Day(number: .max)].map { ScoringInput.metrics(DailyMetrics(day: $0)) }
        let states = ScoreCalculator.states(hostile + [checkIn(-40_000), checkIn(0), checkIn(60_000)])
        #expect(states.map(\.day) == [day(-40_000), day(0), day(60_000)])
    }

    @Test("SCO-6 ten years are replayed at once")
    func tenYears() {
        let inputs = person(23, days: 3_650)
        #expect(ScoreCalculator.states(inputs).count == 3_650)
    }

    #if !DEBUG
        // Times of an unoptimised build mean nothing; `deploy/test --whole` builds optimised.
        @Test("SCO-6 ten years are replayed within 100 ms: the fastest of five tries", .tags(.whole, .deadline))
        func tenYearsInTime() throws {
            let inputs = person(23, days: 3_650)
            let times = (0..<5).map { _ in ContinuousClock().measure { _ = ScoreCalculator.states(inputs) } }
            #expect(try #require(times.min()) < .milliseconds(100))
        }
    #endif

    @Test("SCO-3 on people with a known sensor effect it learns: better than persistence and than a moving average")
    func learns() {
        var (model, persistence, average, covered, count) = (0.0, 0.0, 0.0, 0, 0)
        for seed in 1...12 as ClosedRange<UInt64> {
            let inputs = person(seed, days: 200)
            let states = ScoreCalculator.states(inputs)
            var composites: [Day: Double] = [:]
            for case .checkIn(let checkIn) in inputs { composites[checkIn.day] = Labels.composite(checkIn) }
            var (last, mean): (Double?, Double?) = (nil, nil)
            for state in states {
                if let own = composites[state.day] {
                    last = own
                    mean = mean.map { $0 + 0.2 * (own - $0) } ?? own
                }
                // The label of SCO-4: the first composite of the three days after.
                guard state.kind == .scored, let last, let mean,
                    let next = (1...Labels.horizon).lazy.compactMap({ composites[state.day.advanced(by: $0)] }).first
                else { continue }
                let logit = state.contributions.reduce(state.bias) { $0 + $1.contribution }
                model += abs(next - logit)
                persistence += abs(next - last)
                average += abs(next - mean)
                let margin =
                    (state.quantile ?? Score.quantile) * state.deviation
                    * Score.widening(missing: state.contributions.count(where: \.missing), doubtful: 0, of: 10)
                if abs(next - logit) <= margin { covered += 1 }
                count += 1
            }
        }
        #expect(model < 0.85 * average, "model \(model / Double(count)), moving average \(average / Double(count))")
        #expect(model < persistence)
        #expect(
            (0.75...0.85).contains(Double(covered) / Double(count)), "band holds \(Double(covered) / Double(count))")
    }
}
