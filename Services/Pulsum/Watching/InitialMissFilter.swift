import Bus
import Messages

/// Filters the first `missed` events of a new watch: they only report that a process was seen for the first time.
struct InitialMissFilter {
    /// Every live process is seen within this time: three heartbeats of the mirror.
    static let beginning = Duration.seconds(3)

    private let begin: ContinuousClock.Instant
    private var heard: Set<ServiceName> = []

    init(since begin: ContinuousClock.Instant) { self.begin = begin }

    /// False for a `missed` event at the beginning, before any event of that service.
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
