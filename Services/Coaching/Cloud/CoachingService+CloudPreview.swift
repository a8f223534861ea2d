import Messages
import Moments

extension CoachingService {
    /// What a chat message about a topic would send to the cloud model now: the same request that the chat builds, which
    /// the gateway words and does not send. A message has no part in it (GAT-3), so none is needed.
    func cloudPreview(_ query: CloudPreview) async throws -> PreviewedCall {
        let state = try await store.read {
            try $0.check(query.user)
            return try CoachRows(user: query.user, transaction: $0).state()
        }
        let signals = state.signals?.current(on: query.today)
        let topic = query.topic ?? signals?.strongest?.signal.entry?.topic ?? .sleep
        let moment = CardDeck.rank(
            Moments.shipped.moments.filter { $0.topic == topic }, state: state, signals: signals, at: query.at
        ) { _ in 0 }.first?.moment
        let phrase = PhraseWriter.request(
            user: query.user, intent: Intent(topic: topic, isNamed: query.topic != nil, isCovered: true),
            signals: signals, moment: moment,
            hasRecentCompletion: state.hasRecentCompletion(at: query.at))
        return try await bus.request(PhrasePreview(user: query.user, phrase: phrase))
    }
}
