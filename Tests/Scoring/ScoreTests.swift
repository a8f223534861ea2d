import Messages
import Testing

@testable import Scoring

@Suite struct ScoreTests {
    @Test("SCO-5 the usual level and its contributions, summed in declared order, are the score: exactly")
    func exactSum() throws {
        for state in ScoreCalculator.states(person(5, days: 120)) {
            let breakdown = state.breakdown(today: day(500), revision: 3)
            guard let score = breakdown.report.score else { continue }
            #expect(breakdown.contributions.map(\.signal) == Signal.all)
            var logit = breakdown.bias
            for contribution in breakdown.contributions {
                logit += contribution.contribution
                // SCO-3's scale: a sensor's z enters halved.
                let scale = contribution.signal.entry?.metric == nil ? 1.0 : 0.5
                #expect(contribution.contribution == contribution.weight * (scale * (contribution.z ?? 0).clipped(3)))
            }
            #expect(score == 100 * Score.sigmoid(logit))
        }
    }

    @Test("SCO-5 the band is sigmoid(l ± 1.2816·s·k)")
    func band() {
        let score = Score(logit: 0.4, deviation: 0.5, widening: 1.1)
        #expect(abs(score.score - 59.8687660112452) < 1e-9)
        #expect(score.low == 100 * Score.sigmoid(0.4 - 1.2816 * 0.5 * 1.1))
        #expect(score.high == 100 * Score.sigmoid(0.4 + 1.2816 * 0.5 * 1.1))
    }

    @Test("SCO-5 k is at least 1 and grows with missing or low-confidence values")
    func widening() {
        #expect(Score.widening(missing: 0, doubtful: 0, of: 10) == 1)
        for missing in 0..<10 {
            let widening = Score.widening(missing: missing, doubtful: 0, of: 10)
            #expect(Score.widening(missing: missing + 1, doubtful: 0, of: 10) > widening)
            #expect(Score.widening(missing: missing, doubtful: 1, of: 10) > widening)
        }
    }

    @Test("SCO-5 warming up until one metric has seven values")
    func warmingUpBySensor() throws {
        let states = ScoreCalculator.states((0..<9).map { metrics($0, hrv: 50) })
        #expect(states.map { $0.final.status } == Array(repeating: .warmingUp, count: 7) + [.final, .final])
        let early = try #require(states.on(2)).final
        #expect(early.score == nil)
        #expect(early.low == nil)
        #expect(early.reason?.contains("3 of 7") == true)
    }

    @Test("SCO-5 … or three check-ins exist")
    func warmingUpByCheckIn() throws {
        let states = ScoreCalculator.states((0..<4).map { checkIn($0) })
        #expect(states.map { $0.final.status } == [.warmingUp, .warmingUp, .final, .final])
        #expect(try #require(states.on(1)).final.reason?.contains("2 of 3 check-ins") == true)
    }

    @Test("SCO-7 a day with a crisis verdict has no score, no reasons and no signals, and says why")
    func crisis() throws {
        let inputs =
            (0..<20).map { metrics($0, hrv: 50) } + [
                journal(15, -0.9, crisis: true), .crisis(day: day(16), id: entity(9)),
            ]
        let states = ScoreCalculator.states(inputs)
        for offset in [15, 16] {
            let breakdown = try #require(states.on(offset)).breakdown(today: day(30), revision: 1)
            #expect(breakdown.report.status == .withheld)
            #expect(breakdown.report.score == nil)
            #expect(breakdown.report.low == nil)
            #expect(breakdown.report.high == nil)
            #expect(breakdown.report.reason != nil)
            #expect(breakdown.contributions.isEmpty)
            #expect(breakdown.bias == 0)
            #expect(try #require(states.on(offset)).signals(today: day(30)).isEmpty)
        }
        #expect(try #require(states.on(17)).final.status == .final)
    }

    @Test("COA-6 a carried value and a sleep debt of earlier nights count for the score and are no signal of the day")
    func carried() throws {
        func night(_ metrics: inout DailyMetrics) { metrics.sleep = MetricValue(25_000, .total) }
        let inputs =
            (0..<20).map { metrics($0, hrv: Double(50 + $0 % 3), debt: 3_000, steps: 8_000, night) } + [
                metrics(20, hrv: 90, debt: 9_000, steps: 9_000) {
                    $0.hrv?.imputed = true
                    $0.sleep = MetricValue(9_000, .total, lowConfidence: true)
                },
                metrics(21, hrv: 90, debt: 9_000, steps: 9_000, night), metrics(22, hrv: 90, debt: 9_000, steps: 9_000),
            ]
        let states = ScoreCalculator.states(inputs)
        func signals(_ offset: Int) throws -> [Signal] {
            try #require(states.on(offset)).signals(today: day(offset + 1)).map(\.signal)
        }
        #expect(try signals(20) == [.steps])
        #expect(try signals(21) == [.hrv, .sleepDebt, .steps])
        #expect(try signals(22) == [.hrv, .steps])
        for offset in 20...22 {
            let state = try #require(states.on(offset))
            #expect(!state[.hrv].missing && !state[.sleepDebt].missing)
        }
    }

    @Test("SCO-7 every day without a score says why")
    func reasons() throws {
        let inputs =
            (0..<12).map { metrics($0, hrv: 50) } + [
                metrics(12), metrics(13) { $0.hrv = MetricValue(80, .asleep, device: 9) },
            ]
        let states = ScoreCalculator.states(inputs)
        #expect(try #require(states.on(12)).final.status == .noData)
        #expect(try #require(states.on(13)).final.status == .warmingUp)
        for state in states { #expect((state.final.score == nil) == (state.final.reason != nil)) }
    }

    @Test("SCO-7 the methodology line")
    func methodology() throws {
        let state = try #require(ScoreCalculator.states([checkIn(0)]).first)
        #expect(
            state.breakdown(today: day(0), revision: 1).methodology
                == "Your wellbeing score is an estimated trend indicator based on statistical patterns in your recent health data. It is not a clinical measurement."
        )
    }
}
