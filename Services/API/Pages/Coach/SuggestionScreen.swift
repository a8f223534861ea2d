import Foundation
import Messages

/// A suggestion as pages show it.
struct Suggestion: Sendable {
    let address: String
    let title: String
    let body: String
    /// BCP 47 language of the texts.
    let language: String
    let why: String?
    let caution: String?
    let minutes: String?
    /// Evidence in words, such as “well studied”.
    let evidence: String
    /// A sentence for a postponed suggestion; nil for a new one.
    var state: String?

    init(_ card: Card, _ reader: Reader) {
        address = SuggestionScreen.address(card.moment)
        (title, body, why) = (card.title, card.body, card.why)
        caution = card.caution ?? card.cautions.first
        language = card.language ?? "en"
        minutes = card.estimatedSeconds.map {
            reader.words("today.minutes", ["minutes": "\(max(1, Int(($0 + 30) / 60)))"])
        }
        evidence = reader.words("today.evidence.\(card.badge)")
    }
}

/// One suggestion in full: audience, cautions, source and the reason for the choice.
public struct SuggestionScreen: Screen {
    public static let template = "suggestion-detail"
    public let title: String
    let suggestion: Suggestion
    let detail: String?
    let audience: [String]
    let cautions: [String]
    let hasCautions: Bool
    /// “Review · 2019 · well studied”. Not `evidence`, which within the suggestion is the suggestion's own.
    let sourceFacts: String
    /// Title of the source as published; its address where the library states no title.
    let source: String?
    let sourceAddress: String?
    /// Describes the days after such a suggestion; nil with too few days to compare.
    let outcome: String?

    public init(_ card: Card, for reader: Reader) {
        let words = reader.words
        suggestion = Suggestion(card, reader)
        (title, detail, audience, outcome) = (card.title, card.detail, card.audience, card.outcome)
        // The day's caution is first; the library's follow.
        cautions = ([card.caution].compactMap { $0 } + card.cautions).reduce(into: []) { list, caution in
            if !list.contains(caution) { list.append(caution) }
        }
        hasCautions = !cautions.isEmpty
        sourceFacts = [
            card.sourceKind.map { words("library.source.\($0)") }, card.sourceYear.map { "\($0)" },
            suggestion.evidence,
        ]
        .compactMap { $0 }.joined(separator: " · ")
        sourceAddress = card.sourceURL.flatMap { $0.hasPrefix("https://") ? $0 : nil }
        source = card.sourceTitle ?? sourceAddress
    }

    /// The page of a suggestion.
    public static func address(_ moment: String) -> String {
        let segment = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "/"))
        return "/suggestions/" + (moment.addingPercentEncoding(withAllowedCharacters: segment) ?? "")
    }
}
