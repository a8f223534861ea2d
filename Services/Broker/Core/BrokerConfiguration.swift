import Bus
import Messages

/// How a broker is set up.
public struct BrokerConfiguration: Sendable {
    public var endpoint: BusEndpoint
    /// One file per service name (mode 0600) that holds its token; read at every handshake.
    public var tokens: String
    /// The broker's CURVE key and the public keys of all who may join over tcp; read at every handshake.
    public var keys: KeyStore?
    public var release: String
    public var timing: BusTiming
    public var limits: BrokerLimits
    /// Told what an operator should know; content-free. Called on the broker's thread: must not block.
    public var log: @Sendable (BusNotice) -> Void

    public init(
        endpoint: BusEndpoint, tokens: String, keys: KeyStore? = nil, release: String, timing: BusTiming = BusTiming(), limits: BrokerLimits = BrokerLimits(),
        log: @escaping @Sendable (BusNotice) -> Void = { _ in }
    ) {
        (self.endpoint, self.tokens, self.keys, self.release) = (endpoint, tokens, keys, release)
        (self.timing, self.limits, self.log) = (timing, limits, log)
    }
}

/// What a broker holds at most.
public struct BrokerLimits: Sendable {
    /// Requests that wait for credit, per service and lane (requests, event deliveries).
    public var queuedRequests = 1_024
    /// Names that are known for being asked for; Pulsum's own, and one that joins, are known in any case.
    public var services = 256
    /// Requests one worker gets at once, whatever it says it takes.
    public var credit: Int32 = 1_024
    /// Payload bytes that wait for credit, per service and lane.
    public var queuedBytes = 64 << 20
    /// Requests of one name over all its connections, waiting or in a worker's hands.
    public var callerRequests = 16_384
    /// Their payload bytes; a payload up to `smallBytes` is not refused for these.
    public var callerBytes = 256 << 20
    public var smallBytes = 32 << 10
    /// Milliseconds; of a longer budget this much counts.
    public var budget: UInt32 = 600_000
    /// Connections that answer under one name, those that drain aside.
    public var workers = 256
    /// Payload bytes of one message.
    public var payloadBytes = 8 << 20
    /// Bytes that a connection has not taken, of messages and bundles of 4 KiB and more; beyond it counts as lost.
    public var unreadBytes = 128 << 20
    /// Payload bytes of a READY.
    public var introductionBytes = 4 << 10
    /// Bytes of the release that a READY names.
    public var releaseBytes = 64
    /// Bytes of one frame of the mirror: a header, a `MirrorEvent` or a subscription, none of which carries content.
    public var mirrorBytes = 1 << 10
    /// Resident bytes of the process: what the other limits do not see, such as messages that libzmq has not read to their end. Beyond it every connection is
    /// closed. Nil: not looked at.
    public var memory: Int?
    public init() {}
}
