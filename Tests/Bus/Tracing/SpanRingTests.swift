import Messages
import Testing

@testable import Bus

@Suite struct SpanRingTests {
    private func header(_ trace: TraceContext, id: RequestID = .random()) -> Header {
        var header = Header(
            kind: .request, type: ScoreQuery.type, service: WireName("scoring") ?? .nobody,
            caller: WireName("api") ?? .nobody)
        (header.trace, header.id) = (trace, id)
        return header
    }

    private func entry(_ header: Header, _ role: Span.Role = .asked) -> SpanRing.Entry {
        SpanRing.Entry(
            role, header, own: 7, since: MonotonicInstant(nanoseconds: 1_000_000),
            until: MonotonicInstant(nanoseconds: 3_500_000), waited: .zero, failure: nil)
    }

    @Test("Spans of interactive, failed and slow requests are kept; others are not")
    func worth() {
        let quiet = header(.random())
        #expect(!SpanRing.isWorthKeeping(quiet, nil, nanoseconds: 499_000_000))
        #expect(SpanRing.isWorthKeeping(quiet, nil, nanoseconds: 500_000_000))
        #expect(SpanRing.isWorthKeeping(quiet, .busy, nanoseconds: 0))
        #expect(SpanRing.isWorthKeeping(header(.sampled()), nil, nanoseconds: 0))
        #expect(
            SpanRing.isWorthKeeping(header(.sampled().child()), nil, nanoseconds: 0),
            "a child is as sampled as its parent")
    }

    @Test("A trace is found by its own and by a request's ID, with its times; the oldest is forgotten first")
    func find() throws {
        var ring = SpanRing(try #require(WireName("api")))
        let (trace, request) = (TraceContext.sampled(), RequestID.random())
        ring.append(entry(header(trace, id: request)))
        ring.append(entry(header(trace.child()), .answered))
        ring.append(entry(header(.sampled())))
        let now = MonotonicInstant(nanoseconds: 5_000_000)
        let found = ring.spans(trace.id, now)
        #expect(found.map(\.role) == [.asked, .answered])
        #expect(found.map(\.peer) == [.scoring, .api])
        #expect(found.allSatisfy { $0.duration == 2_500 && $0.service == .api && $0.trace == trace.id })
        #expect(ring.spans(TraceID(high: request.high, low: request.low), now).map(\.parent) == [trace.span])
        #expect(ring.spans(nil, now).count == 3)
        for _ in 0..<SpanRing.capacity { ring.append(entry(header(.sampled()))) }
        #expect(ring.spans(trace.id, now).isEmpty)
    }

    @Test("An ID is 32 hexadecimal digits, with or without hyphens")
    func text() {
        let id = TraceID(high: 0x0123_4567_89AB_CDEF, low: 1)
        #expect("\(id)" == "0123456789abcdef0000000000000001")
        #expect(
            TraceID("0123456789abcdef0000000000000001") == id && TraceID("01234567-89AB-cdef-0000-000000000001") == id)
        for text in ["", "1", "0123456789abcdef000000000000000g", "0123456789abcdef00000000000000010"] {
            #expect(TraceID(text) == nil, "\(text)")
        }
    }
}
