import Messages

/// How a broker is set up.
public struct BrokerConfiguration: Sendable {
    public var endpoint: BusEndpoint
    /// One file per service name (mode 0600) that holds its token; read at every handshake.
    public var tokens: String
    public var release: String
    public var timing: BusTiming
    public var limits: BrokerLimits
    /// Told what an operator should know; content-free. Called on the broker's thread: must not block.
    public var log: @Sendable (BusNotice) -> Void

    public init(
        endpoint: BusEndpoint, tokens: String, release: String, timing: BusTiming = BusTiming(), limits: BrokerLimits = BrokerLimits(),
        log: @escaping @Sendable (BusNotice) -> Void = { _ in }
    ) {
        (self.endpoint, self.tokens, self.release, self.timing, self.limits, self.log) = (endpoint, tokens, release, timing, limits, log)
    }
}

/// What a broker holds at most.
public struct BrokerLimits: Sendable {
    /// Requests that wait for credit, per service and lane (requests, event deliveries).
    public var queuedRequests = 1_024
    /// Payload bytes that wait for credit, per service and lane.
    public var queuedBytes = 64 << 20
    /// Payload bytes of one message.
    public var payloadBytes = 8 << 20
    public init() {}
}
