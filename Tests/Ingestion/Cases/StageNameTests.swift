import Fixtures
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Names of sleep stages in the languages of phones (ING-1).
@Suite(.tags(.processes)) struct StageNameTests {
    /// In bed, core, deep, awake, REM.
    private static let names = [
        ["I sängen", "Kärna", "Djup", "Vaken", "REM"], ["W łóżku", "Podstawowy", "Głęboki", "Czuwanie", "REM"],
        ["I sengen", "Kerne", "Dyb", "Vågen", "REM"], ["В постели", "Основной", "Глубокий", "Бодрствование", "БДГ"],
        ["Yatakta", "Temel", "Derin", "Uyanık", "REM"], ["I sengen", "Kjerne", "Dyp", "Våken", "REM"],
        ["Sängyssä", "Ydin", "Syvä", "Hereillä", "REM"], ["Im Bett", "Kern", "Tief", "Wach", "REM"],
        ["Au lit", "Essentiel", "Profond", "Éveil", "Paradoxal"],
    ]

    private func night(_ names: [String]) -> String {
        let times = [
            ("10 23:00", "11 07:00"), ("10 23:00", "11 02:00"), ("11 02:00", "11 03:30"), ("11 03:30", "11 04:00"),
            ("11 04:00", "11 06:00"),
        ]
        let rows = zip(names, times).map { name, time in
            #"{"startDate":"2026-05-\#(time.0):00 +0200","endDate":"2026-05-\#(time.1):00 +0200","qty":1,"value":"\#(name)","source":"W"}"#
        }
        return
            #"{"data":{"metrics":[{"name":"sleep_analysis","units":"hr","data":[\#(rows.joined(separator: ","))]}]}}"#
    }

    @Test("ING-1 Stages are read by their names in several languages", arguments: names)
    func languages(names: [String]) async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        try await workshop.profile()
        let status = try await workshop.post(night(names))
        #expect(status.quarantined == [:], "\(status.skipped)")
        let sleep = try await workshop.metrics().first?.sleep
        #expect(sleep?.value == 23_400)
        #expect(sleep?.lowConfidence == false)
    }

    @Test("ING-1 A night with a stage of an unknown name is doubtful, its place is reported, and an export keeps it")
    func unknown() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        try await workshop.profile()
        let status = try await workshop.post(night(["In bed", "Mystery", "Deep", "Awake", "REM"]))
        #expect(status.quarantined == ["badValue": 1])
        #expect(status.skipped == [SkippedPart(place: "metrics[0].data[1].value", reason: "badValue")])
        let sleep = try await workshop.metrics().first?.sleep
        #expect(sleep?.value == 12_600)
        #expect(sleep?.lowConfidence == true)
        let other = try Workshop()
        defer { other.scratch.remove() }
        try await other.profile()
        _ = try await other.importing(try await workshop.exportedSamples())
        #expect(try await other.metrics() == (try await workshop.metrics()))
    }
}
