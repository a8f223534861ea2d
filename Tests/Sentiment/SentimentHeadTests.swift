import Fixtures
import Language
import TestTraits
import Testing

@testable import Sentiment

@Suite struct SentimentHeadTests {
    @Test(
        "SEN-3 The trained sentiment head hears negation, contrast and context; German is left to the lexicon",
        .needs(.sentenceModel))
    func sentiment() async throws {
        let embedder = try MiniLMEmbedder(folder: SentenceModel.folder, spare: SentenceModel.spare)
        // With VADER's valences if they are installed, and without.
        for folder in [SentenceModel.folder, "/nonexistent"] {
            let head = try #require(SentimentHead(embedder: embedder.name, folder: folder))
            func score(_ text: String) async throws -> Double? { head.score(text, try await embedder.read(text)) }
            let good = try #require(try await score("I had a wonderful day with my friends at the lake"))
            let bad = try #require(try await score("Everything went wrong today and I feel miserable"))
            let not = try #require(try await score("It was not a good day at all"))
            #expect(good > 0.5 && bad < -0.5 && not < -0.2)
            #expect([good, bad, not].allSatisfy { (-1...1).contains($0) })
            #expect(try await score("Heute war ein schöner Tag, ich bin glücklich") == nil)
            #expect(try await score("") == nil)
        }
        #expect(SentimentHead(embedder: HashingEmbedder().name, folder: SentenceModel.folder) == nil)
    }
}
