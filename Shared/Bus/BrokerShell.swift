import Messages

/// A broker on its own thread: owns the sockets, feeds `BrokerCore`.
public final class BrokerShell: Sendable {
    public let configuration: BrokerConfiguration

    public init(_ configuration: BrokerConfiguration) {
        self.configuration = configuration
    }

    /// Binds and serves until `stop`. Blocks a thread of its own, not the caller's executor.
    /// - Throws: `BusError(.conflict)` where another broker is alive at the endpoint, `.invalid` where it cannot be bound.
    public func run() async throws {
    }

    /// Ends `run` after what has been received is passed on. May be called from anywhere, more than once.
    public func stop() {
    }

    /// What `BusStatus` answers.
    public var status: BusStatus.Reply { BusStatus.Reply(services: [], uptime: 0, release: configuration.release, refusedFrames: 0) }
}
