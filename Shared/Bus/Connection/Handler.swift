import Messages

/// The executor that runs a handler.
public enum HandlerPlacement: Sendable {
    /// `PoolExecutor`, for handlers that compute or wait.
    case pool
    /// The socket thread, only for handlers that finish within microseconds or suspend immediately, such as forwarding.
    case socketThread
}

/// A type-erased handler.
struct Handler: Sendable {
    let placement: HandlerPlacement
    let run: @Sendable (Frame?, RequestContext) async throws -> Frame

    /// Runs the handler and submits its result to the socket thread.
    func answer(_ type: MessageType, _ payload: Frame?, _ context: RequestContext, _ slot: UInt64, _ inbox: Inbox) async
    {
        do {
            _ = inbox.submit(.finished(slot, try await run(payload, context), nil))
        } catch {
            _ = inbox.submit(
                .finished(slot, nil, ServiceError(handlerError: error, deadline: context.deadline, type: type)))
        }
    }

    init<R: BusRequest>(
        _ type: R.Type, _ placement: HandlerPlacement, maximumPayload: Int,
        _ body: @escaping @Sendable (R, RequestContext) async throws -> R.Reply
    ) {
        self.placement = placement
        run = { payload, context in
            // A request that waited for a thread past its budget gives its slot back without work.
            try Task.checkCancellation()
            let request = try Codec.decode(R.self, from: payload)
            let scope = CallScope(deadline: context.deadline, trace: context.trace, capabilities: context.capabilities)
            let reply = try await CallScope.$handled.withValue(scope) { try await body(request, context) }
            do {
                return try Codec.encode(reply, limit: maximumPayload)
            } catch let error as Codec.TooLarge {
                throw ServiceError(
                    .failed,
                    "The reply to \(R.type) has \(error.count) bytes, more than a message holds; it needs pages.")
            }
        }
    }
}

extension ServiceError {
    /// The error sent to the caller of a handler that threw: `ServiceError` is passed on; of any other error the text
    /// is dropped, because it may hold content; the error itself becomes the cause.
    init(handlerError error: any Error, deadline: ContinuousClock.Instant, type: MessageType) {
        switch error {
        case let error as ServiceError: self = error
        case is CancellationError:
            self =
                ContinuousClock.now >= deadline
                ? ServiceError(.timeout, "The budget was spent.")
                : ServiceError(.cancelled, "The request was cancelled.")
        default: self = ServiceError(.failed, "\(type) failed; the service's log says more.", cause: error)
        }
    }
}
