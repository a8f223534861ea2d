import Hummingbird
import Messages
import Testing

@testable import API

@Suite struct PlanLimitTests {
    @Test("PLN-8 Twenty requests in any minute are admitted; the next one is told when to come")
    func window() {
        var window = RequestWindow()
        let first = (0..<20).map { window.admit(at: 1_000 * Milliseconds($0)) }
        #expect(first == [Milliseconds?](repeating: nil, count: 20))
        let later = [19_500, 59_999, 60_000, 60_500, 61_000].map { window.admit(at: $0) }
        #expect(later == [40_500, 1, nil, 500, nil])
        // A clock that was set back locks nobody out.
        let back = window.admit(at: 0)
        #expect(back == nil)
    }

    @Test("PLN-8 In no minute are more than 20 of any requests admitted, and none is refused below that")
    func property() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<100 {
            var (window, now, admitted): (RequestWindow, Milliseconds, [Milliseconds]) = (RequestWindow(), 0, [])
            for _ in 0..<200 {
                now += Milliseconds.random(in: 0...(Bool.random(using: &generator) ? 200 : 6_000), using: &generator)
                let recent = admitted.filter { $0 > now - RequestWindow.length }.count
                let wait = window.admit(at: now)
                #expect((wait == nil) == (recent < RequestWindow.maximumRequests))
                if wait == nil { admitted.append(now) }
                #expect(RequestWindow(bytes: window.bytes) == window)
            }
        }
    }

    @Test("Bytes that are no window are an empty one")
    func damaged() {
        #expect(RequestWindow(bytes: [1, 2, 3]) == RequestWindow())
        #expect(RequestWindow(bytes: [UInt8](repeating: 1, count: 8 * 21)) == RequestWindow())
    }

    @Test("PLN-8 The count is in the database: replicas share it, people do not, and an erased person has none")
    func replicas() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let clock = TestClock()
        let accounts = Accounts(store: world.store, cost: .light)
        let (ada, ben) = (try await accounts.make("Ada"), try await accounts.make("Ben"))
        let limits = [world.store, try world.replica()].map { PlanLimit(store: $0, now: { clock.now }) }
        for request in 0..<20 { try await limits[request % 2].count(ada) }
        let refused = await #expect(throws: Problem.self) { try await limits[1].count(ada) }
        #expect(refused?.status == .tooManyRequests)
        #expect(refused?.code == "rate-limited")
        #expect(refused?.retryAfter == 60)
        #expect(refused?.isRetryable == true)
        try await limits[0].count(ben)
        clock.advance(by: 60_000)
        try await limits[1].count(ada)
        _ = try await world.store.erase(ada)
        let erased = await #expect(throws: ServiceError.self) { try await limits[0].count(ada) }
        #expect(erased?.code == .erased)
    }
}
