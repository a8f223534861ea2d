import Foundation
import LocalTime
import Messages
import Testing

@testable import ExamplePerson

@Suite struct ExampleYearsTests {
    private static let today = Day(year: 2026, month: 11, day: 23)!
    private static let years = ExampleYears(today: today, zone: ExamplePerson.zone, seed: 1)

    @Test("the example person: the same seed and day give the same bytes, another seed gives others")
    func deterministic() {
        let now = Self.years.instant(Self.today, minute: 12 * 60)
        let again = ExampleYears(today: Self.today, zone: ExamplePerson.zone, seed: 1)
        #expect(Self.years.csv(now: now) == again.csv(now: now))
        let other = ExampleYears(today: Self.today, zone: ExamplePerson.zone, seed: 2)
        #expect(other.csv(now: now) != again.csv(now: now))
    }

    @Test("the example person: two years with nights, gaps, an illness and a journey, and nothing after now")
    func plausible() throws {
        let now = Self.years.instant(Self.today, minute: 12 * 60)
        let rows = String(decoding: Self.years.csv(now: now), as: UTF8.self).split(separator: "\n").dropFirst()
        var nights: Set<Substring> = []
        for row in rows {
            let fields = row.split(separator: ",", omittingEmptySubsequences: false)
            try #require(fields.count == 6)
            let date = try #require(try? Date(String(fields[1]), strategy: .iso8601))
            #expect(Int64(date.timeIntervalSince1970) <= now)
            if fields[0] == "restingHeartRate" {
                nights.insert(fields[1].prefix(10))
                let value = try #require(Double(fields[3]))
                #expect((40...80).contains(value))
            }
        }
        #expect((660..<ExampleYears.length).contains(nights.count))
        #expect(Self.years.days.filter { $0.event == .illness }.count == 6)
        #expect(Self.years.days.filter { $0.event == .travel }.count == 9)
        let abroad = try #require(Self.years.days.first { $0.event == .travel }?.day.advanced(by: 2))
        #expect(Self.years.calendar.zone(second: Self.years.instant(abroad, minute: 720)).name == "America/New_York")
    }

    @Test("the example person: answers follow how the days were, and the journal is varied in both languages")
    func answersAndWords() {
        let answered = Self.years.days.compactMap { entry in Self.years.answers(entry).map { (entry, $0) } }
        #expect((500...680).contains(answered.count))
        func energy(_ isGood: (Double) -> Bool) -> Double {
            let chosen = answered.filter { isGood($0.0.wellbeing) }.map { Double($0.1.energy) }
            return chosen.reduce(0, +) / Double(chosen.count)
        }
        #expect(energy { $0 > 0.5 } > energy { $0 < -0.5 } + 1)
        for inGerman in [false, true] {
            let texts = Self.years.days.compactMap { Self.years.words($0, inGerman: inGerman) }
            #expect((100...220).contains(texts.count))
            #expect(Set(texts).count * 10 > texts.count * 7)
        }
    }
}
