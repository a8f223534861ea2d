import Messages

/// One request's place in a trace (W3C Trace Context, without its text form).
public struct TraceContext: Sendable, Hashable {
    public var traceHigh: UInt64
    public var traceLow: UInt64
    public var span: UInt64
    /// W3C trace flags; bit 0 is "sampled".
    public var flags: UInt8

    public init(traceHigh: UInt64, traceLow: UInt64, span: UInt64, flags: UInt8) {
        (self.traceHigh, self.traceLow, self.span, self.flags) = (traceHigh, traceLow, span, flags)
    }

    /// The start of a new trace.
    public static func random() -> TraceContext {
        var randomness = Randomness()
        return TraceContext(traceHigh: randomness.next(), traceLow: randomness.next(), span: randomness.next(), flags: 0)
    }

    /// The start of a new trace that every process on the way remembers a while (`TraceQuery`): where a person waits for the answer.
    public static func sampled() -> TraceContext {
        var trace = random()
        trace.flags = sampledFlag
        return trace
    }

    private static let sampledFlag: UInt8 = 1
    /// Whether processes remember their parts of it.
    public var isSampled: Bool { flags & Self.sampledFlag != 0 }

    public var id: TraceID { TraceID(high: traceHigh, low: traceLow) }

    /// The next span of the same trace.
    public func child() -> TraceContext {
        var randomness = Randomness()
        return TraceContext(traceHigh: traceHigh, traceLow: traceLow, span: randomness.next(), flags: flags)
    }

    /// `00-<trace>-<span>-<flags>`, as HTTP headers and logs carry it.
    public var traceparent: String {
        func hex(_ value: some FixedWidthInteger & UnsignedInteger, _ digits: Int) -> String {
            let text = String(value, radix: 16)
            return String(repeating: "0", count: digits - text.count) + text
        }
        return "00-\(hex(traceHigh, 16))\(hex(traceLow, 16))-\(hex(span, 16))-\(hex(flags, 2))"
    }
}
