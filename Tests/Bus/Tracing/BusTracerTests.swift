import Messages
import Synchronization
import TestTraits
import Testing
import Tracing

@testable import Bus

@Suite(.tags(.deadline)) struct BusTracerTests {
    private final class Spans: Sendable {
        let list = Mutex<[FinishedSpan]>([])
        var tracer: BusTracer { BusTracer { span in self.list.withLock { $0.append(span) } } }
        var all: [FinishedSpan] { list.withLock { $0 } }
    }

    @Test("A server span starts a sampled trace; spans in it are its children; requests belong to the innermost one")
    func tree() async throws {
        let spans = Spans()
        let tracer = spans.tracer
        let inner = await tracer.withSpan("GET /", ofKind: .server) { _ in
            await tracer.withSpan("query", ofKind: .client) { _ in await Task { TraceContext.current }.value }
        }
        let (query, root) = (try #require(spans.all.first), try #require(spans.all.last))
        #expect(spans.all.count == 2 && root.parent == 0 && query.parent == root.id && query.trace == root.trace)
        #expect(inner?.id == root.trace && inner?.span == query.id && inner?.isSampled == true)
        #expect(root.kind == .server && root.start <= query.start && query.end <= root.end)
        #expect(TraceContext.current == nil)
    }

    @Test("A handler's span is the parent; its deadline stays; without a sampled trace nothing is recorded")
    func handler() throws {
        let spans = Spans()
        let tracer = spans.tracer
        let (trace, deadline) = (TraceContext.sampled(), ContinuousClock.now + .seconds(3))
        let scope = CallScope(deadline: deadline, trace: trace, capabilities: nil)
        CallScope.$handled.withValue(scope) {
            tracer.withSpan("query") { _ in #expect(CallScope.current?.deadline == deadline) }
        }
        #expect(spans.all.map(\.parent) == [trace.span] && spans.all.first?.trace == trace.id)
        tracer.withSpan("background", ofKind: .client) { span in #expect(!span.isRecording) }
        let quiet = CallScope(deadline: nil, trace: .random(), capabilities: nil)
        CallScope.$handled.withValue(quiet) {
            tracer.withSpan("query", ofKind: .server) { _ in #expect(TraceContext.current == quiet.trace) }
        }
        #expect(spans.all.count == 1)
    }

    @Test("Without an exporter a request has a trace all the same, and spans in it change nothing")
    func idle() {
        let tracer = BusTracer()
        tracer.withSpan("GET /", ofKind: .server) { span in
            let outer = TraceContext.current
            #expect(outer?.isSampled == true && !span.isRecording)
            tracer.withSpan("query") { _ in #expect(TraceContext.current == outer) }
        }
    }

    @Test("COM-4 Only listed attributes are kept, and of an error its kind")
    func attributes() throws {
        struct Leak: Error { let text = "marker" }
        let spans = Spans()
        try? spans.tracer.withSpan("GET /", ofKind: .server) { span in
            span.attributes["http.route"] = "/v1/score"
            span.attributes["url.full"] = "http://marker"
            span.addEvent("marker")
            throw Leak()
        }
        let span = try #require(spans.all.first)
        #expect(span.failed && !"\(span)".contains("marker"))
        let kept = Dictionary(span.attributes.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        #expect(kept == ["http.route": .text("/v1/score"), "error.type": .text("Leak")])
    }

    @Test("Both sides of a request, and of an event, agree on the span between them")
    func exchange() {
        var header = Header(kind: .request, type: Ping.type)
        header.id = .random()
        header.trace = .sampled()
        func span(_ role: Messages.Span.Role, _ own: UInt64) -> FinishedSpan {
            let entry = SpanRing.Entry(
                role, header, own: own, since: MonotonicInstant(nanoseconds: 1_000_000),
                until: MonotonicInstant(nanoseconds: 3_000_000), waited: .zero, failure: nil)
            return FinishedSpan(entry, at: MonotonicInstant(nanoseconds: 4_000_000), wallClock: 1_000_000)
        }
        for (sender, receiver) in [(Messages.Span.Role.asked, Span.Role.answered), (.committed, .consumed)] {
            let (asked, answered) = (span(sender, 0), span(receiver, 77))
            #expect(asked.parent == header.trace.span && answered.parent == asked.id && answered.id == 77)
            #expect(asked.end == 999_000_000 && asked.start == 997_000_000)
        }
    }
}
