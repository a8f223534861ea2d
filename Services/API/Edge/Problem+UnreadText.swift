import CrisisCards

extension CrisisFallback {
    /// As `reading`, for an answer over HTTP.
    /// - Throws: `Problem` with the crisis card, in place of `UnreadText`.
    func answering<Reply>(_ text: String, _ perform: () async throws -> Reply) async throws -> Reply {
        do {
            return try await reading(text, perform)
        } catch let unread as UnreadText {
            var problem = Problem(unread.error)
            problem.crisis = unread.card
            throw problem
        }
    }
}
