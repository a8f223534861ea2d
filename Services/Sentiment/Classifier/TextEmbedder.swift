import Language
import Messages

/// Embeds texts of services that hold no sentence model. It keeps nothing of them.
struct TextEmbedder: Sendable {
    /// nil in an installation without the sentence model. A hashing embedder is no substitute: it compares spellings.
    let model: (any SentenceEmbedder)?

    /// - Throws: errors as of `EmbedTexts`.
    func embed(_ request: EmbedTexts) async throws -> EmbedTexts.Reply {
        guard (1...EmbedTexts.maximumTexts).contains(request.texts.count) else {
            throw ServiceError(.invalid, "Between 1 and \(EmbedTexts.maximumTexts) texts are embedded at once.")
        }
        // One visible character may have many scalars, and the model reads all of them.
        guard
            request.texts.allSatisfy({
                $0.count <= EmbedTexts.maximumCharacters && $0.unicodeScalars.count <= 2 * EmbedTexts.maximumCharacters
            })
        else {
            throw ServiceError(
                .invalid, "A text to embed has at most \(EmbedTexts.maximumCharacters) characters; shorten it.")
        }
        guard let model else {
            throw ServiceError(
                .unavailable, "This installation runs without its sentence model; deploy/model fetches it.")
        }
        do {
            let vectors = try await model.embed(request.texts)
            return EmbedTexts.Reply(model: model.name, embeddings: vectors.map(TextEmbedding.init))
        } catch {
            throw ServiceError(.failed, "The sentence model failed; ask again later.", cause: error)
        }
    }
}
