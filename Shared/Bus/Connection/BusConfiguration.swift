import Messages
import SystemKit

/// How a process takes part in the bus.
public struct BusConfiguration: Sendable {
    /// The name this process is known by; its token must be the one the broker keeps for this name.
    public var service: ServiceName
    public var release: String
    /// Every broker of the installation. A process answers at all of them and sends a request to one.
    public var brokers: [BusEndpoint]
    /// Proves the name to the broker at ipc and loopback addresses (PLAIN).
    public var token: String
    /// Proves it at tcp addresses (CURVE); read at every connection, so that a new key needs no restart.
    public var keys: KeyStore?
    /// How many requests this process takes at once, over all brokers together.
    public var credit: Int32
    public var timing: BusTiming
    /// Payloads above this are refused before they are sent, and never accepted. Bytes.
    public var maximumPayload: Int
    /// Requests of this process that may wait for a broker or an answer at once; more are refused as `busy`.
    public var maximumPending: Int
    /// Where the capabilities of requests about a person come from; nil: what came with the request that is being answered is passed on.
    public var capabilities: (any CapabilitySource)?
    /// Told what an operator should know; content-free. Called on the socket thread: must not block.
    public var log: @Sendable (BusNotice) -> Void
    /// Called when no slot is left because every handler hangs; the process is expected to end and be restarted.
    public var exhausted: @Sendable () -> Void

    public init(
        service: ServiceName, release: String, brokers: [BusEndpoint], token: String, keys: KeyStore? = nil, credit: Int32 = 32,
        timing: BusTiming = BusTiming(),
        log: @escaping @Sendable (BusNotice) -> Void = { _ in }, exhausted: (@Sendable () -> Void)? = nil
    ) {
        (self.service, self.release, self.brokers, self.token, self.keys) = (service, release, brokers, token, keys)
        (self.credit, self.timing, self.log) = (credit, timing, log)
        self.exhausted = exhausted ?? { Platform.endProcess("Every handler of \(service) hangs past its budget; this process ends to be started again.") }
        maximumPayload = 8 << 20
        maximumPending = 4_096
    }
}

/// Something an operator should know. Never content.
public struct BusNotice: Sendable, CustomStringConvertible {
    public enum Level: Sendable { case info, warning, error }
    public let level: Level
    public let message: String
    public init(_ level: Level, _ message: String) { (self.level, self.message) = (level, message) }
    public var description: String { message }
}
