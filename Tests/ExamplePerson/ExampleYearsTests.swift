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

    @Test("PLN-2 the example person: a year of weights, fourteen weeks of food and drink, and weight follows them")
    func body() throws {
        let (days, records) = (Self.years.days, Self.years.body.records)
        try #require(days.count == records.count)
        let weights = records.indices.filter { records[$0].kilograms != nil }
        #expect((60...130).contains(weights.count) && days.count - weights[0] <= ExampleBody.weighed)
        // Nobody takes a scale along.
        #expect(weights.allSatisfy { days[$0].event == .none })
        let eaten = records.indices.filter { !records[$0].meals.isEmpty }
        #expect((75...98).contains(eaten.count) && days.count - eaten[0] <= ExampleBody.recorded)
        for index in eaten {
            let record = records[index]
            #expect((900...2_600).contains(record.meals.reduce(0) { $0 + $1.kilocalories }))
            #expect((40...160).contains(record.meals.reduce(0) { $0 + $1.proteinGrams }))
            #expect((1_200...2_600).contains(record.drinks.reduce(0) { $0 + $1.millilitres }))
        }
        func mean(_ range: Range<Int>) -> Double {
            let found = range.compactMap { records[$0].kilograms }
            return found.reduce(0, +) / Double(found.count)
        }
        let began = days.count - ExampleBody.recorded
        let (before, last) = (mean(began - 120..<began), mean(days.count - 14..<days.count))
        #expect((75...78.5).contains(before), "\(before)")
        #expect((3...7).contains(before - last), "\(before - last)")
        // Neither the present weight nor the target asks for care (PLN-10).
        let stated = ExampleBody.profile(of: UserID(high: 1, low: 1), revision: 0, statedAt: 0)
        let height = try #require(stated.heightCentimetres) / 100
        #expect(last / height / height > 20 && (stated.targetKilograms ?? 0) / height / height > 20)
        #expect(try #require(stated.targetKilograms) < last && stated.aim == .lose)
    }

    @Test("ING-7 the example person's weights, food and drink are written with their units")
    func bodyRows() {
        let text = String(
            decoding: Self.years.csv(now: Self.years.instant(Self.today, minute: 12 * 60)), as: UTF8.self)
        for (kind, unit, least) in [
            ("bodyMass", "kg,Example Scale", 60), ("dietaryEnergy", "kcal,Example Diary", 225),
            ("dietaryProtein", "g,Example Diary", 225), ("dietaryWater", "mL,Example Diary", 450),
        ] {
            let rows = text.split(separator: "\n").filter { $0.hasPrefix(kind + ",") }
            #expect(rows.count >= least && rows.allSatisfy { $0.hasSuffix("," + unit) }, "\(kind) \(rows.count)")
        }
    }

    @Test("WEB first five minutes: the example person goes on after its two years: old days stay, new ones are added")
    func later() throws {
        let today = Self.today.advanced(by: 40)
        let made = ExampleYears.made(zones: Self.years.periods, home: ExamplePerson.zone)
        #expect(made == Self.today)
        #expect(ExampleYears.made(zones: [ZonePeriod(since: 0, zone: "UTC")], home: ExamplePerson.zone) == nil)
        let later = ExampleYears(made: made, today: today, zone: ExamplePerson.zone, seed: 1)
        #expect(later.days.count == ExampleYears.length + 40)
        #expect(later.days.last?.day == today)
        #expect(later.periods == Self.years.periods)
        // Rows of the first two years are the same, so that they count once.
        let end = Self.years.instant(Self.today.advanced(by: -1), minute: 23 * 60)
        #expect(later.csv(now: end) == Self.years.csv(now: end))
        let added = String(
            decoding: later.csv(from: today, now: later.instant(today, minute: 23 * 60)), as: UTF8.self)
        #expect(added.contains("sleep") && added.contains("\(today)T"))
        #expect(!added.contains("\(today.advanced(by: -2))T"))
        // The diary goes on, and the weight is kept.
        let weights = later.body.records.suffix(40).compactMap(\.kilograms)
        #expect(weights.count > 10)
        let before = Self.years.body.records.suffix(14).compactMap(\.kilograms)
        let mean = { (values: [Double]) in values.reduce(0, +) / Double(values.count) }
        #expect(abs(mean(weights) - mean(before)) < 1.5, "\(mean(weights)) \(mean(before))")
    }

    @Test("SCO-9 the example person has a tag of its own on some forty days", arguments: [false, true])
    func tag(inGerman: Bool) {
        let tags = Self.years.days.compactMap { Self.years.tag($0, inGerman: inGerman) }
        #expect((38...60).contains(tags.count), "\(tags.count)")
        #expect(Set(tags).count == 1)
    }
}
