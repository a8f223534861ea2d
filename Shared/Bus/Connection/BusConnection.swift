import Messages
import Synchronization
import SystemKit

/// One process's connection to the bus: sends requests, handles requests, publishes and watches. One thread owns all
/// its sockets.
public final class BusConnection: Requesting, Sendable {
    /// The settings that it was created with.
    public let configuration: BusConfiguration
    private let name: WireName
    private let shared: BusShared
    private let handlers = Mutex<[MessageType: Handler]>([:])
    private let heard = Mutex<[MessageType]>([])
    private let life = Mutex(Life())

    private struct Life {
        enum Phase { case new, running, closed }
        var phase = Phase.new
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// - Throws: `ServiceError` if the service name is malformed, no broker is given, a broker that other machines can
    ///   reach has no key here, or the process has no file descriptor left.
    public init(_ configuration: BusConfiguration) throws {
        guard let name = WireName(configuration.service) else {
            throw ServiceError(.invalid, "\(configuration.service) is not a service name: 1 to 16 of a-z, 0-9 and -.")
        }
        guard !configuration.brokers.isEmpty else { throw ServiceError(.invalid, "No broker is configured.") }
        guard configuration.credit > 0 else { throw ServiceError(.invalid, "The credit must be at least 1.") }
        for broker in configuration.brokers { _ = try SocketSecurity.peer(broker, configuration, turn: 0) }
        (self.configuration, self.name) = (configuration, name)
        shared = try BusShared(name)
        let started = MonotonicInstant.now
        handle(Ping.self, on: .socketThread) { _, _ in
            Ping.Reply(
                service: configuration.service, release: configuration.release, processID: Int64(Platform.processID),
                uptime: started.milliseconds(until: .now))
        }
        let shared = shared
        handle(TraceQuery.self, on: .socketThread) { query, _ in
            TraceQuery.Reply(spans: shared.spans.withLock { $0.spans(query.id, .now) })
        }
    }

    /// Executor that runs light messaging code on the socket thread: `Task(executorPreference: bus.executor) { … }`.
    public var executor: SocketExecutor { shared.executor }

    /// Executor of the handlers. Other code that mostly waits for replies is resumed there with less effort than on the
    /// global one: `Task(executorPreference: bus.pool) { … }`.
    public var pool: PoolExecutor { shared.pool }

    /// Registers the handler of a request type; call before `run`. At most `credit` handlers run concurrently.
    public func handle<R: BusRequest>(
        _ type: R.Type, on placement: HandlerPlacement = .pool,
        _ body: @escaping @Sendable (R, RequestContext) async throws -> R.Reply
    ) {
        let handler = Handler(type, placement, maximumPayload: configuration.maximumPayload, body)
        handlers.withLock { $0[R.type] = handler }
    }

    /// Declares the event types that this process consumes by `DeliverEvents`, so that producers wait for a consumer;
    /// call before `run`. Without a call, it consumes every type.
    public func consumes(_ types: some Sequence<MessageType>) { heard.withLock { $0 = types.sorted() } }

