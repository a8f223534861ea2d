import ServiceKit

/// Restart backoff: 0.1 s, doubling to 10 s, and reset once a process has run for 30 s.
struct RestartPolicy: Equatable {
    static let first = Duration.milliseconds(100)
    static let maximumPause = Duration.seconds(10)
    static let steady = Duration.seconds(30)

    enum Decision: Equatable {
        case restart(after: Duration)
        /// Stop the whole stack: the configuration must be changed first.
        case stop
    }

    private var next = first

    /// Decides about a process that ended.
    /// - Parameters:
    ///   - alive: how long the process ran.
    ///   - status: its exit status; nil if a signal ended it.
    mutating func ended(after alive: Duration, status: Int32?) -> Decision {
        if status == StartFailure.badConfiguration { return .stop }
        if alive >= Self.steady { next = Self.first }
        defer { next = min(next * 2, Self.maximumPause) }
        return .restart(after: next)
    }
}
