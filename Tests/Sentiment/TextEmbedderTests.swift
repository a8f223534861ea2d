import Fixtures
import Language
import Messages
import TestTraits
import Testing

@testable import Sentiment

/// Embeddings for services without the sentence model.
@Suite struct TextEmbedderTests {
    private let user = UserID.random()

    private func code(_ embedder: TextEmbedder, _ texts: [String]) async -> ServiceError.Code? {
        do {
            _ = try await embedder.embed(EmbedTexts(user: user, texts: texts))
            return nil
        } catch { return (error as? ServiceError)?.code }
    }

    @Test("GOL-3: one embedding per text, in order, within a rounding of the model's")
    func embedded() async throws {
        let model = HashingEmbedder()
        let texts = ["Run a marathon", "", "Run a half marathon", "Tidy the attic"]
        let reply = try await TextEmbedder(model: model).embed(EmbedTexts(user: user, texts: texts))
        let exact = model.read(texts).map(\.meaning)
        #expect(reply.model == model.name && reply.embeddings.count == 4)
        #expect(reply.embeddings[0].cosine(reply.embeddings[1]) == nil, "nothing was found in an empty text")
        for (one, other) in [(0, 2), (0, 3), (2, 3)] {
            let cosine = Double(zip(exact[one], exact[other]).reduce(0) { $0 + $1.0 * $1.1 })
            #expect(abs(try #require(reply.embeddings[one].cosine(reply.embeddings[other])) - cosine) < 0.005)
        }
    }

    @Test("GOL-3: too many, too long and no texts are refused; without the model the reply says so")
    func refused() async throws {
        let embedder = TextEmbedder(model: HashingEmbedder())
        #expect(await code(embedder, []) == .invalid)
        #expect(await code(embedder, Array(repeating: "a", count: 51)) == .invalid)
        #expect(await code(embedder, Array(repeating: "a", count: 50)) == nil)
        #expect(await code(embedder, [String(repeating: "é", count: 501)]) == .invalid)
        #expect(await code(embedder, [String(repeating: "é", count: 500)]) == nil)
        #expect(await code(embedder, ["e" + String(repeating: "\u{301}", count: 1_000)]) == .invalid)
        #expect(await code(TextEmbedder(model: nil), ["a"]) == .unavailable)
    }

    @Test(
        "GOL-3: rounding to bytes moves the cosines of the sentence model by less than 0.005",
        .needs(.sentenceModel))
    func rounded() async throws {
        let model = try MiniLMEmbedder(folder: SentenceModel.folder, spare: SentenceModel.spare)
        let texts = [
            "Run a marathon", "Run a half marathon", "Tidy the attic", "Quit smoking", "Stop smoking", "Family",
        ]
        let exact = try await model.embed(texts)
        let rounded = try await TextEmbedder(model: model).embed(EmbedTexts(user: user, texts: texts)).embeddings
        for one in texts.indices {
            for other in texts.indices {
                let cosine = Double(zip(exact[one], exact[other]).reduce(0) { $0 + $1.0 * $1.1 })
                #expect(abs(try #require(rounded[one].cosine(rounded[other])) - cosine) < 0.005)
            }
        }
    }
}
