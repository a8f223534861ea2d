import Fixtures
import Foundation
import Language
import Localization
import TestTraits
import Testing

@testable import GoalsCore

/// Pairs of titles of goals, actions and values with the judgement of a person, in the folder `Pairs`, written before the
/// rules: `same` is one thing in other words; `similar` is near enough that someone who is about to save one wants to see
/// the other; `different` is neither. In `TitlePairs`, `similar` is stricter: related, but two things.
///
/// Vocabulary and thresholds were chosen on `tuning.json` (English), `tuning-both.json` (English and German) and
/// `TitlePairs`. `measured.json` (English) and `blind.json` (English and German) were measured only.
@Suite struct OfferedPairsTests {
    private static func pairs(_ name: String) throws -> [TitlePair] {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "Pairs/\(name).json")
        return try JSONDecoder().decode([TitlePair].self, from: Data(contentsOf: url))
    }

    @Test("GOL-3: every set has a third of each relation, and no pair is in two sets")
    func sets() throws {
        var seen: Set<Set<String>> = []
        for (name, count) in [("tuning", 150), ("tuning-both", 360), ("measured", 200), ("blind", 200)] {
            let pairs = try Self.pairs(name)
            #expect(pairs.count == count)
            for relation in [TitlePair.Relation.same, .similar, .different] {
                #expect(abs(pairs.count { $0.relation == relation } * 3 - count) <= 3)
            }
            for pair in pairs { #expect(seen.insert([pair.one.lowercased(), pair.other.lowercased()]).inserted) }
        }
    }

    /// Reached: 97.6 % of those found are alike, and 89.6 % of those alike are found.
    @Test(
        "GOL-3: of 200 pairs that nothing was chosen on, 95 % of those found are alike, and 80 % of those alike are found",
        .needs(.sentenceModel))
    func measured() async throws {
        let measure = try await Self.measure("measured", .english)
        #expect(measure.precision >= 0.95 && measure.recall >= 0.8, "\(measure)")
    }

    /// Harder pairs: most of the similar ones share no word. Reached: 98.4 % and 70.0 %.
    @Test(
        "GOL-3: of 134 English pairs written later, 95 % of those found are alike, and 65 % of those alike are found",
        .needs(.sentenceModel))
    func blind() async throws {
        let measure = try await Self.measure("blind", .english)
        #expect(measure.precision >= 0.95 && measure.recall >= 0.65, "\(measure)")
    }

    /// Reached: 100 % and 59.1 %, of the same ones 86.4 %.
    @Test("GOL-3: of 66 German pairs 95 % of those found are alike, and 55 % of those alike are found, without a model")
    func german() async throws {
        let measure = try await Self.measure("blind", .german)
        #expect(measure.precision >= 0.95 && measure.recall >= 0.55, "\(measure)")
    }

    private static func measure(_ name: String, _ language: Localization.Language) async throws -> LikenessMeasure {
        let embedder =
            language == .english ? try MiniLMEmbedder(folder: SentenceModel.folder, spare: SentenceModel.spare) : nil
        var measure = LikenessMeasure()
        for pair in try pairs(name) where pair.language ?? .english == language {
            let vectors = try await embedder?.embed([pair.one, pair.other])
            let cosine = vectors.map { Double(zip($0[0], $0[1]).reduce(0) { $0 + $1.0 * $1.1 }) }
            let likeness = Likeness.of(
                TitleForm(pair.one, language: language), TitleForm(pair.other, language: language), language: language
            ) { cosine }
            measure.add(pair, isAlike: likeness != nil, offered: [.same, .similar])
        }
        return measure
    }
}
