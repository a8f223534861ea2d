import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

@testable import Gateway

@Suite(.tags(.processes)) struct LimitTests {
    private typealias Attempt = RateLimit.Attempt

    @Test("GAT-5 one call in 3 seconds")
    func spacing() {
        #expect(RateLimit.wait(10_000, after: []) == nil)
        #expect(RateLimit.wait(10_000, after: [Attempt(at: 8_000)]) == 1_000)
        #expect(RateLimit.wait(11_000, after: [Attempt(at: 8_000)]) == nil)
    }

    @Test("GAT-5 a retry neither waits for the spacing of calls nor makes the next call wait, and counts in the hour")
    func retriesInLimits() {
        let call = Attempt(at: 8_000)
        #expect(RateLimit.wait(8_500, after: [call], isRetry: true) == nil)
        #expect(RateLimit.wait(11_000, after: [call, Attempt(at: 10_000, isRetry: true)]) == nil)
        let full = (0..<20).map { Attempt(at: $0 * 10_000, isRetry: $0 % 3 != 0) }
        #expect(RateLimit.wait(300_000, after: full, isRetry: true) == 3_300_000)
        #expect(RateLimit.wait(300_000, after: full) == 3_300_000)
    }

    @Test("GAT-5 twenty calls in an hour")
    func hourly() {
        let calls = (0..<20).map { Attempt(at: $0 * 10_000) }
        #expect(RateLimit.wait(300_000, after: calls) == 3_300_000)
        #expect(RateLimit.wait(3_600_000, after: calls) == nil)
        #expect(RateLimit.wait(300_000, after: Array(calls.dropFirst())) == nil)
    }

    @Test("GAT-5 a clock set back blocks for 3 seconds, not for ever")
    func clockSetBack() { #expect(RateLimit.wait(0, after: [Attempt(at: 1_000_000_000)]) == 3_000) }

    @Test("GAT-5 the breaker opens after five failures, lets one try after a minute, and closes when that works")
    func breaker() {
        var breaker = CircuitBreaker()
        func admits(_ now: Milliseconds) -> Bool { breaker.admit(now) }
        func record(_ finding: CircuitBreaker.Finding, _ now: Milliseconds) {
            breaker.record(finding, admitted: now, now)
        }
        for _ in 0..<4 { record(.fails, 0) }
        #expect(admits(0))
        record(.fails, 1_000)
        #expect(!admits(1_001))
        #expect(!admits(60_999))
        #expect(admits(61_000))
        #expect(!admits(61_001))
        record(.fails, 62_000)
        #expect(!admits(121_999))
        #expect(admits(122_000))
        record(.works, 122_100)
        #expect(breaker == CircuitBreaker())
        #expect(admits(122_101))
    }

    @Test("GAT-5 a success in between starts the count anew")
    func breakerReset() {
        var breaker = CircuitBreaker()
        func admits(_ now: Milliseconds) -> Bool { breaker.admit(now) }
        for _ in 0..<50 {
            for _ in 0..<4 { breaker.record(.fails, admitted: 0, 0) }
            breaker.record(.works, admitted: 0, 0)
        }
        #expect(admits(0))
    }

    @Test("GAT-5 an answer about a key, or a cancelled call, neither opens the breaker nor keeps it open")
    func breakerOfOthers() {
        var breaker = CircuitBreaker()
        func admits(_ now: Milliseconds) -> Bool { breaker.admit(now) }
        for outcome in [
            CloudOutcome.status(401, retryAfter: nil), .status(403, retryAfter: nil), .status(429, retryAfter: nil),
            .quotaExhausted(429, retryAfter: nil),
            .cancelled,
        ] {
            for now in 0..<Milliseconds(50) { breaker.record(outcome.finding, admitted: now, now) }
        }
        #expect(breaker == CircuitBreaker())
        for _ in 0..<5 { breaker.record(.fails, admitted: 0, 0) }
        // The probe meets an invalid key: the next probe starts at once, but only one.
        #expect(admits(60_000))
        #expect(!admits(60_001))
        breaker.record(.nothing, admitted: 60_000, 60_100)
        #expect(admits(60_101))
        #expect(!admits(60_102))
        // A call admitted before the breaker opened does not change its state.
        breaker.record(.nothing, admitted: 59_000, 60_200)
        #expect(!admits(60_201))
        for outcome in [CloudOutcome.network, .timeout, .status(500, retryAfter: nil), .tooLarge, .otherType] {
            #expect(outcome.finding == .fails)
        }
    }

    @Test("GAT-5 only network errors, 429 and 5xx are tried again")
    func retried() {
        func delay(_ outcome: CloudOutcome) -> Duration? {
            RetryPolicy.delay(after: outcome, attempt: 1, remaining: .seconds(20), random: 0.5)
        }
        for outcome in [
            CloudOutcome.network, .status(429, retryAfter: nil), .status(500, retryAfter: nil),
            .status(503, retryAfter: nil),
        ] {
            #expect(delay(outcome) != nil)
        }
        for outcome in [
            CloudOutcome.answered([]), .status(400, retryAfter: nil), .status(401, retryAfter: .seconds(1)), .timeout,
            .cancelled, .tooLarge,
            .quotaExhausted(429, retryAfter: .seconds(1)),
        ] {
            #expect(delay(outcome) == nil)
        }
    }

    @Test("GAT-5 the backoff doubles with jitter, honours Retry-After, and gives up where no time is left")
    func backoff() {
        func delay(_ attempt: Int, _ random: Double, retryAfter: Duration? = nil, remaining: Duration = .seconds(20))
            -> Duration?
        {
            RetryPolicy.delay(
                after: .status(429, retryAfter: retryAfter), attempt: attempt, remaining: remaining, random: random)
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
            #expect(reply.gate == nil)
            #expect(reply.coachReply != nil)
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
            #expect(reply.gate == "call")
            #expect(reply.coachReply == nil)
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

    @Test("GAT-5 a retry that a limit refuses is not sent; the reply names the gate and the receipt of what was")
    func refusedRetry() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            try await world.gateway.store.write { [world] transaction in
                for number in 1...18 {
                    try transaction.execute(
                        "INSERT INTO calls (user, at) VALUES (?, ?)",
                        [world.user, world.now - Milliseconds(number) * 60_000])
                }
            }
            world.server.answer(.status(503))
            let reply = try await world.phrase()
            #expect(reply.gate == "rateLimit")
            #expect(world.server.arrivals.count == 2)
            #expect(try await world.receipts().map(\.id).contains(try #require(reply.receipt)))
        }
    }

    @Test("GAT-5 the breaker is asked at each attempt")
    func breakerAtEachAttempt() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            world.server.answer(.status(503))
            #expect(try await world.phrase().gate == "call")
            world.later()
            #expect(try await world.phrase().gate == "circuitBreaker")
            #expect(world.server.arrivals.count == CircuitBreaker.threshold)
        }
    }

    /// A reply that reports an exhausted key.
    private static let exhausted = RecordingServer.Answer.failure(
        429, #"{"error": {"message": "…", "type": "insufficient_quota", "code": "insufficient_quota"}}"#)

    @Test(
        "GAT-5 a used-up or refused key rests by itself: others call, and another key is tried at once",
        arguments: [429, 401, 402, 403])
    func ownKeys(_ status: Int) async throws {
        try await GatewayWorld.run { world in
            let other = UserID.random()
            for (user, key) in [(world.user, "key-of-one"), (other, "key-of-two")] {
                _ = try await world.gateway.setKey(SetCloudKey(user: user, key: key))
                try await world.consent(of: user)
            }
            world.server.answer(status == 429 ? Self.exhausted : .status(status), .echo)
            #expect(try await world.phrase().gate == "call")
            #expect(
                try await world.receipts().map(\.outcome) == [
                    status == 401 || status == 403 ? "http \(status)" : "http \(status), quota exhausted"
                ])
            #expect(try await world.phrase(world.request(by: other)).coachReply != nil)
            world.later()
            #expect(try await world.phrase().gate == "rateLimit")
            #expect(world.server.arrivals.count == 2)
            _ = try await world.gateway.setKey(SetCloudKey(user: world.user, key: "another-key"))
            #expect(try await world.phrase().coachReply != nil)
        }
    }

    @Test(
        "GAT-5 a used-up key of the installation rests for all who use it, not for those with their own, and a new one is tried at once"
    )
    func sharedKey() async throws {
        try await GatewayWorld.run { world in
            func share(_ key: String) throws {
                try Data(key.utf8).write(to: URL(fileURLWithPath: world.directory + "/cloud.key"))
                chmod(world.directory + "/cloud.key", 0o600)
            }
            let (other, owner) = (UserID.random(), UserID.random())
            try share("shared-key")
            _ = try await world.gateway.setKey(SetCloudKey(user: owner, key: "own-key"))
            for user in [world.user, other, owner] { try await world.consent(of: user) }
            world.server.answer(Self.exhausted, .echo)
            #expect(try await world.phrase().gate == "call")
            #expect(try await world.phrase(world.request(by: other)).gate == "rateLimit")
            #expect(try await world.phrase(world.request(by: owner)).coachReply != nil)
            try share("new-shared-key")
            #expect(try await world.phrase(world.request(by: other)).coachReply != nil)
            try share("shared-key")
            world.later(Backoff.exhausted.components.seconds * 1000 - 1)
            #expect(try await world.phrase().gate == "rateLimit")
            world.later(1)
            #expect(try await world.phrase().coachReply != nil)
        }
    }

    @Test("GAT-5 the rest of a key that was replaced while its call was under way is not its successor's")
    func replacedKey() async throws {
        try await GatewayWorld.run { world in
            let old = CloudKey(text: "old-key", isOwn: true)
            _ = try await world.gateway.setKey(SetCloudKey(user: world.user, key: "new-key"))
            try await world.gateway.store.write { [world] transaction in
                try BackoffRows(key: old, user: world.user, destination: "d", transaction: transaction).keep(
                    (true, Backoff.refused), from: world.now)
            }
            try await world.consent()
            #expect(try await world.phrase().coachReply != nil)
        }
    }

    @Test("GAT-5 a rest with an impossible end is ignored", arguments: [Int64.min, Int64.max])
    func damagedRest(until: Int64) async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            try await world.gateway.store.write { [world] transaction in
                try transaction.execute("INSERT INTO rests (user, until) VALUES (?, ?)", [world.user, until])
            }
            #expect(try await world.phrase().coachReply != nil)
        }
    }

    @Test("GAT-5 a used-up quota is read from the error's type or code, and from nothing else")
    func quota() {
        func says(_ text: String) -> Bool { CloudError.reportsExhaustedQuota(Array(text.utf8)) }
        #expect(says(#"{"error": {"code": "insufficient_quota"}}"#))
        #expect(says(#"{"error": {"type": "insufficient_quota", "code": null}}"#))
        for text in [
            "", "[]", "insufficient_quota", #"{"error": "insufficient_quota"}"#,
            #"{"error": {"message": "insufficient_quota"}}"#, #"{"error": {"code": 429}}"#,
        ] {
            #expect(!says(text), "\(text)")
        }
    }
}
