import Language
import Moments
import Questions

/// Finds the explanation that a question asks for: by the words that people ask with, and by meaning (COA-3).
struct ExplanationIndex: Sendable {
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

    private let search: VectorSearch<Explanation>
    /// Each entry with its folded phrases.
    private let entries: [(explanation: Explanation, phrases: [String])]

    /// - Parameter vectors: of the explanations' `searchText`, in their order.
    init(_ explanations: [Explanation], vectors: [[Float]]) {
        search = VectorSearch(zip(explanations, vectors).map(VectorSearch.Entry.init))
        entries = explanations.map { entry in
            let phrases = (entry.tags + [entry.english.title, entry.german.title]).map {
                FoldedText($0).words.joined(separator: " ")
            }
            return (entry, Set(phrases).sorted())
        }
    }

    /// The explanations nearest to any of the vectors, most similar first; ties by id.
    func nearest(_ vectors: [[Float]], limit: Int) -> [VectorSearch<Explanation>.Match] {
        search.nearest(vectors, limit: limit)
    }

    /// What a question asks for.
    /// - Parameters:
    ///   - meanings: vectors of the question; nil if it could not be embedded or the embedder does not read its
    ///     language. Phrases alone decide then.
    func explanation(for question: String, meanings: [[Float]]?) -> Found? {
        let text = FoldedText(question)
        let near = meanings.map { nearest($0, limit: Self.nearest) }
        var best: (found: Found, weight: Int)?
        for (entry, phrases) in entries {
            let named = phrases.filter { phrase in
                ["", "s", "n", "en", "e"].contains { text.has(phrase + $0) }
            }
            guard let longest = named.max(by: { $0.count < $1.count }) else { continue }
            // A word of everyday life, such as “water”, names an entry only where the meaning agrees.
            if let near, !near.contains(where: { $0.item.id == entry.id }) { continue }
            let weight = named.map(\.count).reduce(0, +)
            if weight > best?.weight ?? 0 { best = (Found(explanation: entry, phrase: longest), weight) }
        }
        if let best { return best.found }
        return near?.first.flatMap { match in
            match.similarity >= Self.nearEnough ? Found(explanation: match.item) : nil
        }
    }
}
