import Bus
import Messages
import Synchronization

/// A bus whose services are closures. A request without one fails as if its service were away.
final class FakeBus: Requesting {
    private struct State: Sendable {
        var answers: [MessageType: @Sendable (any BusRequest) throws -> any Sendable] = [:]
        var sent: [(request: any BusRequest, id: RequestID)] = []
    }
    private let state = Mutex(State())

    func on<R: BusRequest>(_ type: R.Type, _ answer: @escaping @Sendable (R) throws -> R.Reply) {
        state.withLock { state in
            state.answers[R.type] = { request in
                guard let request = request as? R else { throw ServiceError(.failed, "Another type.") }
                return try answer(request)
            }
        }
    }

    /// Safety finds a crisis in every text.
    func findsCrisis() {
        on(Classify.self) { _ in Verdict(level: .crisis, reason: .selfHarm) }
    }

    /// The requests of a type, the first one first.
    func sent<R: BusRequest>(_ type: R.Type) -> [R] { state.withLock { $0.sent.compactMap { $0.request as? R } } }

    /// Number of requests of all types.
    var count: Int { state.withLock { $0.sent.count } }

    /// Their ids.
    func ids<R: BusRequest>(_ type: R.Type) -> [RequestID] {
        state.withLock { $0.sent.filter { $0.request is R }.map(\.id) }
    }

    func request<R: BusRequest>(_ request: R, to service: ServiceName?, id: RequestID, budget: Duration?) async throws
        -> R.Reply
    {
        let answer = state.withLock { state in
            state.sent.append((request, id))
            return state.answers[R.type]
        }
        guard let reply = try answer?(request) as? R.Reply else {
            throw ServiceError(.unavailable, "The service does not answer.")
        }
        return reply
    }
}
