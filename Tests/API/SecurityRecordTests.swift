import Logging
import Messages
import Storage
import Testing

@testable import API

@Suite struct SecurityRecordTests {
    @Test("SEC-7 the record is bounded by number and age, and guesses push out nothing else")
    func bounds() async throws {
        let (world, clock) = (try TestStore(), TestClock())
        defer { world.remove() }
        let (user, other) = (UserID.random(), UserID.random())
        func append(_ event: SecurityEvent, _ count: Int, of user: UserID) async throws {
            let at = clock.now
            try await world.store.write { transaction in
                for _ in 0..<count {
                    try SecurityRows(user: user, transaction: transaction).append(
                        SecurityEntry(event: event, at: at, address: "203.0.113.7", label: ""))
                }
            }
        }
        let record = SecurityRecord(store: world.store, log: Logger(label: "test"), now: { clock.now })
        try await append(.tokenMade, 1, of: user)
        try await append(.keySet, 1, of: other)
        try await append(.signInFailed, SecurityRows.maximumFailures + 50, of: user)
        var entries = try await record.entries(of: user)
        #expect(entries.count == SecurityRows.maximumFailures + 1 && entries.last?.event == .tokenMade)
        try await append(.signIn, SecurityRows.maximumEvents, of: user)
        entries = try await record.entries(of: user)
        #expect(
            entries.count == SecurityRows.maximumFailures + SecurityRows.maximumEvents
                && entries.first?.event == .signIn)
        #expect(!entries.contains { $0.event == .tokenMade })
        clock.advance(by: SecurityRows.lifetime + 1)
        await record.note(.exported, of: user, from: "203.0.113.7", label: String(repeating: "x", count: 100))
        entries = try await record.entries(of: user)
        #expect(entries.map(\.event) == [.exported] && entries.first?.label.count == 64)
        #expect(try await record.entries(of: other).map(\.event) == [.keySet])
        // Erasure deletes the user's record, and later events are not stored.
        _ = try await world.store.erase(user)
        await record.note(.signIn, of: user, from: "203.0.113.7")
        #expect(try await record.entries(of: user).isEmpty)
    }
}
