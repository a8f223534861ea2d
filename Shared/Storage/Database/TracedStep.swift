import Messages

/// The handler that a write is part of, in a trace that somebody follows.
public struct TraceOrigin: Sendable, Equatable {
    public let id: TraceID
    /// The handler's span.
    public let span: UInt64
    public init(id: TraceID, span: UInt64) { (self.id, self.span) = (id, span) }
}

/// What a commit did with an event whose trace somebody follows: put it into the outbox (`committed`), or applied or refused it (`heard`). No content.
public struct TracedStep: Sendable, Equatable {
    public let role: Span.Role
    public let trace: EventTrace
    public let type: MessageType
    /// Its consumer where it was committed, its producer where it was heard.
    public let peer: ServiceName
    /// How long applying it took.
    public let duration: Duration
    public let failure: BusError.Code?
}
