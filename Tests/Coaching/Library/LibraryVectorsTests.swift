import Fixtures
import Foundation
import Language
import Moments
import Testing
import TestTraits

@testable import Coaching

/// The shipped vectors against those that the sentence model computes now.
@Suite(.needs(.sentenceModel)) struct LibraryVectorsTests {
    private static let embedder = Result {
        try MiniLMEmbedder(folder: SentenceModel.folder, spare: SentenceModel.spare)
    }

    /// One row for each of `LibraryVectors.texts`, computed in this process.
    private static let computed = Task { try await embedder.get().embed(LibraryVectors.texts) }

    @Test("COA-3 the shipped vectors are those of the shipped texts")
    func shipped() async throws {
        let (embedder, texts) = (try Self.embedder.get(), LibraryVectors.texts)
        let computed = try await Self.computed.value
        if ProcessInfo.processInfo.environment["PULSUM_GENERATE"] == "1" {
            let file = LibraryVectors.file(computed, by: embedder.name)
            let url = Repository.root.appendingPathComponent("Shared/Moments/Library/vectors.bin")
            try file.write(to: url)
            // The program has the file of its build; the next one has this.
            return
        }
        let vectors = try #require(
            LibraryVectors.shipped(by: embedder.name),
            "The texts or the model changed. Run deploy/generate and commit.")
        #expect(vectors.count == texts.count && vectors.allSatisfy { $0.count == embedder.dimensions })
        for (text, (row, fresh)) in zip(texts, zip(vectors, computed)) {
            let dot = zip(row, fresh).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
            // Processors add in different orders.
            #expect(abs(dot - 1) < 1e-5, "\(text)")
        }
    }

    @Test("COA-3 COA-7 what is found for a question, and how near, does not depend on who computed the vectors")
    func retrieval() async throws {
        let embedder = try Self.embedder.get()
        let moments = Moments.shipped.moments
        let vectors = try #require(LibraryVectors.shipped(by: embedder.name))
        let computed = try await Self.computed.value
        let search = (
            Retrieval(zip(moments, vectors).map(Retrieval.Entry.init)),
            Retrieval(zip(moments, computed).map(Retrieval.Entry.init))
        )
        let index = (
            ExplanationIndex(Explanations.shipped, vectors: Array(vectors.dropFirst(moments.count))),
            ExplanationIndex(Explanations.shipped, vectors: Array(computed.dropFirst(moments.count)))
        )
        let calibration = try #require(Coverage.calibration(embedder.name))
        for question in Questions.onTopic + Questions.general + Questions.offTopic {
            let meanings = try await embedder.embed(Passages.windows(of: question))
            let found = (search.0.nearest(meanings, limit: 10), search.1.nearest(meanings, limit: 10))
            #expect(found.0.map(\.item.id) == found.1.map(\.item.id), "\(question)")
            for (left, right) in zip(found.0, found.1) { #expect(abs(left.similarity - right.similarity) < 1e-5) }
            let covered = (try #require(Coverage.similarity(found.0)), try #require(Coverage.similarity(found.1)))
            for threshold in [calibration.gate, calibration.coverage] {
                #expect((covered.0 >= threshold) == (covered.1 >= threshold), "\(question)")
            }
            #expect(
                index.0.explanation(for: question, meanings: meanings)
                    == index.1.explanation(for: question, meanings: meanings), "\(question)")
        }
    }

    /// Has the model's name and reads nothing.
    private struct Refusing: SentenceEmbedder {
        struct Asked: Error {}
        let name = "minilm-l6-v2"
        let dimensions = 384
        func read(_ texts: [String]) throws -> [SentenceReading] { throw Asked() }
    }

    @Test("A coach starts without asking the sentence model for anything")
    func start() async throws {
        let world = try await World(embedder: Refusing())
        #expect(try await world.cards().cards.isEmpty == false)
        #expect(world.coaching.shipped.moments.items.count == Moments.shipped.moments.count)
        #expect(world.coaching.shipped.explanations.nearest([Array(repeating: 1, count: 384)], limit: 3).count == 3)
    }
}
