import Messages

/// Turns mirror messages from any number of publishers and brokers into events and `missed` notices.
struct MirrorWatch {
    private struct Publisher {
        let service: ServiceName
        var sequence: UInt64
        var lastHeard: MonotonicInstant
    }

    private let silence: Duration
    private var publishers: [UInt64: Publisher] = [:]

    init(silence: Duration) { self.silence = silence }

    /// Drops an event that another broker delivered already.
    mutating func received(_ event: MirrorEvent, now: MonotonicInstant) -> [WatchEvent] {
        let isHeartbeat = event.type == 0
        guard var publisher = publishers[event.epoch] else {
            // Events of an unknown process may have been missed before this one.
            publishers[event.epoch] = Publisher(service: event.service, sequence: event.sequence, lastHeard: now)
            return [.missed(event.service)] + (isHeartbeat ? [] : [.event(event)])
        }
        defer { publishers[event.epoch] = publisher }
        publisher.lastHeard = now
        guard event.sequence > publisher.sequence else { return [] }
        let isNext = event.sequence == publisher.sequence + 1
        publisher.sequence = event.sequence
        if isHeartbeat { return [.missed(event.service)] }
        return isNext ? [.event(event)] : [.missed(event.service), .event(event)]
    }

    /// Removes publishers that fell silent and reports `missed` for each.
    mutating func tick(now: MonotonicInstant) -> [WatchEvent] {
        var events: [WatchEvent] = []
        for (epoch, publisher) in publishers where publisher.lastHeard + silence <= now {
            publishers[epoch] = nil
            events.append(.missed(publisher.service))
        }
        return events
    }
}
