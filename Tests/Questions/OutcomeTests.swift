import Fixtures
import Foundation
import Messages
import Testing

@testable import Questions

/// What days after completed suggestions are like.
@Suite struct OutcomeTests {
    private static let first = Day(number: 20_000)

    /// Scores that return to 50 by themselves, and completions mostly on bad days.
    /// - Parameter effect: points that a completion adds to the next day.
    private func person(_ seed: UInt64, days: Int = 400, effect: Double) -> (completed: Set<Day>, scores: Series) {
        var random = SplitMix(seed: seed)
        func normal() -> Double {
            (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
        }
        var (values, completed): ([Series.Value], Set<Day>) = ([], [])
        var score = 50.0
        for number in 0..<days {
            let day = Self.first.advanced(by: number)
            let wasDone = completed.contains(day.advanced(by: -1))
            score = 50 + 0.4 * (score - 50) + 8 * normal() + (wasDone ? effect : 0)
            values.append(Series.Value(day, score))
            if Double.random(in: 0..<1, using: &random) < (score < 46 ? 0.5 : 0.08) { completed.insert(day) }
        }
        return (completed, Series(values))
    }

    @Test("COA-5 that bad days are followed by better ones is not taken for an effect")
    func regression() throws {
        var (clear, naive, matched) = (0, 0.0, 0.0)
        for seed in 0..<60 as Range<UInt64> {
            let (completed, scores) = person(seed, effect: 0)
            let outcome = try #require(Outcome(completed: completed, scores: scores))
            if outcome.isClear { clear += 1 }
            matched += outcome.difference / 60
            let byDay = Dictionary(uniqueKeysWithValues: scores.values.map { ($0.day, $0.value) })
            let rises = completed.compactMap { day in byDay[day.advanced(by: 1)].map { $0 - (byDay[day] ?? 0) } }
            naive += rises.reduce(0, +) / Double(rises.count) / 60
        }
        #expect(naive > 3, "days after a completion are better by themselves: \(naive)")
        #expect(abs(matched) < 0.8, "\(matched)")
        #expect(clear <= 8, "about one in twenty: \(clear) of 60")
    }

    @Test("COA-5 an effect that is there is found, with its size and sign")
    func found() throws {
        for (effect, sign) in [(7.0, 1.0), (-7, -1)] {
            var found = 0
            for seed in 100..<130 as Range<UInt64> {
                let (completed, scores) = person(seed, effect: effect)
                let outcome = try #require(Outcome(completed: completed, scores: scores))
                #expect(outcome.interval.contains(outcome.correlation) && outcome.pairs >= Outcome.minimumPairs)
                if outcome.isClear, outcome.difference * sign > 0 { found += 1 }
            }
            #expect(found >= 26, "\(found) of 30")
        }
    }

    @Test("COA-5 fewer than twenty pairs say nothing; a day is used once and pairs have nearly equal scores")
    func few() {
        let (completed, scores) = person(7, effect: 0)
        #expect(Outcome(completed: Set(completed.sorted().prefix(Outcome.minimumPairs - 1)), scores: scores) == nil)
        #expect(Outcome(completed: [], scores: scores) == nil)
        #expect(Outcome(completed: completed, scores: Series([])) == nil)
        let pairs = Outcome.pairs(completed, scores)
        #expect(Set(pairs.map(\.other)).count == pairs.count && Set(pairs.map(\.done)).count == pairs.count)
        let byDay = Dictionary(uniqueKeysWithValues: scores.values.map { ($0.day, $0.value) })
        for (done, other) in pairs {
            #expect(!completed.contains(other) && completed.contains(done))
            #expect(abs((byDay[done] ?? 0) - (byDay[other] ?? 99)) < 4)
        }
    }
}
