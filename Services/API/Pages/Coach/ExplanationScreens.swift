import Foundation
import Localization
import Messages
import Moments

/// The explanations of the shipped library by topic.
public struct ExplanationsScreen: Screen {
    public static let template = "explanations"
    public let title: String
    let topics: [Topics]

    struct Topics: Sendable {
        let name: String
        let entries: [Entry]
    }

    struct Entry: Sendable {
        let title: String
        let address: String
    }

    public init(_ explanations: [Explanation] = Explanations.shipped, for reader: Reader) {
        title = reader.words("library.explanations")
        let order = Topic.names.map(\.value)
        topics = order.compactMap { topic in
            let entries = explanations.filter { $0.topics.first == topic }
                .map {
                    Entry(title: $0.texts(reader.settings.language).title, address: ExplanationScreen.address($0.id))
                }
                .sorted { $0.title.localizedStandardCompare($1.title) == .orderedAscending }
            return entries.isEmpty ? nil : Topics(name: reader.words("library.topic.\(topic)"), entries: entries)
        }
    }
}

/// One explanation with its cautions and its source.
public struct ExplanationScreen: Screen {
    public static let template = "explanation"
    public let title: String
    let parts: [Part]
    let cautions: [String]
    let hasCautions: Bool
    /// “Review, 2019, well studied”.
    let evidence: String
    let sourceTitle: String
    let identifier: String
    let address: String

    struct Part: Sendable {
        let heading: String
        let text: String
    }

    public init(_ explanation: Explanation, for reader: Reader) {
        let (words, texts) = (reader.words, explanation.texts(reader.settings.language))
        title = texts.title
        parts = [
            ("what", texts.what), ("moves", texts.moves), ("limits", texts.limits), ("tryThis", texts.tryThis),
        ]
        .map { Part(heading: words("library.explanation.\($0.0)"), text: $0.1) }
        cautions = explanation.cautions.map { words("library.caution.\($0)") }
        hasCautions = !cautions.isEmpty
        let source = explanation.source
        evidence = [
            words("library.source.\(source.kind)"), source.year.map { "\($0)" } ?? "",
            words("today.evidence.\(explanation.badge)"),
        ]
        .filter { !$0.isEmpty }.joined(separator: " · ")
        (sourceTitle, identifier, address) = (source.title, source.identifier, explanation.sourceURL)
    }

    /// The page of an explanation.
    public static func address(_ id: String) -> String {
        let segment = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "/"))
        return "/explanations/" + (id.addingPercentEncoding(withAllowedCharacters: segment) ?? "")
    }
}

extension Explanation {
    fileprivate func texts(_ language: Localization.Language) -> ExplanationTexts {
        language == .german ? german : english
    }
}
