import Fixtures
import Foundation
import Localization
import Messages
import Testing

@testable import API

@Suite struct TodayTests {
    private let today = Day(number: 20_700)

    private func report(
        _ back: Int, _ status: ScoreReport.Status, _ score: Double? = nil, _ comparison: Comparison? = nil
    ) -> ScoreReport {
        var report = ScoreReport(
            day: today.advanced(by: -back), status: status, score: score, low: score.map { $0 - 10 },
            high: score.map { $0 + 10 })
        report.comparison = comparison
        return report
    }

    private func answers(_ report: ScoreReport, nights: [Int] = []) -> TodayAnswers {
        var (night, steps) = (
            Contribution(signal: .nocturnalHeartRate, weight: -1), Contribution(signal: .steps, weight: 1)
        )
        (night.missing, night.contribution) = (false, -0.5)
        (steps.missing, steps.contribution) = (false, 0.2)
        var small = Contribution(signal: .energy, weight: 1)
        (small.missing, small.contribution) = (false, 0.01)
        let card = Card(
            moment: "m", title: "Breathe", body: "b", caution: nil, badge: .weak, sourceURL: nil, estimatedSeconds: nil)
        var cards = CardsQuery.Reply(cards: [card])
        cards.today = DaySuggestion(card: card)
        return TodayAnswers(
            recent: RecentDays.Reply(
                days: [ScoredDay(report: report, contributions: [night, steps, small])],
                scores: [report.score].compactMap { $0 },
                sensorDays: report.status == .warmingUp || report.status == .noData ? 0 : 7, sensorDaysNeeded: 7),
            metrics: nights.map { back in
                var metrics = DailyMetrics(day: today.advanced(by: -back))
                metrics.sleep = MetricValue(25_000, .asleep)
                return metrics
            }, arrival: .init(at: 5),
            cards: cards)
    }

    private func made(_ answers: TodayAnswers, _ language: Language = .english) -> Today {
        Today(answers, today: today, country: "DE", language: language)
    }

    @Test("WEB-10 the state of the day")
    func states() {
        let cases: [(TodayAnswers, Today.State)] = [
            (answers(report(0, .noData)), .noData), (answers(report(0, .warmingUp)), .warmingUp),
            (answers(report(0, .provisional, 50), nights: [0, 1]), .open),
            (answers(report(0, .provisional, 50)), .open), (answers(report(0, .final, 50), nights: [0]), .final),
            (answers(report(0, .provisional, 50), nights: [1, 2]), .waiting),
            (answers(report(1, .final, 50), nights: [1]), .waiting), (answers(report(0, .withheld)), .withheld),
            (answers(report(4, .final, 50)), .ended), (answers(report(13, .withheld)), .ended),
            (answers(report(14, .final, 50)), .back), (answers(report(30, .withheld)), .back),
            (TodayAnswers(), .unavailable),
        ]
        for (answers, state) in cases {
            let day = made(answers)
            #expect(day.state == state)
            for language in Language.allCases {
                let words = made(answers, language).words
                #expect(words.hasSuffix("."), "\(words)")
                #expect(!words.contains("{"), "\(words)")
                #expect(!words.contains("api."), "\(words)")
            }
        }
        #expect(made(answers(report(1, .final, 50), nights: [1])).words == "Last night has not arrived.")
        // Whoever measures no nights does not wait for one.
        #expect(made(answers(report(1, .final, 50))).state == .waiting)
        #expect(made(answers(report(1, .final, 50))).words == "Nothing of today has arrived yet.")
        #expect(made(answers(report(1, .final, 50)), .german).words == "Von heute ist noch nichts angekommen.")
        #expect(made(answers(report(8, .final, 50)), .german).words == "Deine Daten enden am \(dateText(-8)).")
    }

