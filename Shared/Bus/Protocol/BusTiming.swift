/// The clocks of the protocol; every process of an installation uses the same.
public struct BusTiming: Sendable {
    /// Between two heartbeats in each direction.
    public var heartbeat = Duration.milliseconds(250)
    /// Silence after which the other side counts as dead.
    public var silence = Duration.seconds(5)
    /// How long a request waits for a service that has not appeared yet, counted from the broker's start.
    public var grace = Duration.seconds(2)
    /// Between two heartbeats of the mirror.
    public var mirrorHeartbeat = Duration.seconds(1)
    /// Silence of a publisher after which its watchers ask again.
    public var mirrorSilence = Duration.seconds(3)
    /// How long a cancelled handler may take to stop before its slot counts as lost.
    public var hungAfter = Duration.seconds(5)
    /// Between two CANCELs of one request, until its worker lets go of it.
    public var cancelInterval = Duration.seconds(1)
    /// How long draining waits for handlers and their replies.
    public var drain = Duration.seconds(10)
    public init() {}
}
