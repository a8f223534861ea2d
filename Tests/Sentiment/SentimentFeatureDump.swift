import Fixtures
import Foundation
import Language
import Testing

@testable import Sentiment

/// Writes the training features of the sentiment and topic heads, computed by the production code. Runs only for
/// `deploy/train`.
@Suite(.enabled(if: FeatureDump.isAsked("language"))) struct LanguageFeatureDump {
    struct Row: Decodable { var text: String }
    struct Features: Encodable {
        /// Meaning and wording, own valences, writing, and VADER's valences where they are installed; little-endian
        /// 32-bit floats in base 64.
        var features: Data
        var lexicon: Double?
        /// True if the text contains a phrase that steers a language model.
        var steers: Bool
    }

    @Test("Features of every text, for training")
    func dump() async throws {
        let embedder = try MiniLMEmbedder(folder: SentenceModel.folder, spare: SentenceModel.spare)
        let own = SentimentFeatures(valences: ValenceList.own)
        let vader = ValenceList.vader(folder: SentenceModel.folder).map(SentimentFeatures.init)
        let lexicon = LexiconSentiment()
        try await FeatureDump.run("language") { (row: Row) in
            let values =
                try await embedder.read(row.text).features + own.of(row.text) + SentimentFeatures.writing(of: row.text)
                + (vader?.of(row.text) ?? [])
            return Features(
                features: values.withUnsafeBytes { Data($0) }, lexicon: lexicon.score(row.text),
                steers: InjectionDetector.hasPhrase(row.text))
        }
    }
}
