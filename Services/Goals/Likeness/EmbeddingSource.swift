import Bus
import Logging
import Messages
import Synchronization

/// Asks sentiment for embeddings of titles. This service holds no sentence model, which would take 90 MB in every
/// installation. After a failure it asks nobody for a while, so that people do not wait each time.
final class EmbeddingSource: Sendable {
    /// Milliseconds without requests after a failure.
    static let rest: Milliseconds = 30_000

    private let bus: any Requesting
    private let log: Logger
    private let restsUntil = Mutex<Milliseconds>(0)

    init(bus: any Requesting, log: Logger) { (self.bus, self.log) = (bus, log) }

    /// The embeddings of texts that safety judged.
    /// - Returns: nil if sentiment or its model is away.
    /// - Throws: `ServiceError`: `cancelled`, `erased`.
    func embeddings(of texts: [String], for user: UserID, now: Milliseconds) async throws -> EmbedTexts.Reply? {
        guard restsUntil.withLock({ now >= $0 || now < $0 - Self.rest }) else { return nil }
        do {
            let reply = try await bus.request(EmbedTexts(user: user, texts: texts), budget: EmbedTexts.budget)
            guard reply.embeddings.count == texts.count else {
                throw ServiceError(.failed, "Sentiment did not embed every text.")
            }
            return reply
        } catch {
            let code = (error as? ServiceError)?.code
            if code == .cancelled || code == .erased || error is CancellationError { throw error }
            if code == .unavailable || code == .timeout { restsUntil.withLock { $0 = now + Self.rest } }
            // Never logs the error's text, because it could quote the person.
            log.notice(
                "Titles were compared by form only, because none were embedded.",
                metadata: ["error": "\(ServiceError.logText(error))"])
            return nil
        }
    }
}
