import Messages

/// The handler span of a write, in a sampled trace.
public struct TraceOrigin: Sendable, Equatable {
    /// The trace's id.
    public let id: TraceID
    /// The handler's span id.
    public let span: UInt64
    /// The position with these ids.
    public init(id: TraceID, span: UInt64) { (self.id, self.span) = (id, span) }
}

/// A commit's step with an event of a sampled trace: stored in the outbox (`.committed`), or applied or refused
/// (`.consumed`). No content.
public struct TracedStep: Sendable, Equatable {
    /// Stored, or applied or refused.
    public let role: Span.Role
    /// The event's place in its trace.
    public let trace: EventTrace
    /// The span of this attempt to apply the event, the parent of what it emits; 0 for a committed one.
    public let own: UInt64
    /// The event's type.
    public let type: MessageType
    /// The consumer of a committed event, the producer of an applied one.
    public let peer: ServiceName
    /// Time taken to apply the event; zero for a committed one.
    public let duration: Duration
    /// Why it was refused; nil if it was not.
    public let failure: ServiceError.Code?
}
