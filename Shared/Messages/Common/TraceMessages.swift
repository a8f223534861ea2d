import Wire

/// What a process remembers of requests it asked, passed on or answered: all of one trace or of one request, or the latest. Answered by the bus
/// library itself in every process that serves, and by the broker. Only what is worth it is kept, and only in memory: requests whose trace is
/// sampled, that failed, or that took long.
public struct TraceQuery: BusRequest, Equatable {
    public static let type = MessageType(0x0008)
    public static let service: ServiceName? = nil
    /// A trace or a request; nil for the latest.
    public var id: TraceID?
    public init(id: TraceID? = nil) { self.id = id }
    enum CodingKeys: Int, CodingKey { case id = 1 }

    public struct Reply: Message {
        /// Oldest first.
        public var spans: [Span]
        public init(spans: [Span]) { self.spans = spans }
        enum CodingKeys: Int, CodingKey { case spans = 1 }
    }
}

/// The 128 bits that name a trace (W3C Trace Context) or a request; 32 hexadecimal digits as text.
public struct TraceID: Message, Hashable, CustomStringConvertible {
    public var high: UInt64
    public var low: UInt64
    public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }
    enum CodingKeys: Int, CodingKey { case high = 1, low }

    /// 32 hexadecimal digits; hyphens are ignored, so that a request's UUID text does as well.
    public init?(_ text: some StringProtocol) {
        let digits = String(text.filter { $0 != "-" })
        guard digits.utf8.count == 32, digits.allSatisfy(\.isHexDigit), let high = UInt64(digits.prefix(16), radix: 16),
            let low = UInt64(digits.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    public var description: String {
        func hex(_ half: UInt64) -> String {
            let text = String(half, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        return hex(high) + hex(low)
    }
}

/// One process's part in one request.
public struct Span: Message, Equatable {
    public struct Role: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        public static let asked = Role(rawValue: 1)
        /// The broker's.
        public static let passed = Role(rawValue: 2)
        public static let answered = Role(rawValue: 3)
        /// An event, into the outbox.
        public static let committed = Role(rawValue: 4)
        /// An event, by its consumer.
        public static let heard = Role(rawValue: 5)
        public static let names: [(value: Role, name: String)] = [
            (asked, "asked"), (passed, "passed"), (answered, "answered"), (committed, "committed"), (heard, "heard"),
        ]
    }

    public var trace: TraceID
    /// Of an event: the spans of the handlers that committed it and that hear it.
    public var request: TraceID
    public var role: Role
    /// The span of the handler that asked, or of the trace's beginning.
    public var parent: UInt64
    /// The handler's own span, which is the parent of what it asks and commits; 0 in other roles.
    public var own: UInt64
    /// Who remembers this.
    public var service: ServiceName
    /// Who was asked, or who asked where this is the answerer; of an event its consumer or producer.
    public var peer: ServiceName
    public var type: UInt16
    public var attempt: Int32
    /// When it began, by this process's clock.
    public var at: Microseconds
    /// How long it took, in microseconds.
    public var duration: Int64
    /// Microseconds of that in the broker's queue; 0 in other roles.
    public var waited: Int64
    /// The error's code; nil for a reply.
    public var failure: BusError.Code?

    public init(
        trace: TraceID, request: TraceID, role: Role, parent: UInt64, own: UInt64, service: ServiceName, peer: ServiceName, type: MessageType,
        attempt: Int32, at: Microseconds, duration: Int64, waited: Int64, failure: BusError.Code?
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
