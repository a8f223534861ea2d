import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// What a post may cost does not grow with what is stored.
@Suite(.tags(.processes)) struct CompanionBoundTests {
    private static func instant(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: 1_792_000_000 + Double(seconds)).ISO8601Format()
    }

    private static func beat(_ id: Int, _ second: Int, _ value: Int) -> String {
        #"{"id":"\#(id)","type":"HEART_RATE","startDate":"\#(instant(second))","endDate":"\#(instant(second))","value":\#(value),"unit":"bpm"}"#
    }

    private static func stage(_ number: Int, of night: Int, _ stage: String = "deep") -> String {
        #"{"id":"\#(night)-s\#(number)","parentId":"\#(night)","stage":"\#(stage)","startDate":"\#(instant(number * 10))","endDate":"\#(instant(number * 10 + 10))"}"#
    }

    private static func body(_ array: String, _ rows: [String], hour: Int = 10) -> String {
        #"{"provider":"google","syncTimestamp":"2026-11-19T\#(hour):00:00Z","data":{"\#(array)":[\#(rows.joined(separator: ","))]}}"#
    }

    @Test("SEC-11 ING-16 Records beyond the limits of an instant and of a night are counted, and the rest is merged")
    func limits() async throws {
        for (array, rows, maximum) in [
            ("records", (0..<130).map { Self.beat($0, 0, 60 + $0) }, 100),
            ("sleep", (0..<2_050).map { Self.stage($0, of: 1) }, 2_001),
        ] {
            let workshop = try Workshop()
            let status = try await workshop.post(Self.body(array, rows), from: "open-wearables")
            #expect(status.phase == .done && status.samplesNew == Int64(maximum), "\(status)")
            #expect(status.quarantined["tooManySamples"] == Int64(rows.count - maximum))
            // What has a place is corrected still.
            let again = try await workshop.post(Self.body(array, [rows[0]], hour: 11), from: "open-wearables")
            #expect(again.phase == .done && again.quarantined.isEmpty, "\(again)")
        }
    }

    @Test("SEC-11 ING-16 The correction of one record reads those of its instant, not those of its day")
    func correction() async throws {
        let workshop = try Workshop()
        let rows = (0..<3_000).map { Self.beat($0, $0, 60 + $0 % 60) }
        _ = try await workshop.post(Self.body("records", rows), from: "open-wearables")
        try await workshop.store.read { [user = workshop.user] transaction in
            let rows = try CompanionRows(user: user, transaction: transaction)
            var view = try CompanionView(rows)
            try view.add(rows.group(.id, "open-wearables/google/heartRate/7"))
            #expect(view.count == 1)
            let sample = try #require(view.fold.records.values.first?.readings.first?.sample(source: 0, note: 0))
            for slot in CompanionSlot.of(sample.sample, sample.kind) { try view.add(rows.group(.slot, slot.text)) }
            #expect(view.count == 2)
        }
        let status = try await workshop.post(
            Self.body("records", [Self.beat(7, 7, 150)], hour: 11), from: "open-wearables")
        #expect(status.phase == .done && status.samplesNew == 1)
        let values = try await workshop.store.read { [user = workshop.user] in
            try SampleRows(user: user, transaction: $0).samples(.heartRate, 20_000...21_000).map(\.value)
        }
        #expect(values.count == 3_000 && values.contains(150))
    }

    @Test("SEC-11 ING-16 A post that would read more than one transaction may is merged in several")
    func parts() async throws {
        let workshop = try Workshop()
        for night in 0..<4 {
            let rows = (0..<1_990).map { Self.stage($0, of: night) }
            _ = try await workshop.post(Self.body("sleep", rows), from: "open-wearables")
        }
        // Each night is written again: its first part lets all others go.
        let rows = (0..<4).map { Self.stage(0, of: $0, "light") }
        let body = Self.body("sleep", rows, hour: 15)
        let reader = try #require(Companions.all.first { $0.name == "open-wearables" })
        let context = CompanionContext(received: 1_796_000_000_000, calendar: LocalCalendarOf.berlin)
        let post = reader.decode(Array(body.utf8), context)
        #expect(post.records.count == 4)
        let sender = CompanionSender(companion: "open-wearables", device: 2)
        let rest = try await workshop.store.write { [user = workshop.user] transaction in
            try CompanionMerge(user: user, transaction: transaction, arrived: 1).take(post, from: sender).rest
        }
        #expect(rest.records.count == 1)
        #expect(try await workshop.post(body, from: "open-wearables").phase == .done)
        let left = try await workshop.store.read { [user = workshop.user] in
            try SampleRows(user: user, transaction: $0).samples(.sleep, 20_000...21_000)
        }
        #expect(left.map(\.value) == [Double(SleepStage.core.rawValue)])
    }
}
