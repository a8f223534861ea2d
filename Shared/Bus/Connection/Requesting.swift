import Messages

/// Somebody who can ask a service; in production the bus, in tests a double.
public protocol Requesting: Sendable {
    /// Sends a request and returns its reply.
    /// - Parameters:
    ///   - service: who answers; nil for the type's own service.
    ///   - id: the same for each retry of one command.
    ///   - budget: how long to wait; nil for the type's own. Inside a handler never longer than the handler itself has left.
    /// - Throws: `BusError` only.
    func request<R: BusRequest>(_ request: R, to service: ServiceName?, id: RequestID, budget: Duration?) async throws -> R.Reply
}

extension Requesting {
    public func request<R: BusRequest>(
        _ request: R, to service: ServiceName? = nil, id: RequestID = .fresh(), budget: Duration? = nil
    ) async throws -> R.Reply {
        try await self.request(request, to: service, id: id, budget: budget)
    }

    /// Like `request`, for work that can wait: where a queue is full it is sent again under the same id, after the pause that was asked for, doubled each time
    /// and drawn between half and one and a half of that, so that many who were refused together do not come back together.
    /// - Parameter patience: how long to go on trying, over all; each attempt has the budget of the type.
    /// - Throws: `BusError` only; `busy` once the patience is over.
    public func requestPatiently<R: BusRequest>(
        _ request: R, to service: ServiceName? = nil, id: RequestID = .fresh(), budget: Duration? = nil, patience: Duration
    ) async throws -> R.Reply {
        let end = ContinuousClock.now + patience
        var factor = 1.0
        while true {
            do {
                return try await self.request(request, to: service, id: id, budget: budget)
            } catch let error as BusError where error.code == .busy {
                let pause = Duration.milliseconds(error.retryAfter ?? 250) * (factor * .random(in: 0.5...1.5))
                guard ContinuousClock.now + pause < end else { throw error }
                factor = min(factor * 2, 16)
                do {
                    try await Task.sleep(for: pause)
                } catch {
                    throw BusError(.cancelled, "The request was cancelled by its caller.")
                }
            }
        }
    }
}
