import Bus
import Messages
import TestTraits
import Testing

@testable import Pulsum

@Suite(.tags(.processes)) struct SeeingTests {
    private func status(answered: Int64, failed: Int64, uptime: Int64, latency: [Int64]) -> BusStatus.Reply {
        let worker = WorkerStatus(
            release: "1", processID: 1, credit: 32, inFlight: 3, draining: false, answered: answered)
        let service = ServiceStatus(
            service: .scoring, workers: [worker, worker], queued: 4, answered: answered, failed: failed, retried: 1,
            died: 2, latency: latency)
        return BusStatus.Reply(services: [service], uptime: uptime, release: "1", refusedFrames: 0)
    }

    private func row(_ text: String) -> [String] {
        text.split(separator: "\n").first { $0.hasPrefix("scoring") }.map { $0.split(separator: " ").map(String.init) }
            ?? []
    }

    @Test("bus top shows what happened between two looks, and after the broker's restart what happened since")
    func top() {
        var (old, new) = ([Int64](repeating: 0, count: 22), [Int64](repeating: 0, count: 22))
        (old[0], new[0], new[4]) = (1_000, 1_000, 100)
        let before = status(answered: 1_000, failed: 5, uptime: 60_000, latency: old)
        let now = status(answered: 1_095, failed: 10, uptime: 62_000, latency: new)
        // 100 requests in 2 s, all between 0.512 and 1.024 ms.
        #expect(
            row(BusTopCommand.text(since: before, now, seconds: 2)) == [
                "scoring", "2", "6", "4", "50.0", "5", "0.77", "1.02", "1", "2",
            ])
        let restarted = status(answered: 10, failed: 0, uptime: 5_000, latency: old.map { $0 / 100 })
        #expect(
            row(BusTopCommand.text(since: before, restarted, seconds: 2)) == [
                "scoring", "2", "6", "4", "2.0", "0", "0.03", "0.06", "1", "2",
            ])
    }

    @Test("A quantile lies within its bucket; none where nothing was asked, and the last bucket has no upper end")
    func quantiles() {
        #expect(BusTopCommand.quantile(0.5, []) == "–")
        #expect(BusTopCommand.quantile(0.5, [Int64](repeating: 0, count: 22)) == "–")
        #expect(BusTopCommand.quantile(0.99, [0, 0, 10]) == "0.25")
        #expect(BusTopCommand.quantile(0.5, [Int64](repeating: 0, count: 21) + [1]).hasPrefix("> "))
    }

    @Test("A trace is a tree: a handler's requests are its children, a second attempt is a sibling of the first")
    func tree() throws {
        let trace = TraceID(high: 1, low: 2)
        func span(
            _ request: UInt64, _ role: Span.Role, parent: UInt64, own: UInt64 = 0, _ service: ServiceName,
            _ peer: ServiceName, at: Int64, for duration: Int64,
            attempt: Int32 = 0, _ failure: ServiceError.Code? = nil
        ) -> Span {
            Span(
                trace: trace, request: TraceID(high: 0, low: request), role: role, parent: parent, own: own,
                service: service, peer: peer,
                type: ScoreQuery.type, attempt: attempt, at: at, duration: duration, waited: role == .passed ? 250 : 0,
                failure: failure)
        }
        let spans = [
            span(1, .asked, parent: 9, .api, .coaching, at: 1_000, for: 9_000),
            span(1, .passed, parent: 9, .broker, .coaching, at: 1_100, for: 8_800),
            span(1, .answered, parent: 9, own: 10, .coaching, .api, at: 1_400, for: 8_000),
            span(2, .asked, parent: 10, .coaching, .scoring, at: 2_000, for: 3_000),
            span(2, .answered, parent: 10, own: 11, .scoring, .coaching, at: 2_500, for: 2_000, attempt: 1, .busy),
        ]
        let lines = BusTraceCommand.tree(spans).split(separator: "\n").map(String.init)
        #expect(lines[0] == "Trace \(trace), 2 requests, 9.00 ms")
        #expect(
            lines[1] == "+0.00 ms  api → coaching ScoreQuery  9.00 ms in all  0.25 ms in the queue  8.00 ms at coaching"
        )
        #expect(lines[2] == "  +1.00 ms  coaching → scoring ScoreQuery  3.00 ms in all")
        #expect(lines[3] == "  +1.50 ms  coaching → scoring ScoreQuery  2.00 ms at scoring  attempt 2  busy")
        #expect(lines.count == 4)
        #expect(BusTraceCommand.tree([]).hasPrefix("Nobody remembers"))
        #expect(BusTraceCommand.list(spans).contains("coaching ScoreQuery"))
    }
}
