import Messages

/// What a handler knows about the request in its hands.
public struct RequestContext: Sendable {
    /// The same for every retry of one request.
    public let id: RequestID
    /// 0 for the first try.
    public let attempt: UInt8
    /// Who asks, as the broker authenticated them.
    public let caller: ServiceName
    /// When the caller stops waiting, on this process's monotonic clock.
    public let deadline: ContinuousClock.Instant
    public let trace: TraceContext
    /// What came with it; nil where nothing did. Nobody has checked it.
    public let capabilities: CapabilitySet?
    /// Where partial answers go; nil where nobody hears them.
    private let partials: (inbox: Inbox, slot: UInt64)?

    public init(
        id: RequestID = .random(), attempt: UInt8 = 0, caller: ServiceName, deadline: ContinuousClock.Instant = .now + .seconds(5),
        trace: TraceContext = .random(), capabilities: CapabilitySet? = nil
    ) {
        self.init(id: id, attempt: attempt, caller: caller, deadline: deadline, trace: trace, capabilities: capabilities, partials: nil)
    }

    init(
        id: RequestID, attempt: UInt8, caller: ServiceName, deadline: ContinuousClock.Instant, trace: TraceContext,
        capabilities: CapabilitySet?, partials: (inbox: Inbox, slot: UInt64)?
    ) {
        (self.id, self.attempt, self.caller, self.deadline, self.trace) = (id, attempt, caller, deadline, trace)
        (self.capabilities, self.partials) = (capabilities, partials)
    }

    /// Never negative.
    public var remaining: Duration { max(.zero, deadline - .now) }

    /// Sends progress to the caller; it may be dropped where nobody listens. A partial that cannot be encoded is not sent.
    public func send<P: Message>(partial: P) {
        guard let partials, let frame = try? Codec.encode(partial) else { return }
        _ = partials.inbox.submit(.partial(partials.slot, frame))
    }
}
