import Fixtures
import Foundation
import Messages
import Statistics
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// RMSSD of beat-to-beat entries, next to SDNN.
@Suite(.tags(.processes)) struct BeatTests {
    private func parse(_ text: String) -> Int? { Array(text.utf8).withUnsafeBufferPointer(BeatTimes.parse) }

    private func intervals(_ texts: [String]) -> [Double] {
        texts.reduce(into: BeatTimes()) { times, text in Array(text.utf8).withUnsafeBufferPointer { times.add($0) } }
            .intervals
    }

    @Test("ING-10 RMSSD agrees with the published values of the reference series", .needs(.sharedData))
    func reference() throws {
        let table = try #require(SharedData.url("reference_hrv_vectors/expected.csv"))
        var checked = 0
        for line in try String(contentsOf: table, encoding: .utf8).split(separator: "\n") {
            let fields = line.split(separator: ",")
            guard fields.count == 3, fields[1] == "rmssd", let expected = Double(fields[2]) else { continue }
            let file = try #require(SharedData.url("reference_hrv_vectors/\(fields[0])"))
            let series = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isWhitespace).compactMap
            { Double($0) }
            let value = try #require(BeatVariability.rmssd(series, atLeast: 1))
            // Compared at the precision of the published value.
            #expect(abs(value - expected) < (series.count > 100 ? 1e-9 : 0.011), "\(fields[0])")
            checked += 1
        }
        #expect(checked == 2)
    }

    @Test("ING-10 Ectopic, missed and doubled beats and pauses do not count; too few beats say nothing")
    func artefacts() throws {
        let steady = (0..<60).map { 800.0 + ($0 % 2 == 0 ? 10 : -10) }
        let clean = try #require(BeatVariability.rmssd(steady))
        #expect(abs(clean - 20) < 1e-9)
        for artefact in [[500, 1100], [1590], [400, 400], [2500], [250]] as [[Double]] {
            let disturbed = steady[..<30] + artefact + steady[30...]
            #expect(try #require(BeatVariability.rmssd(Array(disturbed))) == clean, "\(artefact)")
        }
        #expect(BeatVariability.rmssd(Array(steady[..<20])) == nil)
        #expect(BeatVariability.rmssd(Array(steady[..<21])) != nil)
        #expect(BeatVariability.rmssd([]) == nil)
    }

    @Test("ING-1 Beat times are read with either separator and clock, over the hour")
    func times() {
        #expect(parse("00:20:37,80") == 20 * 6000 + 3780)
        #expect(parse("8:20:37.8 AM") == 20 * 6000 + 3780)
        #expect(parse("8:20:37.805\u{202f}PM") == 20 * 6000 + 3780)
        for odd in [
            "", "12", "20:37,80", "1:2:3", "a:b:c,d", "1:61:00,00", "1:00:60,00", "1:2,3:4,5",
            "999999999999999999999:0:0,1",
        ] {
            #expect(parse(odd) == nil, "\(odd)")
        }
        #expect(intervals(["10:59:59,20", "11:00:00,10", "11:00:01,00"]) == [900, 900])
        #expect(intervals(["11:59:59,50 AM", "12:00:00,40 PM"]) == [900])
        #expect(intervals(["junk", "1:00:00,00"]) == [])
    }

    private func variability(_ beats: Int, _ start: String = "2024-02-06 03:00:00 +0100") -> String {
        var list = ""
        for beat in 0..<beats {
            // 900 and 950 ms alternate: every difference is 50 ms.
            let time = beat / 2 * 185 + (beat % 2) * 90
            let decimals = time % 100
            list +=
                "<InstantaneousBeatsPerMinute bpm=\"64\" time=\"03:0\(time / 6000):\(time / 100 % 60),\(decimals < 10 ? "0" : "")\(decimals)\"/>\n"
        }
        return """
            <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="Watch" unit="ms" startDate="\(start)" endDate="\(start)" value="48">
            <HeartRateVariabilityMetadataList>\(list)</HeartRateVariabilityMetadataList></Record>
            <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" startDate="2024-02-06 00:00:00 +0100" endDate="2024-02-06 07:00:00 +0100" value="HKCategoryValueSleepAnalysisAsleepCore"/>
            """
    }

    @Test("ING-10 Beats give RMSSD beside SDNN, a kind of its own that never enters it")
    func beside() async throws {
        let (with, without) = (try Workshop(), try Workshop())
        let status = try await with.importing(document(variability(40)))
        // A child element of a record is not a separate sample.
        #expect((status.samplesRead, status.samplesNew) == (2, 2))
        _ = try await without.importing(document(variability(0)))
        let day = try #require(try await with.metrics().first { $0.hrv?.imputed == false })
        #expect(day.rmssd.map { abs($0.value - 50) < 1e-9 } == true)
        #expect(day.rmssd?.derivation == .asleep)
        #expect(day.hrv?.value == 48)
        let plain = try #require(try await without.metrics().first { $0.hrv?.imputed == false })
        #expect(plain.rmssd == nil)
        #expect((plain.hrv, plain.sleep) == (day.hrv, day.sleep))
        with.scratch.remove()
        without.scratch.remove()
    }

    @Test("ING-10 A real export: every list of beats of a minute gives a plausible RMSSD", .needs(.sharedData))
    func real() throws {
        let file = try #require(SharedData.url("apple_health_export_k0rventen/test-export3_normal.zip"))
        let archive = try ZipArchive(MemoryBytes([UInt8](Data(contentsOf: file))))
        let batch = try readAll(try archive.open(archive.healthExport()))
        let (pairs, lists) = (batch.samples[.beatVariability] ?? [], batch.samples[.heartRateVariability] ?? [])
        #expect(pairs.allSatisfy { (5...250).contains($0.value) })
        print(
            "k0rventen: \(lists.count) SDNN samples, \(pairs.count) with RMSSD, median \(Statistics.median(pairs.map(\.value)) ?? 0) ms"
        )
    }
}
