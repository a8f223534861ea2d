import Fixtures
import Foundation
import LocalTime
import Messages
import Storage
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Days that a reset clock dated: kept and exported, but without a metric, a total, a weight or a place in a letter.
@Suite(.tags(.processes)) struct LoneDayTests {
    private static func first(_ days: [Int32]) -> Int32 {
        let days = days.sorted()
        return HistoryStart.first { after, limit in Array(days.filter { $0 > after }.prefix(limit)) }
    }

    @Test(
        "ING-7 A history begins with seven days that no two years separate; a reset clock's days are none of them",
        arguments: [
            ([], .min), ([0, 11_323], .max), ([0, 20_000], 20_000), ([12_000, 20_000], 12_000),
            // Six days years before, with a history and without one.
            (Array(12_000..<12_006) + Array(20_000..<20_007), 20_000),
            (Array(12_000..<12_006) + Array(20_000..<20_006), 12_000),
            (Array(12_000..<12_007) + Array(20_000..<20_007), 12_000),
            // Once a month and once a year are a history, less than once in two years is none.
            ((0..<7).map { 12_000 + $0 * 30 } + Array(20_000..<20_100), 12_000),
            ((0..<6).map { 17_000 + $0 * 400 } + Array(19_500..<19_600), 17_000),
            ((0..<7).map { 12_000 + $0 * 731 } + Array(20_000..<20_100), 20_000),
            // A gap of two years belongs to a history, one day more ends it.
            ([19_270] + Array(20_000..<20_007), 19_270), ([19_269] + Array(20_000..<20_007), 20_000),
            // A reset clock that ran on for three days, and a history around the same date.
            (Array(11_322..<11_328) + Array(20_000..<20_007), 20_000), (Array(11_300..<11_400), 11_300),
        ] as [([Int32], Int32)])
    func beginning(days: [Int32], expected: Int32) {
        #expect(Self.first(days) == expected)
    }

    // MARK: Through the doors

    private static let header =
        "kind,start,end,value,unit,source,model,hardware,aggregation,zone,zoneFrom,activity\n"

    private static func steps(_ day: Day, _ time: String = "10:00") -> String {
        "steps,\(day)T\(time):00Z,\(day)T\(time):50Z,500,count,Watch,,,,,,\n"
    }

    /// Every kind that something of a day is computed from.
    private static func everything(_ day: Day) -> String {
        steps(day)
            + """
            sleep,\(day)T00:00:00Z,\(day)T07:00:00Z,3,stage,Watch,,,,,,
            heartRateVariability,\(day)T03:00:00Z,,50,ms,Watch,,,,,,
            restingHeartRate,\(day)T09:00:00Z,,60,count/min,Watch,,,,,,
            bodyMass,\(day)T08:00:00Z,,80,kg,Scale,,,,,,
            dietaryEnergy,\(day)T12:00:00Z,,700,kcal,Food,,,,,,
            exerciseTime,\(day)T17:00:00Z,\(day)T17:30:00Z,1800,s,Watch,,,,,,
            mindfulSession,\(day)T20:00:00Z,\(day)T20:10:00Z,0,,Watch,,,,,,
            workout,\(day)T17:00:00Z,\(day)T17:30:00Z,1800,s,Watch,,,,,,Running

            """
    }

    private static func days(_ first: String, _ count: Int, every step: Int = 1) throws -> [Day] {
        let day = try #require(Day(first))
        return (0..<count).map { day.advanced(by: $0 * step) }
    }

    /// What is stored of the days before 2020.
    private static func early(_ workshop: Workshop) async throws -> [String] {
        try await workshop.ofAllDays { [user = workshop.user] transaction, first, _ in
            let last = Day(year: 2020, month: 1, day: 1)!
            let (rows, body) = (
                ActivityRows(user: user, transaction: transaction), BodyRows(user: user, transaction: transaction)
            )
            let metrics = try MetricsRows(user: user, transaction: transaction).days(from: first, through: last)
            let totals = try rows.totals(from: first, through: last).filter {
                [$0.steps, $0.mindful, $0.sleep, $0.exercise].contains { $0 != nil }
            }
            let workouts = try rows.workouts(from: first, through: last).filter { !$0.deleted }
            let masses = try body.bodyMasses(from: first, through: last).filter { !$0.deleted }
            let intakes = try body.intakes(from: first, through: last).filter { $0.kilocalories != nil }
            return metrics.filter(\.metrics.isSomething).map { "metrics \($0.metrics.day)" }
                + totals.map { "totals \($0.day)" } + workouts.map { "workout \($0.day)" }
                + masses.map { "weight \($0.day)" } + intakes.map { "intake \($0.day)" }
        }
    }

    @Test("ING-7 Days of a reset clock and lone days reach no metric, total, weight or letter, and stay in the export")
    func setAside() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        let lone = ["1970-01-01", "2001-01-01", "2004-05-01", "2004-05-03"].compactMap { Day($0) }
        let days = try Self.days("2024-02-06", 118)
        let text = Self.header + (lone + days).map(Self.everything).joined()
        let status = try await workshop.importing(Array(text.utf8))
        #expect(status.phase == .done)
        #expect(status.quarantined == ["loneDay": 36])
        #expect(try await Self.early(workshop) == [])
        #expect(try await workshop.metrics().map(\.day) == days)
        let stored = try await workshop.store.read { [user = workshop.user] in
            try LetterRows(user: user, transaction: $0).letters(limit: 1)
        }
        let letter = try #require(stored.first)
        #expect(letter.first == days.first && letter.days == 118 && letter.missing == 0 && letter.gaps.isEmpty)
        let exported = String(decoding: try await workshop.exportedSamples(), as: UTF8.self)
        for day in lone { #expect(exported.contains("\(day)T10:00:00Z"), "\(day)") }
        // The night before a lone day has no sleep from which a need follows.
        #expect(try await workshop.metrics().first?.sleepNeed == 27_000)
        workshop.scratch.remove()
    }

    @Test("ING-7 Who has a history around 1 January 2001 keeps that day")
    func historyOf2001() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        let days = try Self.days("2000-12-20", 30)
        let status = try await workshop.importing(Array((Self.header + days.map { Self.steps($0) }.joined()).utf8))
        #expect(status.quarantined.isEmpty)
        #expect(try await workshop.metrics().map(\.day) == days)
        workshop.scratch.remove()
    }

    @Test("ING-7 A reset clock's day is lone before there is a history; a lone day is when there is one")
    func beforeHistory() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        let few = try ["2001-01-01", "2004-05-01"].map { try #require(Day($0)) } + Self.days("2024-02-06", 3)
        let first = try await workshop.importing(Array((Self.header + few.map { Self.steps($0) }.joined()).utf8))
        #expect(first.quarantined == ["loneDay": 1])
        #expect(try await workshop.metrics().map(\.day) == Array(few.dropFirst()))
        let more = try Self.days("2024-02-09", 4)
        _ = try await workshop.importing(Array((Self.header + more.map { Self.steps($0) }.joined()).utf8))
        #expect(try await workshop.metrics().map(\.day) == few.dropFirst(2) + more)
        workshop.scratch.remove()
    }

    @Test("ING-7 The days that count do not depend on the order of posts, and an undone import takes its part back")
    func orders() async throws {
        var random = SplitMix(seed: 7)
        // 2004 has seven days only with both files; 2010 has a history of its own.
        let parts = try [
            Self.days("2004-05-01", 4), Self.days("2004-05-20", 3), Self.days("2010-01-01", 10),
            Self.days("2024-02-06", 20), Self.days("2001-01-01", 1),
        ].map { Self.header + $0.map(Self.everything).joined() }
        let all = try Workshop()
        try await all.profile()
        _ = try await all.importing(
            Array((Self.header + parts.map { $0.dropFirst(Self.header.count) }.joined()).utf8))
        let expected = try await all.metrics()
        #expect(expected.count == 37)
        for _ in 0..<4 {
            let workshop = try Workshop()
            try await workshop.profile()
            for part in parts.shuffled(using: &random) { _ = try await workshop.importing(Array(part.utf8)) }
            #expect(try await workshop.metrics() == expected)
            #expect(try await Self.early(workshop) == Self.early(all))
            // Without one of its parts 2004 has four lone days.
            let imports = try await workshop.service.list(ImportList(user: workshop.user)).imports
            let part = try #require(imports.first { $0.samplesNew == 27 })
            _ = try await workshop.service.undo(UndoImport(user: workshop.user, job: part.job))
            try await workshop.worker.drain()
            #expect(try await workshop.metrics().map(\.day) == expected.map(\.day).filter { $0.components.year > 2004 })
            workshop.scratch.remove()
        }
        all.scratch.remove()
    }
}
