import Messages
import SystemKit

/// Settings of one process's bus connection.
public struct BusConfiguration: Sendable {
    /// The name of this process; its token must be the one that the broker stores for this name.
    public var service: ServiceName
    /// The release name that READY and pings report.
    public var release: String
    /// Every broker of the installation. The process serves requests from all of them and sends each request to one.
    public var brokers: [BusEndpoint]
    /// Authenticates the name at ipc and loopback addresses (PLAIN).
    public var token: String
    /// Authenticates the name at tcp addresses (CURVE); read at every connection, so that a new key needs no restart.
    public var keys: KeyStore?
    /// Requests that this process handles concurrently, over all brokers.
    public var credit: Int32
    /// Heartbeat, silence and drain intervals.
    public var timing: BusTiming
    /// Bytes. Larger payloads are refused before they are sent, and never accepted.
    public var maximumPayload: Int
    /// Requests of this process that may wait for a broker or a reply at the same time; further ones fail with `busy`.
    public var maximumPending: Int
    /// Source of the capabilities for requests about a person. Nil: requests pass on the capabilities of the request
    /// being handled.
    public var capabilities: (any CapabilitySource)?
    /// Receives the spans of requests and events in sampled traces, for an exporter; nil if there is none. Runs on the
    /// socket thread and must not block.
    public var spans: (@Sendable (FinishedSpan) -> Void)?
    /// Receives notices for the operator, without content. Runs on the socket thread and must not block.
    public var log: @Sendable (BusNotice) -> Void
    /// Called when every handler slot is taken by a hung handler; the process is expected to exit and be restarted.
    public var exhausted: @Sendable () -> Void

    /// Stores the values.
    public init(
        service: ServiceName, release: String, brokers: [BusEndpoint], token: String, keys: KeyStore? = nil,
        credit: Int32 = 32,
        timing: BusTiming = BusTiming(),
        log: @escaping @Sendable (BusNotice) -> Void = { _ in }, exhausted: (@Sendable () -> Void)? = nil
    ) {
        (self.service, self.release, self.brokers, self.token, self.keys) = (service, release, brokers, token, keys)
        (self.credit, self.timing, self.log) = (credit, timing, log)
        self.exhausted =
            exhausted ?? {
                Platform.endProcess(
                    "Every handler of \(service) hangs past its budget; this process ends to be started again.")
            }
        maximumPayload = 8 << 20
        maximumPending = 4_096
    }

    /// Passes a recorded step on to the exporter, if there is one and the step belongs to a whole trace.
    func export(_ entry: SpanRing.Entry, _ now: MonotonicInstant) {
        guard let spans, entry.header.trace.isSampled else { return }
        spans(FinishedSpan(entry, at: now, wallClock: WallClock.microseconds()))
    }
}

/// A log line for the operator, without content.
public struct BusNotice: Sendable, CustomStringConvertible {
    /// Severity of a notice.
    public enum Level: Sendable { case info, warning, error }
    /// How severe it is.
    public let level: Level
    /// One sentence.
    public let message: String
    /// A notice with this severity and sentence.
    public init(_ level: Level, _ message: String) { (self.level, self.message) = (level, message) }
    public var description: String { message }
}
