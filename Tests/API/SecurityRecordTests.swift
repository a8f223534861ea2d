import Foundation
import Logging
import Messages
import Storage
import Testing

@testable import API

@Suite struct SecurityRecordTests {
    @Test("A damaged event costs itself: the list, the bus and the export have all others, and count and name it")
    func damaged() async throws {
        let (world, user) = (try TestStore(), UserID.random())
        defer { world.remove() }
        let record = SecurityRecord(store: world.store, log: Logger(label: "test"), now: { 1_750_000_000_000 })
        let events: [SecurityEvent] = [.signIn, .tokenMade, .keySet, .exported]
        for event in events { await record.note(event, of: user, from: "203.0.113.7") }
        // Row 2 is altered, row 3 is the content of another row.
        try await world.store.write { transaction in
            try transaction.execute(
                "UPDATE security_record SET sealed = ? WHERE user = ? AND number = 2", [Data([1, 2, 3]), user])
            try transaction.execute(
                """
                UPDATE security_record SET sealed = (SELECT sealed FROM security_record WHERE user = ? AND number = 1)
                WHERE user = ? AND number = 3
                """, [user, user])
        }
        let found = try await record.entries(of: user)
        #expect(found.entries.map(\.event) == [.exported, .signIn])
        #expect(found.damaged == DamagedRows(count: 2, names: ["security_record 3", "security_record 2"]))
        await record.note(.sessionsEnded, of: user, from: "203.0.113.7")
        #expect(try await record.entries(of: user, limit: 3).entries.map(\.event) == [.sessionsEnded, .exported])
    }

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
        func count(_ event: SecurityEvent) async throws -> Int {
            try await record.entries(of: user).entries.count { $0.event == event }
        }
        try await append(.signInFailed, 199, of: user)
        #expect(try await count(.signInFailed) == 199)
        try await append(.signInFailed, 51, of: user)
        #expect(try await count(.signInFailed) == 200)
        #expect(try await record.entries(of: user).entries.last?.event == .tokenMade)
        try await append(.signIn, 799, of: user)
        #expect(try await count(.tokenMade) == 1)
        #expect(try await count(.signIn) == 799)
        try await append(.signIn, 1, of: user)
        #expect(try await count(.tokenMade) == 0)
        #expect(try await count(.signIn) == 800)
        var entries = try await record.entries(of: user).entries
        #expect(entries.count == 1000)
        #expect(entries.first?.event == .signIn)
        // Two years of 365 days: an entry of that age is kept, an older one is not.
        clock.advance(by: 63_072_000_000)
        await record.note(.exported, of: user, from: "203.0.113.7", label: String(repeating: "x", count: 100))
        #expect(try await count(.signInFailed) == 200)
        #expect(try await count(.signIn) == 799, "the new event takes the place of the oldest")
        clock.advance(by: 1)
        await record.note(.tokenMade, of: user, from: "203.0.113.7")
        entries = try await record.entries(of: user).entries
        #expect(entries.map(\.event) == [.tokenMade, .exported])
        #expect(entries.last?.label.count == 64)
        // One character of many scalars has no place for more than 64 of them.
        await record.note(
            .tokenMade, of: user, from: "203.0.113.7", label: "a" + String(repeating: "\u{301}", count: 5_000))
        #expect(try await record.entries(of: user).entries.first?.label.unicodeScalars.count == 64)
        // A number that another program wrote is no place to go on from.
        try await world.store.write {
            try $0.execute(
                "INSERT INTO security_record (user, number, at, failed, sealed) VALUES (?, ?, 0, 0, ?)",
                [user, Int64.max, Data([0])])
        }
        await record.note(.signIn, of: user, from: "203.0.113.7")
        #expect(try await record.entries(of: user).entries.contains { $0.event == .signIn })
        #expect(try await record.entries(of: other).entries.map(\.event) == [.keySet])
        // Erasure deletes the user's record, and later events are not stored.
        _ = try await world.store.erase(user)
        await record.note(.signIn, of: user, from: "203.0.113.7")
        #expect(try await record.entries(of: user).entries.isEmpty)
    }
}
