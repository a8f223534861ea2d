import Messages
import Synchronization

/// The events that this process committed last, as they are delivered: what is still here need not be read back and opened. The outbox alone says what is
/// pending; anything that is missing here is read from it.
final class OutboxTail: Sendable {
    typealias Entry = (lane: RelayCore.Lane, event: StreamEvent)

    private struct Kept {
        /// Numbered without a gap, oldest first.
        var events: ArraySlice<StreamEvent> = []
        /// The look before which the last one came.
        var look = 0
    }

    private struct State {
        var lanes: [RelayCore.Lane: Kept] = [:]
        var bytes = 0
        var look = 0
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: bytes of payload, about; of more, the outbox alone remembers.
    init(limit: Int = 4 << 20) { self.limit = limit }

    /// Call with what was committed, in its order.
    func append(_ entries: [Entry]) {
        state.withLock { state in
            for (lane, event) in entries where state.bytes + Self.size(event) <= limit {
                var kept = state.lanes[lane] ?? Kept()
                state.lanes[lane] = nil
                if kept.events.last.map({ $0.sequence + 1 == event.sequence }) ?? true {
                    kept.events.append(event)
                    kept.look = state.look
                    state.bytes += Self.size(event)
                }
                state.lanes[lane] = kept
            }
        }
    }

    /// Call before the outbox is looked at; hand the result to `keep`.
    func look() -> Int {
        state.withLock { state in
            state.look += 1
            return state.look
        }
    }

    /// Forgets what that look at the outbox did not find there any more: acknowledged or erased, also by another process; and what is parked.
    func keep(_ pending: [RelayCore.Pending], at look: Int) {
        let done = Dictionary(pending.map { ($0.lane, $0.isParked ? .max : $0.acknowledged) }, uniquingKeysWith: max)
        state.withLock { state in
            for (lane, kept) in state.lanes {
                guard let done = done[lane] ?? (kept.look < look ? .max : nil), let first = kept.events.first, first.sequence <= done else { continue }
                let rest = kept.events.drop { $0.sequence <= done }
                state.bytes -= kept.events[..<rest.startIndex].reduce(0) { $0 + Self.size($1) }
                state.lanes[lane] = rest.isEmpty ? nil : Kept(events: rest, look: kept.look)
            }
        }
    }

    /// What `Transaction.events` would give; nil where the lane's next event is not here.
    func events(of pending: RelayCore.Pending, limit: Int, bytes: Int, accepts: (MessageType) -> Bool) -> [StreamEvent]? {
        let kept = state.withLock { $0.lanes[pending.lane]?.events } ?? []
        let next = kept.drop { $0.sequence <= pending.acknowledged }
        guard let first = next.first, first.sequence == pending.acknowledged + 1, first.type == pending.nextType.rawValue else { return nil }
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
