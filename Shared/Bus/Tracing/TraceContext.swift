import Messages

/// A request's position in a trace (W3C Trace Context, in binary form).
public struct TraceContext: Sendable, Hashable {
    /// Upper half of the 128-bit trace id.
    public var traceHigh: UInt64
    /// Lower half of the 128-bit trace id.
    public var traceLow: UInt64
    /// Span id of the current step.
    public var span: UInt64
    /// W3C trace flags; bit 0 is "sampled".
    public var flags: UInt8

    /// A position with these ids and flags.
    public init(traceHigh: UInt64, traceLow: UInt64, span: UInt64, flags: UInt8) {
        (self.traceHigh, self.traceLow, self.span, self.flags) = (traceHigh, traceLow, span, flags)
    }

    /// The root of a new trace, not sampled.
    public static func random() -> TraceContext {
        var randomness = Randomness()
        return TraceContext(
            traceHigh: randomness.next(), traceLow: randomness.next(), span: randomness.next(), flags: 0)
    }

    /// The root of a new sampled trace, for requests that a person waits for: every process records its spans for
    /// `TraceQuery`.
    public static func sampled() -> TraceContext {
        var trace = random()
        trace.flags = sampledFlag
        return trace
    }

    private static let sampledFlag: UInt8 = 1
    /// Whether processes record its spans.
    public var isSampled: Bool { flags & Self.sampledFlag != 0 }

    /// The 128-bit trace id.
    public var id: TraceID { TraceID(high: traceHigh, low: traceLow) }

    /// A new span of the same trace.
    public func child() -> TraceContext {
        var randomness = Randomness()
        return TraceContext(traceHigh: traceHigh, traceLow: traceLow, span: randomness.next(), flags: flags)
    }

    /// The text form for HTTP headers and logs: `00-<trace>-<span>-<flags>`.
    public var traceparent: String {
        "00-\(traceHigh.hexadecimal)\(traceLow.hexadecimal)-\(span.hexadecimal)-\(flags.hexadecimal)"
    }
}
