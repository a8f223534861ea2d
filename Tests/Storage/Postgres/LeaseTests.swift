import Messages
import Synchronization
import TestTraits
import Testing

@testable import Storage

/// Leases with fencing numbers.
@Suite(.needs(.postgres), .timeLimit(.minutes(2)), .tags(.processes)) struct LeaseTests {
    private let stores: [Store]

    init() async throws {
        let database = try await TestDatabase.onServer
        stores = try TestDatabase.$current.withValue(database) {
            let scratch = try Scratch()
            return [try scratch.store(), try scratch.store()]
        }
    }

    private func end(_ name: String) async throws {
        try await stores[0].write {
            _ = try $0.execute("UPDATE storage_leases SET until = 0 WHERE name = ?", [name])
        }
    }

    @Test("One holder at a time; after its end the next one has a higher number, and the first one's writes fail")
    func fencing() async throws {
        let user = UserID.random()
        let first = try #require(try await stores[0].write { try $0.takeLease("work") })
        #expect(try await stores[1].write { try $0.takeLease("work") } == nil)
        #expect(try await stores[1].write { try $0.takeLease("other") } != nil)
        try await stores[0].requiring(first).write { try $0.put(1, user: user) }
        #expect(try await stores[0].write { try $0.renew(first) })
        try await end("work")
        // Ended but not taken: nobody else did anything, so the holder may go on.
        try await stores[0].requiring(first).write { try $0.put(2, user: user) }
        let second = try #require(try await stores[1].write { try $0.takeLease("work") })
        #expect(second.fence == first.fence + 1)
        #expect(try await !stores[0].write { try $0.renew(first) })
        #expect(
            await storageCode { try await stores[0].requiring(first).write { try $0.put(3, user: user) } }
                == .lostClaim)
        try await stores[0].write { try $0.release(first) }
        #expect(try await stores[0].write { try $0.takeLease("work") } == nil)
        try await stores[1].write { try $0.release(second) }
        #expect(try await stores[0].write { try $0.takeLease("work") }?.fence == 3)
        #expect(try await stores[0].read { try $0.numbers(user) } == [1, 2])
    }

    @Test("A lease that was taken before the server's clock was set back is free for the next holder")
    func clockSetBack() async throws {
        let first = try #require(try await stores[0].write { try $0.takeLease("work") })
        try await stores[0].write {
            _ = try $0.execute("UPDATE storage_leases SET until = until + 3600000 WHERE name = ?", ["work"])
        }
        let second = try #require(try await stores[1].write { try $0.takeLease("work") })
        #expect(second.fence == first.fence + 1)
        #expect(try await stores[0].write { try $0.takeLease("work") } == nil)
    }

    @Test("Work under a lease excludes others, is cancelled when the lease is lost, and lets go of it at its end")
    func work() async throws {
        let stores = stores
        let isDone = try await stores[0].leased("work") { store in
            let other = try await stores[1].leased("work") { _ in true }
            #expect(other == nil)
            try await store.write { try $0.put(1, user: UserID(high: 1, low: 1)) }
            return true
        }
        #expect(isDone == true)
        #expect(try await stores[1].leased("work") { _ in 7 } == 7)
        await #expect(throws: Fault.self) { try await stores[0].leased("work") { _ in throw Fault() } }
        // Lost: another one took it while this one slept.
        let cancelled = Mutex(false)
        try await stores[0].leased("work") { store in
            try await end("work")
            _ = try await stores[1].write { try $0.takeLease("work") }
            do { try await Task.sleep(for: .seconds(60)) } catch { cancelled.withLock { $0 = true } }
        }
        #expect(cancelled.withLock { $0 })
    }
}
