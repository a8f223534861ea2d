import Wire

/// Requests the spans that a process recorded: of one trace, of one request, or the latest. Handled by the bus library
/// in every service and by the broker. Spans are kept in memory only, for requests whose trace is sampled, that failed,
/// or that were slow.
public struct TraceQuery: BusRequest, Equatable {
    public static let type = MessageType(0x0008)
    public static let service: ServiceName? = nil
    /// A trace or request id; nil for the latest spans.
    public var id: TraceID?
    public init(id: TraceID? = nil) { self.id = id }
    enum CodingKeys: Int, CodingKey { case id = 1 }

    /// The recorded spans.
    public struct Reply: Message {
        /// Oldest first.
        public var spans: [Span]
        public init(spans: [Span]) { self.spans = spans }
        enum CodingKeys: Int, CodingKey { case spans = 1 }
    }
}

/// The 128-bit id of a trace (W3C Trace Context) or a request; 32 hexadecimal digits as text.
public struct TraceID: Message, Hashable, CustomStringConvertible {
    /// The first eight bytes, big endian.
    public var high: UInt64
    /// The last eight bytes, big endian.
    public var low: UInt64
    public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }
    enum CodingKeys: Int, CodingKey { case high = 1, low }

    /// Parses 32 hexadecimal digits; hyphens are ignored, so that a request's UUID text is valid too. Nil for any other
    /// text.
    public init?(_ text: some StringProtocol) {
        let digits = String(text.filter { $0 != "-" })
        guard digits.utf8.count == 32, digits.allSatisfy(\.isHexDigit), let high = UInt64(digits.prefix(16), radix: 16),
            let low = UInt64(digits.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    public var description: String { high.hexadecimal + low.hexadecimal }
}

/// One process's step of a request or an event.
public struct Span: Message, Equatable {
    /// The process's role in the step.
    public struct Role: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// Sent the request.
        public static let asked = Role(rawValue: 1)
        /// Routed the request: the broker.
        public static let passed = Role(rawValue: 2)
        /// Handled the request.
        public static let answered = Role(rawValue: 3)
        /// Stored the event in the outbox.
        public static let committed = Role(rawValue: 4)
        /// Applied the event: its consumer.
        public static let consumed = Role(rawValue: 5)
        public static let names: [(value: Role, name: String)] = [
            (asked, "asked"), (passed, "passed"), (answered, "answered"), (committed, "committed"),
            (consumed, "consumed"),
        ]
    }

    /// The trace's id.
    public var trace: TraceID
    /// The request's id; for an event, the span ids of the committing and the consuming handler.
    public var request: TraceID
    /// The process's role.
    public var role: Role
    /// Span of the handler that sent the request, or of the trace's root.
    public var parent: UInt64
    /// The handler's own span, parent of its requests and events; 0 in other roles.
    public var own: UInt64
    /// The recording process.
    public var service: ServiceName
    /// The other side: the answering service, or the caller if this process answered; for an event its consumer or
    /// producer.
    public var peer: ServiceName
    /// Message type of the request or event.
    public var type: UInt16
    /// Attempt of the request; 0 for the first.
    public var attempt: Int32
    /// Start of the step, by this process's clock.
    public var at: Microseconds
    /// Duration in microseconds.
    public var duration: Int64
    /// Microseconds of that in the broker's queue; 0 in other roles.
    public var waited: Int64
    /// The error's code; nil for success.
    public var failure: ServiceError.Code?

    public init(
        trace: TraceID, request: TraceID, role: Role, parent: UInt64, own: UInt64, service: ServiceName,
        peer: ServiceName, type: MessageType,
        attempt: Int32, at: Microseconds, duration: Int64, waited: Int64, failure: ServiceError.Code?
    ) {
        (self.trace, self.request, self.role, self.parent, self.own) = (trace, request, role, parent, own)
        (self.service, self.peer, self.type, self.attempt) = (service, peer, type.rawValue, attempt)
        (self.at, self.duration, self.waited, self.failure) = (at, duration, waited, failure)
    }
    enum CodingKeys: Int, CodingKey {
        case trace = 1, request, role, parent, own, service, peer, type, attempt, at, duration, waited, failure
    }
}

/// Microseconds since 1970, UTC.
public typealias Microseconds = Int64
