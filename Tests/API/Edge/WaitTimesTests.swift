import HTTPTypes
import Messages
import ServiceKit
import Synchronization
import Testing

@testable import API

@Suite struct WaitTimesTests {
    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)
        @Sendable func now() -> ContinuousClock.Instant { time.withLock { $0 } }
        func pass(_ duration: Duration) { time.withLock { $0 = $0 + duration } }
    }

    /// The value of a line of the metrics.
    private func value(_ metrics: PrometheusRegistry, _ name: String, _ kind: WaitTimes.Kind) async -> String? {
        await metrics.text().split(separator: "\n").first { $0.hasPrefix("\(name){what=\"\(kind.rawValue)\"}") }
            .flatMap { $0.split(separator: " ").last.map(String.init) }
    }

    private let count = "pulsum_wait_seconds_count"
    private let sum = "pulsum_wait_seconds_sum"
    private let expired = "pulsum_waits_expired_total"

    @Test("Each wait ends with the person's own next score; a wait without one is counted as expired")
    func score() async {
        let (metrics, clock) = (PrometheusRegistry(), Clock())
        let waits = WaitTimes(metrics: metrics, now: clock.now)
        let (ada, ben) = (UserID.random(), UserID.random())
        #expect(await value(metrics, count, .journalToNextScore) == "0")
        #expect(await value(metrics, expired, .journalToNextScore) == "0")
        waits.begin(.journalToNextScore, ada)
        waits.begin(.importToNextScore, ben)
        clock.pass(.seconds(1))
        waits.begin(.journalToNextScore, ada)
        clock.pass(.milliseconds(500))
        waits.scored(ada)
        waits.scored(ada)
        #expect(await value(metrics, count, .journalToNextScore) == "2")
        #expect(await value(metrics, sum, .journalToNextScore) == "2")
        #expect(await value(metrics, expired, .importToNextScore) == "0")
        clock.pass(WaitTimes.timeout)
        // Its score is late; another person's never comes.
        waits.begin(.journalToNextScore, ada)
        waits.scored(ben)
        #expect(await value(metrics, expired, .importToNextScore) == "1")
        clock.pass(WaitTimes.timeout)
        for _ in 0..<2 { #expect(await value(metrics, expired, .journalToNextScore) == "1") }
        waits.scored(ada)
        #expect(await value(metrics, count, .journalToNextScore) == "2")
        #expect(await value(metrics, count, .importToNextScore) == "0")
        #expect(await value(metrics, expired, .journalToNextScore) == "1")
    }

    @Test("A failed request drops its own wait, not that of the request before it")
    func cancelled() async throws {
        let (metrics, clock) = (PrometheusRegistry(), Clock())
        let waits = WaitTimes(metrics: metrics, now: clock.now)
        let ada = UserID.random()
        waits.begin(.journalToNextScore, ada)
        clock.pass(.seconds(1))
        let second = try #require(waits.begin(.journalToNextScore, ada))
        waits.cancel(second)
        waits.cancel(second)
        waits.scored(ada)
        #expect(await value(metrics, count, .journalToNextScore) == "1")
        #expect(await value(metrics, sum, .journalToNextScore) == "1")
        waits.cancel(waits.begin(.importToNextScore, ada))
        clock.pass(WaitTimes.timeout)
        #expect(await value(metrics, expired, .importToNextScore) == "0")
    }

    @Test("The waits of one person and of all people are bounded; expired ones make room")
    func bounded() async throws {
        let (metrics, clock) = (PrometheusRegistry(), Clock())
        let waits = WaitTimes(metrics: metrics, now: clock.now)
        let ada = UserID.random()
        for _ in 0..<WaitTimes.maximumPerPerson { #expect(waits.begin(.journalToNextScore, ada) != nil) }
        #expect(waits.begin(.journalToNextScore, ada) == nil)
        for _ in 1..<WaitTimes.maximumPeople { waits.begin(.journalToNextScore, .random()) }
        #expect(waits.begin(.journalToNextScore, .random()) == nil)
        clock.pass(WaitTimes.timeout)
        #expect(waits.begin(.journalToNextScore, .random()) != nil)
        #expect(WaitTimes().begin(.journalToNextScore, ada) == nil, "nothing measures it")
    }

    @Test("The waits that end with a response: the page's data and the coach's reply, for people and not for devices")
    func responses() {
        #expect(TraceMiddleware.wait(.get, "/trends", [:]) == .page)
        #expect(TraceMiddleware.wait(.post, "/v1/chat", [:]) == .chat)
        for headers: HTTPFields in [[.authorization: "Bearer x"], [HTTPField.Name("api-key")!: "x"]] {
            #expect(TraceMiddleware.wait(.get, "/trends", headers) == nil)
        }
        for (method, route) in [
            (HTTPRequest.Method.get, "/v1/events"), (.get, "/privacy"), (.post, "/v1/journal"), (.get, "/v1/export"),
            (.get, "/v1/setup"),
        ] {
            #expect(TraceMiddleware.wait(method, route, [:]) == nil)
        }
    }
}
