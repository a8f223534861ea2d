import Fixtures
import Messages
import TestTraits
import Testing

@testable import Storage

/// Numbers of streams that another program wrote, at the ends of 64 bits.
@Suite(.bothEngines, .timeLimit(.minutes(5)), .tags(.processes)) struct DamagedStreamTests {
    private let scratch: Scratch
    private let store: Store
    private let damaged = UserID(high: 1, low: 1)
    private let sound = UserID(high: 1, low: 2)

    init() throws {
        scratch = try Scratch()
        store = try scratch.store(.sentiment)
    }

    private func emit(_ user: UserID, _ store: Store) async throws {
        try await store.write { try $0.emit(Noted(user: user, number: 1), id: .random(), to: [.coaching]) }
    }

    private func set(_ column: String, _ value: Int64, in table: String = "storage_streams") async throws {
        try await store.write { [damaged] in
            try $0.execute("UPDATE \(table) SET \(column) = ? WHERE user = ?", [value, damaged])
        }
    }

    @Test(
        "OWN-2 a damaged number keeps its own stream waiting, not the process from all others",
        arguments: ["acknowledged", "attempts", "rebased", "epoch"], [Int64.min, -1, 1 << 62, .max])
    func waiting(_ column: String, _ value: Int64) async throws {
        for user in [damaged, sound] { try await emit(user, store) }
        try await set(column, value)
        try await set("parked", 1)
        let pending = try await store.read { try $0.pendingLanes() }
        #expect(pending.contains { $0.lane.user == sound })
        #expect(pending.contains { $0.lane.user == damaged } == (column != "acknowledged"))
        var core = RelayCore()
        var random = SystemRandomNumberGenerator()
        for batch in core.batches(pending, announced: { _ in Announcement(release: "2") }, now: .zero) {
            let sent = Dictionary(uniqueKeysWithValues: batch.lanes.map { ($0.lane, UInt64(1)) })
            let refusals = batch.lanes.map {
                StreamReceipt(user: $0.lane.user, acknowledged: 0, refusal: ServiceError(.invalid, "refused"))
            }
            let settled = core.finish(
                batch, sent: sent, .receipt(DeliverReceipt(streams: refusals)), now: .zero, using: &random)
            #expect(settled.allSatisfy { $0.attempts > 0 })
        }
        _ = try await store.parkedLanes()
        _ = try await store.pendingEvents()
    }

    @Test("OWN-2 a damaged last number refuses events of its stream", arguments: [Int64.min, -1, 1 << 62, .max])
    func last(_ value: Int64) async throws {
        for user in [damaged, sound] { try await emit(user, store) }
        try await set("last", value, in: scratch.isSQLite ? "storage_streams" : "storage_numbers")
        let other = try scratch.store(.sentiment)
        #expect(await storageCode { try await emit(damaged, other) } != nil)
        try await emit(sound, other)
        _ = try await other.parkedLanes()
        _ = try await other.pendingEvents()
    }
}
