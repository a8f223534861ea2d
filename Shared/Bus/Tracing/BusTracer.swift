import Messages
import Synchronization
import Tracing

/// swift-distributed-tracing's tracer over the bus's trace context.
///
/// `withSpan` makes a child of the current handler's span in sampled traces. A span of kind `server` without a trace
/// starts a sampled one: a person waits for it. Everything else is not recorded.
///
/// The bus's own spans (requests, events) are not made by this tracer: a span by `withSpan` takes 1.7 µs, a sixth of a
/// round trip. The socket loop has their begin and end as plain values and appends them to `SpanRing`.
public struct BusTracer: Tracer {
    private let record: (@Sendable (FinishedSpan) -> Void)?

    /// - Parameter record: receives the spans that end; nil if nobody exports them. Must not block.
    public init(record: (@Sendable (FinishedSpan) -> Void)? = nil) { self.record = record }

    /// Begins a span, recorded as of the type.
    public func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> TracerSpan {
        var context = context()
        let outer = context.callScope ?? CallScope.handled
        guard outer?.trace.isSampled ?? (kind == .server) else { return TracerSpan(context) }
        guard record != nil || outer == nil else { return TracerSpan(context) }
        let trace = outer?.trace.child() ?? .sampled()
        context.callScope = CallScope(deadline: outer?.deadline, trace: trace, capabilities: outer?.capabilities)
        guard let record else { return TracerSpan(context) }
        let span = FinishedSpan(
            trace: trace.id, id: trace.span, parent: outer?.trace.span ?? 0, name: operationName,
            kind: FinishedSpan.Kind(kind), start: instant().nanosecondsSinceEpoch, end: 0)
        return TracerSpan(context, span, record)
    }

    /// Spans reach the exporter as they end.
    public func forceFlush() {}

    /// Injects nothing: the trace travels in the bus header, and never to a server outside.
    public func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {}

    /// Extracts nothing: no caller outside decides about traces.
    public func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {}
}

/// A span of `BusTracer`. Keeps allowed attributes only and of errors only the type, because libraries put URLs and
/// messages there.
public final class TracerSpan: Tracing.Span, Sendable {
    /// Attributes that are kept.
    public static let attributeKeys = [
        "http.request.method", "http.route", "http.response.status_code", "db.system.name", "db.query.summary",
        "db.operation.batch.size", "gen_ai.operation.name",
    ]
    /// Longest text of an attribute, in characters.
    private static let maximumCharacters = 256

    private struct Recording {
        var span: FinishedSpan
        var attributes = SpanAttributes()
    }

    /// The context in which the span's work runs.
    public let context: ServiceContext
    /// nil if the span is not recorded or has ended.
    private let recording: Mutex<Recording?>
    private let record: @Sendable (FinishedSpan) -> Void

    /// A span that is not recorded.
    init(_ context: ServiceContext) {
        recording = Mutex(nil)
        (self.context, record) = (context, { _ in })
    }

    init(_ context: ServiceContext, _ span: FinishedSpan, _ record: @escaping @Sendable (FinishedSpan) -> Void) {
        recording = Mutex(Recording(span: span))
        (self.context, self.record) = (context, record)
    }

    /// True until the span ends, if it is recorded.
    public var isRecording: Bool { recording.withLock { $0 != nil } }

    /// Name of what the span measures; empty if it is not recorded.
    public var operationName: String {
        get { recording.withLock { $0?.span.name } ?? "" }
        set { recording.withLock { $0?.span.name = newValue } }
    }

    /// All attributes; those of `attributeKeys` are kept.
    public var attributes: SpanAttributes {
        get { recording.withLock { $0?.attributes } ?? [:] }
        set { recording.withLock { $0?.attributes = newValue } }
    }

    /// Marks the span as failed for the status `error`.
    public func setStatus(_ status: SpanStatus) { if status.code == .error { fail(nil) } }

    /// Drops the event: its attributes may hold content.
    public func addEvent(_ event: SpanEvent) {}

    /// Drops the link.
    public func addLink(_ link: SpanLink) {}

    /// Marks the span as failed, with the code or the type of the error.
    public func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        fail((error as? ServiceError).map { "\($0.code)" } ?? "\(type(of: error))")
    }

    private func fail(_ type: String?) {
        recording.withLock {
            $0?.span.failed = true
            if let type { $0?.span.attributes = [("error.type", .text(type))] }
        }
    }

    /// Ends the span and passes it on; later calls do nothing.
    public func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        let ended = recording.withLock { recording in
            defer { recording = nil }
            return recording
        }
        guard let ended else { return }
        var span = ended.span
        span.end = max(span.start, instant().nanosecondsSinceEpoch)
        for key in Self.attributeKeys {
            switch ended.attributes.get(key) {
            case .string(let text): span.attributes.append((key, .text(String(text.prefix(Self.maximumCharacters)))))
            case .int64(let number): span.attributes.append((key, .number(number)))
            case .int32(let number): span.attributes.append((key, .number(Int64(number))))
            default: break
            }
        }
        record(span)
    }
}

extension FinishedSpan.Kind {
    fileprivate init(_ kind: SpanKind) {
        self =
            switch kind {
            case .server: .server
            case .client: .client
            case .producer: .producer
            case .consumer: .consumer
            case .internal: .internal
            }
    }
}
