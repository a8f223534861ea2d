import Bus
import Messages

/// A watcher that has just begun has missed nothing it was promised: that a process is heard for the first time is no news then.
struct FreshWatch {
    /// In this time every living process is heard: three heartbeats of the mirror.
    static let beginning = Duration.seconds(3)

    private let begin: ContinuousClock.Instant
    private var heard: Set<ServiceName> = []

    init(since begin: ContinuousClock.Instant) { self.begin = begin }

    /// False for a “may have been missed” from the beginning, before anything of that service was shown.
    mutating func shows(_ event: WatchEvent, now: ContinuousClock.Instant) -> Bool {
        switch event {
        case .event(let event):
            heard.insert(event.service)
            return true
        case .missed(let service):
            return now >= begin + Self.beginning || heard.contains(service)
        }
    }
}
