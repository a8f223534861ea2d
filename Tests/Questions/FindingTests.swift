import Fixtures
import Localization
import Messages
import Testing

@testable import Questions

/// What is said of extremes, weekdays, the last time, the number of times, links and norms.
@Suite struct FindingTests: AnswerSuite {
    private func plain(_ answer: NumberAnswer) -> String { answer.text.replacing("\u{202F}", with: " ") }

    @Test("COA-6 an extreme has its value, its date, the period and the days covered")
    func extreme() {
        let pulse = numbers(.metric("restingHeartRate"), [60, nil, 54, 61, 54, 62])
        let low = plain(writer().extreme(pulse, period(6, "this week"), isHighest: false))
        #expect(low == "Your resting heart rate was lowest this week on 3 May 2026: 54/min. 5 of 6 days have a value.")
        let high = plain(writer(.german).extreme(pulse, period(6, "diese Woche"), isHighest: true))
        #expect(high.contains("62/min") && high.contains("4. Mai 2026") && high.contains("5 von 6"), "\(high)")
        let none = writer().extreme(numbers(.metric("sleep"), []), period(7), isHighest: true)
        #expect(none.text.hasPrefix("I have no record of sleep") && none.chart == nil)
    }

    @Test("COA-6 weekdays are ranked by medians with counts; what lies within the usual spread says little")
    func weekdays() {
        // Every Monday far above the rest.
        func days(_ monday: Double) -> SubjectNumbers {
            let random = (0..<84).map { index -> Double? in
                let day = Self.today.advanced(by: index - 83)
                return (day.weekday == 2 ? monday : 3) + Double(index * 7 % 5) / 10
            }
            return numbers(.slider(.stress), random)
        }
        let clear = plain(writer().weekdays(days(6), period(84), isHighest: true))
        #expect(clear.hasPrefix("Your stress is highest on Mondays") && clear.contains("(12)"), "\(clear)")
        #expect(clear.contains("more than the"), "\(clear)")
        let same = plain(writer().weekdays(days(3.05), period(84), isHighest: true))
        #expect(same.contains("says little"), "\(same)")
        let few = plain(writer(.german).weekdays(numbers(.slider(.stress), [3, 4, 5]), period(84), isHighest: true))
        #expect(few.contains("3 Tage") && few.contains("zu wenige"), "\(few)")
    }

    @Test("COA-6 the last good night is one above the person's own usual band")
    func last() {
        let values: [Double?] = (0..<60).map { $0 == 40 ? 30_000 : 25_000 + Double($0 % 3) * 300 }
        let sleep = numbers(.metric("sleep"), values)
        let found = plain(writer().last(sleep, period(3_650), .usual(isHigh: true)))
        let day = Self.today.advanced(by: -19).components
        #expect(found.contains("8 h 20 min") && found.contains("\(day.day) April 2026"), "\(found)")
        #expect(found.contains("1 of 60 nights"), "\(found)")
        let never = plain(writer().last(sleep, period(60, "this spring"), .below(20_000)))
        #expect(never.hasPrefix("There is no night with sleep under 5 h 33 min this spring"), "\(never)")
        let few = plain(writer().last(numbers(.metric("sleep"), [25_000]), period(60), .usual(isHigh: true)))
        #expect(few.contains("too few values"), "\(few)")
    }

