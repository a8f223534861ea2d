import Messages
import Synchronization

/// State shared between the socket thread and all other threads.
final class BusShared: Sendable {
    let inbox: Inbox
    let executor: SocketExecutor
    let pool: PoolExecutor
    /// Spans of the requests that this process sent and handled.
    let spans: Mutex<SpanRing>
    private let copy = Mutex(BusStatistics())
    private let tokens = Atomic<UInt64>(1)

    init(_ name: WireName) throws {
        spans = Mutex(SpanRing(name))
        inbox = try Inbox()
        pool = try PoolExecutor.shared.get()
        executor = SocketExecutor(inbox)
    }

    var statistics: BusStatistics { copy.withLock { $0 } }
    func publish(_ statistics: BusStatistics) { copy.withLock { $0 = statistics } }

    /// A number that this process has never used before.
    func nextToken() -> UInt64 { tokens.wrappingAdd(1, ordering: .relaxed).oldValue }
}
