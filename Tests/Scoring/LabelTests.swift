import Fixtures
import Messages
import Testing

@testable import Scoring

@Suite struct LabelTests {
    @Test("SCO-4 the composite is the mean of −stress, energy and sleep quality, scaled to ± 2")
    func composite() {
        func value(_ stress: Int32, _ energy: Int32, _ sleep: Int32) -> Double? {
            Labels.composite(
                CheckIn(id: entity(1), day: day(0), at: 0, stress: stress, energy: energy, sleepQuality: sleep))
        }
        #expect(value(1, 7, 7) == 2)
        #expect(value(7, 1, 1) == -2)
        #expect(value(4, 4, 4) == 0)
        #expect(abs((value(4, 7, 4) ?? 0) - 2.0 / 3) < 1e-15)
        #expect(Labels.composite(DayAnswers()) == nil)
    }

    @Test("SCO-4 a check-in labels the days since the last one, at most three, oldest first, and none twice")
    func horizon() {
        var labels = Labels()
        for offset in 0..<5 { labels.await(day(offset), [Double(offset)], widening: 1) }
        #expect(labels.arrive(on: day(5)).map(\.inputs) == [[2], [3], [4]])
        #expect(labels.arrive(on: day(6)).isEmpty)
        labels.await(day(6), [6], widening: 1)
        labels.await(day(7), [7], widening: 1)
        #expect(labels.arrive(on: day(7)).map(\.inputs) == [[6]])
    }

    @Test("SCO-4 a check-in is never the label of its own day")
    func notItsOwn() throws {
        let states = ScoreCalculator.states([checkIn(0, energy: 7), checkIn(1, energy: 7)])
        #expect(try #require(states.on(0)).labels == 0)
        #expect(try #require(states.on(1)).labels == 1)
    }

    @Test("SCO-4 a label affects scores from the day it arrives on, not before")
    func affectsFromArrival() throws {
        let quiet = (0..<10).map { metrics($0, hrv: 50) }
        let without = ScoreCalculator.states(quiet)
        let with = ScoreCalculator.states(quiet + [checkIn(9, stress: 1, energy: 7, sleep: 7)])
        #expect(with.dropLast() == without.dropLast())
        #expect(try #require(with.on(9)).bias > 0)
        #expect(try #require(with.on(9)).labels == 1)
    }

    @Test("SCO-4 shuffling the future does not move yesterday's score")
    func futureCannotReachBack() {
        let inputs = person(11, days: 90)
        let honest = ScoreCalculator.states(inputs)
        var random = SplitMix(seed: 12)
        for cut in stride(from: 5, to: 90, by: 7) {
            let past = inputs.filter { $0.day < day(cut) }
            let shuffled = inputs.filter { $0.day >= day(cut) }.map { input -> ScoringInput in
                let offset = cut + Int.random(in: 0..<60, using: &random)
                return Bool.random(using: &random)
                    ? checkIn(offset, stress: 1, energy: 7, sleep: 1, id: offset)
                    : metrics(offset, hrv: 80 * Double.random(in: 0..<1, using: &random), steps: 1)
            }
            #expect(
                ScoreCalculator.states(past + shuffled).filter { $0.day < day(cut) }
                    == honest.filter { $0.day < day(cut) })
        }
    }

    @Test("SCO-4 without a label for 28 days the score is not personalised")
    func personalised() throws {
        let sensors = (0..<45).map { metrics($0, hrv: 50) }
        let states = ScoreCalculator.states(sensors + [checkIn(10)])
        #expect(try #require(states.on(9)).personalised == false)
        #expect(try #require(states.on(10)).personalised)
        #expect(try #require(states.on(37)).personalised)
        #expect(try #require(states.on(38)).final.personalised == false)
    }
}
