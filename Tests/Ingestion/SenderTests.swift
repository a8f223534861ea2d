import Fixtures
import Messages
import Storage
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Anchored batches of device tokens: each device has its own anchors and deletes only its own samples.
@Suite(.tags(.processes)) struct SenderTests {
    fileprivate static let (phone, tablet) = (
        DeviceSender(device: 7, isOlder: false), DeviceSender(device: 8, isOlder: false)
    )
    private let noon = utc("2024-02-06 11:00:00")

    private func sample(_ id: UInt64) -> AnchoredSample {
        let start = noon + Int64(id) * 60
        return AnchoredSample(
            id: EntityID(high: 1, low: id), start: start, end: start + 60, value: 100, unit: "count", source: "Watch",
            model: "Watch")
    }

    fileprivate func send(
        _ workshop: Workshop, _ anchor: String, _ next: String, _ ids: [UInt64] = [], gone: [UInt64] = [],
        by sender: DeviceSender?
    ) async throws -> IngestSamples.Reply {
        let reply = try await workshop.service.ingest(
            IngestSamples(
                user: workshop.user, device: "iPhone", kind: "steps", anchor: anchor, newAnchor: next,
                samples: ids.map(sample),
                deleted: gone.map { EntityID(high: 1, low: $0) }, sender: sender))
        try await workshop.worker.drain()
        return reply
    }

    private func anchors(_ workshop: Workshop, _ sender: DeviceSender?) async throws -> [String] {
        try await workshop.service.anchors(AnchorsQuery(user: workshop.user, sender: sender)).anchors.map(\.anchor)
    }

    @Test("SEC-1 a device deletes only what it sent, whatever name it gives; the signed-in person deletes everything")
    func ownOnly() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        #expect(try await send(workshop, "", "a", [1, 2, 3], by: Self.phone).added == 3)
        // The same name on another device is a separate anchor; a known id stays with its first sender.
        #expect(
            try await send(workshop, "", "t", [1, 4], by: Self.tablet) == .init(accepted: true, anchor: "t", added: 1))
        #expect(
            try await send(workshop, "t", "u", gone: [1, 2, 3], by: Self.tablet)
                == .init(accepted: true, anchor: "u", removed: 0))
        #expect(try await send(workshop, "u", "v", gone: [4], by: Self.tablet).removed == 1)
        #expect(try await send(workshop, "a", "b", gone: [1], by: Self.phone).removed == 1)
        #expect(try await send(workshop, "", "p", gone: [2], by: nil).removed == 1)
        #expect(try await workshop.metrics().compactMap(\.steps?.value) == [100])
        #expect(try await anchors(workshop, Self.phone) == ["b"])
        #expect(try await anchors(workshop, Self.tablet) == ["v"])
        #expect(try await Set(anchors(workshop, nil)) == ["b", "v", "p"])
    }

    @Test(
        "SEC-1 a token from before devices were told apart goes on from its anchor and may delete what it sent; another one may not"
    )
    func older() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        #expect(try await send(workshop, "", "a", [1, 2], by: nil).added == 2)
        try await workshop.store.write { try $0.forgetSenders(workshop.user) }
        let older = DeviceSender(device: 9, isOlder: true)
        #expect(try await anchors(workshop, older) == ["a"])
        #expect(try await anchors(workshop, Self.tablet) == [])
        #expect(try await send(workshop, "a", "x", gone: [1], by: Self.tablet) == .init(accepted: false, anchor: ""))
        #expect(try await send(workshop, "", "x", gone: [1], by: Self.tablet).removed == 0)
        #expect(
            try await send(workshop, "a", "b", gone: [1], by: older) == .init(accepted: true, anchor: "b", removed: 1))
        // From now on the device has its own anchor.
        #expect(try await anchors(workshop, older) == ["b"])
        #expect(
            try await send(workshop, "a", "y", gone: [2], by: DeviceSender(device: 10, isOlder: true)).accepted == false
        )
        #expect(try await send(workshop, "", "z", gone: [2], by: nil).removed == 1)
    }
}

extension SenderTests {
    @Test("SEC-11 One token cannot use up the anchors of others, and a device without a token has none any more")
    func bounded() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        func ingest(_ device: Int, by sender: DeviceSender?) async throws {
            _ = try await workshop.service.ingest(
                IngestSamples(
                    user: workshop.user, device: "d\(device)", kind: "steps", anchor: "", newAnchor: "a", samples: [],
                    deleted: [], sender: sender))
        }
        let (greedy, other) = (DeviceSender(device: .max, isOlder: false), DeviceSender(device: 8, isOlder: false))
        for device in 0..<64 { try await ingest(device, by: greedy) }
        let refused = await #expect(throws: ServiceError.self) { try await ingest(64, by: greedy) }
        #expect(refused?.code == .invalid)
        try await ingest(0, by: other)
        try await ingest(0, by: nil)
        let user = workshop.user
        try await workshop.store.write { try AnchorRows(user: user, transaction: $0).deleteAnchors(except: [8]) }
        let left = try await workshop.service.anchors(AnchorsQuery(user: workshop.user)).anchors
        #expect(left.compactMap(\.sender).sorted() == [0, 8])
        try await ingest(64, by: greedy)
    }

    @Test("ING-3 Ids that an older release wrote without the index are found, once, and later writes of it again")
    func olderOrigins() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        #expect(try await send(workshop, "", "a", [1, 2, 3], by: nil).added == 3)
        let user = workshop.user
        try await workshop.store.write { transaction in
            try transaction.forgetSenders(user)
            try transaction.execute("DELETE FROM origin_ids")
            // The length of a row of an older release differs from the one that was indexed.
            try transaction.execute("UPDATE origins SET indexed = 0")
        }
        #expect(try await send(workshop, "a", "b", gone: [2], by: nil).removed == 1)
        let count = try await workshop.store.read { try $0.value(Int.self, "SELECT COUNT(*) FROM origin_ids") }
        #expect(count == 3)
        #expect(try await send(workshop, "b", "c", gone: [1, 9], by: nil).removed == 1)
    }
}

/// Rows of `origins` as written by a release that did not distinguish devices.
private struct OldOrigins: Message, Equatable {
    struct Entry: Message, Equatable {
        var id: EntityID
        var start: Int64
        var end: Int64
        var value: Double
        var source: UInt64
        var note: UInt64
        var isDead: Bool
        enum CodingKeys: Int, CodingKey { case id = 1, start, end, value, source, note, isDead }
    }
    var entries: [Entry]
    enum CodingKeys: Int, CodingKey { case entries = 1 }
}

extension Transaction {
    fileprivate func forgetSenders(_ user: UserID) throws {
        for row in try rows("SELECT kind, day, sealed FROM origins WHERE user = ?", [user]) {
            let (kind, day) = try (row["kind"] as Int, row["day"] as Int)
            let old = try open(OldOrigins.self, row["sealed"], user: user, table: "origins", row: "\(kind)/\(day)")
            let sealed = try seal(old, user: user, table: "origins", row: "\(kind)/\(day)")
            try execute(
                "UPDATE origins SET sealed = ? WHERE user = ? AND kind = ? AND day = ?", [sealed, user, kind, day])
        }
        for row in try rows("SELECT id, sealed FROM anchors WHERE user = ?", [user]) {
            let id: Int64 = try row["id"]
            var old = try open(StoredAnchor.self, row["sealed"], user: user, table: "anchors", row: "\(id)")
            old.sender = nil
            try execute(
                "UPDATE anchors SET sealed = ? WHERE id = ?",
                [try seal(old, user: user, table: "anchors", row: "\(id)"), id])
        }
    }
}
