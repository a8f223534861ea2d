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

    private func text(_ metrics: PrometheusRegistry, _ what: String, _ suffix: String) async -> String? {
        await metrics.text().split(separator: "\n").first {
            $0.hasPrefix("pulsum_wait_seconds_\(suffix){what=\"\(what)\"}")
        }
        .flatMap { $0.split(separator: " ").last.map(String.init) }
    }

    @Test("A wait ends with the person's own next score; a failed request and a wait without a score are not counted")
    func score() async {
        let (metrics, clock) = (PrometheusRegistry(), Clock())
        let waits = WaitTimes(metrics: metrics, now: clock.now)
        let (ada, ben) = (UserID.random(), UserID.random())
        #expect(await text(metrics, "journal_to_score", "count") == "0")
        waits.begin(.journalToScore, ada)
        waits.begin(.importToScore, ben)
        clock.pass(.seconds(1))
        waits.begin(.journalToScore, ada)
        clock.pass(.milliseconds(500))
        waits.scored(ada)
        waits.scored(ada)
        #expect(await text(metrics, "journal_to_score", "count") == "1")
        #expect(await text(metrics, "journal_to_score", "sum") == "1.5")
        #expect(await text(metrics, "import_to_score", "count") == "0")
        waits.begin(.journalToScore, ada)
        waits.cancel(.journalToScore, ada)
        waits.scored(ada)
        clock.pass(WaitTimes.longest)
        waits.scored(ben)
        #expect(await text(metrics, "journal_to_score", "count") == "1")
        #expect(await text(metrics, "import_to_score", "count") == "0")
    }

    @Test("The waits that end with a response: the page's data and the coach's reply")
    func responses() {
        #expect(TraceMiddleware.wait(.get, "/v1/score") == .page)
        #expect(TraceMiddleware.wait(.post, "/v1/chat") == .chat)
        for (method, route) in [(HTTPRequest.Method.get, "/v1/events"), (.get, "/app.js"), (.post, "/v1/journal")] {
            #expect(TraceMiddleware.wait(method, route) == nil)
        }
    }
}