    @Test("COA-6 a number of times names the days with a value; bounds hold exactly")
    func count() {
        let steps = numbers(.metric("steps"), [9_999, 10_000, nil, 10_001, 4_000])
        func text(_ bound: ValueBound) -> String { plain(writer().count(steps, period(5, "lately"), bound)) }
        #expect(
            text(.atLeast(10_000)).hasPrefix("Your number of steps was at least 10,000 on 2 of 4 days with a value"))
        #expect(text(.above(10_000)).contains("1 of 4") && text(.above(10_000)).contains("3 May 2026"))
        // Today's 4,000 may still become more.
        #expect(text(.below(10_000)).contains("1 of 3") && text(.atMost(10_000)).contains("2 of 3"))
        #expect(text(.below(4_000)).contains("0 of 3") && text(.below(4_000)).contains("3 of 5 days have a value"))
    }

    @Test("COA-6 what goes together is said with its interval from 14 pairs on, and never as a cause")
    func influence() {
        var random = SplitMix(seed: 7)
        func normal() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) } }
        let sleep: [Double?] = (0..<100).map { _ in 25_000 + 1_800 * normal() }
        let energy = sleep.map { $0.map { 4 + ($0 - 25_000) / 1_800 + 0.5 * normal() } }
        let noise: [Double?] = (0..<100).map { _ in 4 + normal() }
        let driver = numbers(.metric("sleep"), sleep)
        func text(_ outcome: SubjectNumbers, _ language: Language = .english) -> String {
            plain(writer(language).influence(driver, on: outcome, in: period(180)))
        }
        let together = text(numbers(.slider(.energy), energy))
        #expect(together.contains("100 days with both") && together.contains("with higher values of energy"))
        #expect(together.contains("95 % interval 0.") && together.contains("does not show"), "\(together)")
        let unclear = text(numbers(.slider(.energy), noise))
        #expect(unclear.contains("no clear link") && unclear.contains("chance may explain"), "\(unclear)")
        let few = text(numbers(.slider(.energy), Array(noise.suffix(13))))
        #expect(few.contains("13 days with both") && few.contains("at least 14"), "\(few)")
        #expect(text(numbers(.slider(.energy), [])).contains("I have no energy of yours"))
        #expect(text(numbers(.slider(.energy), energy), .german).contains("zusammen"))
    }

    @Test("COA-6 a day is paired with the night after it, a night with the day it begins")
    func matched() {
        // Steps of a day decide on the night after it, which has the next date.
        let steps: [Double?] = (0..<40).map { Double(($0 * 37) % 11) * 1_000 }
        let sleep: [Double?] = [nil] + steps.dropLast().map { $0.map { 20_000 + $0 } }
        let (day, night) = (numbers(.metric("steps"), steps), numbers(.metric("sleep"), sleep))
        let next = Influence(day, on: night, in: period(60))
        #expect(next.isNextNight && next.pairs == 39 && (next.coefficient ?? 0) > 0.999)
        let same = Influence(night, on: day, in: period(60))
        #expect(!same.isNextNight && same.pairs == 39 && abs(same.coefficient ?? 1) < 0.5)
    }

    @Test("COA-6 a value that is named is set beside the person's own band and called neither good nor bad")
    func norm() {
        let pulse = numbers(.metric("restingHeartRate"), (0..<60).map { 56 + Double($0 % 5) })
        let high = plain(writer().norm(pulse, 64))
        #expect(
            high.hasPrefix("64/min lies above your own usual range for resting heart rate, 57/min–59/min"), "\(high)")
        #expect(high.contains("differs between people"))
        #expect(plain(writer().norm(pulse, 58)).contains("lies within"))
        let few = plain(writer().norm(numbers(.metric("steps"), [8_000, 9_000]), 12_000))
        #expect(few.contains("2 values of steps") && few.contains("12,000") && few.contains("14"), "\(few)")
    }

    @Test("COA-10 every form has words for every subject in both languages, in two sentences with five openings")
    func words() {
        let subjects =
            [Subject.score] + SignalTable.metrics.map { Subject.metric($0.key) }
            + [.slider(.stress), .slider(.energy), .slider(.sleepQuality), .journal]
        for language in Language.allCases {
            for subject in subjects {
                let some = numbers(subject, (0..<98).map { Double($0 % 9) })
                let other = numbers(.slider(.stress), (0..<98).map { Double($0 % 4) })
                func texts(_ turn: Int) -> [String] {
                    let writer = writer(language, turn: turn)
                    return [
                        writer.extreme(some, period(30), isHighest: true),
                        writer.weekdays(some, period(90), isHighest: false),
                        writer.weekdays(some, period(3), isHighest: true), writer.last(some, period(90), .above(7)),
                        writer.last(some, period(90), .above(70)), writer.count(some, period(30), .atMost(3)),
                        writer.count(some, period(30), .usual(isHigh: false)), writer.norm(some, 3),
                        writer.influence(some, on: other, in: period(90)),
                        writer.influence(other, on: some, in: period(3)),
                    ].map(\.text) + [writer.noExercise(subject), writer.nothingSuggested]
                }
                for text in texts(0) {
                    #expect(!text.contains("finding.") && !text.contains("answer.") && !text.contains("{"), "\(text)")
                    let ends = text.replacing(/\d[.,]\d/, with: "1").replacing(/\d+\. (?=\p{L})/, with: "1 ")
                    #expect(ends.split { ".!?".contains($0) }.count { $0.contains { $0.isLetter } } <= 2, "\(text)")
                }
                let openings = (0..<5).map { texts($0).dropLast().map(Openings.opening) }
                for place in openings[0].indices { #expect(Set(openings.map { $0[place] }).count == 5) }
            }
        }
    }
}
