import Bus
import Language
import Messages
import Synchronization

@testable import Sentiment

/// A bus on which sentiment's handler answers `EmbedTexts`, until it is made to fail.
final class EmbeddingBus: Requesting {
    private struct State {
        var asked: [[String]] = []
        var failure: ServiceError?
    }

    private let embedder: TextEmbedder
    private let rest: any Requesting
    private let state = Mutex(State())

    /// - Parameters:
    ///   - model: nil for an installation without the sentence model.
    ///   - rest: answers all other requests.
    init(_ model: (any SentenceEmbedder)?, otherwise rest: any Requesting) {
        (embedder, self.rest) = (TextEmbedder(model: model), rest)
    }

    /// The texts of each request to embed, in order.
    var asked: [[String]] { state.withLock { $0.asked } }
    /// The answer to each request to embed; nil for that of sentiment.
    var failure: ServiceError? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    func request<R: BusRequest>(_ request: R, to service: ServiceName?, id: RequestID, budget: Duration?) async throws
        -> R.Reply
    {
        guard let asked = request as? EmbedTexts else {
            return try await rest.request(request, to: service, id: id, budget: budget)
        }
        let failure = state.withLock { state in
            state.asked.append(asked.texts)
            return state.failure
        }
        if let failure { throw failure }
        guard let reply = try await embedder.embed(asked) as? R.Reply else {
            throw ServiceError(.failed, "The reply is of another type.")
        }
        return reply
    }
}
