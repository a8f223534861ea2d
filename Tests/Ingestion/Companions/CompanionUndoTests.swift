import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// After the undo of a pairing counts what the others said, as if it had never been there.
@Suite(.tags(.processes)) struct CompanionUndoTests {
    /// A post of a device.
    private struct Post {
        var body: String
        var companion: String
        var device: UInt64

        init(_ body: String, _ companion: String, _ device: UInt64) {
            self.body = body
            self.companion = companion
            self.device = device
        }
    }

    private static let uuid = "6E6C9A50-5C2C-4FF1-8F0F-8F7C4FD3A001"

    private static func steps(_ count: Int) -> String {
        #"{"timestamp":"2026-10-19T23:10:00Z","steps":[{"count":\#(count),"start_time":"2026-10-18T22:00:00Z","end_time":"2026-10-19T21:59:59Z"}]}"#
    }

    private static func rest(_ value: Int) -> String {
        #"{"provider":"apple","syncTimestamp":"2026-10-19T10:00:00Z","data":{"records":[{"id":"\#(uuid)","type":"HKQuantityTypeIdentifierRestingHeartRate","startDate":"2026-10-19T06:00:00Z","endDate":"2026-10-19T06:00:00Z","value":\#(value),"unit":"count/min","source":{"appId":"w"}}]}}"#
    }

    private static func batch(_ members: String) -> String {
        #"{"schema_id":"health_bridge.batch.v1","generated_at":"2026-10-19T12:00:00Z",\#(members)}"#
    }

    private static let telling = batch(
        #""samples":[{"client_record_id":"hk-quantity-resting-heart-rate-\#(uuid)","type_code":"resting_heart_rate","start_time":"2026-10-19T06:00:00Z","end_time":"2026-10-19T06:00:00Z","value":99,"unit":"count/min"}]"#
    )
    private static let deletion = batch(
        #""deleted_records":[{"client_record_id":"hk-quantity-resting-heart-rate-\#(uuid)"}]"#)

    private static func night(_ epoch: Int64, _ day: Int) -> String {
        batch(
            #""sleep_sessions":[{"client_record_id":"n\#(day)","source_key":"a","stage_intervals":[{"stage":"deep","start_time":"2026-10-\#(day)T01:00:00Z","end_time":"2026-10-\#(day)T03:00:00Z"}]}],"sync":{"cursors":[{"cursor_kind":"anchored_sleep_baseline_reset","source_key":"a","cursor_value":"v2:\#(epoch)"}]}"#
        )
    }

    private static func measurement(_ event: String, _ day: Int = 19) -> String {
        #"{"event":"\#(event)","userId":1,"date":"2026-10-\#(day)T04:05:00Z","weight":71}"#
    }

    private static func send(_ post: Post, to workshop: Workshop, asUpload: Bool = false) async throws -> ImportStatus {
        try await workshop.post(
            PostedWeek.Post(at: 0, status: "", body: Array(post.body.utf8)), from: post.companion, device: post.device,
            asUpload: asUpload)
    }

    /// What the first device says, what the second says, and what the first says again after the undo of the second.
    private static let cases: [(first: [Post], second: [Post])] = [
        // A larger sum of a day.
        ([Post(steps(5_000), "hc-webhook", 1)], [Post(steps(61_234), "hc-webhook", 2)]),
        // A newer telling of the same thing of HealthKit, and its deletion.
        ([Post(rest(55), "open-wearables", 1)], [Post(telling, "health-bridge", 2)]),
        ([Post(rest(55), "open-wearables", 1)], [Post(deletion, "health-bridge", 2)]),
        (
            [Post(rest(55), "open-wearables", 1)],
            [Post(telling, "health-bridge", 2), Post(deletion, "health-bridge", 2)]
        ),
        // All nights under a higher number.
        ([Post(night(1, 15), "health-bridge", 1)], [Post(night(900, 16), "health-bridge", 2)]),
        // All measurements of a user, and one.
        (
            [Post(measurement("insert", 18), "openscale", 1), Post(measurement("insert"), "openscale", 1)],
            [Post(measurement("delete"), "openscale", 2), Post(#"{"event":"clear","userId":1}"#, "openscale", 2)]
        ),
    ]

    @Test("OWN-2 ING-16 After the undo of a pairing counts what another said before it, and what it says again")
    func others() async throws {
        for (index, (first, second)) in Self.cases.enumerated() {
            let workshop = try Workshop()
            try await workshop.profile()
            for post in first { #expect(try await Self.send(post, to: workshop).phase == .done) }
            let before = try await (workshop.told(), workshop.metrics(), workshop.exported("ingestion/readings.csv"))
            #expect(!before.0.isEmpty, "case \(index)")
            for post in second {
                #expect(try await Self.send(post, to: workshop, asUpload: index % 2 == 1).phase == .done)
            }
            #expect(try await workshop.told() != before.0, "case \(index)")
            // What the first says meanwhile is no loss either.
            for post in first { _ = try await Self.send(post, to: workshop) }
            try await workshop.forget(2)
            #expect(try await workshop.told() == before.0, "case \(index)")
            #expect(try await workshop.metrics() == before.1, "case \(index)")
            #expect(try await workshop.exported("ingestion/readings.csv") == before.2, "case \(index)")
            for post in first { #expect(try await Self.send(post, to: workshop).companion?.minimumEpoch == nil) }
            #expect(try await workshop.told() == before.0, "case \(index)")
            try await workshop.forget(1)
            #expect(try await workshop.told().isEmpty, "case \(index)")
            let left = try await workshop.store.read { transaction in
                try ["companion_records", "companion_deletions", "companion_samples"].map {
                    try transaction.value(Int.self, "SELECT count(*) FROM \($0)")
                }
            }
            #expect(left == [0, 0, 0], "case \(index)")
        }
    }

    @Test("SEC-11 ING-16 A number of nights far above the known one is refused, and the undo forgets what it refused")
    func epochs() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        func minimum(_ epoch: Int64, _ device: UInt64) async throws -> Int64? {
            try await Self.send(Post(Self.night(epoch, 15), "health-bridge", device), to: workshop).companion?
                .minimumEpoch
        }
        #expect(try await minimum(.max, 2) == 0)
        #expect(try await minimum(1, 1) == nil)
        #expect(try await minimum(1_002, 2) == 1)
        #expect(try await minimum(1_001, 2) == nil)
        #expect(try await minimum(2, 1) == 1_001)
        try await workshop.forget(2)
        #expect(try await minimum(2, 1) == nil)
    }

    @Test("OWN-2 SEC-11 A pairing is undone day by day, so that a part of the undo touches few days")
    func days() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        let rows = (0..<1_200).map { number in
            let instant = Date(
                timeIntervalSince1970: 1_790_000_000 + Double(number / 100) * 86_400 + Double(number % 100))
            return #"{"kilograms":\#(60 + Double(number % 100) / 10),"time":"\#(instant.ISO8601Format())"}"#
        }
        let body = #"{"timestamp":"2026-11-19T05:00:00Z","weight":[\#(rows.joined(separator: ","))]}"#
        _ = try await Self.send(Post(body, "hc-webhook", 1), to: workshop)
        #expect(try await workshop.told().count == 1_200)
        let part = try await workshop.service.forget(ForgetCompanion(user: workshop.user, device: 1))
        #expect(part.removed == 500 && part.hasMore)
        let days = try await workshop.store.read { transaction in
            try transaction.value(Int.self, "SELECT count(DISTINCT day) FROM companion_records")
        }
        #expect(days == 7)
        try await workshop.forget(1)
        #expect(try await workshop.told().isEmpty)
    }
}
