import Bus
import Messages

/// Settings of a broker.
public struct BrokerConfiguration: Sendable {
    /// The addresses that the broker binds.
    public var endpoint: BusEndpoint
    /// Path of the token directory: one file per service name (mode 0600), read at every handshake.
    public var tokens: String
    /// The broker's CURVE key pair and the accepted public keys of tcp peers; read at every handshake.
    public var keys: KeyStore?
    /// The release name that status replies report.
    public var release: String
    /// Heartbeat, silence and drain intervals.
    public var timing: BusTiming
    /// Limits on queues, payloads and memory.
    public var limits: BrokerLimits
    /// Receives notices for the operator, without content. Runs on the broker's thread and must not block.
    public var log: @Sendable (BusNotice) -> Void

    /// Stores the values; a configuration without `keys` accepts tokens only.
    public init(
        endpoint: BusEndpoint, tokens: String, keys: KeyStore? = nil, release: String, timing: BusTiming = BusTiming(),
        limits: BrokerLimits = BrokerLimits(),
        log: @escaping @Sendable (BusNotice) -> Void = { _ in }
    ) {
        (self.endpoint, self.tokens, self.keys, self.release) = (endpoint, tokens, keys, release)
        (self.timing, self.limits, self.log) = (timing, limits, log)
    }
}

/// Upper bounds on the resources of a broker.
public struct BrokerLimits: Sendable {
    /// Requests that wait for credit, per service and queue (requests, event deliveries).
    public var queuedRequests = 1_024
    /// Services that the broker tracks because a request named them. Pulsum's own and registered ones are not limited.
    public var services = 256
    /// Requests in flight at one worker; a larger credit in its READY is clamped.
    public var credit: Int32 = 1_024
    /// Payload bytes that wait for credit, per service and queue.
    public var queuedBytes = 64 << 20
    /// Open requests of one name over all its connections, waiting or in flight.
    public var callerRequests = 16_384
    /// Payload bytes of the open requests of one name. Payloads up to `smallBytes` are not refused for this limit.
    public var callerBytes = 256 << 20
    /// Payload bytes up to which `callerBytes` is not enforced.
    public var smallBytes = 32 << 10
    /// Milliseconds; a longer request budget is clamped.
    public var budget: UInt32 = 600_000
    /// Connections registered under one name, without draining ones.
    public var workers = 256
    /// Payload bytes of one message.
    public var payloadBytes = 8 << 20
    /// Bytes sent to a connection but not yet taken by it, in messages and batches of 4 KiB and more. The broker drops
    /// a connection beyond this.
    public var unreadBytes = 128 << 20
    /// Payload bytes of a READY message.
    public var readyBytes = 4 << 10
    /// Bytes of the release name in a READY message.
    public var releaseBytes = 64
    /// Bytes of one frame on the mirror: a header, a `MirrorEvent` or a subscription. None of these carries content.
    public var mirrorBytes = 1 << 10
    /// Resident bytes of the process. This bounds memory that the other limits do not count, such as messages that
    /// libzmq has read in part. Beyond it the broker closes every connection. Nil disables the check.
    public var memory: Int?
    /// The default limits, without a memory limit.
    public init() {}
}
