import Messages
import Synchronization

/// A cache of the events committed most recently by this process, in plain form: the relay sends them without reading
/// and decrypting rows. The outbox alone decides which events are pending; a missing event is read from it.
final class OutboxCache: Sendable {
    typealias Entry = (lane: RelayCore.Lane, event: StreamEvent)

    private struct Kept {
        /// Consecutively numbered, oldest first.
        var events: ArraySlice<StreamEvent> = []
        /// Number of the latest outbox read that began before the last `append`.
        var look = 0

        /// False if events before it are missing.
        mutating func append(_ event: StreamEvent, look: Int) -> Bool {
            if let last = events.last, last.sequence + 1 != event.sequence { return false }
            events.append(event)
            self.look = look
            return true
        }
    }

    private struct State {
        var lanes: [RelayCore.Lane: Kept] = [:]
        var bytes = 0
        var look = 0
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: approximate bytes of payload; further events are not cached.
    init(limit: Int = 4 << 20) { self.limit = limit }

    /// Adds committed events, in commit order.
    func append(_ entries: [Entry]) {
        state.withLock { state in
            for (lane, event) in entries where state.bytes + Self.size(event) <= limit {
                if state.lanes[lane, default: Kept()].append(event, look: state.look) {
                    state.bytes += Self.size(event)
                }
            }
        }
    }

    /// Marks the begin of an outbox read; pass the result to `keep`.
    func look() -> Int {
        state.withLock { state in
            state.look += 1
            return state.look
        }
    }

    /// Removes events that this read no longer found in the outbox (acknowledged or erased, maybe by another process),
    /// and those of parked lanes.
    func keep(_ pending: [RelayCore.Pending], at look: Int) {
        let done = Dictionary(pending.map { ($0.lane, $0.isParked ? .max : $0.acknowledged) }, uniquingKeysWith: max)
        state.withLock { state in
            for (lane, kept) in state.lanes {
                guard let done = done[lane] ?? (kept.look < look ? .max : nil), let first = kept.events.first,
                    first.sequence <= done
                else { continue }
                let rest = kept.events.drop { $0.sequence <= done }
                state.bytes -= kept.events[..<rest.startIndex].reduce(0) { $0 + Self.size($1) }
                state.lanes[lane] = rest.isEmpty ? nil : Kept(events: rest, look: kept.look)
            }
        }
    }

    /// The type of an event; nil if it is not cached.
    func type(_ lane: RelayCore.Lane, _ sequence: UInt64) -> UInt16? {
        state.withLock { state in
            guard let events = state.lanes[lane]?.events, let first = events.first, sequence >= first.sequence,
                sequence - first.sequence < UInt64(events.count)
            else { return nil }
            return events[events.startIndex + Int(sequence - first.sequence)].type
        }
    }

    /// The same result as `Transaction.events`; nil if the lane's next event is not cached.
    func events(of pending: RelayCore.Pending, limit: Int, bytes: Int, accepts: (MessageType) -> Bool) -> [StreamEvent]?
    {
        let kept = state.withLock { $0.lanes[pending.lane]?.events } ?? []
        let next = kept.drop { $0.sequence <= pending.acknowledged }
        guard let first = next.first, first.sequence == pending.acknowledged + 1,
            first.type == pending.nextType.rawValue
        else { return nil }
        var events: [StreamEvent] = []
        var size = 0
        for event in next.prefix(limit) {
            guard accepts(MessageType(event.type)), size < bytes else { break }
            events.append(event)
            size += Self.size(event)
        }
        return events
    }

    private static func size(_ event: StreamEvent) -> Int { event.payload.count + 64 }
}
