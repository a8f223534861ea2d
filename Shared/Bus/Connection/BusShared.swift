import Messages
import Synchronization

/// What the socket thread shares with all others.
final class BusShared: Sendable {
    let inbox: Inbox
    let executor: SocketExecutor
    /// Requests asked and answered here.
    let spans: Mutex<SpanRing>
    private let copy = Mutex(BusStatistics())
    private let tokens = Atomic<UInt64>(1)

    init(_ name: WireName) throws {
        spans = Mutex(SpanRing(name))
        inbox = try Inbox()
        executor = SocketExecutor(inbox)
    }

    var statistics: BusStatistics { copy.withLock { $0 } }
    func publish(_ statistics: BusStatistics) { copy.withLock { $0 = statistics } }

    /// A number never given before.
    func nextToken() -> UInt64 { tokens.wrappingAdd(1, ordering: .relaxed).oldValue }
}
