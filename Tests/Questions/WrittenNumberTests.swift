import Fixtures
import Localization
import Messages
import Testing

@testable import Questions

/// The coach reads the table of `WrittenNumbers` like all others.
@Suite struct WrittenNumberTests {
    private static let today = QuestionTests.today

    private func amount(_ text: String, _ language: Language) -> AmountReader.Amount? {
        AmountReader(language: language, today: Self.today).amount(in: FoldedText(text))
    }

    @Test("COA-8 amounts have the values that they say, and nothing of them is left over")
    func values() {
        for (language, rows, units, under) in [
            (Language.english, WrittenNumbers.english, WrittenNumbers.englishUnits, "under"),
            (.german, WrittenNumbers.german, WrittenNumbers.germanUnits, "unter"),
        ] {
            for row in rows {
                for unit in units where row.value * (unit.seconds ?? 1) < 1e9 {
                    let text = "\(under) \(row.text) \(unit.text)"
                    let amount = amount(text, language)
                    #expect(amount?.comparison == .below && amount?.place.lowerBound == 0, "\(text)")
                    let read = unit.seconds == nil ? amount?.value : amount?.seconds
                    let expected = row.value * (unit.seconds ?? 1)
                    #expect(read.map { abs($0 - expected) <= 1e-9 * expected } == true, "\(text): \(read ?? 0)")
                }
            }
        }
    }

    @Test("COA-8 times have the seconds that they say")
    func times() {
        for (language, rows, under) in [
            (Language.english, WrittenNumbers.englishTimes, "under"), (.german, WrittenNumbers.germanTimes, "unter"),
        ] {
            for row in rows {
                let amount = amount("\(under) \(row.text)", language)
                #expect(amount?.seconds.map { abs($0 - row.value) < 1e-6 } == true, "\(row.text)")
                #expect(amount?.place == 0..<FoldedText("\(under) \(row.text)").words.count, "\(row.text)")
            }
        }
    }

    @Test("COA-8 dates are the days that they say")
    func dates() {
        for (language, rows, on) in [
            (Language.english, WrittenNumbers.englishDates, "on"), (.german, WrittenNumbers.germanDates, "am"),
        ] {
            let reader = PeriodReader(today: Self.today, words: .shipped(language))
            for row in rows {
                let periods = reader.periods(in: FoldedText("how did I sleep \(on) \(row.text)?"))
                let day = Day(row.day)
                #expect(periods.count == 1 && periods.first?.days.lowerBound == day, "\(row.text): \(periods)")
                #expect(periods.first?.isOneDay == true, "\(row.text)")
            }
        }
    }

    @Test("COA-8 the numbers of a plan are read alike")
    func plans() {
        for (language, rows) in [(Language.english, WrittenNumbers.english), (.german, WrittenNumbers.german)] {
            for row in rows where row.text.allSatisfy({ $0.isASCII && ($0.isNumber || ".,'".contains($0)) }) {
                let values = PlanNumber.all(in: "why \(row.text) kcal?").first?.values ?? []
                #expect(values.contains(row.value), "\(row.text) in \(language): \(values)")
            }
        }
    }

    @Test("COA-8 numbers of bounds have their decimals, and every unit tells them from years")
    func bounds() {
        func note(_ text: String, _ language: Language = .english) -> String? {
            QuestionReader(today: Self.today).read(text, in: language)?.form?.note
        }
        #expect(note("How often was my HRV under 48.5 ms this month?") == "count.below.48.5")
        #expect(note("Wie oft war meine HRV diesen Monat unter 48,5 ms?", .german) == "count.below.48.5")
        #expect(note("How often did I sleep less than 7:30 hours?") == "count.below.27000.0")
        #expect(note("How often did I sleep less than 6 h 45 min this month?") == "count.below.24300.0")
        #expect(note("How often did I walk over thirteen thousand steps?") == "count.above.13000.0")
        #expect(note("Is an HRV of 62.5 good?") == "norm.62.5")
    }

    @Test("A number is folded once and for all")
    func folded() {
        for (text, words) in [
            ("48,5", "48.5"), ("10.000", "10000"), ("1.234,5", "1234.5"), ("14.3.2024", "14.3.2024"),
            ("am 14.10.", "am 14.10"),
            ("7:30", "7:30"), ("3,1250", "3.1250"), ("1 1/2", "1 ½"), ("1/2/2024", "1 2 2024"), ("vo2 max", "vo2max"),
            ("10k", "10000"), ("5mg", "5mg"),
        ] {
            let once = FoldedText(text).words.joined(separator: " ")
            #expect(once == words)
            #expect(FoldedText(once).words.joined(separator: " ") == once)
        }
    }
}
