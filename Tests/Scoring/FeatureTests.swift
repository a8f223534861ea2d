import Messages
import Testing

@testable import Scoring

@Suite struct FeatureTests {
    /// Ten quiet days, then one with this value.
    private func eleventh(_ hrv: Double, _ change: (inout DailyMetrics) -> Void = { _ in }) throws -> DayState {
        let quiet = (0..<10).map { metrics($0, hrv: 50, steps: 8_000) }
        return try #require(ScoreCalculator.states(quiet + [metrics(10, hrv: hrv, change)]).on(10))
    }

    @Test("SCO-2 z is shown within ± 6 and enters within ± 3, halved")
    func caps() throws {
        let high = try eleventh(50 + 3 * 4.5)[.hrv]
        #expect(high.z == 4.5)
        #expect(high.contribution == high.weight * 1.5)
        let huge = try eleventh(500)[.hrv]
        #expect(huge.z == 6)
        #expect(huge.contribution == huge.weight * 1.5)
        let low = try eleventh(1)[.hrv]
        #expect(low.z == -6)
    }

    @Test("SCO-2 sliders enter as (v − 4)/3")
    func sliders() throws {
        let state = try #require(ScoreCalculator.states([checkIn(0, stress: 1, energy: 7, sleep: 5)]).on(0))
        #expect(state[.stress].z == -1)
        #expect(state[.energy].z == 1)
        #expect(state[.sleepQuality].z == 1.0 / 3)
        #expect(state[.stress].value == 1)
    }

    @Test("SCO-2 the day's entries are averaged, those without a sentiment left out")
    func sentiment() throws {
        let state = try #require(
            ScoreCalculator.states([journal(0, 0.5, id: 1), journal(0, -0.25, id: 2), journal(0, nil, id: 3)]).on(0))
        #expect(state[.sentiment].z == 0.125)
        let silent = try #require(ScoreCalculator.states([journal(0, nil)]).on(0))
        #expect(silent[.sentiment].missing)
        #expect(silent[.sentiment].z == nil)
    }

    @Test("SCO-2 the last check-in of a day counts, by time and then by id")
    func lastCheckIn() throws {
        let inputs = [
            checkIn(0, energy: 7, at: 20, id: 1), checkIn(0, energy: 1, at: 10, id: 2),
            checkIn(0, energy: 6, at: 20, id: 3),
        ]
        #expect(try #require(ScoreCalculator.states(inputs).on(0))[.energy].value == 6)
    }

    @Test("SCO-2 a missing feature enters as 0 and says so; flags travel")
    func flags() throws {
        let state = try eleventh(53) { $0.hrv?.imputed = true }
        #expect(state[.hrv].imputed && !state[.hrv].missing)
        let steps = state[.steps]
        #expect(steps.missing)
        #expect(steps.contribution == 0)
        #expect(steps.value == nil)
        #expect(steps.z == nil)
    }

    @Test(
        "SCO-2 NaN, infinities and absurd numbers never pass",
        arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e12])
    func hostile(_ value: Double) {
        var inputs = (0..<30).map { metrics($0, hrv: Double(50 + $0 % 5), steps: 8_000) }
        inputs[12] = metrics(
            12, hrv: value, nocturnal: value, resting: value, debt: value, steps: value, respiratory: value)
        inputs.append(journal(15, value))
        inputs += (10..<30).map { checkIn($0, stress: 2, energy: 6) }
        for state in ScoreCalculator.states(inputs) {
            var numbers = [state.bias]
            for contribution in state.contributions {
                numbers += [contribution.weight, contribution.contribution]
                numbers += [contribution.value, contribution.z, contribution.baseline?.median, contribution.ewma]
                    .compactMap(\.self)
            }
            #expect(numbers.allSatisfy { $0.isFinite })
            #expect(state.final.score.map { (0...100).contains($0) } ?? true)
        }
    }

    @Test("SCO-2 an open day is provisional and uses the last complete day's steps")
    func provisional() throws {
        let quiet = (0..<10).map { metrics($0, hrv: 50, steps: $0 == 9 ? 11_000 : 8_000) }
        let state = try #require(ScoreCalculator.states(quiet + [metrics(10, hrv: 50, steps: 300)]).on(10))
        let open = state.breakdown(today: day(10), revision: 1)
        let closed = state.breakdown(today: day(11), revision: 1)
        #expect(open.report.status == .provisional)
        #expect(closed.report.status == .final)
        #expect(open.contributions[4].value == 11_000)
        #expect(open.contributions[4].z == 4)
        #expect(closed.contributions[4].value == 300)
        let (higher, lower) = (try #require(open.report.score), try #require(closed.report.score))
        #expect(higher > lower)
        #expect(closed.report.revision > open.report.revision)
    }
}
