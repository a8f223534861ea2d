import Fixtures
import Localization
import Messages
import Testing

@testable import Language

/// The table of `WrittenNumbers`, as the readers themselves read it.
@Suite struct WrittenNumberTests {
    private typealias Language = Localization.Language
    private static let numbers: [(Language, [WrittenNumbers.Row], [WrittenNumbers.Unit])] = [
        (.english, WrittenNumbers.english, WrittenNumbers.englishUnits),
        (.german, WrittenNumbers.german, WrittenNumbers.germanUnits),
    ]

    private func tokens(_ text: String) -> [Token] { Token.all(in: Array(text.unicodeScalars)) }

    @Test("Numbers alone and with units have the values that they say, and are read to their end")
    func values() {
        #expect(Self.numbers.reduce(0) { $0 + $1.1.count } > 200)
        for (language, rows, units) in Self.numbers {
            for row in rows {
                let alone = tokens(row.text)
                let number = NumberReader(language).number(in: alone, at: 0)
                #expect(number.map { $0.value.isNear(row.value) && $0.next == alone.count } == true, "\(row.text)")
                for unit in units where row.value * (unit.seconds ?? 1) < 1e9 {
                    let text = "\(row.text) \(unit.text)"
                    let found = QuantityReader(language).quantity(in: tokens(text), at: 0)
                    if let seconds = unit.seconds {
                        #expect(found?.unit.kind == .duration, "\(text)")
                        #expect(
                            found?.amount.value.isNear(row.value * seconds) == true,
                            "\(text): \(found?.amount.value ?? 0)")
                    } else if let found {
                        #expect(
                            (found.amount.value / found.unit.factor).isNear(row.value), "\(text): \(found.amount.value)"
                        )
                    }
                }
            }
        }
    }

    @Test("Times have the seconds that they say")
    func times() {
        for (language, rows) in [
            (Language.english, WrittenNumbers.englishTimes), (.german, WrittenNumbers.germanTimes),
        ] {
            for row in rows {
                let found = QuantityReader(language).quantity(in: tokens(row.text), at: 0)
                #expect(found?.amount.value.isNear(row.value) == true, "\(row.text): \(found?.amount.value ?? 0)")
            }
        }
    }

    @Test("Dates are the days that they say")
    func dates() {
        let reader = { DateReader($0, today: Day(year: 2026, month: 5, day: 4)!) }
        for (language, rows) in [
            (Language.english, WrittenNumbers.englishDates), (.german, WrittenNumbers.germanDates),
        ] {
            for row in rows {
                #expect(reader(language).date(in: tokens(row.text), at: 0)?.day == Day(row.day), "\(row.text)")
            }
        }
    }

    @Test("A year is one of a life that reaches today")
    func years() {
        let read = { (text: String, today: Int) in
            DateReader(.english, today: Day(year: today, month: 5, day: 4)!).date(in: tokens(text), at: 0)
        }
        #expect(read("3 May 2041", 2040)?.day == Day(year: 2041, month: 5, day: 3))
        #expect(read("3 May 1850", 2040)?.next == 2)
    }

    @Test("Tokens have the ranges of their scalars, numbers of any script are digits, and groups are joined")
    func ranges() {
        let text = "Ran ５,5 km, then 10\u{202F}000 steps at 7:30"
        let scalars = Array(text.unicodeScalars)
        let tokens = Token.all(in: scalars)
        #expect(tokens.filter { $0.kind == .number }.map(\.text) == ["5,5", "10000", "7:30"])
        for token in tokens where token.kind == .word {
            let written = String(String.UnicodeScalarView(scalars[token.range]))
            #expect(Folding.fold(written) == token.text)
        }
        #expect(Token.all(in: Array("10 000 and 5 100 20".unicodeScalars)).count == 6)
        #expect(
            Token.all(in: Array("10 000 and 5 100 20".unicodeScalars), groupsBySpace: true).map(\.text)
                == ["10000", "and", "5100", "20"])
    }

    @Test("What is no number is none")
    func none() {
        for text in ["a", "an", "the", "1.2.3", "7:30", "hundredfold"] {
            #expect(NumberReader(.english).number(in: tokens(text), at: 0) == nil, "\(text)")
        }
        for text in ["ein", "eine", "einhalb", "hunderttausendfach", "achtung", "zweifel", "und"] {
            #expect(NumberReader(.german).number(in: tokens(text), at: 0) == nil, "\(text)")
        }
    }
}

extension Double {
    fileprivate func isNear(_ other: Double) -> Bool { abs(self - other) <= 1e-9 * max(1, abs(other)) }
}