    @Test("WEB-10 whoever comes back after a while is welcomed, without numbers of then; not whose archive just came")
    func back() {
        var answers = answers(report(30, .final, 50, Comparison(50, usually: 45...55)))
        let day = made(answers)
        #expect(day.day == today.advanced(by: -30) && day.score == nil && day.low == nil && day.step == nil)
        #expect(day.usualLow == nil && day.weighs.isEmpty && day.suggestion == nil)
        #expect(day.words == "Welcome back: one answer is enough to begin again.")
        answers.arrived = today.advanced(by: -14)
        #expect(made(answers).state == .back)
        answers.arrived = today.advanced(by: -13)
        #expect(made(answers).state == .ended && made(answers).score == 50)
    }

    private func dateText(_ days: Int) -> String {
        Formats(DisplaySettings(language: .german, region: "DE"), .shipped(.german))
            .dateWithYear(today.advanced(by: days))
    }

    @Test("WEB-10 the score is compared with the person's own days, and its reasons are named in their language")
    func numbers() {
        let low = answers(
            report(
                0, .provisional, 41.26,
                Comparison(
                    41.26, usually: 45...55,
                    reasons: [
                        .init(signal: .nocturnalHeartRate, effect: -0.5, isAbove: true),
                        .init(signal: .steps, effect: 0.2, isAbove: true),
                    ])), nights: [0])
        let german = made(low, .german)
        #expect(german.score == 41.3)
        #expect(german.low == 31.3)
        #expect(german.high == 51.3)
        #expect(german.step == 5 && german.usualLow == 45 && german.usualHigh == 55)
        #expect(german.words == "Bisher deutlich unter deinem üblichen Maß.")
        #expect(german.weighs == ["Nachtpuls"])
        #expect(german.lifts == ["Schritte"])
        #expect(german.suggestion == "Breathe" && german.suggestionWhy == nil && german.suggestionState == "open")
        var done = low
        done.cards?.today?.action = .completed
        done.cards?.today?.card.why = "Because."
        #expect(made(done).suggestionState == "completed" && made(done).suggestionWhy == "Because.")
        #expect(german.lastArrived == 5)
        #expect(german.missing.isEmpty)
        let new = made(
            answers(report(0, .provisional, 41.26, Comparison(days: 2, daysNeeded: 9)), nights: [0]))
        #expect(new.step == nil && new.usualLow == nil && new.weighs.isEmpty)
        #expect(new.words == "The day is still open.")
    }

    @Test("SCO-7 a withheld day shows no number, no reasons and no suggestion")
    func withheld() {
        var answers = answers(report(0, .withheld, 50))
        let day = made(answers)
        #expect(day.score == nil)
        #expect(day.low == nil)
        #expect(day.step == nil)
        #expect(day.suggestion == nil)
        #expect(day.weighs.isEmpty)
        #expect(day.lifts.isEmpty)
        #expect(day.words == "No score today.")
        // A crisis card of the coach stays with the person's own session.
        answers = self.answers(report(0, .final, 50))
        answers.cards?.crisis = CrisisCard(
            title: "", message: "", emergencyNumber: "", lines: [], disclaimer: "", country: "", checkedOn: today)
        #expect(made(answers).suggestion == nil)
    }

    @Test("WEB-10 a service that does not answer leaves null and a reason")
    func missing() throws {
        var answers = answers(report(0, .final, 50), nights: [0])
        (answers.cards, answers.arrival) = (nil, nil)
        let day = made(answers)
        #expect(day.score == 50)
        #expect(day.suggestion == nil)
        #expect(day.missing.map(\.part) == ["arrival", "suggestion"])
        let nothing = made(TodayAnswers())
        // A day without a score has no suggestion, so none is missing.
        #expect(nothing.missing.map(\.part) == ["score", "history", "arrival"])
        #expect(nothing.state == .unavailable)
        #expect(nothing.day == nil)
        let json = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(nothing)) as? [String: Any])
        #expect(json["score"] is NSNull && json["suggestion"] is NSNull && json.count == 17)
    }
}
