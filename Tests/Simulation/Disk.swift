import Messages

@testable import Storage

/// Committed data of a service: survives every process and changes only in whole transactions. Holds the producer's
/// half and the consumer's.
struct Disk {
    struct Stream {
        /// Command numbers in commit order; the first has number 1.
        var events: [Int] = []
        var acknowledged: UInt64 = 0
        var attempts = 0
        var isParked = false
        var parkedRelease: String?
    }

    // The producer's.
    var replies: Set<Int> = []
    var streams: [Stream]
    /// Kernel lock: the one process with an active relay.
    var relayHolder: Int?

    // The consumer's.
    var positions: [StreamPosition?]
    /// Remaining refusals of an event, by command.
    var poison: [Int: Int] = [:]

    /// No transaction commits before this time.
    var lockedUntil: Int64 = 0

    init(users: Int) {
        streams = Array(repeating: Stream(), count: users)
        positions = Array(repeating: nil, count: users)
    }

    static let epoch: UInt64 = 1

    func pending() -> [RelayCore.Pending] {
        streams.indices.compactMap { user in
            let stream = streams[user]
            guard UInt64(stream.events.count) > stream.acknowledged else { return nil }
            return RelayCore.Pending(
                lane: RelayCore.Lane(consumer: Cast.consumer, user: Cast.user(user)),
                acknowledged: stream.acknowledged, last: UInt64(stream.events.count),
                attempts: stream.attempts, isParked: stream.isParked, parkedRelease: stream.parkedRelease,
                nextType: Cast.event)
        }
    }

    func slice(of pending: RelayCore.Pending, limit: Int) -> StreamSlice {
        let user = Int(pending.lane.user.low)
        let first = Int(pending.acknowledged)
        let events = streams[user].events[first..<min(streams[user].events.count, first + limit)].enumerated().map {
            offset, command in
            StreamEvent(
                sequence: UInt64(first + offset + 1), id: EntityID(high: 0, low: UInt64(command)), type: Cast.event,
                payload: [])
        }
        return StreamSlice(user: pending.lane.user, epoch: Self.epoch, events: events)
    }
}
