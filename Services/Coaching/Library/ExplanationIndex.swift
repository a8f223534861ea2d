import Language
import Moments
import Questions

/// Finds the explanation that a question asks for: by the words that people ask with, and by meaning (COA-3).
struct ExplanationIndex: Sendable {
    struct Match: Sendable, Equatable {
        var explanation: Explanation
        /// 1/(1 + L2 distance), 0 … 1.
        var similarity: Double
    }

    /// What a question asks for, and the longest phrase that said so; nil if only the meaning did.
    struct Found: Sendable, Equatable {
        var explanation: Explanation
        var phrase: String?
    }

    /// Without a phrase the meaning must be this near. Questions that the library answers lie above it, others below
    /// (`ExplanationIndexTests`).
    static let nearEnough = 0.52
    /// A phrase counts if its explanation is among so many of the nearest by meaning.
    private static let nearest = 20

    private let entries: [(explanation: Explanation, vector: [Float])]
    /// Folded phrases of every entry.
    private let phrases: [[String]]

    /// - Parameter vectors: of the explanations' `searchText`, in their order.
    init(_ explanations: [Explanation], vectors: [[Float]]) {
        entries = Array(zip(explanations, vectors))
        phrases = explanations.map { entry in
            Set(
                (entry.tags + [entry.english.title, entry.german.title]).map {
                    FoldedText($0).words.joined(separator: " ")
                }
            ).sorted()
        }
    }

    /// The explanations nearest to any of the vectors, most similar first; ties by id.
    func nearest(_ vectors: [[Float]], limit: Int) -> [Match] {
        let matches = entries.compactMap { entry in
            vectors.compactMap { Retrieval.similarity(entry.vector, $0) }.max().map {
                Match(explanation: entry.explanation, similarity: $0)
            }
        }
        return Array(
            matches.sorted { ($1.similarity, $0.explanation.id) < ($0.similarity, $1.explanation.id) }
                .prefix(max(0, limit)))
    }

    /// What a question asks for.
    /// - Parameters:
    ///   - meanings: vectors of the question; nil if it could not be embedded or the embedder does not read its
    ///     language. Phrases alone decide then.
    func explanation(for question: String, meanings: [[Float]]?) -> Found? {
        let text = FoldedText(question)
        let near = meanings.map { nearest($0, limit: Self.nearest) }
        var best: (found: Found, weight: Int)?
        for (entry, phrases) in zip(entries, phrases) {
            let named = phrases.filter { phrase in
                ["", "s", "n", "en", "e"].contains { text.has(phrase + $0) }
            }
            guard let longest = named.max(by: { $0.count < $1.count }) else { continue }
            // A word of everyday life, such as “water”, names an entry only where the meaning agrees.
            if let near, !near.contains(where: { $0.explanation.id == entry.explanation.id }) { continue }
            let weight = named.map(\.count).reduce(0, +)
            if weight > best?.weight ?? 0 { best = (Found(explanation: entry.explanation, phrase: longest), weight) }
        }
        if let best { return best.found }
        return near?.first.flatMap { match in
            match.similarity >= Self.nearEnough ? Found(explanation: match.explanation) : nil
        }
    }
}
