import Messages

/// Receives the partial replies and the final reply of one request.
enum ResponseSink: Sendable {
    /// One suspended caller that waits for the final reply only.
    case once(UnsafeContinuation<Frame?, any Error>)
    case stream(@Sendable (Result<Frame?, ServiceError>) -> Void, partial: @Sendable (Frame?) -> Void)

    func finish(_ result: Result<Frame?, ServiceError>) {
        switch self {
        case .once(let continuation): continuation.resume(with: result.mapError { $0 })
        case .stream(let finish, _): finish(result)
        }
    }

    func partial(_ payload: Frame?) {
        if case .stream(_, let partial) = self { partial(payload) }
    }
}

/// One committed change to publish on the mirror.
struct MirrorUpdate: Sendable {
    var type: MessageType
    var user: UserID?
    var id: EntityID?
}

/// One `watch` stream. Its buffer holds `buffered` events; a slow reader receives `missed` for the services whose
/// events were dropped.
struct Watcher: Sendable {
    static let buffered = 4_096
    let continuation: AsyncStream<WatchEvent>.Continuation
    /// Services whose events were dropped and whose `missed` has not been delivered yet.
    var missed: Set<ServiceName> = []

    init(_ continuation: AsyncStream<WatchEvent>.Continuation) { self.continuation = continuation }

    mutating func tell(_ event: WatchEvent) {
        flush()
        if missed.isEmpty, yields(event) { return }
        switch event {
        case .event(let event): missed.insert(event.service)
        case .missed(let service): missed.insert(service)
        }
    }

    mutating func flush() {
        for service in missed where yields(.missed(service)) { missed.remove(service) }
    }

    private func yields(_ event: WatchEvent) -> Bool {
        switch continuation.yield(event) {
        case .enqueued, .terminated: true
        case .dropped: false
        @unknown default: false
        }
    }
}
