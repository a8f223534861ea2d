import Fixtures
import Localization
import Messages
import Testing

@testable import Pages

/// Letters about weeks: what they say, and what they do not.
@Suite struct PeriodLetterTests {
    private static let sunday = Day(number: 20_786)

    private func reader(_ language: Language = .english, today: Day = sunday, minute: Int = 1_100) -> Reader {
        Reader(
            DisplaySettings(language: language, region: language == .german ? "DE" : "GB"), today: today, minute: minute
        )
    }

    /// What a person has.
    private struct Person: Sendable {
        var hasWatch = true
        var hasPhone = true
        var answers = true
        var writes = true
        static let all = [
            Person(), Person(hasWatch: false), Person(hasWatch: false, hasPhone: false),
            Person(answers: false, writes: false), Person(hasPhone: false, answers: false, writes: false),
        ]
    }

    /// The facts of each of the last weeks, the latest first. Every metric varies about one level.
    private func weeks(
        _ count: Int, of person: Person, seed: UInt64, persistence: Double = 0.4, shift: Double = 0
    ) -> [PeriodFacts] {
        var random = StationaryDays(seed: seed)
        var choices = SplitMix(seed: seed)
        let length = count * 7 + PeriodFacts.usualDays
        let first = Self.sunday.advanced(by: 1 - length)
        var metrics = (0..<length).map { DailyMetrics(day: first.advanced(by: $0)) }
        func fill(_ path: WritableKeyPath<DailyMetrics, MetricValue?>, _ middle: Double, _ deviation: Double) {
            let values = random.values(length, persistence: persistence)
            for place in metrics.indices {
                let rise = place >= length - 7 ? shift : 0
                metrics[place][keyPath: path] = MetricValue(
                    (middle + deviation * (values[place] + rise)).rounded(), .provider, device: 1)
            }
        }
        if person.hasWatch {
            fill(\.sleep, 25_200, 3_000)
            fill(\.hrv, 45, 9)
            fill(\.nocturnalHeartRate, 54, 3)
            fill(\.restingHeartRate, 58, 2.5)
            fill(\.respiratoryRate, 14, 1.2)
        }
        if person.hasPhone { fill(\.steps, 8_000, 2_500) }
        let days = metrics.map(\.day)
        let checkIns =
            person.answers
            ? days.filter { _ in Int.random(in: 0..<10, using: &choices) < 7 }.map {
                CheckIn(
                    id: .random(), day: $0, at: 0, energy: Int32.random(in: 2...6, using: &choices),
                    sleepQuality: Int32.random(in: 3...5, using: &choices))
            } : []
        let entries =
            person.writes
            ? days.filter { _ in Int.random(in: 0..<10, using: &choices) < 3 }.map { JournalDay(day: $0, entries: 1) }
            : []
        var periods = [LetterPeriod(.week, last: Self.sunday)]
        while periods.count < count { periods.append(periods[periods.count - 1].previous) }
        return periods.map { period in
            var beds: [Day: Int] = [:]
            var workouts: [Day: Int] = [:]
            if person.hasWatch {
                for day in period.days {
                    beds[day] = (1_320 + Int.random(in: 0..<180, using: &choices)) % 1440
                    workouts[day] = Int.random(in: 0..<3, using: &choices) / 2
                }
            }
            return PeriodFacts(
                period, metrics: metrics.filter { $0.day >= period.first.advanced(by: -90) && $0.day <= period.last },
                checkIns: checkIns, entries: entries, withheld: [], beds: beds, workouts: workouts)
        }
    }

    /// A sentence without numbers and names of days.
    private func bones(_ sentence: String, _ reader: Reader) -> String {
        var text = sentence.filter { !$0.isNumber }
        for offset in 0..<7 {
            text = text.replacing(reader.formats.weekday(Self.sunday.advanced(by: offset)), with: "")
        }
        return text
    }

    @Test(
        "WEB-4 Of 52 weeks no two neighbouring letters differ in numbers only; each has two facts of its week alone",
        arguments: Language.allCases)
    func year(language: Language) throws {
        let (reader, keys) = (reader(language), Catalogue.shipped(language).keys)
        for (number, person) in Person.all.enumerated() {
            var before: Set<String> = []
            for facts in weeks(52, of: person, seed: UInt64(40 + number)) {
                // Who only answers skips a whole week now and then.
                guard facts.known.count >= PeriodLetter.minimumDays else { continue }
                let letter = try #require(PeriodLetter(facts), "person \(number)")
                #expect((2...PeriodLetter.maximumFacts).contains(letter.facts.count))
                #expect(Set(letter.facts.map(\.kind)).count == letter.facts.count)
                #expect(letter.facts.allSatisfy { $0.days.allSatisfy(facts.period.days.contains) })
                let screen = PeriodLetterScreen(letter, about: facts.period, for: reader)
                let texts = screen.paragraphs + [screen.question ?? "", screen.title, screen.date]
                #expect(texts.allSatisfy { !$0.isEmpty && !keys.contains($0) && !$0.contains("{") }, "\(texts)")
                let now = Set(screen.paragraphs.map { bones($0, reader) })
                #expect(now.isDisjoint(with: before), "\(screen.paragraphs)")
                before = now
            }
        }
    }