    /// Joins the bus and runs until drained. Cancelling the calling task drains too.
    /// - Throws: `ServiceError` if the thread cannot start or `run` was called before.
    public func run() async throws {
        let isFirst = life.withLock { life in
            guard life.phase == .new else { return false }
            life.phase = .running
            return true
        }
        guard isFirst else { throw ServiceError(.conflict, "A bus connection runs once.") }
        let (configuration, shared, name, handlers, consumes) = (
            configuration, shared, name, handlers.withLock { $0 }, heard.withLock { $0 }
        )
        defer { closed() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                do {
                    try SocketThread.start {
                        do {
                            try SocketLoop(configuration, shared, handlers: handlers, consumes: consumes, name: name)
                                .run()
                            continuation.resume()
                        } catch {
                            continuation.resume(throwing: error)
                        }
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            _ = shared.inbox.submit(.drain)
        }
    }

    /// Stops accepting work, finishes open requests, flushes and closes. Returns when closed; returns immediately if it
    /// never ran.
    public func drain() async {
        _ = shared.inbox.submit(.drain)
        await withCheckedContinuation { continuation in
            let done = life.withLock { life in
                guard life.phase == .running else { return true }
                life.waiting.append(continuation)
                return false
            }
            if done { continuation.resume() }
        }
    }

    private func closed() {
        // Empty if the thread ran. If the thread could not start, this ends the commands that waited for it.
        let rest = shared.inbox.close()
        for case .request(_, _, _, _, let answer) in rest.commands { answer.finish(.failure(Self.closedError)) }
        for job in rest.jobs { shared.executor.run(job) }
        let waiting = life.withLock { life in
            life.phase = .closed
            defer { life.waiting = [] }
            return life.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Sends a request and returns its reply; parameters and errors as in `Requesting`. Has its own defaults to save
    /// the indirection of the protocol extension.
    public func request<R: BusRequest>(
        _ request: R, to service: ServiceName? = nil, id: RequestID = .fresh(), budget: Duration? = nil
    ) async throws -> R.Reply {
        var field = capability(for: request, at: service)
        if field == nil, configuration.capabilities != nil {
            field = try await fetchCapability(for: request, at: service)
        }
        do {
            return try await exchange(request, service, id, budget, field)
        } catch let error as ServiceError where error.code == .refused && field != nil {
            // The capability may have been signed with an old key, or before a clock was corrected. A refused request
            // has no effect, so one retry with a fresh capability is safe.
            guard let fresh = try? await fetchCapability(for: request, at: service), fresh != field else { throw error }
            return try await exchange(request, service, id, budget, fresh)
        }
    }

    private func exchange<R: BusRequest>(
        _ request: R, _ service: ServiceName?, _ id: RequestID, _ budget: Duration?, _ field: CapabilityField?
    ) async throws -> R.Reply {
        let (header, payload, deadline) = try envelope(request, service, id, budget, field)
        let token = shared.nextToken()
        let inbox = shared.inbox
        let reply = try await withTaskCancellationHandler {
            // Resumed exactly once: every request ends in one `finish` of `ClientCore`, or is refused here.
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Frame?, any Error>) in
                let answer = ResponseSink.once(continuation)
                if !inbox.submit(.request(token, header, payload, deadline: deadline, answer)) {
                    answer.finish(.failure(Self.closedError))
                }
                // If the task was cancelled before the submit above, `onCancel` sent a token that the thread did not
                // have yet: cancels again.
                if Task.isCancelled { _ = inbox.submit(.cancel(token)) }
            }
        } onCancel: {
            _ = inbox.submit(.cancel(token))
        }
        return try Codec.decode(R.Reply.self, fromReply: reply, to: R.type)
    }

    /// Like `request`, but also delivers the partial replies that precede the reply. Sends no capability if one would
    /// have to be fetched first.
    public func stream<R: BusRequest>(
        _ request: R, to service: ServiceName? = nil, id: RequestID = .fresh(), budget: Duration? = nil
    ) -> BusStream<R> {
        let (base, continuation) = AsyncThrowingStream<BusStream<R>.Element, any Error>.makeStream(
            bufferingPolicy: .bufferingNewest(BusStream<R>.buffered))
        do {
            let (header, payload, deadline) = try envelope(
                request, service, id, budget, capability(for: request, at: service))
            let token = shared.nextToken()
            let inbox = shared.inbox
            let answer = ResponseSink.stream { result in
                do {
                    continuation.yield(.reply(try Codec.decode(R.Reply.self, fromReply: result.get(), to: R.type)))
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            } partial: { frame in
                if let partial = try? Codec.decode(R.Partial.self, from: frame) {
                    continuation.yield(.partial(partial))
                }
            }
            if !inbox.submit(.request(token, header, payload, deadline: deadline, answer)) { throw Self.closedError }
            continuation.onTermination = { _ in _ = inbox.submit(.cancel(token)) }
        } catch {
            continuation.finish(throwing: error)
        }
        return BusStream(base: base)
    }

    private static var closedError: ServiceError { ServiceError(.cancelled, "This process is shutting down.") }

    /// The capabilities to send with a request about a person, if available without a fetch.
    private func capability<R: BusRequest>(for request: R, at service: ServiceName?) -> CapabilityField? {
        guard let user = request.person, let audience = service ?? R.service else { return nil }
        guard let source = configuration.capabilities else {
            return CallScope.current?.capabilities?.field(R.type, user: user, audience: audience)
        }
        return source.ready(R.type, user: user, audience: audience)
    }

    /// Freshly fetched capabilities for a request; nil if this process has no source.
    private func fetchCapability<R: BusRequest>(for request: R, at service: ServiceName?) async throws
        -> CapabilityField?
    {
        guard let source = configuration.capabilities, let user = request.person, let audience = service ?? R.service
        else { return nil }
        return try await source.fetch(R.type, user: user, audience: audience, over: self)
    }

    /// Header, payload and local deadline of a new request.
    private func envelope<R: BusRequest>(
        _ request: R, _ service: ServiceName?, _ id: RequestID, _ budget: Duration?, _ field: CapabilityField?
    ) throws -> (Header, Frame, MonotonicInstant) {
        guard let service = service ?? R.service, let answerer = WireName(service) else {
            throw ServiceError(.invalid, "\(R.type) is answered by every service; say which one is meant.")
        }
        let scope = CallScope.current
        var budget = budget ?? R.budget
        if let deadline = scope?.deadline { budget = min(budget, deadline - .now) }
        let nanoseconds = budget.wholeNanoseconds
        guard nanoseconds >= 1_000_000 else {
            throw ServiceError(.timeout, "The budget was spent before the request was sent.")
        }
        let payload: Frame
        do {
            payload = try Codec.encode(request, limit: configuration.maximumPayload, appending: field)
        } catch let error as Codec.TooLarge {
            throw ServiceError(
                .invalid,
                "A message holds at most \(configuration.maximumPayload) bytes; this \(R.type) has \(error.count). Send it in parts."
            )
        } catch let error as ServiceError {
            throw error
        } catch {
            throw ServiceError(.invalid, "The request \(R.type) cannot be encoded.", cause: error)
        }
        var header = Header(kind: .request, type: R.type, service: answerer, caller: name)
        header.flags = R.isRepeatable ? .repeatable : []
        if field != nil { header.flags.insert(.capability) }
        header.id = id
        header.trace = scope?.trace ?? .random()
        return (header, payload, MonotonicInstant.now.after(nanoseconds: nanoseconds))
    }

    /// Publishes a committed change to watchers. Never blocks and never fails; delivery is best effort.
    public func publish(_ type: MessageType, user: UserID?, id: EntityID?) {
        _ = shared.inbox.submit(.publish(MirrorUpdate(type: type, user: user, id: id)))
    }

    /// Records a span of an event for `TraceQuery`.
    /// - Parameters:
    ///   - role: `.committed` or `.consumed`.
    ///   - own: the span of the attempt for `.consumed`, 0 for `.committed`.
    ///   - peer: the event's consumer for `.committed`, its producer for `.consumed`.
    ///   - duration: the time that the step took until now.
    public func remember(
        _ role: Span.Role, _ event: EventTrace, own: UInt64, type: MessageType, peer: ServiceName, duration: Duration,
        failure: ServiceError.Code?
    ) {
        var header = Header(kind: .event, type: type, caller: name)
        guard let peer = WireName(peer) else { return }
        if role == .consumed { (header.caller, header.service) = (peer, name) } else { header.service = peer }
        header.id = RequestID(high: event.parent, low: event.span)
        header.trace = TraceContext.sampled()
        (header.trace.traceHigh, header.trace.traceLow, header.trace.span) = (
            event.trace.high, event.trace.low, event.parent
        )
        let now = MonotonicInstant.now
        let entry = SpanRing.Entry(
            role, header, own: own,
            since: MonotonicInstant(nanoseconds: now.nanoseconds - duration.wholeNanoseconds), until: now,
            waited: .zero, failure: failure)
        shared.spans.withLock { $0.append(entry) }
        configuration.export(entry, now)
    }

    /// Stream of all changes committed from now on. If the reader is slow, `missed` replaces dropped events.
    public func watch() -> AsyncStream<WatchEvent> {
        let (stream, continuation) = AsyncStream<WatchEvent>.makeStream(
            bufferingPolicy: .bufferingOldest(Watcher.buffered))
        let id = shared.nextToken()
        let inbox = shared.inbox
        if inbox.submit(.watch(id, Watcher(continuation))) {
            continuation.onTermination = { _ in _ = inbox.submit(.unwatch(id)) }
        } else {
            continuation.finish()
        }
        return stream
    }

    /// Counters of this process; at most 250 ms old.
    public var statistics: BusStatistics { shared.statistics }
}
