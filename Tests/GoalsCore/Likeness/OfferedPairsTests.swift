import Fixtures
import Foundation
import Language
import Localization
import Testing

@testable import GoalsCore

/// Pairs of English titles of goals, actions and values with the judgement of a person, in the folder `Pairs`, written
/// before the rules: `same` is one thing in other words; `similar` is near enough that someone who is about to save one
/// wants to see the other; `different` is neither. In `TitlePairs`, `similar` is stricter: related, but two things.
///
/// Vocabulary and thresholds were chosen on `tuning.json` and `TitlePairs`. `measured.json` was measured only.
@Suite struct OfferedPairsTests {
    private static func pairs(_ name: String) throws -> [TitlePair] {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "Pairs/\(name).json")
        return try JSONDecoder().decode([TitlePair].self, from: Data(contentsOf: url))
    }

    @Test("GOL-3: the two sets have 150 and 200 pairs, a third of each relation, and no pair in common")
    func sets() throws {
        var seen: Set<Set<String>> = []
        for (name, count) in [("tuning", 150), ("measured", 200)] {
            let pairs = try Self.pairs(name)
            #expect(pairs.count == count)
            for relation in [TitlePair.Relation.same, .similar, .different] {
                #expect(abs(pairs.count { $0.relation == relation } * 3 - count) <= 3)
            }
            for pair in pairs { #expect(seen.insert([pair.one.lowercased(), pair.other.lowercased()]).inserted) }
        }
    }

    /// Reached: 97.2 % of those found are alike, and 77.6 % of those alike are found. With the rules for pairs that are
    /// the same (the bar before) it was 100 % and 35.1 %.
    @Test(
        "GOL-3: of 200 pairs that nothing was chosen on, 95 % of those found are alike, and 75 % of those alike are found",
        .enabled(if: SentenceModel.isInstalled, "\(SentenceModel.hint)"))
    func measured() async throws {
        let embedder = try MiniLMEmbedder(folder: SentenceModel.folder, spare: SentenceModel.spare)
        let measure = try await Self.measure("measured", embedder)
        #expect(measure.precision >= 0.95 && measure.recall >= 0.75, "\(measure)")
    }

    private static func measure(_ name: String, _ embedder: MiniLMEmbedder) async throws -> LikenessMeasure {
        var measure = LikenessMeasure()
        for pair in try pairs(name) {
            let vectors = try await embedder.embed([pair.one, pair.other])
            let cosine = Double(zip(vectors[0], vectors[1]).reduce(0) { $0 + $1.0 * $1.1 })
            let likeness = Likeness.of(
                TitleForm(pair.one, language: .english), TitleForm(pair.other, language: .english),
                language: .english
            ) { cosine }
            measure.add(pair, isAlike: likeness != nil, offered: [.same, .similar])
        }
        return measure
    }
}
