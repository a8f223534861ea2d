import Fixtures
import Messages
import Testing

@testable import Gateway

@Suite struct LimitTests {
    @Test("GAT-5 one call in 3 seconds")
    func spacing() {
        #expect(RateLimit.wait(10_000, after: []) == nil)
        #expect(RateLimit.wait(10_000, after: [8_000]) == 1_000)
        #expect(RateLimit.wait(11_000, after: [8_000]) == nil)
    }

    @Test("GAT-5 twenty calls in an hour")
    func hourly() {
        let calls = (0..<20).map { Milliseconds($0) * 10_000 }
        #expect(RateLimit.wait(300_000, after: calls) == 3_300_000)
        #expect(RateLimit.wait(3_600_000, after: calls) == nil)
        #expect(RateLimit.wait(300_000, after: Array(calls.dropFirst())) == nil)
    }

    @Test("GAT-5 a clock set back blocks for 3 seconds, not for ever")
    func clockSetBack() { #expect(RateLimit.wait(0, after: [1_000_000_000]) == 3_000) }

    @Test("GAT-5 the breaker opens after five failures, lets one try after a minute, and closes when that works")
    func breaker() {
        var breaker = CircuitBreaker()
        func admits(_ now: Milliseconds) -> Bool { breaker.admit(now) }
        for _ in 0..<4 { breaker.record(success: false, 0) }
        #expect(admits(0))
        breaker.record(success: false, 1_000)
        #expect(!admits(1_001) && !admits(60_999))
        #expect(admits(61_000))
        #expect(!admits(61_001))
        breaker.record(success: false, 62_000)
        #expect(!admits(121_999))
        #expect(admits(122_000))
        breaker.record(success: true, 122_100)
        #expect(breaker == CircuitBreaker() && admits(122_101))
    }

    @Test("GAT-5 a success in between starts the count anew")
    func breakerReset() {
        var breaker = CircuitBreaker()
        func admits(_ now: Milliseconds) -> Bool { breaker.admit(now) }
        for _ in 0..<50 {
            for _ in 0..<4 { breaker.record(success: false, 0) }
            breaker.record(success: true, 0)
        }
        #expect(admits(0))
    }

    @Test("GAT-5 only network errors, 429 and 5xx are tried again")
    func retried() {
        func delay(_ outcome: CloudOutcome) -> Duration? { RetryPolicy.delay(after: outcome, attempt: 1, remaining: .seconds(20), random: 0.5) }
        for outcome in [CloudOutcome.network, .status(429, retryAfter: nil), .status(500, retryAfter: nil), .status(503, retryAfter: nil)] {
            #expect(delay(outcome) != nil)
        }
        for outcome in [CloudOutcome.answered([]), .status(400, retryAfter: nil), .status(401, retryAfter: .seconds(1)), .timeout, .cancelled, .tooLarge] {
            #expect(delay(outcome) == nil)
        }
    }

    @Test("GAT-5 the backoff doubles with jitter, honours Retry-After, and gives up where no time is left")
    func backoff() {
        func delay(_ attempt: Int, _ random: Double, retryAfter: Duration? = nil, remaining: Duration = .seconds(20)) -> Duration? {
            RetryPolicy.delay(after: .status(429, retryAfter: retryAfter), attempt: attempt, remaining: remaining, random: random)
        }
        #expect(delay(1, 0) == .milliseconds(250))
        #expect(delay(1, 1) == .milliseconds(500))
        #expect(delay(2, 1) == .milliseconds(1_000))
        #expect(delay(3, 0) == nil)
        #expect(delay(1, 0, retryAfter: .seconds(7)) == .seconds(7))
        #expect(delay(1, 0, retryAfter: .seconds(19.5)) == nil)
        #expect(delay(1, 0, remaining: .seconds(1)) == nil)
    }

    @Test("GAT-5 a failing cloud is tried again and ends in a reply, each attempt with its receipt")
    func retries() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            world.server.answer(.status(503), .status(429, retryAfter: 0), .echo)
            let reply = try await world.phrase()
            #expect(reply.gate == nil && reply.coachReply != nil)
            let receipts = try await world.receipts()
            #expect(receipts.map(\.outcome).sorted() == ["http 429", "http 503", "ok"])
            #expect(world.server.arrivals.count == 3)
            #expect(receipts.first { $0.id == reply.receipt }?.outcome == "ok")
        }
    }

    @Test("GAT-5 a cloud that cannot be reached is a reply with the gate's name, never an error")
    func unreachable() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            let elsewhere = try world.anotherGateway(url: "http://127.0.0.1:9/v1")
            let reply = try await world.phrase(by: elsewhere, budget: .seconds(12))
            #expect(reply.gate == "call" && reply.coachReply == nil)
            #expect(Set(try await world.receipts().map(\.outcome)) == ["network error"])
        }
    }

    @Test("GAT-5 a cloud that takes too long is given up within the caller's budget")
    func slow() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            world.server.answer(.hold)
            let reply = try await world.phrase(budget: .seconds(6))
            #expect(reply.gate == "call")
            #expect(try await world.receipts().map(\.outcome) == ["timeout"])
        }
    }
}
