import Fixtures
import Localization
import Testing

@testable import GoalsCore

/// Titles and sentences read the table of `WrittenNumbers` like all others.
@Suite struct WrittenNumberTests {
    private func number(_ text: String, _ language: Language) -> TitleForm.Number? {
        TitleForm(text, language: language).numbers.first
    }

    @Test("Goals: numbers of titles have the values that they say, with their units")
    func values() {
        for (language, rows, units) in [
            (Language.english, WrittenNumbers.english, WrittenNumbers.englishUnits),
            (.german, WrittenNumbers.german, WrittenNumbers.germanUnits),
        ] {
            for row in rows {
                for unit in units where row.value * (unit.seconds ?? 1_000) < 1e9 {
                    let text = "\(row.text) \(unit.text)"
                    let expected: TitleForm.Number =
                        switch unit.text {
                        case "km": .init(.distance, row.value * 1_000)
                        case "kcal": .init(.energy, row.value)
                        default: unit.seconds.map { .init(.duration, row.value * $0) } ?? .init(.plain, row.value)
                        }
                    #expect(
                        number(text, language) == expected, "\(text): \(String(describing: number(text, language)))")
                }
            }
        }
        for (language, rows) in [
            (Language.english, WrittenNumbers.englishTimes), (.german, WrittenNumbers.germanTimes),
        ] {
            for row in rows { #expect(number(row.text, language) == .init(.duration, row.value), "\(row.text)") }
        }
    }
}
