import Language
import Messages
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
    /// The same for a question about one of our topics.
    static let nearEnoughForOurs = 0.40
    /// A phrase counts if its explanation is among so many of the nearest by meaning.
    private static let nearest = 20

    private let search: VectorSearch<Explanation>
    /// Each entry with its folded phrases and the words of its headings.
    private let entries: [(explanation: Explanation, phrases: [String], heads: [String])]
    /// The entries by the words of their German texts, for the embedder reads no German.
    private let german: WordIndex<Explanation>

    /// - Parameter vectors: of the explanations' `searchText`, in their order.
    init(_ explanations: [Explanation], vectors: [[Float]]) {
        search = VectorSearch(zip(explanations, vectors).map(VectorSearch.Entry.init))
        entries = explanations.map { entry in
            let phrases = (entry.tags + [entry.english.title, entry.german.title]).map {
                FoldedText($0).words.joined(separator: " ")
            }
            let heads = Set(FoldedText(entry.english.title + " " + entry.german.title).words.filter { $0.count > 3 })
            return (entry, Set(phrases).sorted(), heads.sorted())
        }
        german = WordIndex(
            explanations.map { entry in
                let texts = entry.german
                return (entry, [texts.title] + entry.tags, [texts.what, texts.moves, texts.limits])
            })
    }

    /// The topic of the entry whose German words a question shares; nil if none is near.
    func topic(of question: String) -> Topic? { german.best(for: FoldedText(question).words)?.topics.first }

    /// The explanations nearest to any of the vectors, most similar first; ties by id.
    func nearest(_ vectors: [[Float]], limit: Int) -> [VectorSearch<Explanation>.Match] {
        search.nearest(vectors, limit: limit)
    }

    /// What a question asks for.
    /// - Parameters:
    ///   - meanings: vectors of the question; nil if it could not be embedded or the embedder does not read its
    ///     language. Phrases and, in German, shared words decide then.
    ///   - inGerman: whether the question is German.
    ///   - isOurs: whether the question is known to be about our topics; a vaguer likeness is enough then.
    func explanation(
        for question: String, inGerman: Bool = false, isOurs: Bool = false, meanings: [[Float]]?
    ) -> Found? {
        let text = FoldedText(question)
        let near = meanings.map { nearest($0, limit: Self.nearest) }
        var best: (found: Found, weight: Int)?
        for (entry, phrases, heads) in entries {
            let named = phrases.filter { phrase in
                ["", "s", "n", "en", "e"].contains { text.has(phrase + $0) }
            }
            guard let longest = named.max(by: { $0.count < $1.count }) else { continue }
            // A word of everyday life, such as “water”, names an entry only where the meaning agrees.
            if let near, !near.contains(where: { $0.item.id == entry.id }) { continue }
            // Words of its heading next to the phrase speak for it too: “resting pulse in winter”.
            let beside = heads.filter { head in
                text.words.contains(head) && !named.contains { FoldedText($0).has(head) }
            }
            let weight = (named + beside).map(\.count).reduce(0, +)
            if weight > best?.weight ?? 0 { best = (Found(explanation: entry, phrase: longest), weight) }
        }
        if let best { return best.found }
        if inGerman { return german.best(for: text.words).map { Found(explanation: $0) } }
        return near?.first.flatMap { match in
            match.similarity >= (isOurs ? Self.nearEnoughForOurs : Self.nearEnough)
                ? Found(explanation: match.item) : nil
        }
    }
}
