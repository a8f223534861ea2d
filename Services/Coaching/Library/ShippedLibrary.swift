import Language
import Moments
import Synchronization

/// The shipped library, opened for search.
struct ShippedLibrary: Sendable {
    /// The moments with their vectors.
    let moments: Retrieval
    /// The moments by the words of their German texts.
    let germanMoments: WordIndex<MicroMoment>
    /// The explanations with their vectors.
    let explanations: ExplanationIndex

    /// - Parameter vectors: of `LibraryVectors.texts`, in their order.
    init(vectors: [[Float]]) {
        let moments = Moments.shipped.moments
        self.moments = Retrieval(zip(moments, vectors).map(Retrieval.Entry.init))
        germanMoments = WordIndex(
            moments.map { moment in
                let texts = moment.texts(inGerman: true)
                return (moment, [texts.title], [texts.body, texts.action].compactMap { $0 })
            })
        explanations = ExplanationIndex(Explanations.shipped, vectors: Array(vectors.dropFirst(moments.count)))
    }
}

/// Opens the shipped library for the first message after a start, not for the start.
final class ShippedLibraryOpener: Sendable {
    private let opened = Mutex<ShippedLibrary?>(nil)
    private let vectors: @Sendable () -> [[Float]]

    /// - Throws: the embedder's error: without vectors of its own, retrieval is impossible.
    init(_ embedder: any SentenceEmbedder) async throws {
        let name = embedder.name
        if LibraryVectors.areShipped(for: name) {
            // The digest covers the rows, so they are there.
            vectors = { LibraryVectors.shipped(by: name) ?? [] }
        } else if let embedder = embedder as? HashingEmbedder {
            vectors = { embedder.embed(LibraryVectors.texts) }
        } else {
            let vectors = try await embedder.embed(LibraryVectors.texts)
            self.vectors = { vectors }
        }
    }

    /// The library; the first caller opens it, others wait meanwhile.
    var library: ShippedLibrary {
        opened.withLock { opened in
            let library = opened ?? ShippedLibrary(vectors: vectors())
            opened = library
            return library
        }
    }
}
