import Messages
import SystemKit

/// A span that ended, for an exporter: ids, times, names of the program, no content.
public struct FinishedSpan: Sendable {
    /// The span's part in a call; raw values of OTLP's `SpanKind`.
    public enum Kind: Int, Sendable { case `internal` = 1, server, client, producer, consumer }

    /// An attribute's value.
    public enum Value: Sendable, Equatable {
        case text(String)
        case number(Int64)
    }

    /// The trace's id.
    public let trace: TraceID
    /// The span's id, never 0.
    public let id: UInt64
    /// The parent's id; 0 for a root.
    public let parent: UInt64
    /// Low-cardinality name: a route, a message type, a statement and its table.
    public var name: String
    /// The part in the call.
    public let kind: Kind
    /// Nanoseconds since 1970.
    public let start: UInt64
    /// Nanoseconds since 1970.
    public var end: UInt64
    /// Keys of `TracerSpan.attributeKeys` and of the bus.
    public var attributes: [(key: String, value: Value)] = []
    /// True if the step failed; `error.type` tells how.
    public var failed = false
}

extension FinishedSpan {
    /// A step of a request or an event on the bus.
    ///
    /// The bus header carries the span of the calling handler only. The caller's own span of a request and the
    /// handler's parent are the same function of the request's id, so both sides agree without a field of their own.
    init(_ entry: SpanRing.Entry, at now: MonotonicInstant, wallClock: Microseconds) {
        let header = entry.header
        let exchange = Self.exchange(header.id)
        let isReceiver = entry.role == .answered || entry.role == .consumed
        trace = header.trace.id
        (id, parent) = isReceiver ? (entry.own, exchange) : (exchange, header.trace.span)
        name = "\(header.type)"
        kind =
            switch entry.role {
            case .answered: .server
            case .committed: .producer
            case .consumed: .consumer
            default: .client
            }
        let end = UInt64(max(0, wallClock)) * 1_000 &- UInt64(max(0, entry.until.nanoseconds(until: now)))
        self.end = end
        start = end &- UInt64(max(0, entry.since.nanoseconds(until: entry.until)))
        attributes = [("peer.service", .text((isReceiver ? header.caller : header.service).service.rawValue))]
        if let failure = entry.failure {
            failed = true
            attributes.append(("error.type", .text("\(failure)")))
        }
    }

    /// Span id of the caller's side of a request or event: the finalizer of SplitMix64 over the id, never 0.
    private static func exchange(_ id: RequestID) -> UInt64 {
        var bits = id.high ^ (id.low &* 0x9E37_79B9_7F4A_7C15)
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return max(bits ^ (bits >> 31), 1)
    }
}
