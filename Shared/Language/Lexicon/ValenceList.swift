#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Sources of word valences.
package enum ValenceList {
    /// Name of VADER's file, in the folder of the sentence model, as `deploy/model` installs it.
    package static let fileName = "vader_lexicon.txt"

    /// Valences of our own words, emoji and emoticons.
    package static let own: [String: Double] = SentimentLexicon.shared.valences
        .merging(WordList.sentiment.numbers("emoticons")) { first, _ in first }

    /// VADER's valences (Hutto & Gilbert 2014, MIT), with our emoji added. Lines are tab-separated: token, mean rating
    /// −4 … 4, deviation, ratings.
    /// - Returns: nil if the file is absent or has no such lines.
    package static func vader(folder: String) -> [String: Double]? {
        guard let text = try? String(contentsOfFile: folder + "/" + fileName, encoding: .utf8) else { return nil }
        var valences: [String: Double] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let fields = line.split(separator: "\t")
            if fields.count >= 2, let valence = Double(fields[1]), abs(valence) <= 4 {
                valences[Folding.fold(String(fields[0]))] = valence
            }
        }
        return valences.count < 1_000 ? nil : valences.merging(SentimentLexicon.emojiValences) { first, _ in first }
    }
}
