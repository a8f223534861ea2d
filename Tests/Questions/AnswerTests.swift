import Localization
import Messages
import Testing

@testable import Questions

/// What answers say of numbers.
@Suite struct AnswerTests: AnswerSuite {
    @Test("COA-6 a status names value, unit, gaps and the usual band")
    func status() {
        let usual: [Double?] = (0..<60).map { 40 + Double($0 % 5) }
        let week: [Double?] = [50, nil, 51, 52, nil, 53, 54]
        let answer = writer().status(numbers(.metric("hrv"), usual + week), period(7, "over the last seven days"))
        #expect(
            answer.text
                == "Your HRV was 52\u{202F}ms over the last seven days (from 5 of 7 nights). That is above your usual 41\u{202F}ms–43\u{202F}ms."
                || answer.text.hasPrefix(
                    "Your HRV was 52\u{202F}ms over the last seven days (from 5 of 7 nights). That is above your usual"
                ))
        #expect(answer.chart?.subject == .metric("hrv"))
        let same = writer().status(numbers(.metric("hrv"), usual + [42, 42, 42]), period(3, "lately"))
        #expect(same.text.contains("about your usual") && !same.text.contains("better"))
    }

    @Test("COA-6 without values an answer says what is missing and how to bring it")
    func nothing() {
        let none = writer().status(numbers(.metric("sleep"), []), period(7, "last week"))
        #expect(
            none.text
                == "I have no record of sleep last week. It comes with a health export or from your phone: Settings › Phone and data."
        )
        #expect(none.chart == nil)
        let old = writer(.german).status(
            numbers(.metric("steps"), [8000] + Array(repeating: nil, count: 30)), period(7, "letzte Woche"))
        #expect(old.text.contains("8.000") && old.text.contains("keine Werte"), "\(old.text)")
    }

    @Test("COA-6 few earlier days are not compared with")
    func few() {
        let answer = writer().status(numbers(.metric("restingHeartRate"), [58, 59, 60]), period(3, "lately"))
        #expect(answer.text.contains("too few earlier days"), "\(answer.text)")
    }

    @Test("COA-6 a difference within the usual range is neither better nor worse")
    func compare() {
        let old: [Double?] = (0..<60).map { 58 + Double($0 % 5) }
        let inside = numbers(.metric("restingHeartRate"), old + Array(repeating: 60.5, count: 7))
        let then = Period(Self.today.advanced(by: -66)...Self.today.advanced(by: -7), "before")
        let same = writer().compare(inside, period(7, "this week"), with: then)
        #expect(same.text.contains("within your usual range") || same.text.contains("the same"), "\(same.text)")
        #expect(!same.text.contains("better") && !same.text.contains("harder"))
        let lower = numbers(.metric("restingHeartRate"), old + Array(repeating: 50, count: 7))
        let better = writer().compare(lower, period(7, "this week"), with: then)
        #expect(better.text.contains("10/min lower") && better.text.contains("better side"), "\(better.text)")
    }

    @Test("COA-10 an opening does not come back within five replies; every answer has at most two sentences")
    func openings() {
        let some = numbers(.metric("sleep"), Array(repeating: 25_200, count: 40))
        for language in Language.allCases {
            let texts = (0..<5).map { writer(language, turn: $0).status(some, period(7, "x")).text }
            #expect(Set(texts.map { $0.split(separator: " ").prefix(3).joined(separator: " ") }).count == 5)
            let offers = (0..<5).map { writer(language, turn: $0).suggestion("Walk", seconds: 300) }
            #expect(
                Set(offers.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }).count == 5, "\(offers)")
            for text in texts { #expect(text.split(separator: ". ").count <= 2, "\(text)") }
        }
    }

    @Test("COA-6 every subject has its words in both languages")
    func words() {
        let subjects =
            [Subject.score] + SignalTable.metrics.map { Subject.metric($0.key) }
            + [.slider(.stress), .slider(.energy), .slider(.sleepQuality), .journal]
        for language in Language.allCases {
            for subject in subjects {
                let some = numbers(subject, Array(repeating: 1, count: 40))
                for text in [
                    writer(language).status(some, period(7, "x")).text, writer(language).explain(subject, some).text,
                    writer(language).compare(some, period(7, "x"), with: period(30, "y")).text,
                    writer(language).metricCause(some, on: period(1, "x"), marks: ["y"]).text,
                    writer(language).status(numbers(subject, []), period(7, "x")).text,
                ] {
                    #expect(!text.contains("answer.") && !text.contains("{"), "\(text)")
                }
            }
            for meta in Question.Meta.allCases { #expect(!writer(language).meta(meta).contains("answer.")) }
        }
    }

    @Test("SCO-5 a cause names what weighs and what lifts, with values")
    func cause() {
        var report = ScoreReport(day: Self.today, status: .final)
        report.score = 41.6
        var night = Contribution(signal: .nocturnalHeartRate, weight: -0.1)
        (night.value, night.z, night.contribution, night.missing) = (58, 2.4, -0.3, false)
        var quality = Contribution(signal: .sleepQuality, weight: 0.1)
        (quality.value, quality.z, quality.contribution, quality.missing) = (6, 0.7, 0.1, false)
        let day = ScoredDay(report: report, contributions: [night, quality, Contribution(signal: .steps, weight: 1)])
        let text = writer().scoreCause(day).text
        #expect(
            text
                == "Your score today is 42. What weighs: Night heart rate (58/min, above your usual); what lifts: Sleep quality (6 of 7).",
            "\(text)")
        #expect(writer(.german).scoreCause(day).text.contains("Nachtpuls (58/min, über deinem üblichen Bereich)"))
    }
}
