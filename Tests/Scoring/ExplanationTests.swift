import Messages
import Testing

@testable import Scoring

@Suite struct ExplanationTests {
    private func eleventh(_ change: (inout DailyMetrics) -> Void = { _ in }) throws -> ScoreBreakdown {
        let quiet = (0..<10).map { metrics($0, hrv: 50, resting: 60, debt: 3_600) }
        let last = metrics(10, hrv: 62, resting: 60, debt: 9_000, change)
        return try #require(
            ScoreCalculator.states(quiet + [last, checkIn(10, stress: 2, energy: 4, sleep: 6), journal(10, 0.6)]).on(10)
        )
        .breakdown(today: day(11), revision: 1)
    }

    @Test("SCO-7 every present part is a sentence: value, position relative to the usual range, effect")
    func sentences() throws {
        let texts = try eleventh().contributions.map(\.text)
        #expect(texts[0] == "Heart rate variability 62 ms, above your usual 50 ms; it raises the score.")
        #expect(texts[1] == nil)
        #expect(
            texts[2]
                == "Resting heart rate 60 beats per minute, about your usual 60 beats per minute; it hardly moves the score."
        )
        #expect(texts[3] == "Sleep debt 2 h 30 min, above your usual 1 h; it lowers the score a little.")
        #expect(texts[6] == "Stress 2 of 7; it raises the score.")
        #expect(texts[7] == "Energy 4 of 7; it hardly moves the score.")
        #expect(texts[9] == "Journal mood pleasant; it raises the score a little.")
    }

    @Test("SCO-7 the sentence's direction is the contribution's sign, whatever the signal")
    func direction() {
        for state in ScoreCalculator.states(person(31, days: 120)) {
            for part in state.breakdown(today: day(500), revision: 1).contributions {
                #expect((part.text == nil) == part.missing)
                guard let text = part.text else { continue }
                if text.contains("raises") {
                    #expect(part.contribution > 0)
                } else if text.contains("lowers") {
                    #expect(part.contribution < 0)
                }
                #expect(text.contains("hardly") == (abs(part.contribution) < 0.02))
            }
        }
    }

    @Test("SCO-7 missing values, values without a usual range and estimated values are named")
    func gaps() throws {
        let breakdown = try eleventh {
            $0.steps = MetricValue(500, .total)
            $0.hrv?.imputed = true
        }
        #expect(breakdown.gaps.count == 2)
        #expect(
            ["heart rate at night", "breathing rate", " and "].allSatisfy(breakdown.gaps[0].contains)
                && !breakdown.gaps[0].contains("steps"))
        #expect(breakdown.gaps[1].contains("usual range yet for steps"))
        #expect(breakdown.contributions[0].text?.contains("estimated") == true)
        #expect(
            try #require(ScoreCalculator.states([metrics(0)]).on(0)).breakdown(today: day(1), revision: 1).gaps.isEmpty,
            "its reason says it")
    }

    @Test("SCO-7 every flag has its sentence")
    func flags() {
        #expect(Set(ContextFlag.all.compactMap(Explanation.note)).count == 6)
        #expect(Explanation.note(ContextFlag(rawValue: 99)) == nil)
    }

    @Test("SCO-7 a trend compares a mean with the preceding mean, over 7 and 28 days, and says so")
    func trend() {
        // 56 days, the last week at 60, before it 50, the first four weeks at 40.
        let scores = Dictionary(uniqueKeysWithValues: (0..<56).map { (day($0), $0 < 28 ? 40.0 : $0 < 49 ? 50 : 60) })
        let trends = Trend.trends(endingOn: day(55), scores)
        #expect(trends.map(\.days) == [7, 28])
        #expect(trends.map(\.scored) == [7, 28])
        #expect(trends[0].mean == 60 && trends[0].change == 10)
        #expect(trends[1].mean == 52.5 && trends[1].change == 12.5)
        #expect(trends[0].text == "Over 7 days your score was 60 on average, 10 higher than in the 7 days before.")
        let first = Trend.trends(endingOn: day(6), scores)
        #expect(first[0].mean == 40 && first[0].change == nil && first[0].text.contains("too few scores"))
        #expect(
            first[1].mean == nil && first[1].text == "No trend over 28 days: 7 of them have a score, and it takes 14.")
        let equal = Trend.trends(endingOn: day(27), scores)[0]
        #expect(equal.change == 0)
        #expect(equal.text.contains("the same"))
        // Half of the days are enough, fewer are not.
        #expect(Trend.trends(endingOn: day(3), scores)[0].mean == 40)
        #expect(Trend.trends(endingOn: day(2), scores)[0].mean == nil)
    }
}