    @Test("WEB-4 A letter names the longest night, the days with workouts, and no night that is an estimate")
    func facts() throws {
        let period = LetterPeriod(.week, last: Self.sunday)
        let metrics = period.days.enumerated().map { place, day in
            var metrics = DailyMetrics(day: day)
            metrics.sleep = MetricValue([7, 8, 6, 7, 9.5, 7, 12][place] * 3_600, .asleep, imputed: place == 6)
            return metrics
        }
        let facts = PeriodFacts(
            period, metrics: metrics, checkIns: [], entries: [], withheld: [],
            workouts: [period.first: 1, period.first.advanced(by: 2): 2])
        let letter = try #require(PeriodLetter(facts))
        let night = try #require(letter.facts.first { $0.kind == .longestNight })
        #expect(night.days == [period.first.advanced(by: 4)])
        #expect(night.value == 9.5 * 3_600)
        let workouts = try #require(letter.facts.first { $0.kind == .workouts })
        #expect(workouts.count == 3)
        let text = PeriodLetterScreen(letter, about: period, for: reader()).paragraphs.joined(separator: " ")
        #expect(text.contains("on Monday and Wednesday") && text.contains("Friday"), "\(text)")
        // A sentence about a metric has the link to its explanation, one that counts has none.
        let lines = PeriodLetterScreen(letter, about: period, for: reader()).lines
        let sleep = try #require(reader().explained("sleep"))
        #expect(
            zip(letter.facts, lines.dropFirst()).allSatisfy { fact, line in
                (line.explained == sleep) == [.longestNight, .sleepTogether].contains(fact.kind)
            })
        #expect(letter.finding == nil && !letter.isCompared)
    }

    @Test(
        "WEB-4 After a week with a crisis the letter has no facts and no figures, only kindness",
        arguments: Language.allCases)
    func crisis(language: Language) throws {
        for (number, facts) in weeks(6, of: Person(), seed: 9).enumerated() {
            let hard = PeriodFacts(
                facts.period, metrics: facts.metrics, checkIns: facts.checkIns, entries: facts.entries,
                withheld: [facts.period.first.advanced(by: number)])
            let letter = try #require(PeriodLetter(hard))
            #expect(letter.facts.isEmpty && letter.finding == nil)
            let screen = PeriodLetterScreen(letter, about: facts.period, for: reader(language))
            #expect(screen.isKind && screen.question == nil && screen.paragraphs.count == 1)
            #expect(screen.paragraphs[0].filter(\.isNumber).isEmpty)
            let page = try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader(language))
            #expect(page.contains("href=\"/safety\"") && !page.contains("href=\"/pulse\""))
        }
        // A longer letter leaves out the days around it.
        let facts = weeks(6, of: Person(), seed: 9)[0]
        let month = LetterPeriod(.month, last: Self.sunday)
        let crisis = Self.sunday.advanced(by: -10)
        let letter = try #require(
            PeriodLetter(
                PeriodFacts(month, metrics: facts.metrics, checkIns: facts.checkIns, entries: [], withheld: [crisis])))
        #expect(!letter.facts.isEmpty)
        #expect(letter.facts.flatMap(\.days).allSatisfy { abs($0.distance(to: crisis)) >= 7 })
    }

    @Test("WEB-4 Fewer than three days, or fewer than two facts, make no letter")
    func little() {
        let period = LetterPeriod(.week, last: Self.sunday)
        func letter(_ checkIns: [CheckIn]) -> PeriodLetter? {
            PeriodLetter(PeriodFacts(period, metrics: [], checkIns: checkIns, entries: [], withheld: []))
        }
        func answer(_ offset: Int, _ energy: Int32?) -> CheckIn {
            CheckIn(id: .random(), day: period.first.advanced(by: offset), at: 0, energy: energy)
        }
        #expect(letter([]) == nil)
        #expect(letter([answer(0, 3), answer(1, 5)]) == nil)
        #expect(letter([answer(0, 4), answer(1, 4), answer(2, 4)]) == nil)
        #expect(letter([answer(0, 4), answer(1, 4), answer(2, 5)])?.facts.map(\.kind).count == 2)
    }

    @Test("WEB-4 By chance alone at most one of twenty letters has a finding; a lasting change is found")
    func noise() {
        print("weekly letters: seed 71")
        var (letters, found) = (0, 0)
        for number in 0..<UInt64(12) {
            for facts in weeks(40, of: Person(), seed: 71 + number, persistence: [0, 0.3, 0.6][Int(number % 3)]) {
                guard let letter = PeriodLetter(facts) else { continue }
                letters += 1
                found += letter.finding == nil ? 0 : 1
            }
        }
        print("weekly letters about nothing: \(found) of \(letters) with a finding")
        #expect(letters > 400)
        #expect(Double(found) <= 0.05 * Double(letters))
        let shifted = (0..<20).compactMap { weeks(1, of: Person(), seed: 900 + $0, shift: 4).first }
        #expect(shifted.compactMap { PeriodLetter($0)?.finding }.count >= 18)
    }

    @Test("WEB-4 The letter comes on the evening of the chosen day and stays until the next one")
    func weekday() {
        func week(_ day: Day, _ minute: Int, on weekday: Int = 7) -> Day {
            LetterPeriod.week(on: weekday, for: reader(today: day, minute: minute)).last
        }
        #expect(week(Self.sunday, 1_019) == Self.sunday.advanced(by: -7))
        #expect(week(Self.sunday, 1_020) == Self.sunday)
        #expect(week(Self.sunday.advanced(by: 1), 0) == Self.sunday)
        #expect(week(Self.sunday.advanced(by: 6), 1_400) == Self.sunday)
        #expect(week(Self.sunday, 1_100, on: 3) == Self.sunday.advanced(by: -4))
        #expect(week(Self.sunday.advanced(by: 3), 1_100, on: 3) == Self.sunday.advanced(by: 3))
    }
}
