import Foundation
import Messages

extension LibraryParser {
    /// The explanations of a file.
    public struct ExplanationResult: Sendable {
        /// In the file's order; ids are unique.
        public var explanations: [Explanation]
        /// Number of skipped entries by reason: `malformed`, `incomplete`, `advertising`, `duplicate`.
        public var skipped: [String: Int64]
    }

    /// Parses the explanations of a library file, whose episodes have `explanations[]` in addition to or instead of
    /// `recommendations[]`. Unlike suggestions they are read strictly: both languages, a topic and a complete source
    /// are required, because an explanation without them cannot be checked by a person. O(size of the file).
    /// - Parameters:
    ///   - json: the file's bytes.
    ///   - prefix: prepended to every id, so that libraries cannot use each other's ids.
    /// - Throws: `Failure`.
    public static func explanations(_ json: some Collection<UInt8>, prefix: String) throws -> ExplanationResult {
        guard let episodes = try? JSONDecoder().decode([Lossy<Episode>].self, from: Data(json)) else {
            throw Failure.notALibrary
        }
        let entries = episodes.flatMap { $0.value?.explanations ?? [] }
        guard entries.count <= maximumEntries else { throw Failure.tooManyEntries }
        var result = ExplanationResult(explanations: [], skipped: [:])
        var ids: Set<String> = []
        for entry in entries {
            switch explanation(entry.value, prefix: prefix) {
            case .success(let explanation) where ids.insert(explanation.id).inserted:
                result.explanations.append(explanation)
            case .success: result.skipped["duplicate", default: 0] += 1
            case .failure(let reason): result.skipped[reason.name, default: 0] += 1
            }
        }
        return result
    }

    private static func explanation(_ entry: ExplanationEntry?, prefix: String) -> Swift.Result<Explanation, Unusable> {
        guard let entry else { return .failure(Unusable(name: "malformed")) }
        func line(_ text: String) -> String { clean(Lenient(text: text), 600) }
        let english = ExplanationTexts(
            title: line(entry.title), what: line(entry.what), moves: line(entry.moves), limits: line(entry.limits),
            tryThis: line(entry.tryThis))
        let german = ExplanationTexts(
            title: line(entry.de.title), what: line(entry.de.what), moves: line(entry.de.moves),
            limits: line(entry.de.limits), tryThis: line(entry.de.tryThis))
        let topics = entry.topics.compactMap(Topic.init(name:))
        let cautions = entry.cautions.compactMap(Caution.init(name:))
        let url = line(entry.source.url ?? "")
        guard !EvidenceRules.isAdvertising(url) else { return .failure(Unusable(name: "advertising")) }
        guard let source = entry.source.citation(clean), !source.title.isEmpty, source.year != nil,
            !source.identifier.isEmpty, WebAddress(url) != nil, !entry.id.isEmpty, !topics.isEmpty,
            topics.count == entry.topics.count, cautions.count == entry.cautions.count,
            english.isComplete, german.isComplete
        else { return .failure(Unusable(name: "incomplete")) }
        return .success(
            Explanation(
                id: prefix + line(entry.id), topics: topics,
                tags: entry.tags.prefix(20).map { line($0).lowercased() }.filter { !$0.isEmpty }, cautions: cautions,
                source: source, sourceURL: url, badge: EvidenceRules.badge(for: url, kind: source.kind),
                english: english, german: german))
    }
}

extension ExplanationTexts {
    fileprivate var isComplete: Bool { ![title, what, moves, limits, tryThis].contains("") }
}
