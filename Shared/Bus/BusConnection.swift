import Messages
import Synchronization

/// This process on the bus: asks, answers, publishes and watches. One thread owns all its sockets.
public final class BusConnection: Requesting, Sendable {
    public let configuration: BusConfiguration
    typealias Handler = @Sendable (UnsafeRawBufferPointer, RequestContext) async throws -> [UInt8]
    private let handlers = Mutex<[MessageType: Handler]>([:])

    public init(_ configuration: BusConfiguration) {
        self.configuration = configuration
    }

    /// Registers the handler of a request type; before `run`. Handlers run on the global executor, at most `credit` at once.
    public func handle<R: BusRequest>(_ type: R.Type, _ body: @escaping @Sendable (R, RequestContext) async throws -> R.Reply) {
    }

    /// Joins the bus and stays until drained. The caller's cancellation drains too.
    public func run() async throws {
    }

    /// Stops taking work, finishes what is in hand, flushes and closes. Returns when closed.
    public func drain() async {
    }

    public func request<R: BusRequest>(_ request: R, to service: ServiceName?, id: RequestID, budget: Duration?) async throws -> R.Reply {
        throw BusError(.unavailable, "No broker is connected.")
    }

    /// Like `request`, with the partial answers before the reply.
    public func stream<R: BusRequest>(_ request: R, to service: ServiceName? = nil, id: RequestID = .random(), budget: Duration? = nil) -> BusStream<R> {
        BusStream(base: AsyncThrowingStream { $0.finish(throwing: BusError(.unavailable, "No broker is connected.")) })
    }

    /// Tells watchers that something was committed. Never blocks and never fails; it may be missed.
    public func publish(_ type: MessageType, user: UserID?, id: EntityID?) {
    }

    /// Everything committed from now on. Where the reader is slow, `missed` takes the place of what was dropped.
    public func watch() -> AsyncStream<WatchEvent> {
        AsyncStream { $0.finish() }
    }

    public var statistics: BusStatistics { BusStatistics() }
}
