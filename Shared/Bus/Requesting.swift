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
}
