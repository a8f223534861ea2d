import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Letters and arrivals.
@Suite(.tags(.processes)) struct LetterTests {
    private static let last = Day(number: 19_900)

    /// Two hundred days, sleep of seven hours and a resting pulse of 55 with small ups and downs.
    private func days(_ change: (Int, inout DailyMetrics) -> Void = { _, _ in }) -> [DailyMetrics] {
        (0..<200).map { number in
            var day = DailyMetrics(day: Self.last.advanced(by: number - 199))
            let wave = Double([0, 2, -1, 1, -2, 1, -1][number % 7])
            day.sleep = MetricValue(25_200 + 600 * wave, .asleep, device: 1)
            day.restingHeartRate = MetricValue(55 + wave, .provider, device: 1)
            change(number, &day)
            return day
        }.filter(\.isSomething)
    }

    private func letter(_ days: [DailyMetrics]) throws -> Letter {
        try #require(LetterWriter(days).letter(.random(), at: 5, samples: 900, changed: 200))
    }

    @Test("WEB-4 A letter names reach, gaps and usual values, and nothing where nothing stands out")
    func plain() throws {
        let letter = try letter(
            days { number, day in if (50..<60).contains(number) || number == 70 { day = DailyMetrics(day: day.day) } })
        #expect(letter.first == Self.last.advanced(by: -199))
        #expect(letter.last == Self.last)
        #expect(letter.days == 189)
        #expect(letter.nights == 189)
        #expect(letter.missing == 11)
        #expect(
            letter.gaps == [
                LetterGap(from: letter.first.advanced(by: 50), through: letter.first.advanced(by: 59))
            ])
        #expect(letter.usuals.map(\.metric) == ["sleep", "restingHeartRate"])
        let sleep = letter.usuals[0]
        #expect(sleep.median == 25_200)
        #expect(sleep.low == 24_600)
        #expect(sleep.high == 25_800)
        #expect(letter.shift == nil)
        #expect(letter.charts.map(\.metric) == ["sleep", "restingHeartRate"])
        #expect(LetterWriter(Array(days().prefix(13))).letter(.random(), at: 0, samples: 1, changed: 13) == nil)
    }

    @Test("WEB-4 The surprise is the largest lasting shift; a new device is none, a short one neither")
    func surprise() throws {
        let shifted = try letter(
            days { number, day in
                if number >= 100 { day.restingHeartRate?.value += 8 }
                if number >= 100 { day.sleep?.value -= 900 }
            })
        let shift = try #require(shifted.shift)
        #expect(shift.metric == "restingHeartRate")
        #expect(shift.before == 55)
        #expect(shift.after == 63)
        #expect(abs(shifted.first.advanced(by: 100).distance(to: shift.day)) <= 7)
        #expect(shifted.charts.map(\.metric) == ["restingHeartRate", "sleep"])
        #expect(shifted.charts[0].days.count == shifted.charts[0].values.count)

        let device = try letter(
            days { number, day in
                if number >= 100 { day.restingHeartRate = MetricValue(63, .provider, device: 2) }
            })
        #expect(device.shift?.metric != "restingHeartRate")
        let short = try letter(
            days { number, day in if (100..<120).contains(number) { day.restingHeartRate?.value += 8 } })
        #expect(short.shift == nil)
    }

    @Test("WEB-4 A letter is made with the import, exported with the rest, and goes when the import is undone")
    func kept() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        let (user, service) = (workshop.user, workshop.service)
        let today = Day(number: Int32(Date().timeIntervalSince1970 / 86_400))
        let xml = try ExportGenerator(seed: 3, days: 40, endingOn: today, recordsPerDay: 8).xml()
        let status = try await workshop.importing(xml)
        let letters = try await service.letters(LettersQuery(user: user)).letters
        #expect(letters.map(\.id) == [status.job])
        #expect(letters.allSatisfy { $0.charts.isEmpty })
        let letter = try await service.letter(LetterQuery(user: user, letter: status.job))
        #expect(letter.samples == status.samplesNew)
        #expect(letter.days >= 40)
        #expect(!letter.charts.isEmpty)
        let files = try await service.export(user, nil).files
        #expect(files.contains { $0.name == "ingestion/letters.json" && $0.content.count > 500 })
        // The same file again brings nothing to write about.
        try await workshop.importing(xml)
        #expect(try await service.letters(LettersQuery(user: user)).letters.count == 1)

        let other = try Workshop()
        defer { other.scratch.remove() }
        let job = try await other.importing(xml).job
        _ = try await other.service.undo(UndoImport(user: other.user, job: job))
        try await other.worker.drain()
        #expect(try await other.service.letters(LettersQuery(user: other.user)).letters.isEmpty)
        #expect(try await other.metrics().isEmpty)
    }

    @Test("WEB-4 A night counts as arrived when its day first has sleep; each kind says how far it reaches")
    func arrivals() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        let (user, service) = (workshop.user, workshop.service)
        let now = Int64(Date().timeIntervalSince1970)
        // Without a profile a person's zone is that of the document: two hours ahead of UTC.
        let ahead: Int64 = 2 * 3600
        let today = Day(number: Int32((now + ahead) / 86_400))
        func sleep(_ day: Day) -> String {
            #"<Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" startDate="\#(day.advanced(by: -1)) 22:00:00 +0200" endDate="\#(day) 00:00:01 +0200" value="HKCategoryValueSleepAnalysisAsleepCore"/>"#
        }
        #expect(try await service.kinds(KindArrivals(user: user)).kinds.allSatisfy { $0.last == nil && $0.days == 0 })
        // A night of the past says nothing about when nights arrive.
        try await workshop.importing(document(sleep(today.advanced(by: -3))))
        #expect(try await service.nights(NightArrivals(user: user)).nights.isEmpty)
        try await workshop.importing(document(sleep(today)))
        let nights = try await service.nights(NightArrivals(user: user)).nights
        #expect(nights.map(\.day) == [today])
        #expect(nights.allSatisfy { $0.at / 1000 >= now })
        try await workshop.importing(document(sleep(today)))
        #expect(try await service.nights(NightArrivals(user: user)).nights == nights)
        let kinds = try await service.kinds(KindArrivals(user: user)).kinds
        #expect(kinds.map(\.kind) == SampleKind.shown.map(\.exported.name))
        #expect(kinds.count >= 6)
        let found = try #require(kinds.first { $0.kind == "sleep" })
        #expect(found.days >= 2)
        #expect(found.last == (Int64(today.number) * 86_400 + 1 - ahead) * 1000)
        #expect(kinds.filter { $0.last != nil }.map(\.kind) == ["sleep"])
        #expect(try await service.export(user, nil).files.map(\.name).contains("ingestion/nights.json"))
    }
}
