import Fixtures
import Messages
import Testing

@testable import Scoring

@Suite struct CalibrationTests {
    @Test(
        "SCO-5 from the twentieth answer on the band is the conformal quantile of the last sixty misses; before, the prior's"
    )
    func quantile() {
        var calibration = Calibration()
        for number in 1...19 { calibration.enter(Double(number), margin: 2) }
        #expect(calibration.quantile(answers: 20) == nil)
        calibration.enter(-20, margin: 2)
        #expect(calibration.quantile(answers: 19) == nil)
        // ⌈0.8 · 21⌉ = 17.
        #expect(calibration.quantile(answers: 20) == 8.5)
        for _ in 0..<60 { calibration.enter(0.3, margin: 1) }
        #expect(calibration.quantile(answers: 80) == 0.3)
        calibration.enter(.nan, margin: 1)
        calibration.enter(1, margin: 0)
        #expect(calibration.quantile(answers: 80).map { $0.isFinite } == true)
    }

    @Test(
        "SCO-5 the band follows a person's own misses: narrower for answers that hardly move, and it holds 75 to 85 % of answers with rare jumps"
    )
    func person() throws {
        var random = SplitMix(seed: 5)
        var inputs: [ScoringInput] = []
        for offset in 0..<200 {
            // Nine of ten days have the same label, so s² of the jumps makes the normal band cover all of them.
            let slider: Int32 = random.next() % 10 == 0 ? 7 : random.next() % 5 == 0 ? 5 : 4
            inputs += [
                checkIn(offset, stress: 8 - slider, energy: slider, sleep: slider),
                metrics(offset, hrv: 50 + 5 * random.standardNormal()),
            ]
        }
        let states = ScoreCalculator.states(inputs)
        let composites = Dictionary(
            uniqueKeysWithValues: inputs.compactMap { input in
                if case .checkIn(let checkIn) = input {
                    Labels.composite(checkIn).map { (checkIn.day, $0) }
                } else {
                    nil
                }
            })
        #expect(states.prefix(20).allSatisfy { $0.quantile == nil })
        #expect(states.dropFirst(25).allSatisfy { $0.quantile != nil })
        func held(_ quantile: (DayState) -> Double) -> Double {
            let rows = states.dropFirst(30).compactMap { state in
                composites[state.day.advanced(by: 1)].map { label in
                    let logit = state.contributions.reduce(state.bias) { $0 + $1.contribution }
                    let widening = Score.widening(
                        missing: state.contributions.count(where: \.missing), doubtful: 0, of: Signal.all.count)
                    return abs(label - logit) <= quantile(state) * state.deviation * widening
                }
            }
            return Double(rows.count(where: { $0 })) / Double(rows.count)
        }
        #expect(
            (0.75...0.85).contains(held { $0.quantile ?? Score.quantile }), "\(held { $0.quantile ?? Score.quantile })")
        #expect(held { _ in Score.quantile } > 0.86, "\(held { _ in Score.quantile })")
    }
}
