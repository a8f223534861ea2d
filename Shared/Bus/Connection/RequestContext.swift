import Messages

/// The context of the request that a handler serves.
public struct RequestContext: Sendable {
    /// The request's identifier, equal for all its retries.
    public let id: RequestID
    /// 0 for the first attempt.
    public let attempt: UInt8
    /// The calling service, authenticated by the broker.
    public let caller: ServiceName
    /// Time when the caller stops waiting, on this process's monotonic clock.
    public let deadline: ContinuousClock.Instant
    /// The request's place in its trace.
    public let trace: TraceContext
    /// The request's capabilities, not verified; nil if it has none.
    public let capabilities: CapabilitySet?
    /// Destination of partial replies; nil if the caller cannot receive them.
    private let partials: (inbox: Inbox, slot: UInt64)?

    /// A context without a destination for partial replies, for handlers called directly.
    public init(
        id: RequestID = .random(), attempt: UInt8 = 0, caller: ServiceName,
        deadline: ContinuousClock.Instant = .now + .seconds(5),
        trace: TraceContext = .random(), capabilities: CapabilitySet? = nil
    ) {
        self.init(
            id: id, attempt: attempt, caller: caller, deadline: deadline, trace: trace, capabilities: capabilities,
            partials: nil)
    }

    init(
        id: RequestID, attempt: UInt8, caller: ServiceName, deadline: ContinuousClock.Instant, trace: TraceContext,
        capabilities: CapabilitySet?, partials: (inbox: Inbox, slot: UInt64)?
    ) {
        (self.id, self.attempt, self.caller, self.deadline, self.trace) = (id, attempt, caller, deadline, trace)
        (self.capabilities, self.partials) = (capabilities, partials)
    }

    /// Time left until `deadline`; never negative.
    public var remaining: Duration { max(.zero, deadline - .now) }

    /// Sends a partial reply. It is dropped if the caller does not read it or it cannot be encoded.
    public func send<P: Message>(partial: P) {
        guard let partials, let frame = try? Codec.encode(partial) else { return }
        _ = partials.inbox.submit(.partial(partials.slot, frame))
    }
}
