import Messages

/// Sends requests to services: the bus in production, a double in tests.
public protocol Requesting: Sendable {
    /// Sends a request and returns its reply.
    /// - Parameters:
    ///   - service: the answering service; nil for the type's own.
    ///   - id: the request's identifier; a retry of a command must reuse it.
    ///   - budget: timeout; nil for the type's own. Inside a handler it is capped at the handler's remaining time.
    /// - Throws: `ServiceError` only.
    func request<R: BusRequest>(_ request: R, to service: ServiceName?, id: RequestID, budget: Duration?) async throws
        -> R.Reply
}

extension Requesting {
    /// `request` with default arguments.
    public func request<R: BusRequest>(
        _ request: R, to service: ServiceName? = nil, id: RequestID = .fresh(), budget: Duration? = nil
    ) async throws -> R.Reply {
        try await self.request(request, to: service, id: id, budget: budget)
    }

    /// Like `request`, but retries while a queue is full, for work that can wait. Each retry reuses the id and waits
    /// for the requested pause, doubled each time up to 16-fold, with a random factor of 0.5 to 1.5 so that callers
    /// refused together do not return together.
    /// - Parameter timeout: time limit over all attempts; each attempt has the type's budget.
    /// - Throws: `ServiceError` only; `busy` after the time limit.
    public func requestRetrying<R: BusRequest>(
        _ request: R, to service: ServiceName? = nil, id: RequestID = .fresh(), budget: Duration? = nil,
        timeout: Duration
    ) async throws -> R.Reply {
        let end = ContinuousClock.now + timeout
        var factor = 1.0
        while true {
            do {
                return try await self.request(request, to: service, id: id, budget: budget)
            } catch let error as ServiceError where error.code == .busy {
                let pause = Duration.milliseconds(error.retryAfter ?? 250) * (factor * .random(in: 0.5...1.5))
                guard ContinuousClock.now + pause < end else { throw error }
                factor = min(factor * 2, 16)
                do {
                    try await Task.sleep(for: pause)
                } catch {
                    throw ServiceError(.cancelled, "The request was cancelled by its caller.")
                }
            }
        }
    }
}
