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

    /// A lease on the server. `until` is in nanoseconds of its clock.
    struct LeaseRow {
        var holder: EntityID
        var fence: Int64
        var until: Int64
    }

    // The producer's.
    /// By command.
    var replies: [Int: UInt64] = [:]
    var streams: [Stream]
    /// Kernel lock: the one process with an active relay.
    var relayHolder: Int?
    var lease: LeaseRow?
    /// Number of the last duty, which only the holder of the lease does.
    var duties = 0

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

/// What a transaction read or changed, in the sizes in which a server detects conflicts.
enum DiskRow: Hashable {
    case reply(Int)
    /// The last number of a user's stream, and its events.
    case number(Int)
    /// The progress of a user's stream.
    case lane(Int)
    case position(Int)
    case poison(Int)
    case lease
    case duties
    case note(UInt64)
}

/// A change that a transaction makes.
enum DiskChange {
    case event(Int, user: Int)
    case reply(Int, UInt64)
    case settlement(RelayCore.Settlement)
    case redrive(user: Int)
    case applied(Int, number: UInt64, user: Int)
    case refused(Int)
    case position(StreamPosition, user: Int)
    case lease(Disk.LeaseRow)
    case duty(Int)
    /// A row with a random key of its own, so that it conflicts with nothing.
    case note(Int, UInt64)

    var row: DiskRow {
        switch self {
        case .event(_, let user): .number(user)
        case .reply(let command, _): .reply(command)
        case .settlement(let settlement): .lane(Int(settlement.lane.user.low))
        case .redrive(let user): .lane(user)
        case .applied(_, _, let user), .position(_, let user): .position(user)
        case .refused(let command): .poison(command)
        case .lease: .lease
        case .duty: .duties
        case .note(_, let key): .note(key)
        }
    }
}

extension Simulation {
    /// Makes changes durable, all at once, and checks what they must keep to.
    func commit(_ changes: [DiskChange]) {
        for change in changes {
            switch change {
            case .event(let command, let user):
                disk.streams[user].events.append(command)
                history.emitted(command)
            case .reply(let command, let reply): disk.replies[command] = reply
            case .settlement(let settlement): commit(settlement)
            case .redrive(let user):
                (disk.streams[user].isParked, disk.streams[user].attempts) = (false, 0)
                let next = Int(disk.streams[user].acknowledged)
                if next < disk.streams[user].events.count { history.redriven(disk.streams[user].events[next]) }
            case .applied(let command, let number, let user): history.applied(command, number: number, user: user)
            case .refused(let command):
                disk.poison[command, default: 1] -= 1
                history.refused(command)
            case .position(let position, let user): disk.positions[user] = position
            case .lease(let row):
                if let old = disk.lease, row.fence < old.fence {
                    history.violate("the fencing number went from \(old.fence) to \(row.fence)")
                }
                disk.lease = row
            case .duty(let number):
                if number != disk.duties + 1 { history.violate("duty \(number) was done after duty \(disk.duties)") }
                disk.duties = number
            case .note(let command, _): history.took(command)
            }
        }
    }

    private func commit(_ settlement: RelayCore.Settlement) {
        let user = Int(settlement.lane.user.low)
        disk.streams[user].acknowledged = max(disk.streams[user].acknowledged, settlement.acknowledged)
        (disk.streams[user].attempts, disk.streams[user].isParked) = (settlement.attempts, settlement.isParked)
        disk.streams[user].parkedRelease = settlement.parkedRelease
        let next = disk.streams[user].acknowledged
        // (a) The consumer has every event that the producer deletes.
        if next > disk.positions[user]?.last ?? 0 {
            history.violate("event \(next) of user \(user) left the outbox before it was applied")
        }
        guard settlement.isParked else { return }
        if next < disk.streams[user].events.count {
            history.parked(disk.streams[user].events[Int(next)], attempts: RelayDriver.rules.attempts)
        } else {
            history.violate("the lane of user \(user) was parked without an event")
        }
        parkedLanes.insert(user)
    }
}
