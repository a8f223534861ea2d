import Fixtures
import Foundation
import Language
import Messages
import Testing

@testable import Safety

/// Writes the trained head's features, computed by the production code. Runs only for `deploy/train`.
@Suite(.enabled(if: FeatureDump.isAsked("safety"))) struct SafetyFeatureDump {
    struct Row: Decodable { var text: String }
    struct Features: Encodable {
        var level: Int32
        var reason: Int32
        var rules: [String]
        var english: Bool
        /// Meaning and wording, then phrase features; little-endian 32-bit floats in base 64.
        var passages: [Data]
    }

    @Test("Features of every text, for training")
    func dump() async throws {
        let embedder = try MiniLMEmbedder(folder: SentenceModel.folder, spare: SentenceModel.spare)
        let classifier = SafetyClassifier()
        try await FeatureDump.run("safety") { (row: Row) in
            let verdict = classifier.classify(row.text)
            let passages = Passages.of(row.text)
            let readings = try await embedder.read(passages)
            let data = zip(passages, readings).map { passage, reading in
                let words = SafetyReader.read(passage)
                return
                    (reading.features
                    + PhraseFeatures.of(words, classifier.judge(words), isQuestion: passage.contains("?")))
                    .withUnsafeBytes { Data($0) }
            }
            return Features(
                level: verdict.level.rawValue, reason: verdict.reason?.rawValue ?? 0, rules: verdict.rules,
                english: LanguageGuess.of(row.text) == .english,
                passages: data)
        }
    }
}
